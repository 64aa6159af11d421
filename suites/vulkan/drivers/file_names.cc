// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/drivers/drivers.h"

// LDP_DRIVER_4 and LoaderDriverInterface, "Driver Manifest File Format": the name of a manifest
// ends in .json, and the rest of the name does not matter. Whether .JSON is that suffix is open, as
// for layers (LLP_LAYER_6.r2).
namespace loadstone::suites::file_names {
namespace {

constexpr char kGood[] = "good";
constexpr char kRoot[] = "/opt/config";

constexpr const char* kOthers[] = {
    "driver.json.bak",      "driver.json~",    "driver.txt",   "driver",
    "driverjson",           "driver.jso",      "driver.jsonc", "driver.json5",
    "driver.json ",         "driver.json.",    "json",         "driver.so",
    "driver.json.dpkg-old", ".driver.json.swp"};

constexpr const char* kRight[] = {"l.json",          "a driver of many words.json",
                                  "driver.txt.json", "driver.json.json",
                                  "driver..json",    ".driver.json",
                                  "DRIVER.json",     "\xce\xbb\xe5\xb1\xa4.json",
                                  "%s%n%d.json",     "'\"\\$(x);.json"};

std::string NameOf(size_t number) { return fmt::format("number_{}", number); }

// A machine with a driver that is good, and one for each file name.
template <size_t size>
VulkanWorld WorldOfFiles(const Subject& subject, const char* const (&files)[size]) {
  const std::string folder = DriverFolder(kRoot);
  VulkanWorld world(subject);
  world.WithoutDriver().Env("XDG_DATA_DIRS", kRoot).With(NamedDriver(kGood).In(folder));
  for (size_t i = 0; i < size; ++i) {
    const Driver driver = NamedDriver(NameOf(i)).In(kElsewhere);
    world.With(driver).File(folder + "/" + files[i],
                            driver.ManifestText(LibraryPathOf(subject, driver.name())));
  }
  return world;
}

VULKAN_CASE(LDP_DRIVER_4, files_of_other_suffixes_give_no_driver) {
  const Observation seen = RunEnumerating(c, WorldOfFiles(c.subject(), kOthers));
  EXPECT_SEEN(Loaded(seen), ElementsAre(kGood))
      << "a driver whose manifest does not end in .json must not be loaded";
  EXPECT_SEEN(Order(seen), ElementsAre(kGood)) << "the good driver next to such files must be used";
}

VULKAN_CASE(LS_VK_DRIVER_MANIFEST_3, unusual_file_names, policy::LDP_LOADER_2) {
  std::vector<std::string> names = {kGood};
  for (size_t i = 0; i < std::size(kRight); ++i) names.push_back(NameOf(i));
  EXPECT_SEEN(Order(RunEnumerating(c, WorldOfFiles(c.subject(), kRight))),
              UnorderedElementsAreArray(names))
      << "the only requirement for a manifest's file name is that it ends in .json";
}

}  // namespace
}  // namespace loadstone::suites::file_names

// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/driver_manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference_loader/common/memory_platform.h"
#include "reference_loader/common/path_list.h"

namespace reference_loader::vulkan::driver_manifest_test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string DriverJson(const std::string& more = "", const std::string& api_version = "1.3.0") {
  return R"({"file_format_version": "1.0.1", "ICD": {"library_path": "d.so", "api_version": ")" +
         api_version + "\"" + (more.empty() ? "" : ", " + more) + "}}";
}

bool Reads(const std::string& json) {
  MemoryPlatform platform;
  platform.AddFile("/d.json", json);
  return ReadDriverManifest(platform, "/d.json", Log(platform)).has_value();
}

class DriverDiscoveryTest : public testing::Test {
 protected:
  DriverDiscoveryTest() {
    for (const char* name : {"amd.json", "intel.json", "lvp.json"}) {
      platform_.AddFile(std::string("/etc/vulkan/icd.d/") + name, DriverJson());
    }
  }
  std::vector<std::string> Found() {
    std::vector<std::string> names;
    for (const DriverManifest& driver : DiscoverDrivers(platform_, Log(platform_))) {
      names.push_back(FileName(driver.manifest_path));
    }
    return names;
  }
  MemoryPlatform platform_;
};

TEST(DriverManifestTest, ReadsFields) {
  MemoryPlatform platform;
  platform.AddFile("/d/d.json", DriverJson(R"("is_portability_driver": true)", "1.1.5"));
  const auto driver = ReadDriverManifest(platform, "/d/d.json", Log(platform));
  ASSERT_TRUE(driver);
  EXPECT_EQ(driver->library_path, "d.so");
  EXPECT_EQ(driver->api_version, (Version{1, 1, 5}));
  EXPECT_TRUE(driver->is_portability_driver);
}

TEST(DriverManifestTest, SkipsUnusableOnes) {
  EXPECT_TRUE(Reads(DriverJson()));
  EXPECT_TRUE(Reads(DriverJson("", "1.4.300")));
  EXPECT_FALSE(Reads(DriverJson("", "2.0.0")));
  EXPECT_FALSE(Reads(DriverJson("", "0.9.0")));
  EXPECT_FALSE(Reads(DriverJson("", "x")));
  EXPECT_FALSE(Reads(DriverJson(R"("library_arch": "32")")));
  EXPECT_FALSE(Reads(R"({"file_format_version": "1.0.0", "ICD": {"api_version": "1.0.0"}})"));
  EXPECT_FALSE(Reads(R"({"ICD": {"library_path": "d.so", "api_version": "1.0.0"}})"));
  for (const char* format : {"2.0.0", "0.9.0", "1", ""}) {
    EXPECT_FALSE(Reads(std::string(R"({"file_format_version": ")") + format +
                       R"(", "ICD": {"library_path": "d.so", "api_version": "1.0.0"}})"))
        << format;
  }
  EXPECT_FALSE(Reads("[]"));
  EXPECT_FALSE(Reads(""));
}

TEST_F(DriverDiscoveryTest, FindsAll) {
  EXPECT_THAT(Found(), ElementsAre("amd.json", "intel.json", "lvp.json"));
}

TEST_F(DriverDiscoveryTest, AbadOneHidesNoOther) {
  platform_.AddFile("/etc/vulkan/icd.d/bad.json", "{");
  EXPECT_THAT(Found(), ElementsAre("amd.json", "intel.json", "lvp.json"));
}

TEST_F(DriverDiscoveryTest, SelectingLeavesOutAllOthers) {
  platform_.SetEnvironment("VK_LOADER_DRIVERS_SELECT", "*INTEL*,lvp.json");
  platform_.SetEnvironment("VK_LOADER_DEBUG", "driver");
  EXPECT_THAT(Found(), ElementsAre("intel.json", "lvp.json"));
  EXPECT_THAT(platform_.log(),
              Contains("[Vulkan Loader] WARNING | DRIVER: Driver \"amd.json\" ignored because not "
                       "selected by env var 'VK_LOADER_DRIVERS_SELECT'"));
  platform_.SetEnvironment("VK_LOADER_DRIVERS_SELECT", "none");
  EXPECT_THAT(Found(), IsEmpty());
}

TEST_F(DriverDiscoveryTest, BlanksAroundCommasAreIgnored) {
  platform_.SetEnvironment("VK_LOADER_DRIVERS_SELECT", " amd.json , lvp.json ");
  EXPECT_THAT(Found(), ElementsAre("amd.json", "lvp.json"));
}

TEST_F(DriverDiscoveryTest, DisablingLeavesOutWhatMatches) {
  platform_.SetEnvironment("VK_LOADER_DRIVERS_DISABLE", "amd*");
  platform_.SetEnvironment("VK_LOADER_DEBUG", "warn");
  EXPECT_THAT(Found(), ElementsAre("intel.json", "lvp.json"));
  EXPECT_THAT(platform_.log(),
              Contains("[Vulkan Loader] WARNING | DRIVER: Driver \"amd.json\" ignored because it "
                       "was disabled by env var 'VK_LOADER_DRIVERS_DISABLE'"));
}

TEST_F(DriverDiscoveryTest, SelectingBringsDisabledOnesBack) {
  platform_.SetEnvironment("VK_LOADER_DRIVERS_DISABLE", "*");
  platform_.SetEnvironment("VK_LOADER_DRIVERS_SELECT", "lvp*");
  EXPECT_THAT(Found(), ElementsAre("lvp.json"));
}

}  // namespace
}  // namespace reference_loader::vulkan::driver_manifest_test

// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/drivers/drivers.h"

// LoaderDriverInterface, "Overriding the Default Driver Discovery" and "Additional Driver
// Discovery": the variables are lists of paths. Whatever an element is, it hides no driver that
// another one names (LS_VK_DRIVER_DISCOVERY_3.r1).
namespace loadstone::suites::file_lists {
namespace {

constexpr char kOne[] = "one";

// A value that contains the path of the driver's manifest, written as {0}.
struct Value {
  const char* name;
  const char* text;
};

constexpr Value kValues[] = {
    {"colon_at_the_end", "{0}:"},
    {"colon_at_the_beginning", ":{0}"},
    {"two_colons", "/nowhere/none.json::{0}"},
    {"many_colons", "::::/nowhere/none.json::::{0}::::"},
    {"file_after_a_bad_manifest", "/lists/bad.json:{0}"},
    {"file_before_a_bad_manifest", "{0}:/lists/bad.json"},
    {"file_after_an_empty_one", "/lists/empty.json:{0}"},
    {"file_after_an_unreadable_one", "/lists/unreadable.json:{0}"},
    {"file_after_a_circular_link", "/lists/circle.json:{0}"},
    {"file_after_a_dangling_link", "/lists/dangling.json:{0}"},
    {"file_after_a_device", "/dev/null:{0}"},
    {"file_after_one_of_another_suffix", "/lists/file.txt:{0}"},
    {"file_after_a_path_below_a_file", "/lists/file.txt/one.json:{0}"},
    {"file_after_relative_ones", "one.json:./one.json:../one.json:.:..:{0}"},
    {"file_after_blanks", " :   :\t:{0}"},
    {"file_after_a_tilde", "~:~/one.json:{0}"},
    {"file_after_a_pattern", "/lists/*.json:/lists/[a].json:{0}"},
    {"file_after_a_format_string", "%s%n%p%d.json:{0}"},
    {"file_of_unusual_characters", "/lists/a \u00fc\u4e2d %s.json"},
    {"file_is_a_symbolic_link", "/lists/link.json"},
};

void Judge(Case& c, const char* variable, bool adds, const char* text) {
  const Driver driver = NamedDriver(kOne).In(kElsewhere);
  const std::string path = ManifestPath(kElsewhere, kOne);
  VulkanWorld world(c.subject());
  world.With(driver)
      .Env(variable, fmt::format(fmt::runtime(text), path))
      .File("/lists/a \u00fc\u4e2d %s.json", driver.ManifestText(LibraryPathOf(c.subject(), kOne)))
      .File("/lists/bad.json", "[]")
      .File("/lists/empty.json", "")
      .File("/lists/unreadable.json", "{}", 0)
      .File("/lists/file.txt", "no manifest")
      .Symlink("/lists/link.json", path)
      .Symlink("/lists/circle.json", "/lists/circle.json")
      .Symlink("/lists/dangling.json", "/lists/nowhere.json");
  std::vector<std::string> used = {kOne};
  if (adds) used.emplace_back(kDefaultDriver);
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), UnorderedElementsAreArray(used))
      << "the driver whose manifest is in the list of " << variable << " is used";
}

REGISTER_CASES {
  for (const Value& value : kValues) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_3}, value.name,
                 [&value](Case& c) { Judge(c, "VK_DRIVER_FILES", false, value.text); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_4}, value.name,
                 [&value](Case& c) { Judge(c, "VK_ICD_FILENAMES", false, value.text); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_6}, value.name,
                 [&value](Case& c) { Judge(c, "VK_ADD_DRIVER_FILES", true, value.text); });
  }
}

// Files with one name in two folders.
void JudgeFileName(Case& c, const char* variable, bool adds) {
  VulkanWorld world(c.subject());
  for (const char* name : {"one", "two"}) {
    const Driver driver = NamedDriver(name).In(kElsewhere);
    world.With(driver).File(fmt::format("/lists/{}/icd.json", name),
                            driver.ManifestText(LibraryPathOf(c.subject(), name)));
  }
  std::vector<std::string> used = {"one", "two"};
  if (adds) used.emplace_back(kDefaultDriver);
  world.Env(variable, "/lists/one/icd.json:/lists/two/icd.json");
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), UnorderedElementsAreArray(used))
      << "the manifests that " << variable << " names are used, whatever their file names are";
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_3, one_file_name_in_two_folders) {
  JudgeFileName(c, "VK_DRIVER_FILES", false);
}
VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_4, one_file_name_in_two_folders) {
  JudgeFileName(c, "VK_ICD_FILENAMES", false);
}
VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_6, one_file_name_in_two_folders) {
  JudgeFileName(c, "VK_ADD_DRIVER_FILES", true);
}

}  // namespace
}  // namespace loadstone::suites::file_lists

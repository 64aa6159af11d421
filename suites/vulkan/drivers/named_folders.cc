// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "suites/vulkan/drivers/drivers.h"

// LoaderDriverInterface, "Overriding the Default Driver Discovery", "Additional Driver Discovery"
// and "Using Pre-Production ICDs or Software Drivers": folders in the variables that name drivers,
// and the folders whose drivers the variables replace.
namespace loadstone::suites::named_folders {
namespace {

constexpr char kFiles[] = "VK_DRIVER_FILES";
constexpr char kOldFiles[] = "VK_ICD_FILENAMES";
constexpr char kAddFiles[] = "VK_ADD_DRIVER_FILES";
constexpr char kOne[] = "one";
constexpr char kTwo[] = "two";
constexpr char kDecoy[] = "decoy";
constexpr char kFurther[] = "/opt/further";

// A folder with two drivers. What is no manifest by its name is no driver of it. Whether folders
// below it are searched is open.
VulkanWorld WorldWithFolder(const Subject& subject) {
  VulkanWorld world(subject);
  const std::string folder = kElsewhere;
  const Driver decoy = NamedDriver(kDecoy).In(kFurther);
  const std::string text = decoy.ManifestText(LibraryPathOf(subject, kDecoy));
  world.With(NamedDriver(kOne).In(folder)).With(NamedDriver(kTwo).In(folder)).With(decoy);
  for (const char* file : {"/decoy.txt", "/decoy.json.bak", "/decoy"}) {
    world.File(folder + file, text);
  }
  return world.Directory("/opt/empty");
}

struct Value {
  const char* name;
  std::string value;
};

std::vector<Value> Values() {
  const std::string folder = kElsewhere;
  return {{"folder_that_ends_in_a_slash", folder + "/"},
          {"folder_with_files_that_are_none", folder},
          {"folder_after_an_empty_one", "/opt/empty:" + folder},
          {"folder_before_an_empty_one", folder + ":/opt/empty"},
          {"folder_after_a_missing_one", "/opt/missing:" + folder}};
}

void Judge(Case& c, const char* variable, const std::string& value, bool adds) {
  std::vector<std::string> used = {kOne, kTwo};
  if (adds) used.emplace_back(kDefaultDriver);
  EXPECT_SEEN(DriversReached(RunEnumerating(c, WorldWithFolder(c.subject()).Env(variable, value))),
              UnorderedElementsAreArray(used))
      << "the drivers whose manifests are in a folder of " << variable << " are used";
}

REGISTER_CASES {
  for (const Value& value : Values()) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_8, policy::LS_VK_DRIVER_DISCOVERY_3},
                 fmt::format("driver_files_{}", value.name),
                 [value](Case& c) { Judge(c, kFiles, value.value, false); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_8, policy::LS_VK_DRIVER_DISCOVERY_6},
                 fmt::format("add_driver_files_{}", value.name),
                 [value](Case& c) { Judge(c, kAddFiles, value.value, true); });
  }
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_8, link_to_a_folder, policy::LS_VK_DRIVER_DISCOVERY_3) {
  VulkanWorld world = WorldWithFolder(c.subject());
  EXPECT_SEEN(
      DriversReached(RunEnumerating(c, world.Symlink("/link", kElsewhere).Env(kFiles, "/link"))),
      UnorderedElementsAre(kOne, kTwo))
      << "a folder may be named by a link";
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_8, drivers_of_a_folder_are_loaded_before_the_others,
            policy::LS_VK_DRIVER_DISCOVERY_6) {
  VulkanWorld world = WorldWithFolder(c.subject());
  world.Env(kAddFiles, kElsewhere);
  const std::vector<std::string> loaded = Loaded(RunEnumerating(c, world));
  ASSERT_SEEN(loaded, UnorderedElementsAre(kOne, kTwo, kDefaultDriver)) << "all three are loaded";
  EXPECT_SEEN(loaded.back(), kDefaultDriver)
      << "the drivers of a folder that is added are loaded before all others";
}

// The other folders in which drivers are found by default, and by variables of XDG.
const std::vector<std::string> kRoots = {"/home/user/.config", "/home/user/.local/share",
                                         "/etc/xdg", "/usr/local/share", "/usr/share"};
const std::vector<std::string> kVariables = {"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME",
                                             "XDG_DATA_DIRS"};

void JudgeReplaced(Case& c, const char* variable, bool variables_of_xdg) {
  VulkanWorld world(c.subject());
  world.With(NamedDriver(kOne).In(kFurther)).Env(variable, ManifestPath(kFurther, kOne));
  for (const std::string& place : variables_of_xdg ? kVariables : kRoots) {
    const std::string root = variables_of_xdg ? "/set/" + place : place;
    if (variables_of_xdg) world.Env(place, root);
    std::string name = "decoy" + place;
    std::replace_if(
        name.begin(), name.end(), [](char each) { return std::isalpha(each) == 0; }, '_');
    world.With(NamedDriver(name).In(DriverFolder(root)));
  }
  EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), ElementsAre(kOne))
      << "only the drivers that " << variable << " names are used";
}

REGISTER_CASES {
  for (const auto& [owner, variable] : {std::pair{policy::LS_VK_DRIVER_DISCOVERY_3, kFiles},
                                        std::pair{policy::LS_VK_DRIVER_DISCOVERY_4, kOldFiles}}) {
    RegisterCase(Api::kVulkan, {owner, policy::LS_VK_DRIVER_DISCOVERY_1},
                 "replaces_standard_folders",
                 [variable = variable](Case& c) { JudgeReplaced(c, variable, false); });
    RegisterCase(Api::kVulkan, {owner, policy::LS_VK_DRIVER_DISCOVERY_1},
                 "replaces_folders_of_xdg_variables",
                 [variable = variable](Case& c) { JudgeReplaced(c, variable, true); });
  }
}

}  // namespace
}  // namespace loadstone::suites::named_folders

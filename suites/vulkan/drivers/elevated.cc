// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/case/unjudged.h"
#include "harness/world/platform.h"
#include "suites/vulkan/drivers/drivers.h"
#include "suites/vulkan/elevations.h"

// LoaderDriverInterface, "Exception for Elevated Privileges": an application with elevated
// privileges gets no driver from a path that the user controls. Each path is tested without
// elevation, when it must work, and elevated, when neither an instance nor the list of extensions
// may load the driver. XDG_CONFIG_DIRS and XDG_DATA_DIRS are not among them (LDP_LOADER_13.r1).
namespace loadstone::suites::elevated {
namespace {

constexpr char kDecoy[] = "decoy";
constexpr char kUserFolder[] = "/home/user/drivers";
// A second driver of the user, for variables that name several.
constexpr char kAlso[] = "also";
constexpr char kOtherFolder[] = "/home/user/other drivers";

struct UserPath {
  const char* name;
  const char* variable;  // empty: the path needs none
  std::string value;
  std::string folder;   // the folder of the decoy's manifest
  policy::Id searched;  // requires that the path works without elevation
};

std::vector<UserPath> UserPaths() {
  const std::string user = kUserFolder;
  const std::string file = ManifestPath(user, kDecoy);
  const std::string files = ManifestPath(kOtherFolder, kAlso) + ":" + file;
  const std::string paths = std::string(kOtherFolder) + ":" + user;
  const policy::Id folders = policy::LS_VK_DRIVER_DISCOVERY_1;
  return {
      {"driver_files", "VK_DRIVER_FILES", file, user, policy::LS_VK_DRIVER_DISCOVERY_3},
      {"icd_filenames", "VK_ICD_FILENAMES", file, user, policy::LS_VK_DRIVER_DISCOVERY_4},
      {"add_driver_files", "VK_ADD_DRIVER_FILES", file, user, policy::LS_VK_DRIVER_DISCOVERY_6},
      {"two_driver_files", "VK_DRIVER_FILES", files, user, policy::LS_VK_DRIVER_DISCOVERY_3},
      {"two_icd_filenames", "VK_ICD_FILENAMES", files, user, policy::LS_VK_DRIVER_DISCOVERY_4},
      {"two_add_driver_files", "VK_ADD_DRIVER_FILES", files, user,
       policy::LS_VK_DRIVER_DISCOVERY_6},
      {"folders_in_driver_files", "VK_DRIVER_FILES", paths, user, policy::LS_VK_DRIVER_DISCOVERY_8},
      {"folders_in_add_driver_files", "VK_ADD_DRIVER_FILES", paths, user,
       policy::LS_VK_DRIVER_DISCOVERY_8},
      {"xdg_config_home", "XDG_CONFIG_HOME", user, DriverFolder(user), folders},
      {"xdg_data_home", "XDG_DATA_HOME", user, DriverFolder(user), folders},
      {"config_of_home", "", "", DriverFolder("/home/user/.config"), folders},
      {"data_of_home", "", "", DriverFolder("/home/user/.local/share"), folders}};
}

// Lists the extensions after the instance, which is judged by itself.
Observation Run(Case& c, const VulkanWorld& world) {
  return Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance({.api_version = VK_API_VERSION_1_1}) == VK_SUCCESS) {
      app.EnumeratePhysicalDevices();
      app.DestroyInstance();
    }
    app.EnumerateExtensions();
  });
}

Observation Look(Case& c, const UserPath& path, Elevation elevation) {
  VulkanWorld world(c.subject());
  world.With(NamedDriver(kDecoy).In(path.folder)).With(NamedDriver(kAlso).In(kOtherFolder));
  if (path.variable[0] != '\0') world.Env(path.variable, path.value);
  world.Elevated(elevation);
  return Run(c, world);
}

void ExpectSystemAlone(const Observation& seen) {
  EXPECT_SEEN(DriversReached(seen), ElementsAre(kDefaultDriver))
      << "an elevated application gets the driver of the system";
  EXPECT_SEEN(Loaded(seen), AllOf(Not(Contains(kDecoy)), Not(Contains(kAlso))))
      << "an elevated application must not load a driver from a path that the user controls";
}

// A loader that does not search the path at all violates another policy than that of elevation.
void JudgePlain(Case& c, const UserPath& path) {
  const Observation seen = Look(c, path, Elevation::kNone);
  if (seen.FinishedNormally()) AttributeFailureTo(path.searched.text);
  EXPECT_SEEN(DriversReached(seen), Contains(kDecoy))
      << "an application without special rights gets the driver of this path";
}

REGISTER_CASES {
  for (const UserPath& path : UserPaths()) {
    RegisterCase(Api::kVulkan, {policy::LDP_LOADER_13, path.searched},
                 fmt::format("plain_{}", path.name), [path](Case& c) { JudgePlain(c, path); });
    for (const auto& [prefix, elevation] : kElevations) {
      RegisterCase(Api::kVulkan, {policy::LDP_LOADER_13, path.searched},
                   fmt::format("{}_{}", prefix, path.name), [path, elevation = elevation](Case& c) {
                     ExpectSystemAlone(Look(c, path, elevation));
                   });
    }
  }
}

VULKAN_CASE(LDP_LOADER_13, elevated_all_paths_at_once) {
  VulkanWorld world(c.subject());
  for (const UserPath& path : UserPaths()) {
    // Only Linux has folders of the user.
    if (IsWindows(c.subject()) && !std::string(path.variable).starts_with("VK_")) continue;
    world.With(NamedDriver(kDecoy).In(path.folder)).With(NamedDriver(kAlso).In(kOtherFolder));
    if (path.variable[0] != '\0') world.Env(path.variable, path.value);
  }
  ExpectSystemAlone(Run(c, world.Elevated()));
}

}  // namespace
}  // namespace loadstone::suites::elevated

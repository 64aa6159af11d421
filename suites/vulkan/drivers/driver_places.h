// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_DRIVERS_DRIVER_PLACES_H_
#define LOADSTONE_SUITES_VULKAN_DRIVERS_DRIVER_PLACES_H_

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "harness/case/unjudged.h"
#include "suites/vulkan/drivers/drivers.h"

// The places of drivers other than the last system folder, for rules that hold in each of them.
namespace loadstone::suites {

enum class NamesDrivers { kByFiles, kByFolder, kNot };

struct PlaceOfDrivers {
  const char* name;
  const char* variable;  // empty: the fallback of an unset variable
  const char* value;     // ignored for files
  const char* folder;    // of the manifests
  NamesDrivers named = NamesDrivers::kNot;
  bool replaces = false;  // the drivers of the system
};

inline constexpr PlaceOfDrivers kPlacesOfDrivers[] = {
    {"files_of_driver_files", "VK_DRIVER_FILES", "", kElsewhere, NamesDrivers::kByFiles, true},
    {"files_of_icd_filenames", "VK_ICD_FILENAMES", "", kElsewhere, NamesDrivers::kByFiles, true},
    {"files_of_add_driver_files", "VK_ADD_DRIVER_FILES", "", kElsewhere, NamesDrivers::kByFiles},
    {"a_folder_of_driver_files", "VK_DRIVER_FILES", kElsewhere, kElsewhere, NamesDrivers::kByFolder,
     true},
    {"a_folder_of_add_driver_files", "VK_ADD_DRIVER_FILES", kElsewhere, kElsewhere,
     NamesDrivers::kByFolder},
    {"xdg_config_home", "XDG_CONFIG_HOME", "/set/one", "/set/one/vulkan/icd.d"},
    {"xdg_config_dirs", "XDG_CONFIG_DIRS", "/set/one", "/set/one/vulkan/icd.d"},
    {"xdg_data_home", "XDG_DATA_HOME", "/set/one", "/set/one/vulkan/icd.d"},
    {"config_of_home", "", "", "/home/user/.config/vulkan/icd.d"},
    {"data_of_home", "", "", "/home/user/.local/share/vulkan/icd.d"},
    {"etc_xdg", "", "", "/etc/xdg/vulkan/icd.d"},
};

// The policy that says that drivers are found there.
inline policy::Id FoundBy(const PlaceOfDrivers& place) {
  if (place.named == NamesDrivers::kNot) return policy::LS_VK_DRIVER_DISCOVERY_1;
  if (place.named == NamesDrivers::kByFolder) return policy::LS_VK_DRIVER_DISCOVERY_8;
  const std::string variable = place.variable;
  if (variable == "VK_DRIVER_FILES") return policy::LS_VK_DRIVER_DISCOVERY_3;
  return variable == "VK_ICD_FILENAMES" ? policy::LS_VK_DRIVER_DISCOVERY_4
                                        : policy::LS_VK_DRIVER_DISCOVERY_6;
}

// Attributes a failure to that policy if the application finished and the loader loaded no driver:
// the rule of the case is not what it broke.
inline void AttributeToPlace(const Observation& seen, const PlaceOfDrivers& place) {
  if (seen.FinishedNormally() && Loaded(seen).empty()) AttributeFailureTo(FoundBy(place).text);
}

// Installs `drivers` there.
inline void Place(VulkanWorld& world, const PlaceOfDrivers& place, std::vector<Driver> drivers) {
  std::vector<std::string> files;
  for (Driver& driver : drivers) {
    files.push_back(ManifestPath(place.folder, driver.name()));
    world.With(driver.In(place.folder));
  }
  if (place.variable[0] == '\0') return;
  world.Env(place.variable, place.named == NamesDrivers::kByFiles
                                ? fmt::format("{}", fmt::join(files, ":"))
                                : std::string(place.value));
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DRIVERS_DRIVER_PLACES_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_SETTINGS_SETTINGS_FILES_H_
#define LOADSTONE_SUITES_VULKAN_SETTINGS_SETTINGS_FILES_H_

#include <string>

#include "suites/suites.h"

// Where a settings file is, as LoaderSettingsFile, "Settings File Discovery", describes it.
namespace loadstone::suites {

inline constexpr char kSettingsFileName[] = "/vk_loader_settings.json";
inline constexpr char kEmptySettings[] = R"({"file_format_version": "1.0.1", "settings": {}})";

// The folder of the system, where there is no registry.
inline constexpr char kSystemSettings[] = "/etc/vulkan/loader_settings.d";

inline std::string SettingsBelowHome(const std::string& home) {
  return home + "/.local/share/vulkan/loader_settings.d";
}

// On Windows, the names of the values of these keys are paths of settings files.
inline constexpr char kUserSettingsKey[] = "HKCU\\SOFTWARE\\Khronos\\Vulkan\\LoaderSettings";
inline constexpr char kMachineSettingsKey[] = "HKLM\\SOFTWARE\\Khronos\\Vulkan\\LoaderSettings";

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_SETTINGS_SETTINGS_FILES_H_

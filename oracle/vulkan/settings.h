// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_SETTINGS_H_
#define LOADSTONE_ORACLE_VULKAN_SETTINGS_H_

#include <string>
#include <vector>

#include "oracle/fault.h"
#include "oracle/machine.h"

// The settings file of LoaderSettingsFile. The document defines where loaders search for it, and
// not what it may set.
namespace loadstone::oracle::vulkan {

enum class Settings {
  kNone,         // there is no settings file
  kSetsNothing,  // each file is certainly invalid, or has no settings
  kUnknown,      // a file may set anything
};
Settings SettingsOf(const Machine& machine);

// The paths of possible settings files on the machine, for variables with plain paths
// (Linux/MacOS/BSD/QNX/Fuchsia/GNU).
std::vector<std::string> SettingsFiles(const Machine& machine);

// Changes the faults of a machine on which a settings file sets nothing: a loader that finds
// settings in it may cause them (LS_VK_SETTINGS_4). Memory errors and leaks keep their policy.
void AttributeToSettings(std::vector<Fault>& faults);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_SETTINGS_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_SETTINGS_H_
#define LOADSTONE_ORACLE_VULKAN_SETTINGS_H_

#include <string>
#include <vector>

#include "oracle/fault.h"
#include "oracle/machine.h"

// The settings file of LoaderSettingsFile. The document tells where it is looked for, and not what
// it may set.
namespace loadstone::oracle::vulkan {

enum class Settings {
  kNone,         // there is no settings file
  kSetsNothing,  // each one is broken beyond doubt, or without settings
  kUnknown,      // one may set anything
};
Settings SettingsOf(const Machine& machine);

// Where a settings file may be on the machine, by variables with plain paths
// (Linux/MacOS/BSD/QNX/Fuchsia/GNU).
std::vector<std::string> SettingsFiles(const Machine& machine);

// The faults of a machine on which a settings file sets nothing: they may be those of who takes it
// for more (LS_VK_SETTINGS_4). What is a memory error or left behind stays what it is.
void BlameSettings(std::vector<Fault>& faults);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_SETTINGS_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_SETTINGS_FILE_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_SETTINGS_FILE_H_

#include "reference_loader/common/platform.h"
#include "reference_loader/vulkan/log.h"

namespace reference_loader::vulkan {

// Finds the settings file (LoaderSettingsFile, Settings File Discovery), reads the first existing
// one, and logs its path or why it is invalid. The document defines no setting, so no setting takes
// effect.
void ReadSettingsFile(const Platform& platform, const Log& log);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_SETTINGS_FILE_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_SETTINGS_FILE_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_SETTINGS_FILE_H_

#include "reference_loader/common/platform.h"
#include "reference_loader/vulkan/log.h"

namespace reference_loader::vulkan {

// Looks for the settings file (LoaderSettingsFile, Settings File Discovery), reads the first that
// is there, and says in messages which it is or why it is none. The document names no member of its
// settings, so that nothing is taken from them.
void ReadSettingsFile(const Platform& platform, const Log& log);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_SETTINGS_FILE_H_

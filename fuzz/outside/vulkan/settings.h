// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_VULKAN_SETTINGS_H_
#define LOADSTONE_FUZZ_OUTSIDE_VULKAN_SETTINGS_H_

#include "fuzz/outside/input.h"
#include "fuzz/outside/random.h"

namespace loadstone::fuzz::vulkan {

// Adds a settings file where loaders search for one (LoaderSettingsFile): mostly one that sets
// nothing.
void AddSettings(Input& input, Random& random);
// Removes all settings files.
void RemoveSettings(Input& input);

}  // namespace loadstone::fuzz::vulkan

#endif  // LOADSTONE_FUZZ_OUTSIDE_VULKAN_SETTINGS_H_

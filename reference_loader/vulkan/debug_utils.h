// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_DEBUG_UTILS_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_DEBUG_UTILS_H_

#include "reference_loader/vulkan/instance.h"

namespace reference_loader::vulkan {

// A function that does nothing, for a device function of VK_EXT_debug_utils when the driver lacks
// the extension but the instance has it enabled because the loader provides it. Else null.
PFN_vkVoidFunction DebugUtilsFallback(const Instance& instance, const Command& command);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_DEBUG_UTILS_H_

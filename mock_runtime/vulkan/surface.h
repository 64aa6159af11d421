// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_SURFACE_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_SURFACE_H_

#include "mock_runtime/vulkan/driver.h"

namespace loadstone::mock {

// Whether a loader may pass this surface to the driver; otherwise traces a violation of `function`.
bool IsSurface(const char* function, VkSurfaceKHR surface);
// Traces the surface, to show whether the loader passed on the right one.
void AddSurface(Event& event, VkSurfaceKHR surface);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_SURFACE_H_

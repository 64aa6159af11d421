// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_DRIVER_HEADLESS_SURFACES_H_
#define LOADSTONE_SUITES_VULKAN_DRIVER_HEADLESS_SURFACES_H_

#include "suites/vulkan_driver/driver_app.h"

// Surfaces that need no window system, which a world lacks.
namespace loadstone::suites {

inline constexpr char kSurfaceExtension[] = "VK_KHR_surface";
inline constexpr char kHeadlessSurfaceExtension[] = "VK_EXT_headless_surface";

// In the probe: whether the driver lists both extensions.
bool HasHeadlessSurfaces(const DriverApp& app);
// In the probe: creates a surface with the current instance, and traces the call. Null if that
// fails, or if the driver leaves it to the loader.
VkSurfaceKHR CreateHeadlessSurface(const DriverApp& app);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DRIVER_HEADLESS_SURFACES_H_

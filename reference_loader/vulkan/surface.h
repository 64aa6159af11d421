// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_SURFACE_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_SURFACE_H_

#include <vector>

#include "reference_loader/vulkan/allocator.h"
#include "reference_loader/vulkan/vulkan_headers.h"

namespace reference_loader::vulkan {

struct Instance;

// The object behind the loader's VkSurfaceKHR: a description of the window that drivers can read,
// and the surfaces of those drivers that make their own (LoaderDriverInterface, Handling KHR
// Surface Objects in WSI Extensions).
struct Surface {
  explicit Surface(const VkAllocationCallbacks* callbacks) : allocator(callbacks) {}

  // Must stay the first member.
  union {
    VkIcdSurfaceBase base;
#ifdef _WIN32
    VkIcdSurfaceWin32 win32;
#else
    VkIcdSurfaceXlib xlib;
    VkIcdSurfaceXcb xcb;
    VkIcdSurfaceWayland wayland;
#endif
    VkIcdSurfaceDisplay display;
    VkIcdSurfaceHeadless headless;
    VkIcdSurfaceAndroid android;
  } window = {};
  Allocator allocator;
  std::vector<VkSurfaceKHR> driver_surfaces;  // indexed by DriverInstance::index
  Instance* instance = nullptr;               // only for a surface of Android
};

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_SURFACE_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_SURFACE_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_SURFACE_H_

#include <vector>

#include "reference_loader/vulkan/allocator.h"
#include "reference_loader/vulkan/vulkan_headers.h"

namespace reference_loader::vulkan {

struct Instance;

// What the loader hands out as VkSurfaceKHR: the description of the window that drivers know how to
// read, and the own surfaces of those drivers that prefer to make one (LoaderDriverInterface,
// Handling KHR Surface Objects in WSI Extensions).
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
  std::vector<VkSurfaceKHR> driver_surfaces;  // by DriverInstance::index
  Instance* instance = nullptr;               // of a surface of Android
};

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_SURFACE_H_

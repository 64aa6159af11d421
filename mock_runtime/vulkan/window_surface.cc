// SPDX-License-Identifier: Apache-2.0
// The creation of a surface of a window system by a driver that makes its own.
#include "commands.gen.h"
#include "mock_runtime/vulkan/objects.h"
#include "mock_runtime/vulkan/structures.h"

namespace loadstone::mock {
namespace {

// VkXlibSurfaceCreateInfoKHR, VkXcbSurfaceCreateInfoKHR, VkWaylandSurfaceCreateInfoKHR or
// VkWin32SurfaceCreateInfoKHR, without the types of window systems.
struct WindowInfo {
  VkStructureType type;
  const void* next;
  VkFlags flags;
  void* connection;
  union {
    uint32_t xcb_window;
    uintptr_t window;  // Xcb: an ID; others: a pointer or an integer of the same width
  };
};

// Traces what the loader passes on, and creates the surface.
VkResult CreateInWindow(const char* function, VkInstance instance, const VkBaseInStructure* info,
                        VkStructureType type, const VkAllocationCallbacks* callbacks,
                        VkSurfaceKHR* surface) {
  if (!CheckStructures(function, "pCreateInfo", info, 1, sizeof(WindowInfo), type, false)) {
    return kWrongUse;
  }
  const auto& window = reinterpret_cast<const WindowInfo&>(*info);
  const bool is_xcb = type == VK_STRUCTURE_TYPE_XCB_SURFACE_CREATE_INFO_KHR;
  {
    Event event("surface_info");
    event.Add("function", function)
        .Add("flags", window.flags)
        .AddPointer("connection", window.connection)
        .Add("window", is_xcb ? uint64_t{window.xcb_window} : uint64_t{window.window});
    AddNext(event, info);
  }
  return CreateObject(function, ToObject(instance), VK_OBJECT_TYPE_SURFACE_KHR, callbacks, surface);
}

}  // namespace

namespace driver {

VkResult CreateWaylandSurfaceKHR(VkInstance instance, const VkBaseInStructure* pCreateInfo,
                                 const VkAllocationCallbacks* pAllocator, VkSurfaceKHR* pSurface) {
  return CreateInWindow("vkCreateWaylandSurfaceKHR", instance, pCreateInfo,
                        VK_STRUCTURE_TYPE_WAYLAND_SURFACE_CREATE_INFO_KHR, pAllocator, pSurface);
}

VkResult CreateWin32SurfaceKHR(VkInstance instance, const VkBaseInStructure* pCreateInfo,
                               const VkAllocationCallbacks* pAllocator, VkSurfaceKHR* pSurface) {
  return CreateInWindow("vkCreateWin32SurfaceKHR", instance, pCreateInfo,
                        VK_STRUCTURE_TYPE_WIN32_SURFACE_CREATE_INFO_KHR, pAllocator, pSurface);
}

VkResult CreateXcbSurfaceKHR(VkInstance instance, const VkBaseInStructure* pCreateInfo,
                             const VkAllocationCallbacks* pAllocator, VkSurfaceKHR* pSurface) {
  return CreateInWindow("vkCreateXcbSurfaceKHR", instance, pCreateInfo,
                        VK_STRUCTURE_TYPE_XCB_SURFACE_CREATE_INFO_KHR, pAllocator, pSurface);
}

VkResult CreateXlibSurfaceKHR(VkInstance instance, const VkBaseInStructure* pCreateInfo,
                              const VkAllocationCallbacks* pAllocator, VkSurfaceKHR* pSurface) {
  return CreateInWindow("vkCreateXlibSurfaceKHR", instance, pCreateInfo,
                        VK_STRUCTURE_TYPE_XLIB_SURFACE_CREATE_INFO_KHR, pAllocator, pSurface);
}

}  // namespace driver
}  // namespace loadstone::mock

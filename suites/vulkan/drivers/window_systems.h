// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_DRIVERS_WINDOW_SYSTEMS_H_
#define LOADSTONE_SUITES_VULKAN_DRIVERS_WINDOW_SYSTEMS_H_

#include <cstdint>

#include "suites/vulkan/drivers/surfaces.h"

// Types of the window systems, which are only pointers here: neither loader nor mock drivers call
// one.
struct xcb_connection_t;
struct _XDisplay;
using xcb_window_t = uint32_t;
using xcb_visualid_t = uint32_t;
using Display = _XDisplay;
using Window = unsigned long;
using VisualID = unsigned long;
#include <vulkan/vulkan_xcb.h>
#include <vulkan/vulkan_xlib.h>

// The window systems that a loader for Linux may support.
namespace loadstone::suites {

struct WindowSystem {
  const char* name;
  const char* extension;
  const char* create;  // the function that creates a surface
  VkIcdWsiPlatform platform;
};

inline constexpr WindowSystem kXlibSystem = {"xlib", VK_KHR_XLIB_SURFACE_EXTENSION_NAME,
                                             "vkCreateXlibSurfaceKHR", VK_ICD_WSI_PLATFORM_XLIB};
inline constexpr WindowSystem kXcbSystem = {"xcb", VK_KHR_XCB_SURFACE_EXTENSION_NAME,
                                            "vkCreateXcbSurfaceKHR", VK_ICD_WSI_PLATFORM_XCB};
inline constexpr WindowSystem kWaylandSystem = {"wayland", VK_KHR_WAYLAND_SURFACE_EXTENSION_NAME,
                                                kCreateWayland, VK_ICD_WSI_PLATFORM_WAYLAND};
inline constexpr const WindowSystem* kWindowSystems[] = {&kXlibSystem, &kXcbSystem,
                                                         &kWaylandSystem};

// A window of the application, and its connection to the window system.
struct AppWindow {
  const WindowSystem* system;
  uintptr_t connection;
  uint32_t window;
};

// In the probe: creates the surface of a window and traces the result. VK_NULL_HANDLE if that
// fails.
inline VkSurfaceKHR CreateSurface(VulkanApp& app, const AppWindow& window) {
  const char* const create = window.system->create;
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  VkResult result = VK_SUCCESS;
  if (window.system->platform == VK_ICD_WSI_PLATFORM_XLIB) {
    auto info =
        Structure<VkXlibSurfaceCreateInfoKHR>(VK_STRUCTURE_TYPE_XLIB_SURFACE_CREATE_INFO_KHR);
    info.dpy = reinterpret_cast<Display*>(window.connection);
    info.window = window.window;
    result = app.Get<PFN_vkCreateXlibSurfaceKHR>(create)(app.instance(), &info, nullptr, &surface);
  } else if (window.system->platform == VK_ICD_WSI_PLATFORM_XCB) {
    auto info = Structure<VkXcbSurfaceCreateInfoKHR>(VK_STRUCTURE_TYPE_XCB_SURFACE_CREATE_INFO_KHR);
    info.connection = reinterpret_cast<xcb_connection_t*>(window.connection);
    info.window = window.window;
    result = app.Get<PFN_vkCreateXcbSurfaceKHR>(create)(app.instance(), &info, nullptr, &surface);
  } else {
    auto info =
        Structure<VkWaylandSurfaceCreateInfoKHR>(VK_STRUCTURE_TYPE_WAYLAND_SURFACE_CREATE_INFO_KHR);
    info.display = reinterpret_cast<wl_display*>(window.connection);
    info.surface = reinterpret_cast<wl_surface*>(uintptr_t{window.window});
    result =
        app.Get<PFN_vkCreateWaylandSurfaceKHR>(create)(app.instance(), &info, nullptr, &surface);
  }
  AppEvent(create, "leave").Add("result", int64_t{result});
  return result == VK_SUCCESS ? surface : VK_NULL_HANDLE;
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DRIVERS_WINDOW_SYSTEMS_H_

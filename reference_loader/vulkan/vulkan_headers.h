// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_VULKAN_HEADERS_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_VULKAN_HEADERS_H_

// The Vulkan API on this system. The loader only passes on handles of window systems; on Linux
// opaque types replace theirs, so that no development package of a window system is needed. The
// order of the includes matters.
// clang-format off
#define VK_NO_PROTOTYPES
#include <vulkan/vulkan.h>

#define VK_ENABLE_BETA_EXTENSIONS
#include <vulkan/vulkan_beta.h>

#ifdef _WIN32
#include <windows.h>
#define VK_USE_PLATFORM_WIN32_KHR
#include <vulkan/vulkan_win32.h>
#else
struct _XDisplay;
typedef struct _XDisplay Display;
typedef unsigned long Window;    // NOLINT: the width of an XID in Xlib
typedef unsigned long VisualID;  // NOLINT
typedef unsigned long RROutput;  // NOLINT
struct xcb_connection_t;
typedef uint32_t xcb_window_t;
typedef uint32_t xcb_visualid_t;
struct wl_display;
struct wl_surface;

#define VK_USE_PLATFORM_XLIB_KHR
#define VK_USE_PLATFORM_XLIB_XRANDR_EXT
#define VK_USE_PLATFORM_XCB_KHR
#define VK_USE_PLATFORM_WAYLAND_KHR
#include <vulkan/vulkan_xlib.h>
#include <vulkan/vulkan_xlib_xrandr.h>
#include <vulkan/vulkan_xcb.h>
#include <vulkan/vulkan_wayland.h>
#endif

#define VK_USE_PLATFORM_ANDROID_KHR
#include <vulkan/vulkan_android.h>

#include <vulkan/vk_layer.h>
#include <vulkan/vk_icd.h>
// clang-format on

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_VULKAN_HEADERS_H_

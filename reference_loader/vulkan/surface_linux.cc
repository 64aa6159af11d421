// SPDX-License-Identifier: Apache-2.0
// Surfaces of the window systems of Linux.

#include "reference_loader/vulkan/create_surface.h"

namespace reference_loader::vulkan {

VKAPI_ATTR VkResult VKAPI_CALL
terminate_vkCreateXlibSurfaceKHR(VkInstance instance, const VkXlibSurfaceCreateInfoKHR* pCreateInfo,
                                 const VkAllocationCallbacks* pAllocator, VkSurfaceKHR* pSurface) {
  return CreateSurface<PFN_vkCreateXlibSurfaceKHR>(
      instance, kInstance_vkCreateXlibSurfaceKHR, pCreateInfo, pAllocator, pSurface,
      [pCreateInfo](Surface* surface) {
        surface->window.xlib = {{VK_ICD_WSI_PLATFORM_XLIB}, pCreateInfo->dpy, pCreateInfo->window};
      });
}

VKAPI_ATTR VkResult VKAPI_CALL
terminate_vkCreateXcbSurfaceKHR(VkInstance instance, const VkXcbSurfaceCreateInfoKHR* pCreateInfo,
                                const VkAllocationCallbacks* pAllocator, VkSurfaceKHR* pSurface) {
  return CreateSurface<PFN_vkCreateXcbSurfaceKHR>(
      instance, kInstance_vkCreateXcbSurfaceKHR, pCreateInfo, pAllocator, pSurface,
      [pCreateInfo](Surface* surface) {
        surface->window.xcb = {
            {VK_ICD_WSI_PLATFORM_XCB}, pCreateInfo->connection, pCreateInfo->window};
      });
}

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkCreateWaylandSurfaceKHR(
    VkInstance instance, const VkWaylandSurfaceCreateInfoKHR* pCreateInfo,
    const VkAllocationCallbacks* pAllocator, VkSurfaceKHR* pSurface) {
  return CreateSurface<PFN_vkCreateWaylandSurfaceKHR>(
      instance, kInstance_vkCreateWaylandSurfaceKHR, pCreateInfo, pAllocator, pSurface,
      [pCreateInfo](Surface* surface) {
        surface->window.wayland = {
            {VK_ICD_WSI_PLATFORM_WAYLAND}, pCreateInfo->display, pCreateInfo->surface};
      });
}

}  // namespace reference_loader::vulkan

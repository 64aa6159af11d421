// SPDX-License-Identifier: Apache-2.0
// Surfaces of Windows, and surface queries of extensions that only Windows has.

#include "reference_loader/vulkan/create_surface.h"
#include "reference_loader/vulkan/device.h"

namespace reference_loader::vulkan {

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkCreateWin32SurfaceKHR(
    VkInstance instance, const VkWin32SurfaceCreateInfoKHR* pCreateInfo,
    const VkAllocationCallbacks* pAllocator, VkSurfaceKHR* pSurface) {
  return CreateSurface<PFN_vkCreateWin32SurfaceKHR>(
      instance, kInstance_vkCreateWin32SurfaceKHR, pCreateInfo, pAllocator, pSurface,
      [pCreateInfo](Surface* surface) {
        surface->window.win32 = {
            {VK_ICD_WSI_PLATFORM_WIN32}, pCreateInfo->hinstance, pCreateInfo->hwnd};
      });
}

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkGetPhysicalDeviceSurfacePresentModes2EXT(
    VkPhysicalDevice physicalDevice, const VkPhysicalDeviceSurfaceInfo2KHR* pSurfaceInfo,
    uint32_t* pPresentModeCount, VkPresentModeKHR* pPresentModes) {
  const PhysicalDevice& device = *PhysicalDeviceOf(physicalDevice);
  const auto own = device.driver->Get<PFN_vkGetPhysicalDeviceSurfacePresentModes2EXT>(
      kInstance_vkGetPhysicalDeviceSurfacePresentModes2EXT);
  if (own == nullptr) {
    *pPresentModeCount = 0;
    return VK_SUCCESS;
  }
  VkPhysicalDeviceSurfaceInfo2KHR info = *pSurfaceInfo;
  info.surface = DriverSurface(*device.driver, info.surface);
  return own(device.handle, &info, pPresentModeCount, pPresentModes);
}

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkGetDeviceGroupSurfacePresentModes2EXT(
    VkDevice device, const VkPhysicalDeviceSurfaceInfo2KHR* pSurfaceInfo,
    VkDeviceGroupPresentModeFlagsKHR* pModes) {
  const Device& object = *DeviceTableOf(device)->device;
  VkPhysicalDeviceSurfaceInfo2KHR info = *pSurfaceInfo;
  info.surface = DriverSurface(*object.driver, info.surface);
  return object.FromDriver<PFN_vkGetDeviceGroupSurfacePresentModes2EXT>(
      "vkGetDeviceGroupSurfacePresentModes2EXT")(device, &info, pModes);
}

}  // namespace reference_loader::vulkan

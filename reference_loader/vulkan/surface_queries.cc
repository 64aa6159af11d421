// SPDX-License-Identifier: Apache-2.0
// Physical device queries with a surface handle inside a structure, where the generated terminators
// do not translate it, and queries that the loader implements for drivers that lack them.

#include <vector>

#include "reference_loader/vulkan/instance.h"
#include "reference_loader/vulkan/surface.h"

namespace reference_loader::vulkan {
namespace {

// The application's query with the driver's surface.
VkPhysicalDeviceSurfaceInfo2KHR WithDriverSurface(const DriverInstance& driver,
                                                  const VkPhysicalDeviceSurfaceInfo2KHR& info) {
  VkPhysicalDeviceSurfaceInfo2KHR own = info;
  own.surface = DriverSurface(driver, info.surface);
  return own;
}

}  // namespace

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkGetPhysicalDeviceSurfaceSupportKHR(
    VkPhysicalDevice physicalDevice, uint32_t queueFamilyIndex, VkSurfaceKHR surface,
    VkBool32* pSupported) {
  const PhysicalDevice& device = *PhysicalDeviceOf(physicalDevice);
  const auto own = device.driver->Get<PFN_vkGetPhysicalDeviceSurfaceSupportKHR>(
      kInstance_vkGetPhysicalDeviceSurfaceSupportKHR);
  if (own != nullptr && device.driver->HasEnabled(VK_KHR_SURFACE_EXTENSION_NAME)) {
    return own(device.handle, queueFamilyIndex, DriverSurface(*device.driver, surface), pSupported);
  }
  // A driver without surface support cannot present to this surface.
  *pSupported = VK_FALSE;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkGetPhysicalDeviceSurfaceCapabilities2KHR(
    VkPhysicalDevice physicalDevice, const VkPhysicalDeviceSurfaceInfo2KHR* pSurfaceInfo,
    VkSurfaceCapabilities2KHR* pSurfaceCapabilities) {
  const PhysicalDevice& device = *PhysicalDeviceOf(physicalDevice);
  const VkPhysicalDeviceSurfaceInfo2KHR info = WithDriverSurface(*device.driver, *pSurfaceInfo);
  if (const auto own = device.driver->Get<PFN_vkGetPhysicalDeviceSurfaceCapabilities2KHR>(
          kInstance_vkGetPhysicalDeviceSurfaceCapabilities2KHR)) {
    return own(device.handle, &info, pSurfaceCapabilities);
  }
  const auto old = device.driver->Get<PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR>(
      kInstance_vkGetPhysicalDeviceSurfaceCapabilitiesKHR);
  if (old == nullptr) return VK_ERROR_EXTENSION_NOT_PRESENT;
  return old(device.handle, info.surface, &pSurfaceCapabilities->surfaceCapabilities);
}

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkGetPhysicalDeviceSurfaceFormats2KHR(
    VkPhysicalDevice physicalDevice, const VkPhysicalDeviceSurfaceInfo2KHR* pSurfaceInfo,
    uint32_t* pSurfaceFormatCount, VkSurfaceFormat2KHR* pSurfaceFormats) {
  const PhysicalDevice& device = *PhysicalDeviceOf(physicalDevice);
  const VkPhysicalDeviceSurfaceInfo2KHR info = WithDriverSurface(*device.driver, *pSurfaceInfo);
  if (const auto own = device.driver->Get<PFN_vkGetPhysicalDeviceSurfaceFormats2KHR>(
          kInstance_vkGetPhysicalDeviceSurfaceFormats2KHR)) {
    return own(device.handle, &info, pSurfaceFormatCount, pSurfaceFormats);
  }
  const auto old = device.driver->Get<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR>(
      kInstance_vkGetPhysicalDeviceSurfaceFormatsKHR);
  if (old == nullptr) {
    *pSurfaceFormatCount = 0;
    return VK_SUCCESS;
  }
  if (pSurfaceFormats == nullptr) {
    return old(device.handle, info.surface, pSurfaceFormatCount, nullptr);
  }
  return Guarded([&] {
    std::vector<VkSurfaceFormatKHR> formats(*pSurfaceFormatCount);
    const VkResult result = old(device.handle, info.surface, pSurfaceFormatCount, formats.data());
    for (uint32_t i = 0; i < *pSurfaceFormatCount; ++i)
      pSurfaceFormats[i].surfaceFormat = formats[i];
    return result;
  });
}

}  // namespace reference_loader::vulkan

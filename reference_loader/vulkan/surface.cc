// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/surface.h"

#include <algorithm>

#include "reference_loader/vulkan/android_surface.h"
#include "reference_loader/vulkan/create_surface.h"
#include "reference_loader/vulkan/device.h"

namespace reference_loader::vulkan {
namespace {

// The first interface version in which a driver may make its own surfaces.
constexpr uint32_t kInterfaceSurfaces = 3;

Surface* SurfaceOf(VkSurfaceKHR handle) { return reinterpret_cast<Surface*>(handle); }

}  // namespace

bool MakesOwnSurfaces(const DriverInstance& driver, InstanceCommand create) {
  return driver.library->interface_version >= kInterfaceSurfaces &&
         driver.functions[create] != nullptr &&
         driver.functions[kInstance_vkDestroySurfaceKHR] != nullptr &&
         driver.HasEnabled(InstanceCommandAt(create)->instance_extensions[0]);
}

void DestroySurface(Instance* instance, Surface* surface, const VkAllocationCallbacks* callbacks) {
  for (const auto& driver : instance->drivers) {
    const VkSurfaceKHR own = surface->driver_surfaces[driver->index];
    if (own == VK_NULL_HANDLE) continue;
    driver->Get<PFN_vkDestroySurfaceKHR>(kInstance_vkDestroySurfaceKHR)(driver->handle, own,
                                                                        callbacks);
  }
  ReleaseWindow(*surface);
  surface->allocator.Delete(surface);
}

VkSurfaceKHR DriverSurface(const DriverInstance& driver, VkSurfaceKHR surface) {
  if (surface == VK_NULL_HANDLE) return surface;
  const VkSurfaceKHR own = SurfaceOf(surface)->driver_surfaces[driver.index];
  return own != VK_NULL_HANDLE ? own : surface;
}

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkCreateHeadlessSurfaceEXT(
    VkInstance instance, const VkHeadlessSurfaceCreateInfoEXT* pCreateInfo,
    const VkAllocationCallbacks* pAllocator, VkSurfaceKHR* pSurface) {
  return CreateSurface<PFN_vkCreateHeadlessSurfaceEXT>(
      instance, kInstance_vkCreateHeadlessSurfaceEXT, pCreateInfo, pAllocator, pSurface,
      [](Surface* surface) { surface->window.headless = {{VK_ICD_WSI_PLATFORM_HEADLESS}}; });
}

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkCreateDisplayPlaneSurfaceKHR(
    VkInstance instance, const VkDisplaySurfaceCreateInfoKHR* pCreateInfo,
    const VkAllocationCallbacks* pAllocator, VkSurfaceKHR* pSurface) {
  // A display mode belongs to one driver, and the loader cannot tell to which. If several drivers
  // support displays, all but one would receive a foreign handle.
  const auto& drivers = InstanceOf(instance)->drivers;
  const bool create_driver_surfaces =
      std::count_if(drivers.begin(), drivers.end(), [](const auto& driver) {
        return driver->HasEnabled(VK_KHR_DISPLAY_EXTENSION_NAME);
      }) == 1;
  return CreateSurface<PFN_vkCreateDisplayPlaneSurfaceKHR>(
      instance, kInstance_vkCreateDisplayPlaneSurfaceKHR, pCreateInfo, pAllocator, pSurface,
      [pCreateInfo](Surface* surface) {
        surface->window.display = {{VK_ICD_WSI_PLATFORM_DISPLAY}, pCreateInfo->displayMode,
                                   pCreateInfo->planeIndex,       pCreateInfo->planeStackIndex,
                                   pCreateInfo->transform,        pCreateInfo->globalAlpha,
                                   pCreateInfo->alphaMode,        pCreateInfo->imageExtent};
      },
      create_driver_surfaces);
}

VKAPI_ATTR void VKAPI_CALL terminate_vkDestroySurfaceKHR(VkInstance instance, VkSurfaceKHR surface,
                                                         const VkAllocationCallbacks* pAllocator) {
  if (surface != VK_NULL_HANDLE) {
    DestroySurface(InstanceOf(instance), SurfaceOf(surface), pAllocator);
  }
}

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkCreateSwapchainKHR(
    VkDevice device, const VkSwapchainCreateInfoKHR* pCreateInfo,
    const VkAllocationCallbacks* pAllocator, VkSwapchainKHR* pSwapchain) {
  const Device& object = *DeviceTableOf(device)->device;
  VkSwapchainCreateInfoKHR info = *pCreateInfo;
  info.surface = DriverSurface(*object.driver, info.surface);
  return object.FromDriver<PFN_vkCreateSwapchainKHR>("vkCreateSwapchainKHR")(
      device, &info, pAllocator, pSwapchain);
}

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkCreateSharedSwapchainsKHR(
    VkDevice device, uint32_t swapchainCount, const VkSwapchainCreateInfoKHR* pCreateInfos,
    const VkAllocationCallbacks* pAllocator, VkSwapchainKHR* pSwapchains) {
  return Guarded([&] {
    const Device& object = *DeviceTableOf(device)->device;
    std::vector<VkSwapchainCreateInfoKHR> infos(pCreateInfos, pCreateInfos + swapchainCount);
    for (VkSwapchainCreateInfoKHR& info : infos) {
      info.surface = DriverSurface(*object.driver, info.surface);
    }
    return object.FromDriver<PFN_vkCreateSharedSwapchainsKHR>("vkCreateSharedSwapchainsKHR")(
        device, swapchainCount, infos.data(), pAllocator, pSwapchains);
  });
}

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkGetDeviceGroupSurfacePresentModesKHR(
    VkDevice device, VkSurfaceKHR surface, VkDeviceGroupPresentModeFlagsKHR* pModes) {
  const Device& object = *DeviceTableOf(device)->device;
  return object.FromDriver<PFN_vkGetDeviceGroupSurfacePresentModesKHR>(
      "vkGetDeviceGroupSurfacePresentModesKHR")(device, DriverSurface(*object.driver, surface),
                                                pModes);
}

}  // namespace reference_loader::vulkan

// SPDX-License-Identifier: Apache-2.0
// What only the loader with the rules of Android exports (Android: Implement Vulkan, Vulkan
// loader).
#include "reference_loader/vulkan/android_surface.h"

extern "C" [[gnu::visibility("default")]] VKAPI_ATTR VkResult VKAPI_CALL
vkCreateAndroidSurfaceKHR(VkInstance instance, const VkAndroidSurfaceCreateInfoKHR* pCreateInfo,
                          const VkAllocationCallbacks* pAllocator, VkSurfaceKHR* pSurface) {
  return reference_loader::vulkan::CreateAndroidSurface(instance, pCreateInfo, pAllocator,
                                                        pSurface);
}

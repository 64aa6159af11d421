// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_INTERFACES_ANDROID_NATIVE_BUFFER_H_
#define LOADSTONE_INTERFACES_ANDROID_NATIVE_BUFFER_H_

#include <vulkan/vulkan_core.h>

// VK_ANDROID_native_buffer, with which Android's loader and drivers share images. The Vulkan
// headers omit it because it is not available to applications.
#ifndef VK_ANDROID_native_buffer
#define VK_ANDROID_native_buffer 1
#define VK_ANDROID_NATIVE_BUFFER_EXTENSION_NAME "VK_ANDROID_native_buffer"

inline constexpr auto VK_STRUCTURE_TYPE_NATIVE_BUFFER_ANDROID =
    static_cast<VkStructureType>(1000010000);
inline constexpr auto VK_STRUCTURE_TYPE_SWAPCHAIN_IMAGE_CREATE_INFO_ANDROID =
    static_cast<VkStructureType>(1000010001);
inline constexpr auto VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRESENTATION_PROPERTIES_ANDROID =
    static_cast<VkStructureType>(1000010002);

using VkSwapchainImageUsageFlagsANDROID = VkFlags;
inline constexpr VkSwapchainImageUsageFlagsANDROID VK_SWAPCHAIN_IMAGE_USAGE_SHARED_BIT_ANDROID = 1;

// A gralloc buffer handle: numFds file descriptors, followed by numInts integers, in `data`.
struct native_handle_t {
  int version;  // the size of these three members
  int numFds;
  int numInts;
  int data[1];
};

struct VkNativeBufferANDROID {
  VkStructureType sType;
  const void* pNext;
  const native_handle_t* handle;
  int stride;
  int format;  // a gralloc format
  int usage;
  struct {
    uint64_t consumer;
    uint64_t producer;
  } usage2;
};

struct VkSwapchainImageCreateInfoANDROID {
  VkStructureType sType;
  const void* pNext;
  VkSwapchainImageUsageFlagsANDROID usage;
};

struct VkPhysicalDevicePresentationPropertiesANDROID {
  VkStructureType sType;
  const void* pNext;
  VkBool32 sharedImage;
};

using PFN_vkGetSwapchainGrallocUsageANDROID = VkResult(VKAPI_PTR*)(VkDevice device, VkFormat format,
                                                                   VkImageUsageFlags imageUsage,
                                                                   int* grallocUsage);
using PFN_vkGetSwapchainGrallocUsage2ANDROID =
    VkResult(VKAPI_PTR*)(VkDevice device, VkFormat format, VkImageUsageFlags imageUsage,
                         VkSwapchainImageUsageFlagsANDROID swapchainImageUsage,
                         uint64_t* grallocConsumerUsage, uint64_t* grallocProducerUsage);
using PFN_vkAcquireImageANDROID = VkResult(VKAPI_PTR*)(VkDevice device, VkImage image,
                                                       int nativeFenceFd, VkSemaphore semaphore,
                                                       VkFence fence);
using PFN_vkQueueSignalReleaseImageANDROID =
    VkResult(VKAPI_PTR*)(VkQueue queue, uint32_t waitSemaphoreCount,
                         const VkSemaphore* pWaitSemaphores, VkImage image, int* pNativeFenceFd);
#endif

#endif  // LOADSTONE_INTERFACES_ANDROID_NATIVE_BUFFER_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_ANDROID_SWAPCHAIN_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_ANDROID_SWAPCHAIN_H_

#include <vector>

#include "interfaces/android/native_window.h"
#include "reference_loader/vulkan/android_device.h"

namespace reference_loader::vulkan {

// An image in a buffer of a window.
struct SwapchainImage {
  ANativeWindowBuffer* buffer = nullptr;
  VkImage image = VK_NULL_HANDLE;
  VkNativeBufferANDROID description = {};
  bool dequeued = false;  // it is the application's turn
  // When the buffer may be used, as the window said; passed on to the driver once. -1 when it may.
  int fence = -1;
};

// What the loader hands out as VkSwapchainKHR on Android: images in the buffers of a window
// (Android: Implement Vulkan, Gralloc-backed images).
struct Swapchain {
  Swapchain(const Device& owner, ANativeWindow* of, const VkAllocationCallbacks* callbacks);
  ~Swapchain();
  Swapchain(const Swapchain&) = delete;
  Swapchain& operator=(const Swapchain&) = delete;

  // Ends all use of the window, so that another swapchain may have it.
  void Retire();

  const Device& device;
  const NativeBufferFunctions driver;
  ANativeWindow* const window;
  Allocator allocator;
  bool shared = false;
  bool retired = false;
  std::vector<SwapchainImage> images;
};

inline Swapchain* SwapchainOf(VkSwapchainKHR handle) {
  return reinterpret_cast<Swapchain*>(handle);
}

// The loader's function of that name for a device of a hardware module, or null: those of
// VK_KHR_swapchain where the application enabled it, and those that have to know of swapchains.
PFN_vkVoidFunction FindSwapchainFunction(const Device& device, const char* name);

// Those with which images change hands (android_present.cc).
VKAPI_ATTR VkResult VKAPI_CALL AcquireNextImage(VkDevice device, VkSwapchainKHR swapchain,
                                                uint64_t timeout, VkSemaphore semaphore,
                                                VkFence fence, uint32_t* index);
VKAPI_ATTR VkResult VKAPI_CALL AcquireNextImage2(VkDevice device,
                                                 const VkAcquireNextImageInfoKHR* info,
                                                 uint32_t* index);
VKAPI_ATTR VkResult VKAPI_CALL Present(VkQueue queue, const VkPresentInfoKHR* info);
VKAPI_ATTR VkResult VKAPI_CALL GetSwapchainStatus(VkDevice device, VkSwapchainKHR swapchain);
VKAPI_ATTR VkResult VKAPI_CALL BindImageMemory2(VkDevice device, uint32_t count,
                                                const VkBindImageMemoryInfo* infos);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_ANDROID_SWAPCHAIN_H_

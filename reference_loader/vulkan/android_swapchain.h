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
  bool dequeued = false;  // the application may use the image
  // Signaled when the buffer may be used, as returned by the window; passed on to the driver once.
  // -1 if the buffer may be used already.
  int fence = -1;
};

// The object behind the loader's VkSwapchainKHR on Android: images in the buffers of a window
// (Android: Implement Vulkan, Gralloc-backed images).
struct Swapchain {
  Swapchain(const Device& owner, ANativeWindow* of, const VkAllocationCallbacks* callbacks);
  ~Swapchain();
  Swapchain(const Swapchain&) = delete;
  Swapchain& operator=(const Swapchain&) = delete;

  // Returns all buffers to the window, so that another swapchain can use it.
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

// The loader's function of that name for a device of a hardware module, or null: functions of
// VK_KHR_swapchain if the application enabled it, and those that need to handle swapchains.
PFN_vkVoidFunction FindSwapchainFunction(const Device& device, const char* name);

// Functions that acquire and release images (android_present.cc).
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

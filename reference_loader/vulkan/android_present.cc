// SPDX-License-Identifier: Apache-2.0
// Acquires and releases images: passes swapchain images between the application and the consumer of
// the window (Android: Implement Vulkan, Acquiring images and Releasing images).

#include <unistd.h>

#include <cerrno>

#include "reference_loader/vulkan/android_swapchain.h"

namespace reference_loader::vulkan {
namespace {

// The image of the buffer that the window returned, or null if the buffer is not one of the
// swapchain's.
SwapchainImage* ImageOfBuffer(Swapchain* swapchain, const ANativeWindowBuffer* buffer) {
  for (SwapchainImage& image : swapchain->images) {
    if (image.buffer == buffer) return &image;
  }
  return nullptr;
}

VkResult Dequeue(Swapchain* swapchain, uint64_t timeout, SwapchainImage** image) {
  ANativeWindow* window = swapchain->window;
  ANativeWindowBuffer* buffer = nullptr;
  int fence = -1;
  const int error = window->dequeue(window, &buffer, &fence);
  if (error == -EAGAIN) return timeout == 0 ? VK_NOT_READY : VK_TIMEOUT;
  if (error != 0) return VK_ERROR_SURFACE_LOST_KHR;
  *image = ImageOfBuffer(swapchain, buffer);
  if (*image == nullptr) {
    window->cancel(window, buffer, fence);
    return VK_ERROR_OUT_OF_DATE_KHR;
  }
  (*image)->dequeued = true;
  (*image)->fence = fence;
  return VK_SUCCESS;
}

VkResult Acquire(Swapchain* swapchain, uint64_t timeout, VkSemaphore semaphore, VkFence fence,
                 uint32_t* index) {
  if (swapchain->retired) return VK_ERROR_OUT_OF_DATE_KHR;
  SwapchainImage* image = &swapchain->images[0];
  if (!swapchain->shared) {
    const VkResult result = Dequeue(swapchain, timeout, &image);
    if (result != VK_SUCCESS) return result;
  }
  // The driver closes the descriptor, on success and on failure.
  const int native_fence = image->fence;
  image->fence = -1;
  const VkResult result = swapchain->driver.acquire_image(
      swapchain->device.driver_handle, image->image, native_fence, semaphore, fence);
  if (result != VK_SUCCESS) {
    if (!swapchain->shared) {
      swapchain->window->cancel(swapchain->window, image->buffer, -1);
      image->dequeued = false;
    }
    return result;
  }
  *index = static_cast<uint32_t>(image - swapchain->images.data());
  return VK_SUCCESS;
}

// The application may use a shared image again immediately.
void DequeueSharedImage(Swapchain* swapchain) {
  SwapchainImage* image = nullptr;
  if (Dequeue(swapchain, 0, &image) != VK_SUCCESS) swapchain->retired = true;
}

VkResult PresentOne(VkQueue queue, const VkPresentInfoKHR& info, Swapchain* swapchain,
                    uint32_t index) {
  if (swapchain->retired || index >= swapchain->images.size()) return VK_ERROR_OUT_OF_DATE_KHR;
  SwapchainImage& image = swapchain->images[index];
  ANativeWindow* window = swapchain->window;
  int fence = -1;
  const VkResult released = swapchain->driver.release_image(
      queue, info.waitSemaphoreCount, info.pWaitSemaphores, image.image, &fence);
  // Close a fence that was returned before the error.
  if (released != VK_SUCCESS) {
    if (fence >= 0) close(fence);
    return released;
  }
  if (image.fence >= 0) close(image.fence);
  image.fence = -1;
  image.dequeued = false;
  if (window->queue(window, image.buffer, fence) != 0) return VK_ERROR_SURFACE_LOST_KHR;
  if (swapchain->shared) DequeueSharedImage(swapchain);
  return VK_SUCCESS;
}

// The buffer of the swapchain image that an application binds its own image to.
const VkNativeBufferANDROID* BufferOf(const VkBindImageMemoryInfo& info) {
  for (auto* base = static_cast<const VkBaseInStructure*>(info.pNext); base != nullptr;
       base = base->pNext) {
    if (base->sType != VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_SWAPCHAIN_INFO_KHR) continue;
    const auto* bound = reinterpret_cast<const VkBindImageMemorySwapchainInfoKHR*>(base);
    const auto& images = SwapchainOf(bound->swapchain)->images;
    return bound->imageIndex < images.size() ? &images[bound->imageIndex].description : nullptr;
  }
  return nullptr;
}

}  // namespace

VKAPI_ATTR VkResult VKAPI_CALL AcquireNextImage(VkDevice, VkSwapchainKHR swapchain,
                                                uint64_t timeout, VkSemaphore semaphore,
                                                VkFence fence, uint32_t* index) {
  return Acquire(SwapchainOf(swapchain), timeout, semaphore, fence, index);
}

VKAPI_ATTR VkResult VKAPI_CALL AcquireNextImage2(VkDevice, const VkAcquireNextImageInfoKHR* info,
                                                 uint32_t* index) {
  return Acquire(SwapchainOf(info->swapchain), info->timeout, info->semaphore, info->fence, index);
}

VKAPI_ATTR VkResult VKAPI_CALL Present(VkQueue queue, const VkPresentInfoKHR* info) {
  VkResult worst = VK_SUCCESS;
  for (uint32_t i = 0; i < info->swapchainCount; ++i) {
    const VkResult result =
        PresentOne(queue, *info, SwapchainOf(info->pSwapchains[i]), info->pImageIndices[i]);
    if (info->pResults != nullptr) info->pResults[i] = result;
    if (result != VK_SUCCESS && worst == VK_SUCCESS) worst = result;
  }
  return worst;
}

VKAPI_ATTR VkResult VKAPI_CALL GetSwapchainStatus(VkDevice, VkSwapchainKHR swapchain) {
  return SwapchainOf(swapchain)->retired ? VK_ERROR_OUT_OF_DATE_KHR : VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL BindImageMemory2(VkDevice device, uint32_t count,
                                                const VkBindImageMemoryInfo* infos) {
  return Guarded([&] {
    std::vector<VkBindImageMemoryInfo> own(infos, infos + count);
    std::vector<VkNativeBufferANDROID> buffers(count);
    for (uint32_t i = 0; i < count; ++i) {
      const VkNativeBufferANDROID* buffer = BufferOf(own[i]);
      if (buffer == nullptr) continue;
      buffers[i] = *buffer;
      buffers[i].pNext = own[i].pNext;
      own[i].pNext = &buffers[i];
    }
    const Device& object = *DeviceTableOf(device)->device;
    auto bind = reinterpret_cast<PFN_vkBindImageMemory2>(
        object.driver->get_device_proc_addr(device, "vkBindImageMemory2"));
    if (bind == nullptr) {
      bind = reinterpret_cast<PFN_vkBindImageMemory2>(
          object.driver->get_device_proc_addr(device, "vkBindImageMemory2KHR"));
    }
    return bind(device, count, own.data());
  });
}

}  // namespace reference_loader::vulkan

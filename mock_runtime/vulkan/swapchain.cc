// SPDX-License-Identifier: Apache-2.0
// Swapchains, and what they present.
#include "commands.gen.h"
#include "mock_common/config.h"
#include "mock_runtime/vulkan/instance.h"
#include "mock_runtime/vulkan/structures.h"
#include "mock_runtime/vulkan/surface.h"

namespace loadstone::mock {
namespace {

constexpr uint32_t kSwapchainImages = 3;

// Traces the members of the structure that the application fills in, in their order, as numbers;
// those of a swapchain of one family of queues.
void AddMembers(Event& event, const VkSwapchainCreateInfoKHR& info) {
  const uint32_t members[] = {info.flags,
                              info.minImageCount,
                              static_cast<uint32_t>(info.imageFormat),
                              static_cast<uint32_t>(info.imageColorSpace),
                              info.imageExtent.width,
                              info.imageExtent.height,
                              info.imageArrayLayers,
                              info.imageUsage,
                              static_cast<uint32_t>(info.imageSharingMode),
                              static_cast<uint32_t>(info.preTransform),
                              static_cast<uint32_t>(info.compositeAlpha),
                              static_cast<uint32_t>(info.presentMode),
                              info.clipped};
  event.AddNumbers("members", members, sizeof(members) / sizeof(members[0]))
      .AddPointer("old", ToObject(info.oldSwapchain));
  AddNext(event, &info);
}

void AcquireImage(VkSwapchainKHR swapchain, VkSemaphore semaphore, VkFence fence,
                  uint32_t* image_index) {
  MockObject* object = ToObject(swapchain);
  *image_index = static_cast<uint32_t>(object->value++ % kSwapchainImages);
  if (IsMisbehaviourConfigured("acquire_one_image")) *image_index = 0;
  if (semaphore != VK_NULL_HANDLE) ToObject(semaphore)->value = 1;
  if (fence != VK_NULL_HANDLE) ToObject(fence)->value = 1;
}

void FreeSwapchain(VkSwapchainKHR swapchain) {
  FreeChildren(ToObject(swapchain));
  FreeOwn(ToObject(swapchain));
}

// A swapchain and its images, whose parent is the swapchain; null for lack of memory.
VkSwapchainKHR MakeSwapchain(VkDevice device, const VkSwapchainCreateInfoKHR& info,
                             const VkAllocationCallbacks* callbacks) {
  MockObject* swapchain = NewObject(VK_OBJECT_TYPE_SWAPCHAIN_KHR, ToObject(device), callbacks);
  if (swapchain == nullptr) return VK_NULL_HANDLE;
  for (uint32_t i = 0; i < kSwapchainImages; ++i) {
    MockObject* image = NewObject(VK_OBJECT_TYPE_IMAGE, swapchain, callbacks);
    if (image == nullptr) {
      FreeSwapchain(ToHandle<VkSwapchainKHR>(swapchain));
      return VK_NULL_HANDLE;
    }
    image->size = uint64_t{4} * info.imageExtent.width * info.imageExtent.height;
    image->next_sibling = static_cast<MockObject*>(swapchain->data);
    swapchain->data = image;
  }
  return ToHandle<VkSwapchainKHR>(swapchain);
}

// Creates a swapchain for each structure, or none, with an event of `function` for each.
VkResult MakeSwapchains(const char* function, VkDevice device, uint32_t count,
                        const VkSwapchainCreateInfoKHR* infos,
                        const VkAllocationCallbacks* callbacks, VkSwapchainKHR* swapchains) {
  for (uint32_t i = 0; i < count; ++i) {
    if (!IsSurface(function, infos[i].surface)) return kWrongUse;
    if (!CheckHandle(function, "oldSwapchain", ToObject(infos[i].oldSwapchain),
                     VK_OBJECT_TYPE_SWAPCHAIN_KHR, true)) {
      return kWrongUse;
    }
  }
  VkResult result = VK_SUCCESS;
  for (uint32_t i = 0; i < count; ++i) {
    swapchains[i] = MakeSwapchain(device, infos[i], callbacks);
    if (swapchains[i] == VK_NULL_HANDLE) result = VK_ERROR_OUT_OF_HOST_MEMORY;
    Event event(function);
    AddObject(event, ToObject(device));
    event.AddPointer("handle", ToObject(swapchains[i]))
        .Add("allocator", callbacks != nullptr)
        .Add("result", result);
    AddSurface(event, infos[i].surface);
    AddMembers(event, infos[i]);
  }
  for (uint32_t i = 0; result != VK_SUCCESS && i < count; ++i) {
    if (swapchains[i] != VK_NULL_HANDLE) FreeSwapchain(swapchains[i]);
    swapchains[i] = VK_NULL_HANDLE;
  }
  return result;
}

}  // namespace

namespace driver {

VkResult CreateSwapchainKHR(VkDevice device, const VkSwapchainCreateInfoKHR* pCreateInfo,
                            const VkAllocationCallbacks* pAllocator, VkSwapchainKHR* pSwapchain) {
  return MakeSwapchains("vkCreateSwapchainKHR", device, 1, pCreateInfo, pAllocator, pSwapchain);
}

VkResult CreateSharedSwapchainsKHR(VkDevice device, uint32_t swapchainCount,
                                   const VkSwapchainCreateInfoKHR* pCreateInfos,
                                   const VkAllocationCallbacks* pAllocator,
                                   VkSwapchainKHR* pSwapchains) {
  return MakeSwapchains("vkCreateSharedSwapchainsKHR", device, swapchainCount, pCreateInfos,
                        pAllocator, pSwapchains);
}

void DestroySwapchainKHR(VkDevice, VkSwapchainKHR swapchain,
                         const VkAllocationCallbacks* pAllocator) {
  if (swapchain != VK_NULL_HANDLE) FreeChildren(ToObject(swapchain));
  DestroyObject("vkDestroySwapchainKHR", ToObject(swapchain), pAllocator);
}

VkResult GetSwapchainImagesKHR(VkDevice, VkSwapchainKHR swapchain, uint32_t* pCount,
                               VkImage* pImages) {
  VkImage images[kSwapchainImages];
  auto* image = static_cast<MockObject*>(ToObject(swapchain)->data);
  for (uint32_t i = 0; i < kSwapchainImages; ++i, image = image->next_sibling) {
    images[i] = ToHandle<VkImage>(image);
  }
  return Traced("vkGetSwapchainImagesKHR",
                FillArray(images, kSwapchainImages, sizeof(images[0]), pCount, pImages));
}

VkResult AcquireNextImageKHR(VkDevice, VkSwapchainKHR swapchain, uint64_t, VkSemaphore semaphore,
                             VkFence fence, uint32_t* pImageIndex) {
  AcquireImage(swapchain, semaphore, fence, pImageIndex);
  return Traced("vkAcquireNextImageKHR", VK_SUCCESS);
}

VkResult AcquireNextImage2KHR(VkDevice, const VkAcquireNextImageInfoKHR* pAcquireInfo,
                              uint32_t* pImageIndex) {
  constexpr char kCommand[] = "vkAcquireNextImage2KHR";
  if (!CheckHandle(kCommand, "swapchain", ToObject(pAcquireInfo->swapchain),
                   VK_OBJECT_TYPE_SWAPCHAIN_KHR, false) ||
      !CheckHandle(kCommand, "semaphore", ToObject(pAcquireInfo->semaphore),
                   VK_OBJECT_TYPE_SEMAPHORE, true) ||
      !CheckHandle(kCommand, "fence", ToObject(pAcquireInfo->fence), VK_OBJECT_TYPE_FENCE, true)) {
    return kWrongUse;
  }
  AcquireImage(pAcquireInfo->swapchain, pAcquireInfo->semaphore, pAcquireInfo->fence, pImageIndex);
  return Traced(kCommand, VK_SUCCESS);
}

VkResult QueuePresentKHR(VkQueue, const VkPresentInfoKHR* pPresentInfo) {
  for (uint32_t i = 0; pPresentInfo->pResults != nullptr && i < pPresentInfo->swapchainCount; ++i) {
    pPresentInfo->pResults[i] = VK_SUCCESS;
  }
  Event("vkQueuePresentKHR").Add("count", pPresentInfo->swapchainCount).Add("result", VK_SUCCESS);
  return VK_SUCCESS;
}

}  // namespace driver
}  // namespace loadstone::mock

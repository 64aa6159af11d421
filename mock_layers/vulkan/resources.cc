// SPDX-License-Identifier: Apache-2.0
// Buffers, memory, fences, semaphores and images, intercepted on request.

#include "mock_common/fault.h"
#include "mock_layers/vulkan/intercept.h"
#include "mock_layers/vulkan/unwrap_next.h"
#include "mock_layers/vulkan/wrap.h"

namespace loadstone::mock {
namespace {

void CallOnTheInstance() {
  const Owner* instance = instances.newest();
  if (instance == nullptr || instance->next.EnumeratePhysicalDevices() == nullptr) return;
  uint32_t count = 0;
  instance->next.EnumeratePhysicalDevices()(instance->InstanceBelow(), &count, nullptr);
}

// Passes on the creation of an object that no layer wraps.
template <typename Function, typename Info, typename Handle>
VkResult Create(FunctionId id, VkDevice device, const Info* info,
                const VkAllocationCallbacks* allocator, Handle* made) {
  Call call(id, device);
  if (!call.Enter(devices)) return call.result();
  return call.Leave(reinterpret_cast<Function>(call.next().table[id])(Below(device, call.name()),
                                                                      info, allocator, made));
}

}  // namespace

VKAPI_ATTR VkResult VKAPI_CALL CreateBuffer(VkDevice device, const VkBufferCreateInfo* create_info,
                                            const VkAllocationCallbacks* allocator,
                                            VkBuffer* buffer) {
  Call call(kCreateBuffer, device);
  if (!call.Enter(devices)) return call.result();
  if (!call.IsValid(create_info, VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO)) {
    return call.Leave(VK_ERROR_INITIALIZATION_FAILED);
  }
  if (Behave().instance_call_in_device_call) CallOnTheInstance();
  const VkDevice below = Below(device, call.name());
  VkBufferCreateInfo invalid = *create_info;
  invalid.sType = VK_STRUCTURE_TYPE_MAX_ENUM;
  const VkResult result = call.next().CreateBuffer()(
      below, Behave().invalid_call_below ? &invalid : create_info, allocator, buffer);
  if (call.FailsAfterCallingDown(result)) {
    if (call.next().DestroyBuffer() != nullptr) {
      call.next().DestroyBuffer()(below, *buffer, allocator);
    }
    *buffer = VK_NULL_HANDLE;
  } else if (result == VK_SUCCESS) {
    *buffer = Above(call.owner(), *buffer);
  }
  return call.Leave(result);
}

VKAPI_ATTR void VKAPI_CALL DestroyBuffer(VkDevice device, VkBuffer buffer,
                                         const VkAllocationCallbacks* allocator) {
  Call call(kDestroyBuffer, device);
  if (!call.EnterVoid(devices)) return;
  if (buffer == VK_NULL_HANDLE) MaybeFault("null handle");
  call.next().DestroyBuffer()(Below(device, call.name()), Below(buffer, call.name()), allocator);
  Forget(buffer);
}

VKAPI_ATTR VkResult VKAPI_CALL AllocateMemory(VkDevice device,
                                              const VkMemoryAllocateInfo* allocate_info,
                                              const VkAllocationCallbacks* allocator,
                                              VkDeviceMemory* memory) {
  Call call(kAllocateMemory, device);
  if (!call.Enter(devices)) return call.result();
  if (!call.IsValid(allocate_info, VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO)) {
    return call.Leave(VK_ERROR_INITIALIZATION_FAILED);
  }
  const VkDevice below = Below(device, call.name());
  VkResult result;
  {
    UnwrappedDedicatedAllocation dedication(allocate_info->pNext, call.name());
    result = call.next().AllocateMemory()(below, allocate_info, allocator, memory);
  }
  if (call.FailsAfterCallingDown(result)) {
    if (call.next().FreeMemory() != nullptr) call.next().FreeMemory()(below, *memory, allocator);
    *memory = VK_NULL_HANDLE;
  } else if (result == VK_SUCCESS) {
    *memory = Above(call.owner(), *memory);
  }
  return call.Leave(result);
}

VKAPI_ATTR void VKAPI_CALL FreeMemory(VkDevice device, VkDeviceMemory memory,
                                      const VkAllocationCallbacks* allocator) {
  Call call(kFreeMemory, device);
  if (!call.EnterVoid(devices)) return;
  call.next().FreeMemory()(Below(device, call.name()), Below(memory, call.name()), allocator);
  Forget(memory);
}

VKAPI_ATTR VkResult VKAPI_CALL BindBufferMemory(VkDevice device, VkBuffer buffer,
                                                VkDeviceMemory memory, VkDeviceSize offset) {
  Call call(kBindBufferMemory, device);
  if (!call.Enter(devices)) return call.result();
  return call.Leave(call.next().BindBufferMemory()(
      Below(device, call.name()), Below(buffer, call.name()), Below(memory, call.name()), offset));
}

VKAPI_ATTR void VKAPI_CALL GetBufferMemoryRequirements(VkDevice device, VkBuffer buffer,
                                                       VkMemoryRequirements* requirements) {
  Call call(kGetBufferMemoryRequirements, device);
  if (!call.EnterVoid(devices)) return;
  call.next().GetBufferMemoryRequirements()(Below(device, call.name()), Below(buffer, call.name()),
                                            requirements);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateFence(VkDevice device, const VkFenceCreateInfo* create_info,
                                           const VkAllocationCallbacks* allocator, VkFence* fence) {
  Call call(kCreateFence, device);
  if (!call.Enter(devices)) return call.result();
  if (!call.IsValid(create_info, VK_STRUCTURE_TYPE_FENCE_CREATE_INFO)) {
    return call.Leave(VK_ERROR_INITIALIZATION_FAILED);
  }
  const VkDevice below = Below(device, call.name());
  const VkResult result = call.next().CreateFence()(below, create_info, allocator, fence);
  if (call.FailsAfterCallingDown(result)) {
    if (call.next().DestroyFence() != nullptr) call.next().DestroyFence()(below, *fence, allocator);
    *fence = VK_NULL_HANDLE;
  }
  return call.Leave(result);
}

VKAPI_ATTR void VKAPI_CALL DestroyFence(VkDevice device, VkFence fence,
                                        const VkAllocationCallbacks* allocator) {
  Call call(kDestroyFence, device);
  if (!call.EnterVoid(devices)) return;
  call.next().DestroyFence()(Below(device, call.name()), fence, allocator);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateSemaphore(VkDevice device, const VkSemaphoreCreateInfo* info,
                                               const VkAllocationCallbacks* allocator,
                                               VkSemaphore* semaphore) {
  return Create<PFN_vkCreateSemaphore>(kCreateSemaphore, device, info, allocator, semaphore);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateImage(VkDevice device, const VkImageCreateInfo* info,
                                           const VkAllocationCallbacks* allocator, VkImage* image) {
  return Create<PFN_vkCreateImage>(kCreateImage, device, info, allocator, image);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateImageView(VkDevice device, const VkImageViewCreateInfo* info,
                                               const VkAllocationCallbacks* allocator,
                                               VkImageView* view) {
  return Create<PFN_vkCreateImageView>(kCreateImageView, device, info, allocator, view);
}

}  // namespace loadstone::mock

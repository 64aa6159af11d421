// SPDX-License-Identifier: Apache-2.0
// Queues, command pools and command buffers, intercepted on request.

#include "mock_layers/vulkan/intercept.h"
#include "mock_layers/vulkan/unwrap_next.h"
#include "mock_layers/vulkan/wrap.h"

namespace loadstone::mock {

VKAPI_ATTR void VKAPI_CALL GetDeviceQueue(VkDevice device, uint32_t family, uint32_t index,
                                          VkQueue* queue) {
  Call call(kGetDeviceQueue, device);
  if (!call.EnterVoid(devices)) return;
  call.next().GetDeviceQueue()(Below(device, call.name()), family, index, queue);
  *queue = Above(call.owner(), *queue);
}

VKAPI_ATTR void VKAPI_CALL GetDeviceQueue2(VkDevice device, const VkDeviceQueueInfo2* info,
                                           VkQueue* queue) {
  Call call(kGetDeviceQueue2, device);
  if (!call.EnterVoid(devices)) return;
  call.next().GetDeviceQueue2()(Below(device, call.name()), info, queue);
  *queue = Above(call.owner(), *queue);
}

VKAPI_ATTR VkResult VKAPI_CALL DeviceWaitIdle(VkDevice device) {
  Call call(kDeviceWaitIdle, device);
  if (!call.Enter(devices)) return call.result();
  return call.Leave(call.next().DeviceWaitIdle()(Below(device, call.name())));
}

VKAPI_ATTR VkResult VKAPI_CALL QueueWaitIdle(VkQueue queue) {
  Call call(kQueueWaitIdle, queue);
  if (!call.Enter(devices)) return call.result();
  return call.Leave(call.next().QueueWaitIdle()(Below(queue, call.name())));
}

VKAPI_ATTR VkResult VKAPI_CALL QueueSubmit(VkQueue queue, uint32_t count,
                                           const VkSubmitInfo* submits, VkFence fence) {
  Call call(kQueueSubmit, queue);
  if (!call.Enter(devices)) return call.result();
  const VkQueue below = Below(queue, call.name());
  if (!Wraps<VkCommandBuffer>()) {
    return call.Leave(call.next().QueueSubmit()(below, count, submits, fence));
  }
  uint32_t total = 0;
  for (uint32_t i = 0; i < count; ++i) total += submits[i].commandBufferCount;
  auto* copies = static_cast<VkSubmitInfo*>(malloc((count + 1) * sizeof(VkSubmitInfo)));
  auto* buffers = static_cast<VkCommandBuffer*>(malloc((total + 1) * sizeof(VkCommandBuffer)));
  if (copies == nullptr || buffers == nullptr) abort();
  VkCommandBuffer* place = buffers;
  for (uint32_t i = 0; i < count; ++i) {
    copies[i] = submits[i];
    copies[i].pCommandBuffers = place;
    for (uint32_t j = 0; j < submits[i].commandBufferCount; ++j) {
      *place++ = Below(submits[i].pCommandBuffers[j], call.name());
    }
  }
  const VkResult result = call.next().QueueSubmit()(below, count, copies, fence);
  free(buffers);
  free(copies);
  return call.Leave(result);
}

VKAPI_ATTR VkResult VKAPI_CALL QueueSubmit2(VkQueue queue, uint32_t count,
                                            const VkSubmitInfo2* submits, VkFence fence) {
  Call call(kQueueSubmit2, queue);
  if (!call.Enter(devices)) return call.result();
  const VkQueue below = Below(queue, call.name());
  if (!Wraps<VkCommandBuffer>()) {
    return call.Leave(call.next().QueueSubmit2()(below, count, submits, fence));
  }
  uint32_t total = 0;
  for (uint32_t i = 0; i < count; ++i) total += submits[i].commandBufferInfoCount;
  auto* copies = static_cast<VkSubmitInfo2*>(malloc((count + 1) * sizeof(VkSubmitInfo2)));
  auto* buffers = static_cast<VkCommandBufferSubmitInfo*>(
      malloc((total + 1) * sizeof(VkCommandBufferSubmitInfo)));
  if (copies == nullptr || buffers == nullptr) abort();
  VkCommandBufferSubmitInfo* place = buffers;
  for (uint32_t i = 0; i < count; ++i) {
    copies[i] = submits[i];
    copies[i].pCommandBufferInfos = place;
    for (uint32_t j = 0; j < submits[i].commandBufferInfoCount; ++j, ++place) {
      *place = submits[i].pCommandBufferInfos[j];
      place->commandBuffer = Below(place->commandBuffer, call.name());
    }
  }
  const VkResult result = call.next().QueueSubmit2()(below, count, copies, fence);
  free(buffers);
  free(copies);
  return call.Leave(result);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateCommandPool(VkDevice device,
                                                 const VkCommandPoolCreateInfo* create_info,
                                                 const VkAllocationCallbacks* allocator,
                                                 VkCommandPool* pool) {
  Call call(kCreateCommandPool, device);
  if (!call.Enter(devices)) return call.result();
  const VkDevice below = Below(device, call.name());
  const VkResult result = call.next().CreateCommandPool()(below, create_info, allocator, pool);
  if (call.FailsAfterCallingDown(result)) {
    if (call.next().DestroyCommandPool() != nullptr) {
      call.next().DestroyCommandPool()(below, *pool, allocator);
    }
    *pool = VK_NULL_HANDLE;
  }
  return call.Leave(result);
}

VKAPI_ATTR void VKAPI_CALL DestroyCommandPool(VkDevice device, VkCommandPool pool,
                                              const VkAllocationCallbacks* allocator) {
  Call call(kDestroyCommandPool, device);
  if (!call.EnterVoid(devices)) return;
  // Before calling down: afterwards another pool may have the same handle.
  ForgetPool(call.owner(), pool);
  call.next().DestroyCommandPool()(Below(device, call.name()), pool, allocator);
}

VKAPI_ATTR VkResult VKAPI_CALL AllocateCommandBuffers(
    VkDevice device, const VkCommandBufferAllocateInfo* allocate_info, VkCommandBuffer* buffers) {
  Call call(kAllocateCommandBuffers, device);
  if (!call.Enter(devices)) return call.result();
  const VkDevice below = Below(device, call.name());
  const uint32_t count = allocate_info->commandBufferCount;
  const VkResult result = call.next().AllocateCommandBuffers()(below, allocate_info, buffers);
  if (call.FailsAfterCallingDown(result)) {
    if (call.next().FreeCommandBuffers() != nullptr) {
      call.next().FreeCommandBuffers()(below, allocate_info->commandPool, count, buffers);
    }
    for (uint32_t i = 0; i < count; ++i) buffers[i] = VK_NULL_HANDLE;
  } else if (result == VK_SUCCESS) {
    for (uint32_t i = 0; i < count; ++i) {
      buffers[i] = Above(call.owner(), buffers[i], allocate_info->commandPool);
    }
  }
  return call.Leave(result);
}

VKAPI_ATTR void VKAPI_CALL FreeCommandBuffers(VkDevice device, VkCommandPool pool, uint32_t count,
                                              const VkCommandBuffer* buffers) {
  Call call(kFreeCommandBuffers, device);
  if (!call.EnterVoid(devices)) return;
  const VkDevice below = Below(device, call.name());
  if (!Wraps<VkCommandBuffer>()) {
    call.next().FreeCommandBuffers()(below, pool, count, buffers);
    return;
  }
  BelowArray<VkCommandBuffer> unwrapped(buffers, count, call.name());
  call.next().FreeCommandBuffers()(below, pool, count, unwrapped.get());
  for (uint32_t i = 0; i < count; ++i) Forget(buffers[i]);
}

VKAPI_ATTR VkResult VKAPI_CALL BeginCommandBuffer(VkCommandBuffer buffer,
                                                  const VkCommandBufferBeginInfo* begin_info) {
  Call call(kBeginCommandBuffer, buffer);
  if (!call.Enter(devices)) return call.result();
  return call.Leave(call.next().BeginCommandBuffer()(Below(buffer, call.name()), begin_info));
}

VKAPI_ATTR VkResult VKAPI_CALL EndCommandBuffer(VkCommandBuffer buffer) {
  Call call(kEndCommandBuffer, buffer);
  if (!call.Enter(devices)) return call.result();
  return call.Leave(call.next().EndCommandBuffer()(Below(buffer, call.name())));
}

}  // namespace loadstone::mock

// SPDX-License-Identifier: Apache-2.0
// Fences, semaphores, events and submissions. All work completes on submission.
#include "commands.gen.h"
#include "mock_common/config.h"
#include "mock_runtime/vulkan/objects.h"
#include "mock_runtime/vulkan/structures.h"

namespace loadstone::mock {
namespace {

void Set(MockObject* object, uint64_t value) {
  if (object != nullptr) __atomic_store_n(&object->value, value, __ATOMIC_RELEASE);
}

uint64_t Get(const MockObject* object) { return __atomic_load_n(&object->value, __ATOMIC_ACQUIRE); }

bool CheckCommandBuffer(const char* function, VkCommandBuffer buffer) {
  return CheckHandle(function, "commandBuffer", ToObject(buffer), VK_OBJECT_TYPE_COMMAND_BUFFER,
                     false);
}

VkResult Signal(const char* function, VkSemaphore semaphore, uint64_t value) {
  if (!CheckHandle(function, "semaphore", ToObject(semaphore), VK_OBJECT_TYPE_SEMAPHORE, false)) {
    return kWrongUse;
  }
  Set(ToObject(semaphore), value);
  return VK_SUCCESS;
}

VkResult SubmitOne(const VkSubmitInfo& submit) {
  for (uint32_t i = 0; i < submit.commandBufferCount; ++i) {
    if (!CheckCommandBuffer("vkQueueSubmit", submit.pCommandBuffers[i])) return kWrongUse;
  }
  const auto* timeline = static_cast<const VkTimelineSemaphoreSubmitInfo*>(
      FindNext(submit.pNext, VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO));
  for (uint32_t i = 0; i < submit.signalSemaphoreCount; ++i) {
    const bool has_value = timeline != nullptr && i < timeline->signalSemaphoreValueCount;
    if (Signal("vkQueueSubmit", submit.pSignalSemaphores[i],
               has_value ? timeline->pSignalSemaphoreValues[i] : 1) != VK_SUCCESS) {
      return kWrongUse;
    }
  }
  return VK_SUCCESS;
}

VkResult SubmitOne(const VkSubmitInfo2& submit) {
  for (uint32_t i = 0; i < submit.commandBufferInfoCount; ++i) {
    const VkCommandBufferSubmitInfo& info = submit.pCommandBufferInfos[i];
    if (info.sType != VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO) {
      Violation("vkQueueSubmit2", "pCommandBufferInfos has a structure of another type");
      return kWrongUse;
    }
    if (!CheckCommandBuffer("vkQueueSubmit2", info.commandBuffer)) return kWrongUse;
  }
  for (uint32_t i = 0; i < submit.signalSemaphoreInfoCount; ++i) {
    const VkSemaphoreSubmitInfo& signal = submit.pSignalSemaphoreInfos[i];
    if (Signal("vkQueueSubmit2", signal.semaphore, signal.value) != VK_SUCCESS) return kWrongUse;
  }
  return VK_SUCCESS;
}

// Whether a submission waits for a semaphore that nothing has signalled. Such submissions complete
// as well, unless the driver is configured to leave semaphores alone.
bool WaitsInVain(const VkSubmitInfo& submit) {
  if (!IsMisbehaviourConfigured("leave_semaphores")) return false;
  for (uint32_t i = 0; i < submit.waitSemaphoreCount; ++i) {
    if (Get(ToObject(submit.pWaitSemaphores[i])) == 0) return true;
  }
  return false;
}

bool WaitsInVain(const VkSubmitInfo2&) { return false; }

template <typename Submit>
VkResult SubmitAll(const char* function, VkQueue queue, uint32_t count, const Submit* submits,
                   VkFence fence) {
  VkResult result = VK_SUCCESS;
  bool completes = true;
  for (uint32_t i = 0; i < count && result == VK_SUCCESS; ++i) {
    result = SubmitOne(submits[i]);
    completes = completes && !WaitsInVain(submits[i]);
  }
  if (result == VK_SUCCESS && completes) Set(ToObject(fence), 1);
  Event(function)
      .AddPointer("queue", queue)
      .Add("count", count)
      .AddPointer("fence", ToObject(fence))
      .Add("result", result);
  return result;
}

}  // namespace

namespace driver {

VkResult CreateFence(VkDevice device, const VkFenceCreateInfo* pCreateInfo,
                     const VkAllocationCallbacks* pAllocator, VkFence* pFence) {
  const VkResult result =
      CreateObject("vkCreateFence", ToObject(device), VK_OBJECT_TYPE_FENCE, pAllocator, pFence);
  if (result == VK_SUCCESS) {
    Set(ToObject(*pFence), (pCreateInfo->flags & VK_FENCE_CREATE_SIGNALED_BIT) != 0);
  }
  return result;
}

VkResult CreateSemaphore(VkDevice device, const VkSemaphoreCreateInfo* pCreateInfo,
                         const VkAllocationCallbacks* pAllocator, VkSemaphore* pSemaphore) {
  const VkResult result = CreateObject("vkCreateSemaphore", ToObject(device),
                                       VK_OBJECT_TYPE_SEMAPHORE, pAllocator, pSemaphore);
  const auto* type = static_cast<const VkSemaphoreTypeCreateInfo*>(
      FindNext(pCreateInfo->pNext, VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO));
  if (result == VK_SUCCESS && type != nullptr) Set(ToObject(*pSemaphore), type->initialValue);
  return result;
}

VkResult QueueSubmit(VkQueue queue, uint32_t submitCount, const VkSubmitInfo* pSubmits,
                     VkFence fence) {
  return SubmitAll("vkQueueSubmit", queue, submitCount, pSubmits, fence);
}

VkResult QueueSubmit2(VkQueue queue, uint32_t submitCount, const VkSubmitInfo2* pSubmits,
                      VkFence fence) {
  return SubmitAll("vkQueueSubmit2", queue, submitCount, pSubmits, fence);
}

VkResult QueueBindSparse(VkQueue, uint32_t, const VkBindSparseInfo*, VkFence fence) {
  Set(ToObject(fence), 1);
  return Traced("vkQueueBindSparse", VK_SUCCESS);
}

VkResult ResetFences(VkDevice, uint32_t fenceCount, const VkFence* pFences) {
  for (uint32_t i = 0; i < fenceCount; ++i) {
    if (!CheckHandle("vkResetFences", "pFences", ToObject(pFences[i]), VK_OBJECT_TYPE_FENCE,
                     false)) {
      return kWrongUse;
    }
    Set(ToObject(pFences[i]), 0);
  }
  return Traced("vkResetFences", VK_SUCCESS);
}

VkResult GetFenceStatus(VkDevice, VkFence fence) {
  return Traced("vkGetFenceStatus", Get(ToObject(fence)) != 0 ? VK_SUCCESS : VK_NOT_READY);
}

// Waiting does not signal a fence that is not signaled yet.
VkResult WaitForFences(VkDevice, uint32_t fenceCount, const VkFence* pFences, VkBool32 waitAll,
                       uint64_t) {
  uint32_t signaled = 0;
  for (uint32_t i = 0; i < fenceCount; ++i) {
    if (!CheckHandle("vkWaitForFences", "pFences", ToObject(pFences[i]), VK_OBJECT_TYPE_FENCE,
                     false)) {
      return kWrongUse;
    }
    if (Get(ToObject(pFences[i])) != 0) ++signaled;
  }
  return Traced("vkWaitForFences",
                signaled == fenceCount || (signaled != 0 && !waitAll) ? VK_SUCCESS : VK_TIMEOUT);
}

VkResult GetSemaphoreCounterValue(VkDevice, VkSemaphore semaphore, uint64_t* pValue) {
  *pValue = Get(ToObject(semaphore));
  return Traced("vkGetSemaphoreCounterValue", VK_SUCCESS);
}

VkResult SignalSemaphore(VkDevice, const VkSemaphoreSignalInfo* pSignalInfo) {
  return Traced("vkSignalSemaphore",
                Signal("vkSignalSemaphore", pSignalInfo->semaphore, pSignalInfo->value));
}

VkResult WaitSemaphores(VkDevice, const VkSemaphoreWaitInfo* pWaitInfo, uint64_t) {
  uint32_t reached = 0;
  for (uint32_t i = 0; i < pWaitInfo->semaphoreCount; ++i) {
    const MockObject* semaphore = ToObject(pWaitInfo->pSemaphores[i]);
    if (!CheckHandle("vkWaitSemaphores", "pSemaphores", semaphore, VK_OBJECT_TYPE_SEMAPHORE,
                     false)) {
      return kWrongUse;
    }
    if (Get(semaphore) >= pWaitInfo->pValues[i]) ++reached;
  }
  const bool any = (pWaitInfo->flags & VK_SEMAPHORE_WAIT_ANY_BIT) != 0;
  return Traced("vkWaitSemaphores", reached == pWaitInfo->semaphoreCount || (any && reached != 0)
                                        ? VK_SUCCESS
                                        : VK_TIMEOUT);
}

VkResult SetEvent(VkDevice, VkEvent event) {
  Set(ToObject(event), 1);
  return Traced("vkSetEvent", VK_SUCCESS);
}

VkResult ResetEvent(VkDevice, VkEvent event) {
  Set(ToObject(event), 0);
  return Traced("vkResetEvent", VK_SUCCESS);
}

VkResult GetEventStatus(VkDevice, VkEvent event) {
  return Traced("vkGetEventStatus", Get(ToObject(event)) != 0 ? VK_EVENT_SET : VK_EVENT_RESET);
}

}  // namespace driver
}  // namespace loadstone::mock

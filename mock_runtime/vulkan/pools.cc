// SPDX-License-Identifier: Apache-2.0
// Objects that one command creates in arrays: command buffers, descriptor sets and pipelines.
#include "commands.gen.h"
#include "mock_common/config.h"
#include "mock_runtime/vulkan/history.h"
#include "mock_runtime/vulkan/objects.h"

namespace loadstone::mock {
namespace {

// Creates `count` objects whose parent is a pool; all or none.
template <typename Handle>
VkResult AllocateFromPool(const char* function, MockObject* pool, VkObjectType type, uint32_t count,
                          Handle* handles) {
  const VkAllocationCallbacks* callbacks = pool->has_callbacks ? &pool->callbacks : nullptr;
  VkResult result = VK_SUCCESS;
  for (uint32_t i = 0; i < count; ++i) handles[i] = {};
  for (uint32_t i = 0; i < count && result == VK_SUCCESS; ++i) {
    MockObject* object = NewObject(type, pool, callbacks);
    if (object == nullptr) result = VK_ERROR_OUT_OF_HOST_MEMORY;
    handles[i] = ToHandle<Handle>(object);
  }
  for (uint32_t i = 0; i < count && result != VK_SUCCESS; ++i) {
    FreeOwn(ToObject(handles[i]));
    handles[i] = {};
  }
  Event(function)
      .AddPointer("pool", pool)
      .Add("count", count)
      .AddPointer("handle", count != 0 ? ToObject(handles[0]) : nullptr)
      .Add("result", result);
  return result;
}

template <typename Handle>
VkResult FreeToPool(const char* function, VkObjectType type, uint32_t count,
                    const Handle* handles) {
  VkResult result = VK_SUCCESS;
  for (uint32_t i = 0; i < count; ++i) {
    CrashWithout(ToObject(handles[i]), "need_object_to_free");
    if (CheckHandle(function, "handles", ToObject(handles[i]), type, true)) {
      FreeOwn(ToObject(handles[i]));
    } else {
      result = kWrongUse;
    }
  }
  Event(function).Add("count", count).Add("result", result);
  return result;
}

VkResult CreatePipelines(const char* function, VkDevice device, uint32_t count,
                         const VkAllocationCallbacks* callbacks, VkPipeline* pipelines) {
  VkResult result = VK_SUCCESS;
  for (uint32_t i = 0; i < count; ++i) {
    MockObject* pipeline = NewObject(VK_OBJECT_TYPE_PIPELINE, ToObject(device), callbacks);
    if (pipeline == nullptr) result = VK_ERROR_OUT_OF_HOST_MEMORY;
    pipelines[i] = ToHandle<VkPipeline>(pipeline);
  }
  Event(function)
      .AddPointer("device", device)
      .Add("count", count)
      .Add("allocator", callbacks != nullptr)
      .AddPointer("handle", count != 0 ? ToObject(pipelines[0]) : nullptr)
      .Add("result", result);
  return result;
}

}  // namespace

namespace driver {

VkResult AllocateCommandBuffers(VkDevice, const VkCommandBufferAllocateInfo* pAllocateInfo,
                                VkCommandBuffer* pCommandBuffers) {
  MockObject* pool = ToObject(pAllocateInfo->commandPool);
  return AllocateFromPool("vkAllocateCommandBuffers", pool, VK_OBJECT_TYPE_COMMAND_BUFFER,
                          pAllocateInfo->commandBufferCount, pCommandBuffers);
}

void FreeCommandBuffers(VkDevice, VkCommandPool, uint32_t commandBufferCount,
                        const VkCommandBuffer* pCommandBuffers) {
  FreeToPool("vkFreeCommandBuffers", VK_OBJECT_TYPE_COMMAND_BUFFER, commandBufferCount,
             pCommandBuffers);
}

void DestroyCommandPool(VkDevice, VkCommandPool commandPool,
                        const VkAllocationCallbacks* pAllocator) {
  if (commandPool != VK_NULL_HANDLE && !IsMisbehaviourConfigured("keep_command_buffers")) {
    FreeChildren(ToObject(commandPool));
  }
  DestroyObject("vkDestroyCommandPool", ToObject(commandPool), pAllocator);
}

VkResult AllocateDescriptorSets(VkDevice, const VkDescriptorSetAllocateInfo* pAllocateInfo,
                                VkDescriptorSet* pDescriptorSets) {
  MockObject* pool = ToObject(pAllocateInfo->descriptorPool);
  return AllocateFromPool("vkAllocateDescriptorSets", pool, VK_OBJECT_TYPE_DESCRIPTOR_SET,
                          pAllocateInfo->descriptorSetCount, pDescriptorSets);
}

VkResult FreeDescriptorSets(VkDevice, VkDescriptorPool, uint32_t descriptorSetCount,
                            const VkDescriptorSet* pDescriptorSets) {
  return FreeToPool("vkFreeDescriptorSets", VK_OBJECT_TYPE_DESCRIPTOR_SET, descriptorSetCount,
                    pDescriptorSets);
}

VkResult ResetDescriptorPool(VkDevice, VkDescriptorPool descriptorPool,
                             VkDescriptorPoolResetFlags) {
  FreeChildren(ToObject(descriptorPool));
  Event("vkResetDescriptorPool").AddPointer("pool", ToObject(descriptorPool)).Add("result", 0);
  return VK_SUCCESS;
}

void DestroyDescriptorPool(VkDevice, VkDescriptorPool descriptorPool,
                           const VkAllocationCallbacks* pAllocator) {
  if (descriptorPool != VK_NULL_HANDLE) FreeChildren(ToObject(descriptorPool));
  DestroyObject("vkDestroyDescriptorPool", ToObject(descriptorPool), pAllocator);
}

VkResult CreateGraphicsPipelines(VkDevice device, VkPipelineCache, uint32_t createInfoCount,
                                 const VkGraphicsPipelineCreateInfo*,
                                 const VkAllocationCallbacks* pAllocator, VkPipeline* pPipelines) {
  return CreatePipelines("vkCreateGraphicsPipelines", device, createInfoCount, pAllocator,
                         pPipelines);
}

VkResult CreateComputePipelines(VkDevice device, VkPipelineCache, uint32_t createInfoCount,
                                const VkComputePipelineCreateInfo*,
                                const VkAllocationCallbacks* pAllocator, VkPipeline* pPipelines) {
  return CreatePipelines("vkCreateComputePipelines", device, createInfoCount, pAllocator,
                         pPipelines);
}

void GetDescriptorSetLayoutSupport(VkDevice, const VkDescriptorSetLayoutCreateInfo*,
                                   VkDescriptorSetLayoutSupport* pSupport) {
  pSupport->supported = VK_TRUE;
  Event("vkGetDescriptorSetLayoutSupport");
}

}  // namespace driver
}  // namespace loadstone::mock

// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/call_chain/core_calls.h"

// The calls with objects of a device that the application makes outside of command buffers.
namespace loadstone::suites {
namespace {

// For lazily allocated memory.
void QueryMemoryCommitment(CoreCalls& calls) {
  const VkDeviceMemory memory = Allocate(calls, 1024, kLazyMemory);
  VkDeviceSize committed = 0;
  LOADSTONE_CALL(calls, vkGetDeviceMemoryCommitment, calls.device(), memory, &committed);
  LOADSTONE_CALL(calls, vkFreeMemory, calls.device(), memory, nullptr);
}

}  // namespace

void UseBuffers(CoreCalls& calls) {
  const CoreBuffer buffer = MakeBuffer(calls, VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT);
  auto info = Structure<VkBufferViewCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO);
  info.buffer = buffer.buffer;
  info.format = kCoreFormat;
  info.range = VK_WHOLE_SIZE;
  VkBufferView view = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkCreateBufferView, calls.device(), &info, nullptr, &view);
  LOADSTONE_CALL(calls, vkDestroyBufferView, calls.device(), view, nullptr);
  void* mapped = nullptr;
  LOADSTONE_CALL(calls, vkMapMemory, calls.device(), buffer.memory, 0, VK_WHOLE_SIZE, 0, &mapped);
  auto range = Structure<VkMappedMemoryRange>(VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE);
  range.memory = buffer.memory;
  range.size = VK_WHOLE_SIZE;
  LOADSTONE_CALL(calls, vkFlushMappedMemoryRanges, calls.device(), 1, &range);
  LOADSTONE_CALL(calls, vkInvalidateMappedMemoryRanges, calls.device(), 1, &range);
  LOADSTONE_CALL(calls, vkUnmapMemory, calls.device(), buffer.memory);
  QueryMemoryCommitment(calls);
  DestroyBuffer(calls, buffer);
}

void UseImages(CoreCalls& calls) {
  const CoreImage image =
      MakeImage(calls, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
  uint32_t count = 0;
  LOADSTONE_CALL(calls, vkGetImageSparseMemoryRequirements, calls.device(), image.image, &count,
                 nullptr);
  const VkImageSubresource part = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0};
  VkSubresourceLayout layout = {};
  LOADSTONE_CALL(calls, vkGetImageSubresourceLayout, calls.device(), image.image, &part, &layout);
  const auto info = Structure<VkSamplerCreateInfo>(VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO);
  VkSampler sampler = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkCreateSampler, calls.device(), &info, nullptr, &sampler);
  LOADSTONE_CALL(calls, vkDestroySampler, calls.device(), sampler, nullptr);
  const CorePass pass = MakePass(calls, image.view);
  VkExtent2D granularity = {};
  LOADSTONE_CALL(calls, vkGetRenderAreaGranularity, calls.device(), pass.pass, &granularity);
  DestroyPass(calls, pass);
  DestroyImage(calls, image);
}

void UseDescriptors(CoreCalls& calls) {
  const CoreBuffer buffer = MakeBuffer(calls, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
  const CoreSet set = MakeSet(calls, buffer.buffer);
  DestroySet(calls, set);
  CoreSet again = MakeSet(calls, buffer.buffer);
  LOADSTONE_CALL(calls, vkResetDescriptorPool, calls.device(), again.pool, 0);
  again.set = VK_NULL_HANDLE;  // it may be freed already
  DestroySet(calls, again);
  DestroyBuffer(calls, buffer);
}

void UsePipelines(CoreCalls& calls) {
  const auto info =
      Structure<VkPipelineCacheCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO);
  VkPipelineCache caches[2] = {};
  for (VkPipelineCache& cache : caches) {
    LOADSTONE_CALL(calls, vkCreatePipelineCache, calls.device(), &info, nullptr, &cache);
  }
  LOADSTONE_CALL(calls, vkMergePipelineCaches, calls.device(), caches[0], 1, &caches[1]);
  size_t size = 0;
  LOADSTONE_CALL(calls, vkGetPipelineCacheData, calls.device(), caches[0], &size, nullptr);
  for (VkPipelineCache cache : caches) {
    LOADSTONE_CALL(calls, vkDestroyPipelineCache, calls.device(), cache, nullptr);
  }
  const CoreImage image = MakeImage(calls, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
  const CorePass pass = MakePass(calls, image.view);
  const CoreBuffer buffer = MakeBuffer(calls, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
  const CoreSet set = MakeSet(calls, buffer.buffer);
  for (VkPipeline pipeline : {MakeComputePipeline(calls, set.layout),
                              MakeGraphicsPipeline(calls, set.layout, pass.pass)}) {
    LOADSTONE_CALL(calls, vkDestroyPipeline, calls.device(), pipeline, nullptr);
  }
  UseTwoPipelines(calls, set.layout);
  DestroySet(calls, set);
  DestroyBuffer(calls, buffer);
  DestroyPass(calls, pass);
  DestroyImage(calls, image);
}

void UseSynchronisation(CoreCalls& calls) {
  const VkQueue queue = QueueOf(calls);
  const auto fence_info = Structure<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
  VkFence fence = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkCreateFence, calls.device(), &fence_info, nullptr, &fence);
  const auto semaphore_info =
      Structure<VkSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO);
  VkSemaphore semaphore = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkCreateSemaphore, calls.device(), &semaphore_info, nullptr, &semaphore);
  auto submit = Structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  submit.signalSemaphoreCount = 1;
  submit.pSignalSemaphores = &semaphore;
  LOADSTONE_CALL(calls, vkQueueSubmit, queue, 1, &submit, fence);
  LOADSTONE_CALL(calls, vkWaitForFences, calls.device(), 1, &fence, VK_TRUE, UINT64_MAX);
  LOADSTONE_CALL(calls, vkGetFenceStatus, calls.device(), fence);
  LOADSTONE_CALL(calls, vkResetFences, calls.device(), 1, &fence);
  LOADSTONE_CALL(calls, vkQueueBindSparse, queue, 0, nullptr, fence);
  LOADSTONE_CALL(calls, vkQueueWaitIdle, queue);
  LOADSTONE_CALL(calls, vkDeviceWaitIdle, calls.device());
  LOADSTONE_CALL(calls, vkDestroySemaphore, calls.device(), semaphore, nullptr);
  LOADSTONE_CALL(calls, vkDestroyFence, calls.device(), fence, nullptr);
  const VkEvent event = MakeEvent(calls);
  LOADSTONE_CALL(calls, vkSetEvent, calls.device(), event);
  LOADSTONE_CALL(calls, vkGetEventStatus, calls.device(), event);
  LOADSTONE_CALL(calls, vkResetEvent, calls.device(), event);
  LOADSTONE_CALL(calls, vkDestroyEvent, calls.device(), event, nullptr);
}

void UseMemory2(CoreCalls& calls) {
  const VkBuffer buffer = CreateBuffer(calls, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  const VkImage image =
      CreateImage(calls, VK_IMAGE_USAGE_SAMPLED_BIT, {.tiling = VK_IMAGE_TILING_OPTIMAL});
  auto of_buffer = Structure<VkBufferMemoryRequirementsInfo2>(
      VK_STRUCTURE_TYPE_BUFFER_MEMORY_REQUIREMENTS_INFO_2);
  of_buffer.buffer = buffer;
  auto for_buffer = Structure<VkMemoryRequirements2>(VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2);
  LOADSTONE_CALL(calls, vkGetBufferMemoryRequirements2, calls.device(), &of_buffer, &for_buffer);
  auto of_image =
      Structure<VkImageMemoryRequirementsInfo2>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_REQUIREMENTS_INFO_2);
  of_image.image = image;
  auto for_image = Structure<VkMemoryRequirements2>(VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2);
  LOADSTONE_CALL(calls, vkGetImageMemoryRequirements2, calls.device(), &of_image, &for_image);
  auto of_sparse = Structure<VkImageSparseMemoryRequirementsInfo2>(
      VK_STRUCTURE_TYPE_IMAGE_SPARSE_MEMORY_REQUIREMENTS_INFO_2);
  of_sparse.image = image;
  uint32_t count = 0;
  LOADSTONE_CALL(calls, vkGetImageSparseMemoryRequirements2, calls.device(), &of_sparse, &count,
                 nullptr);
  const VkDeviceMemory memories[] = {
      Allocate(calls, for_buffer.memoryRequirements.size, kDeviceMemory),
      Allocate(calls, for_image.memoryRequirements.size, kDeviceMemory)};
  auto bind_buffer = Structure<VkBindBufferMemoryInfo>(VK_STRUCTURE_TYPE_BIND_BUFFER_MEMORY_INFO);
  bind_buffer.buffer = buffer;
  bind_buffer.memory = memories[0];
  LOADSTONE_CALL(calls, vkBindBufferMemory2, calls.device(), 1, &bind_buffer);
  auto bind_image = Structure<VkBindImageMemoryInfo>(VK_STRUCTURE_TYPE_BIND_IMAGE_MEMORY_INFO);
  bind_image.image = image;
  bind_image.memory = memories[1];
  LOADSTONE_CALL(calls, vkBindImageMemory2, calls.device(), 1, &bind_image);
  LOADSTONE_CALL(calls, vkDestroyBuffer, calls.device(), buffer, nullptr);
  LOADSTONE_CALL(calls, vkDestroyImage, calls.device(), image, nullptr);
  for (VkDeviceMemory memory : memories) {
    LOADSTONE_CALL(calls, vkFreeMemory, calls.device(), memory, nullptr);
  }
}

void UseTemplates(CoreCalls& calls) {
  const CoreBuffer buffer = MakeBuffer(calls, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
  const CoreSet set = MakeSet(calls, buffer.buffer);
  const VkDescriptorSetLayoutCreateInfo layout = SetLayoutInfo();
  auto support =
      Structure<VkDescriptorSetLayoutSupport>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_SUPPORT);
  LOADSTONE_CALL(calls, vkGetDescriptorSetLayoutSupport, calls.device(), &layout, &support);
  const VkDescriptorUpdateTemplateEntry entry = {0, 0, 1, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 0, 0};
  auto info = Structure<VkDescriptorUpdateTemplateCreateInfo>(
      VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO);
  info.descriptorUpdateEntryCount = 1;
  info.pDescriptorUpdateEntries = &entry;
  info.templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET;
  info.descriptorSetLayout = set.set_layout;
  VkDescriptorUpdateTemplate update = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkCreateDescriptorUpdateTemplate, calls.device(), &info, nullptr, &update);
  const VkDescriptorBufferInfo whole = {buffer.buffer, 0, VK_WHOLE_SIZE};
  LOADSTONE_CALL(calls, vkUpdateDescriptorSetWithTemplate, calls.device(), set.set, update, &whole);
  LOADSTONE_CALL(calls, vkDestroyDescriptorUpdateTemplate, calls.device(), update, nullptr);
  DestroySet(calls, set);
  DestroyBuffer(calls, buffer);
}

}  // namespace loadstone::suites

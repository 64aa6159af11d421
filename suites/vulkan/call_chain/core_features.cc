// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/call_chain/core_calls.h"

// The application of Vulkan 1.1 to 1.3 on a device with enabled features.
namespace loadstone::suites {

void UseConversion(CoreCalls& calls) {
  auto info = Structure<VkSamplerYcbcrConversionCreateInfo>(
      VK_STRUCTURE_TYPE_SAMPLER_YCBCR_CONVERSION_CREATE_INFO);
  info.format = VK_FORMAT_G8_B8_R8_3PLANE_420_UNORM;
  info.ycbcrModel = VK_SAMPLER_YCBCR_MODEL_CONVERSION_YCBCR_709;
  info.ycbcrRange = VK_SAMPLER_YCBCR_RANGE_ITU_FULL;
  info.xChromaOffset = info.yChromaOffset = VK_CHROMA_LOCATION_MIDPOINT;
  VkSamplerYcbcrConversion conversion = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkCreateSamplerYcbcrConversion, calls.device(), &info, nullptr,
                 &conversion);
  LOADSTONE_CALL(calls, vkDestroySamplerYcbcrConversion, calls.device(), conversion, nullptr);
}

void UseTimeline(CoreCalls& calls) {
  auto type = Structure<VkSemaphoreTypeCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  auto info = Structure<VkSemaphoreCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO);
  info.pNext = &type;
  VkSemaphore semaphore = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkCreateSemaphore, calls.device(), &info, nullptr, &semaphore);
  const uint64_t value = 1;
  auto signal = Structure<VkSemaphoreSignalInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_SIGNAL_INFO);
  signal.semaphore = semaphore;
  signal.value = value;
  LOADSTONE_CALL(calls, vkSignalSemaphore, calls.device(), &signal);
  auto wait = Structure<VkSemaphoreWaitInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO);
  wait.semaphoreCount = 1;
  wait.pSemaphores = &semaphore;
  wait.pValues = &value;
  LOADSTONE_CALL(calls, vkWaitSemaphores, calls.device(), &wait, UINT64_MAX);
  uint64_t reached = 0;
  LOADSTONE_CALL(calls, vkGetSemaphoreCounterValue, calls.device(), semaphore, &reached);
  LOADSTONE_CALL(calls, vkDestroySemaphore, calls.device(), semaphore, nullptr);
}

void UseAddresses(CoreCalls& calls) {
  const CoreBuffer buffer =
      MakeBuffer(calls, VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT,
                 {.flags = VK_BUFFER_CREATE_DEVICE_ADDRESS_CAPTURE_REPLAY_BIT,
                  .memory_flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT |
                                  VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_CAPTURE_REPLAY_BIT});
  auto of_buffer =
      Structure<VkBufferDeviceAddressInfo>(VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO);
  of_buffer.buffer = buffer.buffer;
  LOADSTONE_CALL(calls, vkGetBufferDeviceAddress, calls.device(), &of_buffer);
  LOADSTONE_CALL(calls, vkGetBufferOpaqueCaptureAddress, calls.device(), &of_buffer);
  auto of_memory = Structure<VkDeviceMemoryOpaqueCaptureAddressInfo>(
      VK_STRUCTURE_TYPE_DEVICE_MEMORY_OPAQUE_CAPTURE_ADDRESS_INFO);
  of_memory.memory = buffer.memory;
  LOADSTONE_CALL(calls, vkGetDeviceMemoryOpaqueCaptureAddress, calls.device(), &of_memory);
  DestroyBuffer(calls, buffer);
}

void RecordIndirectCounts(CoreCalls& calls) {
  const CoreDrawing drawing =
      MakeDrawing(calls, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
  const VkBuffer buffer = drawing.buffer.buffer;
  const VkQueryPool queries = MakeQueries(calls, VK_QUERY_TYPE_OCCLUSION);
  LOADSTONE_CALL(calls, vkResetQueryPool, calls.device(), queries, 0, 1);
  const Recording recording = BeginRecording(calls);
  const VkCommandBuffer commands = recording.buffer;
  BeginDrawing(calls, commands, drawing);
  LOADSTONE_CALL(calls, vkCmdBindIndexBuffer, commands, buffer, 0, VK_INDEX_TYPE_UINT16);
  LOADSTONE_CALL(calls, vkCmdDrawIndirectCount, commands, buffer, 0, buffer, 0, 1, 16);
  LOADSTONE_CALL(calls, vkCmdDrawIndexedIndirectCount, commands, buffer, 0, buffer, 0, 1, 20);
  EndDrawing(calls, commands);
  EndRecording(calls, recording);
  LOADSTONE_CALL(calls, vkDestroyQueryPool, calls.device(), queries, nullptr);
  DestroyDrawing(calls, drawing);
}

void UsePrivateData(CoreCalls& calls) {
  const auto info =
      Structure<VkPrivateDataSlotCreateInfo>(VK_STRUCTURE_TYPE_PRIVATE_DATA_SLOT_CREATE_INFO);
  VkPrivateDataSlot slot = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkCreatePrivateDataSlot, calls.device(), &info, nullptr, &slot);
  const VkBuffer buffer = CreateBuffer(calls, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  const auto object = reinterpret_cast<uint64_t>(buffer);
  LOADSTONE_CALL(calls, vkSetPrivateData, calls.device(), VK_OBJECT_TYPE_BUFFER, object, slot, 1);
  uint64_t data = 0;
  LOADSTONE_CALL(calls, vkGetPrivateData, calls.device(), VK_OBJECT_TYPE_BUFFER, object, slot,
                 &data);
  LOADSTONE_CALL(calls, vkDestroyBuffer, calls.device(), buffer, nullptr);
  LOADSTONE_CALL(calls, vkDestroyPrivateDataSlot, calls.device(), slot, nullptr);
}

void UseRequirements(CoreCalls& calls) {
  const VkBufferCreateInfo buffer = BufferInfo(VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  const VkImageCreateInfo image =
      ImageInfo(VK_IMAGE_USAGE_SAMPLED_BIT, {.tiling = VK_IMAGE_TILING_OPTIMAL});
  auto of_buffer = Structure<VkDeviceBufferMemoryRequirements>(
      VK_STRUCTURE_TYPE_DEVICE_BUFFER_MEMORY_REQUIREMENTS);
  of_buffer.pCreateInfo = &buffer;
  auto of_image = Structure<VkDeviceImageMemoryRequirements>(
      VK_STRUCTURE_TYPE_DEVICE_IMAGE_MEMORY_REQUIREMENTS);
  of_image.pCreateInfo = &image;
  auto needs = Structure<VkMemoryRequirements2>(VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2);
  LOADSTONE_CALL(calls, vkGetDeviceBufferMemoryRequirements, calls.device(), &of_buffer, &needs);
  LOADSTONE_CALL(calls, vkGetDeviceImageMemoryRequirements, calls.device(), &of_image, &needs);
  uint32_t count = 0;
  LOADSTONE_CALL(calls, vkGetDeviceImageSparseMemoryRequirements, calls.device(), &of_image, &count,
                 nullptr);
}

void RecordRendering(CoreCalls& calls) {
  auto info = Structure<VkRenderingInfo>(VK_STRUCTURE_TYPE_RENDERING_INFO);
  info.renderArea.extent = kCoreExtent;
  info.layerCount = 1;
  const Recording recording = BeginRecording(calls);
  LOADSTONE_CALL(calls, vkCmdBeginRendering, recording.buffer, &info);
  LOADSTONE_CALL(calls, vkCmdEndRendering, recording.buffer);
  EndRecording(calls, recording);
}

namespace {

// Commands that wait for an event, and for earlier writes.
void RecordDependencies(CoreCalls& calls, VkCommandBuffer commands, VkEvent event) {
  auto barrier = Structure<VkMemoryBarrier2>(VK_STRUCTURE_TYPE_MEMORY_BARRIER_2);
  barrier.srcStageMask = barrier.dstStageMask = VK_PIPELINE_STAGE_2_COPY_BIT;
  auto dependency = Structure<VkDependencyInfo>(VK_STRUCTURE_TYPE_DEPENDENCY_INFO);
  dependency.memoryBarrierCount = 1;
  dependency.pMemoryBarriers = &barrier;
  LOADSTONE_CALL(calls, vkCmdSetEvent2, commands, event, &dependency);
  LOADSTONE_CALL(calls, vkCmdWaitEvents2, commands, 1, &event, &dependency);
  LOADSTONE_CALL(calls, vkCmdResetEvent2, commands, event, barrier.dstStageMask);
  LOADSTONE_CALL(calls, vkCmdPipelineBarrier2, commands, &dependency);
}

void Submit2(CoreCalls& calls, VkCommandBuffer commands) {
  const VkQueue queue = QueueOf(calls);
  auto buffer = Structure<VkCommandBufferSubmitInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO);
  buffer.commandBuffer = commands;
  auto submit = Structure<VkSubmitInfo2>(VK_STRUCTURE_TYPE_SUBMIT_INFO_2);
  submit.commandBufferInfoCount = 1;
  submit.pCommandBufferInfos = &buffer;
  LOADSTONE_CALL(calls, vkQueueSubmit2, queue, 1, &submit, VK_NULL_HANDLE);
  LOADSTONE_CALL(calls, vkQueueWaitIdle, queue);
}

}  // namespace

void RecordSynchronisation2(CoreCalls& calls) {
  const VkQueryPool queries = MakeQueries(calls, VK_QUERY_TYPE_TIMESTAMP);
  const VkEvent event = MakeEvent(calls);
  const Recording recording = BeginRecording(calls);
  RecordDependencies(calls, recording.buffer, event);
  LOADSTONE_CALL(calls, vkCmdResetQueryPool, recording.buffer, queries, 0, 1);
  LOADSTONE_CALL(calls, vkCmdWriteTimestamp2, recording.buffer, VK_PIPELINE_STAGE_2_TOP_OF_PIPE_BIT,
                 queries, 0);
  LOADSTONE_CALL(calls, vkEndCommandBuffer, recording.buffer);
  Submit2(calls, recording.buffer);
  LOADSTONE_CALL(calls, vkDestroyCommandPool, calls.device(), recording.pool, nullptr);
  LOADSTONE_CALL(calls, vkDestroyEvent, calls.device(), event, nullptr);
  LOADSTONE_CALL(calls, vkDestroyQueryPool, calls.device(), queries, nullptr);
}

}  // namespace loadstone::suites

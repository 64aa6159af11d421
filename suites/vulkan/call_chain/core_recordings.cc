// SPDX-License-Identifier: Apache-2.0
#include <iterator>

#include "suites/vulkan/call_chain/core_calls.h"

// The commands of Vulkan 1.0 that the application records into command buffers.
namespace loadstone::suites {
namespace {

VkCommandBuffer AllocateBuffer(CoreCalls& calls, VkCommandPool pool, VkCommandBufferLevel level) {
  auto info =
      Structure<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  info.commandPool = pool;
  info.level = level;
  info.commandBufferCount = 1;
  VkCommandBuffer buffer = VK_NULL_HANDLE;
  LOADSTONE_CALL(calls, vkAllocateCommandBuffers, calls.device(), &info, &buffer);
  return buffer;
}

void BeginBuffer(CoreCalls& calls, VkCommandBuffer buffer) {
  const auto info =
      Structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  LOADSTONE_CALL(calls, vkBeginCommandBuffer, buffer, &info);
}

}  // namespace

Recording BeginRecording(CoreCalls& calls) {
  Recording made;
  auto info = Structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  info.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  LOADSTONE_CALL(calls, vkCreateCommandPool, calls.device(), &info, nullptr, &made.pool);
  made.buffer = AllocateBuffer(calls, made.pool, VK_COMMAND_BUFFER_LEVEL_PRIMARY);
  BeginBuffer(calls, made.buffer);
  return made;
}

void EndRecording(CoreCalls& calls, const Recording& recording) {
  LOADSTONE_CALL(calls, vkEndCommandBuffer, recording.buffer);
  LOADSTONE_CALL(calls, vkFreeCommandBuffers, calls.device(), recording.pool, 1, &recording.buffer);
  LOADSTONE_CALL(calls, vkDestroyCommandPool, calls.device(), recording.pool, nullptr);
}

CoreDrawing MakeDrawing(CoreCalls& calls, VkBufferUsageFlags usage) {
  CoreDrawing made;
  made.buffer = MakeBuffer(calls, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | usage);
  made.set = MakeSet(calls, made.buffer.buffer);
  made.image = MakeImage(calls, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
  made.pass = MakePass(calls, made.image.view);
  made.pipeline = MakeGraphicsPipeline(calls, made.set.layout, made.pass.pass);
  return made;
}

void DestroyDrawing(CoreCalls& calls, const CoreDrawing& drawing) {
  LOADSTONE_CALL(calls, vkDestroyPipeline, calls.device(), drawing.pipeline, nullptr);
  DestroyPass(calls, drawing.pass);
  DestroyImage(calls, drawing.image);
  DestroySet(calls, drawing.set);
  DestroyBuffer(calls, drawing.buffer);
}

void BeginDrawing(CoreCalls& calls, VkCommandBuffer commands, const CoreDrawing& drawing) {
  const VkRenderPassBeginInfo begin = BeginInfoOf(drawing.pass);
  LOADSTONE_CALL(calls, vkCmdBeginRenderPass, commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
  LOADSTONE_CALL(calls, vkCmdBindPipeline, commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                 drawing.pipeline);
}

void EndDrawing(CoreCalls& calls, VkCommandBuffer commands) {
  LOADSTONE_CALL(calls, vkCmdNextSubpass, commands, VK_SUBPASS_CONTENTS_INLINE);
  LOADSTONE_CALL(calls, vkCmdEndRenderPass, commands);
}

void UseCommandPools(CoreCalls& calls) {
  const Recording recording = BeginRecording(calls);
  LOADSTONE_CALL(calls, vkEndCommandBuffer, recording.buffer);
  LOADSTONE_CALL(calls, vkResetCommandBuffer, recording.buffer, 0);
  LOADSTONE_CALL(calls, vkResetCommandPool, calls.device(), recording.pool, 0);
  BeginBuffer(calls, recording.buffer);
  const VkCommandBuffer second =
      AllocateBuffer(calls, recording.pool, VK_COMMAND_BUFFER_LEVEL_SECONDARY);
  const auto inheritance =
      Structure<VkCommandBufferInheritanceInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO);
  auto info = Structure<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  info.pInheritanceInfo = &inheritance;
  LOADSTONE_CALL(calls, vkBeginCommandBuffer, second, &info);
  LOADSTONE_CALL(calls, vkEndCommandBuffer, second);
  LOADSTONE_CALL(calls, vkCmdExecuteCommands, recording.buffer, 1, &second);
  LOADSTONE_CALL(calls, vkEndCommandBuffer, recording.buffer);
  LOADSTONE_CALL(calls, vkDestroyCommandPool, calls.device(), recording.pool, nullptr);
}

void RecordTransfers(CoreCalls& calls) {
  const CoreBuffer buffer = MakeBuffer(calls, kTransferBuffer);
  const CoreBuffer other = MakeBuffer(calls, kTransferBuffer);
  const CoreImage image = MakeImage(calls, kTransferImage);
  const CoreImage copy = MakeImage(calls, kTransferImage);
  const Recording recording = BeginRecording(calls);
  const uint32_t word = 1;
  LOADSTONE_CALL(calls, vkCmdFillBuffer, recording.buffer, buffer.buffer, 0, VK_WHOLE_SIZE, word);
  LOADSTONE_CALL(calls, vkCmdUpdateBuffer, recording.buffer, buffer.buffer, 0, sizeof(word), &word);
  const VkBufferCopy piece = {0, 0, 4};
  LOADSTONE_CALL(calls, vkCmdCopyBuffer, recording.buffer, buffer.buffer, other.buffer, 1, &piece);
  for (VkImage each : {image.image, copy.image}) SetLayout(calls, recording.buffer, each);
  const VkImageSubresourceRange all = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  const VkClearColorValue black = {};
  LOADSTONE_CALL(calls, vkCmdClearColorImage, recording.buffer, image.image,
                 VK_IMAGE_LAYOUT_GENERAL, &black, 1, &all);
  const VkImageSubresourceLayers layers = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  const VkExtent3D extent = {4, 4, 1};
  const VkImageCopy part = {layers, {}, layers, {}, extent};
  LOADSTONE_CALL(calls, vkCmdCopyImage, recording.buffer, image.image, VK_IMAGE_LAYOUT_GENERAL,
                 copy.image, VK_IMAGE_LAYOUT_GENERAL, 1, &part);
  const VkOffset3D corner = {4, 4, 1};
  const VkImageBlit blit = {layers, {{}, corner}, layers, {{}, corner}};
  LOADSTONE_CALL(calls, vkCmdBlitImage, recording.buffer, image.image, VK_IMAGE_LAYOUT_GENERAL,
                 copy.image, VK_IMAGE_LAYOUT_GENERAL, 1, &blit, VK_FILTER_NEAREST);
  const VkBufferImageCopy both = {0, 0, 0, layers, {}, extent};
  LOADSTONE_CALL(calls, vkCmdCopyBufferToImage, recording.buffer, buffer.buffer, image.image,
                 VK_IMAGE_LAYOUT_GENERAL, 1, &both);
  LOADSTONE_CALL(calls, vkCmdCopyImageToBuffer, recording.buffer, image.image,
                 VK_IMAGE_LAYOUT_GENERAL, other.buffer, 1, &both);
  EndRecording(calls, recording);
  for (const CoreImage& each : {image, copy}) DestroyImage(calls, each);
  for (const CoreBuffer& each : {buffer, other}) DestroyBuffer(calls, each);
}

void RecordClearsAndResolves(CoreCalls& calls) {
  const CoreImage depth = MakeImage(calls, kTransferImage,
                                    {.format = VK_FORMAT_D16_UNORM,
                                     .aspect = VK_IMAGE_ASPECT_DEPTH_BIT,
                                     .tiling = VK_IMAGE_TILING_OPTIMAL});
  const CoreImage samples =
      MakeImage(calls, kTransferImage | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
                {.samples = VK_SAMPLE_COUNT_4_BIT, .tiling = VK_IMAGE_TILING_OPTIMAL});
  const CoreImage image = MakeImage(calls, kTransferImage | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
                                    {.tiling = VK_IMAGE_TILING_OPTIMAL});
  const Recording recording = BeginRecording(calls);
  constexpr VkImageLayout kFrom = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
  constexpr VkImageLayout kTo = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
  SetLayout(calls, recording.buffer, depth.image, kTo, VK_IMAGE_ASPECT_DEPTH_BIT);
  SetLayout(calls, recording.buffer, samples.image, kFrom);
  SetLayout(calls, recording.buffer, image.image, kTo);
  const VkImageSubresourceRange all = {VK_IMAGE_ASPECT_DEPTH_BIT, 0, 1, 0, 1};
  const VkClearDepthStencilValue near_plane = {};
  LOADSTONE_CALL(calls, vkCmdClearDepthStencilImage, recording.buffer, depth.image, kTo,
                 &near_plane, 1, &all);
  const VkImageSubresourceLayers layers = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  const VkImageResolve part = {layers, {}, layers, {}, {4, 4, 1}};
  LOADSTONE_CALL(calls, vkCmdResolveImage, recording.buffer, samples.image, kFrom, image.image, kTo,
                 1, &part);
  EndRecording(calls, recording);
  for (const CoreImage& each : {depth, samples, image}) DestroyImage(calls, each);
}

void RecordQueriesAndEvents(CoreCalls& calls) {
  const CoreBuffer buffer = MakeBuffer(calls, kTransferBuffer);
  const VkQueryPool occlusion = MakeQueries(calls, VK_QUERY_TYPE_OCCLUSION);
  const VkQueryPool timestamp = MakeQueries(calls, VK_QUERY_TYPE_TIMESTAMP);
  const VkEvent event = MakeEvent(calls);
  const VkQueue queue = QueueOf(calls);
  const Recording recording = BeginRecording(calls);
  for (VkQueryPool pool : {occlusion, timestamp}) {
    LOADSTONE_CALL(calls, vkCmdResetQueryPool, recording.buffer, pool, 0, 1);
  }
  LOADSTONE_CALL(calls, vkCmdBeginQuery, recording.buffer, occlusion, 0, 0);
  LOADSTONE_CALL(calls, vkCmdEndQuery, recording.buffer, occlusion, 0);
  LOADSTONE_CALL(calls, vkCmdWriteTimestamp, recording.buffer, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
                 timestamp, 0);
  LOADSTONE_CALL(calls, vkCmdCopyQueryPoolResults, recording.buffer, occlusion, 0, 1, buffer.buffer,
                 0, 4, 0);
  constexpr VkPipelineStageFlags kStage = VK_PIPELINE_STAGE_TRANSFER_BIT;
  LOADSTONE_CALL(calls, vkCmdSetEvent, recording.buffer, event, kStage);
  LOADSTONE_CALL(calls, vkCmdWaitEvents, recording.buffer, 1, &event, kStage, kStage, 0, nullptr, 0,
                 nullptr, 0, nullptr);
  LOADSTONE_CALL(calls, vkCmdResetEvent, recording.buffer, event, kStage);
  LOADSTONE_CALL(calls, vkEndCommandBuffer, recording.buffer);
  auto submit = Structure<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &recording.buffer;
  LOADSTONE_CALL(calls, vkQueueSubmit, queue, 1, &submit, VK_NULL_HANDLE);
  LOADSTONE_CALL(calls, vkQueueWaitIdle, queue);
  uint32_t passed = 0;
  LOADSTONE_CALL(calls, vkGetQueryPoolResults, calls.device(), occlusion, 0, 1, sizeof(passed),
                 &passed, sizeof(passed), 0);
  LOADSTONE_CALL(calls, vkDestroyCommandPool, calls.device(), recording.pool, nullptr);
  LOADSTONE_CALL(calls, vkDestroyEvent, calls.device(), event, nullptr);
  for (VkQueryPool pool : {occlusion, timestamp}) {
    LOADSTONE_CALL(calls, vkDestroyQueryPool, calls.device(), pool, nullptr);
  }
  DestroyBuffer(calls, buffer);
}

void RecordWork(CoreCalls& calls) {
  const CoreBuffer buffer =
      MakeBuffer(calls, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
  const CoreSet set = MakeSet(calls, buffer.buffer);
  const VkPipeline pipeline = MakeComputePipeline(calls, set.layout);
  const Recording recording = BeginRecording(calls);
  constexpr VkPipelineBindPoint kPoint = VK_PIPELINE_BIND_POINT_COMPUTE;
  LOADSTONE_CALL(calls, vkCmdBindPipeline, recording.buffer, kPoint, pipeline);
  LOADSTONE_CALL(calls, vkCmdBindDescriptorSets, recording.buffer, kPoint, set.layout, 0, 1,
                 &set.set, 0, nullptr);
  const uint32_t constant = 1;
  LOADSTONE_CALL(calls, vkCmdPushConstants, recording.buffer, set.layout,
                 VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(constant), &constant);
  LOADSTONE_CALL(calls, vkCmdDispatch, recording.buffer, 1, 1, 1);
  LOADSTONE_CALL(calls, vkCmdDispatchIndirect, recording.buffer, buffer.buffer, 0);
  EndRecording(calls, recording);
  LOADSTONE_CALL(calls, vkDestroyPipeline, calls.device(), pipeline, nullptr);
  DestroySet(calls, set);
  DestroyBuffer(calls, buffer);
}

namespace {

void SetDynamicState(CoreCalls& calls, VkCommandBuffer buffer) {
  const VkViewport viewport = {0, 0, 16, 16, 0, 1};
  LOADSTONE_CALL(calls, vkCmdSetViewport, buffer, 0, 1, &viewport);
  const VkRect2D scissor = {{}, kCoreExtent};
  LOADSTONE_CALL(calls, vkCmdSetScissor, buffer, 0, 1, &scissor);
  LOADSTONE_CALL(calls, vkCmdSetLineWidth, buffer, 1.0F);
  LOADSTONE_CALL(calls, vkCmdSetDepthBias, buffer, 0.0F, 0.0F, 0.0F);
  const float constants[4] = {};
  LOADSTONE_CALL(calls, vkCmdSetBlendConstants, buffer, constants);
  LOADSTONE_CALL(calls, vkCmdSetDepthBounds, buffer, 0.0F, 1.0F);
  LOADSTONE_CALL(calls, vkCmdSetStencilCompareMask, buffer, VK_STENCIL_FACE_FRONT_BIT, 1U);
  LOADSTONE_CALL(calls, vkCmdSetStencilWriteMask, buffer, VK_STENCIL_FACE_FRONT_BIT, 1U);
  LOADSTONE_CALL(calls, vkCmdSetStencilReference, buffer, VK_STENCIL_FACE_FRONT_BIT, 1U);
}

void Draw(CoreCalls& calls, VkCommandBuffer commands, VkBuffer buffer) {
  const VkDeviceSize offset = 0;
  LOADSTONE_CALL(calls, vkCmdBindVertexBuffers, commands, 0, 1, &buffer, &offset);
  LOADSTONE_CALL(calls, vkCmdBindIndexBuffer, commands, buffer, 0, VK_INDEX_TYPE_UINT16);
  LOADSTONE_CALL(calls, vkCmdDraw, commands, 3, 1, 0, 0);
  LOADSTONE_CALL(calls, vkCmdDrawIndexed, commands, 3, 1, 0, 0, 0);
  LOADSTONE_CALL(calls, vkCmdDrawIndirect, commands, buffer, 0, 1, 16);
  LOADSTONE_CALL(calls, vkCmdDrawIndexedIndirect, commands, buffer, 0, 1, 20);
}

}  // namespace

void RecordRenderPass(CoreCalls& calls) {
  const CoreDrawing drawing =
      MakeDrawing(calls, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT |
                             VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
  const Recording recording = BeginRecording(calls);
  SetDynamicState(calls, recording.buffer);
  BeginDrawing(calls, recording.buffer, drawing);
  Draw(calls, recording.buffer, drawing.buffer.buffer);
  const VkClearAttachment colour = {VK_IMAGE_ASPECT_COLOR_BIT, 0, {}};
  const VkClearRect all = {{{}, kCoreExtent}, 0, 1};
  LOADSTONE_CALL(calls, vkCmdClearAttachments, recording.buffer, 1, &colour, 1, &all);
  EndDrawing(calls, recording.buffer);
  EndRecording(calls, recording);
  DestroyDrawing(calls, drawing);
}

}  // namespace loadstone::suites

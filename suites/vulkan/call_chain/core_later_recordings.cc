// SPDX-License-Identifier: Apache-2.0
#include <iterator>

#include "suites/vulkan/call_chain/core_calls.h"

// The commands of Vulkan 1.1 to 1.3 without features that the application records into command
// buffers.
namespace loadstone::suites {

void RecordDispatchBase(CoreCalls& calls) {
  const CoreBuffer buffer = MakeBuffer(calls, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
  const CoreSet set = MakeSet(calls, buffer.buffer);
  const VkPipeline pipeline =
      MakeComputePipeline(calls, set.layout, VK_PIPELINE_CREATE_DISPATCH_BASE_BIT);
  const Recording recording = BeginRecording(calls);
  LOADSTONE_CALL(calls, vkCmdSetDeviceMask, recording.buffer, 1U);
  LOADSTONE_CALL(calls, vkCmdBindPipeline, recording.buffer, VK_PIPELINE_BIND_POINT_COMPUTE,
                 pipeline);
  LOADSTONE_CALL(calls, vkCmdDispatchBase, recording.buffer, 0, 0, 0, 1, 1, 1);
  LOADSTONE_CALL(calls, vkEndCommandBuffer, recording.buffer);
  LOADSTONE_CALL(calls, vkTrimCommandPool, calls.device(), recording.pool, 0);
  LOADSTONE_CALL(calls, vkDestroyCommandPool, calls.device(), recording.pool, nullptr);
  LOADSTONE_CALL(calls, vkDestroyPipeline, calls.device(), pipeline, nullptr);
  DestroySet(calls, set);
  DestroyBuffer(calls, buffer);
}

void RecordRenderPass2(CoreCalls& calls) {
  VkSubpassDescription2 subpasses[2];
  for (VkSubpassDescription2& subpass : subpasses) {
    subpass = Structure<VkSubpassDescription2>(VK_STRUCTURE_TYPE_SUBPASS_DESCRIPTION_2);
  }
  auto info = Structure<VkRenderPassCreateInfo2>(VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO_2);
  info.subpassCount = static_cast<uint32_t>(std::size(subpasses));
  info.pSubpasses = subpasses;
  CorePass pass;
  LOADSTONE_CALL(calls, vkCreateRenderPass2, calls.device(), &info, nullptr, &pass.pass);
  pass.framebuffer = MakeFramebuffer(calls, pass.pass, {});
  const Recording recording = BeginRecording(calls);
  const VkRenderPassBeginInfo begin = BeginInfoOf(pass);
  const auto first = Structure<VkSubpassBeginInfo>(VK_STRUCTURE_TYPE_SUBPASS_BEGIN_INFO);
  const auto last = Structure<VkSubpassEndInfo>(VK_STRUCTURE_TYPE_SUBPASS_END_INFO);
  LOADSTONE_CALL(calls, vkCmdBeginRenderPass2, recording.buffer, &begin, &first);
  LOADSTONE_CALL(calls, vkCmdNextSubpass2, recording.buffer, &first, &last);
  LOADSTONE_CALL(calls, vkCmdEndRenderPass2, recording.buffer, &last);
  EndRecording(calls, recording);
  DestroyPass(calls, pass);
}

// Extended dynamic state needs a feature only before Vulkan 1.3.
void RecordDynamicState(CoreCalls& calls) {
  const CoreBuffer buffer = MakeBuffer(calls, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
  const Recording recording = BeginRecording(calls);
  const VkCommandBuffer commands = recording.buffer;
  LOADSTONE_CALL(calls, vkCmdSetCullMode, commands, VK_CULL_MODE_NONE);
  LOADSTONE_CALL(calls, vkCmdSetFrontFace, commands, VK_FRONT_FACE_CLOCKWISE);
  LOADSTONE_CALL(calls, vkCmdSetPrimitiveTopology, commands, VK_PRIMITIVE_TOPOLOGY_POINT_LIST);
  const VkViewport viewport = {0, 0, 16, 16, 0, 1};
  LOADSTONE_CALL(calls, vkCmdSetViewportWithCount, commands, 1, &viewport);
  const VkRect2D scissor = {{}, kCoreExtent};
  LOADSTONE_CALL(calls, vkCmdSetScissorWithCount, commands, 1, &scissor);
  const VkDeviceSize offset = 0;
  LOADSTONE_CALL(calls, vkCmdBindVertexBuffers2, commands, 0, 1, &buffer.buffer, &offset, nullptr,
                 nullptr);
  LOADSTONE_CALL(calls, vkCmdSetDepthTestEnable, commands, VK_FALSE);
  LOADSTONE_CALL(calls, vkCmdSetDepthWriteEnable, commands, VK_FALSE);
  LOADSTONE_CALL(calls, vkCmdSetDepthCompareOp, commands, VK_COMPARE_OP_ALWAYS);
  LOADSTONE_CALL(calls, vkCmdSetDepthBoundsTestEnable, commands, VK_FALSE);
  LOADSTONE_CALL(calls, vkCmdSetStencilTestEnable, commands, VK_FALSE);
  LOADSTONE_CALL(calls, vkCmdSetStencilOp, commands, VK_STENCIL_FACE_FRONT_BIT, VK_STENCIL_OP_KEEP,
                 VK_STENCIL_OP_KEEP, VK_STENCIL_OP_KEEP, VK_COMPARE_OP_ALWAYS);
  LOADSTONE_CALL(calls, vkCmdSetRasterizerDiscardEnable, commands, VK_FALSE);
  LOADSTONE_CALL(calls, vkCmdSetDepthBiasEnable, commands, VK_FALSE);
  LOADSTONE_CALL(calls, vkCmdSetPrimitiveRestartEnable, commands, VK_FALSE);
  EndRecording(calls, recording);
  DestroyBuffer(calls, buffer);
}

namespace {

constexpr VkImageSubresourceLayers kWhole = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
constexpr VkExtent3D kPart = {4, 4, 1};

// A command from one image, which has this layout, to another one in VK_IMAGE_LAYOUT_GENERAL.
template <typename Info, typename Region>
Info BetweenImages(VkStructureType type, VkImage from, VkImageLayout layout, VkImage to,
                   const Region& region) {
  auto info = Structure<Info>(type);
  info.srcImage = from;
  info.srcImageLayout = layout;
  info.dstImage = to;
  info.dstImageLayout = VK_IMAGE_LAYOUT_GENERAL;
  info.regionCount = 1;
  info.pRegions = &region;
  return info;
}

void CopyBetweenImages(CoreCalls& calls, VkCommandBuffer commands, VkImage from, VkImage to) {
  auto region = Structure<VkImageCopy2>(VK_STRUCTURE_TYPE_IMAGE_COPY_2);
  region.srcSubresource = region.dstSubresource = kWhole;
  region.extent = kPart;
  const auto copy = BetweenImages<VkCopyImageInfo2>(VK_STRUCTURE_TYPE_COPY_IMAGE_INFO_2, from,
                                                    VK_IMAGE_LAYOUT_GENERAL, to, region);
  LOADSTONE_CALL(calls, vkCmdCopyImage2, commands, &copy);
}

void BlitBetweenImages(CoreCalls& calls, VkCommandBuffer commands, VkImage from, VkImage to) {
  auto region = Structure<VkImageBlit2>(VK_STRUCTURE_TYPE_IMAGE_BLIT_2);
  region.srcSubresource = region.dstSubresource = kWhole;
  region.srcOffsets[1] = region.dstOffsets[1] = {4, 4, 1};
  const auto blit = BetweenImages<VkBlitImageInfo2>(VK_STRUCTURE_TYPE_BLIT_IMAGE_INFO_2, from,
                                                    VK_IMAGE_LAYOUT_GENERAL, to, region);
  LOADSTONE_CALL(calls, vkCmdBlitImage2, commands, &blit);
}

void ResolveBetweenImages(CoreCalls& calls, VkCommandBuffer commands, VkImage from, VkImage to) {
  auto region = Structure<VkImageResolve2>(VK_STRUCTURE_TYPE_IMAGE_RESOLVE_2);
  region.srcSubresource = region.dstSubresource = kWhole;
  region.extent = kPart;
  const auto resolve =
      BetweenImages<VkResolveImageInfo2>(VK_STRUCTURE_TYPE_RESOLVE_IMAGE_INFO_2, from,
                                         VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, to, region);
  LOADSTONE_CALL(calls, vkCmdResolveImage2, commands, &resolve);
}

void CopyWithBuffers(CoreCalls& calls, VkCommandBuffer commands, VkBuffer from, VkBuffer to,
                     VkImage image) {
  auto piece = Structure<VkBufferCopy2>(VK_STRUCTURE_TYPE_BUFFER_COPY_2);
  piece.size = 4;
  auto copy = Structure<VkCopyBufferInfo2>(VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2);
  copy.srcBuffer = from;
  copy.dstBuffer = to;
  copy.regionCount = 1;
  copy.pRegions = &piece;
  LOADSTONE_CALL(calls, vkCmdCopyBuffer2, commands, &copy);
  auto both = Structure<VkBufferImageCopy2>(VK_STRUCTURE_TYPE_BUFFER_IMAGE_COPY_2);
  both.imageSubresource = kWhole;
  both.imageExtent = kPart;
  auto there = Structure<VkCopyBufferToImageInfo2>(VK_STRUCTURE_TYPE_COPY_BUFFER_TO_IMAGE_INFO_2);
  there.srcBuffer = from;
  there.dstImage = image;
  there.dstImageLayout = VK_IMAGE_LAYOUT_GENERAL;
  there.regionCount = 1;
  there.pRegions = &both;
  LOADSTONE_CALL(calls, vkCmdCopyBufferToImage2, commands, &there);
  auto back = Structure<VkCopyImageToBufferInfo2>(VK_STRUCTURE_TYPE_COPY_IMAGE_TO_BUFFER_INFO_2);
  back.srcImage = image;
  back.srcImageLayout = VK_IMAGE_LAYOUT_GENERAL;
  back.dstBuffer = to;
  back.regionCount = 1;
  back.pRegions = &both;
  LOADSTONE_CALL(calls, vkCmdCopyImageToBuffer2, commands, &back);
}

}  // namespace

void RecordCopies2(CoreCalls& calls) {
  constexpr VkImageUsageFlags kUsage = kTransferImage | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  const CoreBuffer buffer = MakeBuffer(calls, kTransferBuffer);
  const CoreBuffer other = MakeBuffer(calls, kTransferBuffer);
  const CoreImage image = MakeImage(calls, kUsage);
  const CoreImage copy = MakeImage(calls, kUsage);
  const CoreImage samples = MakeImage(
      calls, kUsage, {.samples = VK_SAMPLE_COUNT_4_BIT, .tiling = VK_IMAGE_TILING_OPTIMAL});
  const Recording recording = BeginRecording(calls);
  for (VkImage each : {image.image, copy.image}) SetLayout(calls, recording.buffer, each);
  SetLayout(calls, recording.buffer, samples.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  CopyWithBuffers(calls, recording.buffer, buffer.buffer, other.buffer, image.image);
  CopyBetweenImages(calls, recording.buffer, image.image, copy.image);
  BlitBetweenImages(calls, recording.buffer, image.image, copy.image);
  ResolveBetweenImages(calls, recording.buffer, samples.image, copy.image);
  EndRecording(calls, recording);
  for (const CoreImage& each : {image, copy, samples}) DestroyImage(calls, each);
  for (const CoreBuffer& each : {buffer, other}) DestroyBuffer(calls, each);
}

}  // namespace loadstone::suites

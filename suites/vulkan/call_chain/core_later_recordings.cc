#include <iterator>

#include "suites/vulkan/call_chain/core_calls.h"

// What an application of Vulkan 1.1 to 1.3 records into command buffers.
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

// Extended dynamic state needs a feature before Vulkan 1.3 alone.
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

}  // namespace loadstone::suites

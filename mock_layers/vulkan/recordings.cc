// SPDX-License-Identifier: Apache-2.0
#include "mock_layers/vulkan/recordings.h"

#include <string.h>

#include "mock_layers/vulkan/owner.h"
#include "mock_layers/vulkan/unwrap_next.h"
#include "mock_layers/vulkan/wrap.h"

namespace loadstone::mock {
namespace {

// The functions whose only command buffer is the first argument.
#define LOADSTONE_RECORDINGS(X) \
  X(ResetCommandBuffer)         \
  X(CmdBindPipeline)            \
  X(CmdSetViewport)             \
  X(CmdSetScissor)              \
  X(CmdSetLineWidth)            \
  X(CmdSetDepthBias)            \
  X(CmdSetBlendConstants)       \
  X(CmdSetDepthBounds)          \
  X(CmdSetStencilCompareMask)   \
  X(CmdSetStencilWriteMask)     \
  X(CmdSetStencilReference)     \
  X(CmdBindDescriptorSets)      \
  X(CmdBindIndexBuffer)         \
  X(CmdBindVertexBuffers)       \
  X(CmdDraw)                    \
  X(CmdDrawIndexed)             \
  X(CmdDrawIndirect)            \
  X(CmdDrawIndexedIndirect)     \
  X(CmdDispatch)                \
  X(CmdDispatchIndirect)        \
  X(CmdCopyBuffer)              \
  X(CmdCopyImage)               \
  X(CmdBlitImage)               \
  X(CmdCopyBufferToImage)       \
  X(CmdCopyImageToBuffer)       \
  X(CmdUpdateBuffer)            \
  X(CmdFillBuffer)              \
  X(CmdClearColorImage)         \
  X(CmdClearDepthStencilImage)  \
  X(CmdClearAttachments)        \
  X(CmdResolveImage)            \
  X(CmdSetEvent)                \
  X(CmdResetEvent)              \
  X(CmdWaitEvents)              \
  X(CmdPipelineBarrier)         \
  X(CmdBeginQuery)              \
  X(CmdEndQuery)                \
  X(CmdResetQueryPool)          \
  X(CmdWriteTimestamp)          \
  X(CmdCopyQueryPoolResults)    \
  X(CmdPushConstants)           \
  X(CmdBeginRenderPass)         \
  X(CmdNextSubpass)             \
  X(CmdEndRenderPass)           \
  X(CmdSetDeviceMask)           \
  X(CmdDispatchBase)

enum Recording : uint32_t {
#define LOADSTONE_ID(name) k##name,
  LOADSTONE_RECORDINGS(LOADSTONE_ID)
#undef LOADSTONE_ID
      kRecordingCount
};

constexpr const char* kNames[kRecordingCount] = {
#define LOADSTONE_NAME(name) "vk" #name,
    LOADSTONE_RECORDINGS(LOADSTONE_NAME)
#undef LOADSTONE_NAME
};

// The next entity's function, or nullptr for a command buffer of no known device.
template <typename Function>
Function Next(VkCommandBuffer buffer, const char* name) {
  const Owner* owner = devices.Find(buffer, name);
  if (owner == nullptr) return nullptr;
  return reinterpret_cast<Function>(owner->next_gdpa(owner->DeviceBelow(), name));
}

template <Recording id, typename Result, typename... Arguments>
VKAPI_ATTR Result VKAPI_CALL PassOn(VkCommandBuffer buffer, Arguments... arguments) {
  const char* const name = kNames[id];
  const auto next = Next<Result(VKAPI_PTR*)(VkCommandBuffer, Arguments...)>(buffer, name);
  if (next == nullptr) return Result();
  return next(Below(buffer, name), arguments...);
}

VKAPI_ATTR void VKAPI_CALL ExecuteCommands(VkCommandBuffer buffer, uint32_t count,
                                           const VkCommandBuffer* buffers) {
  constexpr char kName[] = "vkCmdExecuteCommands";
  const auto next = Next<PFN_vkCmdExecuteCommands>(buffer, kName);
  if (next == nullptr) return;
  next(Below(buffer, kName), count, BelowArray<VkCommandBuffer>(buffers, count, kName).get());
}

// Naming the type of the function determines the arguments of the template.
const PFN_vkVoidFunction kOwn[kRecordingCount] = {
#define LOADSTONE_OWN(name) \
  reinterpret_cast<PFN_vkVoidFunction>(static_cast<PFN_vk##name>(&PassOn<k##name>)),
    LOADSTONE_RECORDINGS(LOADSTONE_OWN)
#undef LOADSTONE_OWN
};

}  // namespace

PFN_vkVoidFunction FindRecording(const char* name) {
  for (uint32_t id = 0; id < kRecordingCount; ++id) {
    if (strcmp(kNames[id], name) == 0) return kOwn[id];
  }
  if (strcmp(name, "vkCmdExecuteCommands") != 0) return nullptr;
  return reinterpret_cast<PFN_vkVoidFunction>(&ExecuteCommands);
}

}  // namespace loadstone::mock

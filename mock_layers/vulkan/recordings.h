// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_RECORDINGS_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_RECORDINGS_H_

#include <vulkan/vulkan_core.h>

namespace loadstone::mock {

// The layer's own function of that name if it records a command of Vulkan 1.0 or 1.1, or resets a
// command buffer; nullptr for any other. It calls down with the next entity's command buffer. Only
// a layer that wraps command buffers has them, and none is traced.
PFN_vkVoidFunction FindRecording(const char* name);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_RECORDINGS_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_EXTERNAL_QUEUES_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_EXTERNAL_QUEUES_H_

#include "mock_runtime/vulkan/instance.h"

namespace loadstone::mock {

// The commands of VK_NV_external_compute_queue, which may be newer than the system's registry.
// nullptr for other names, and for a device without the extension.
PFN_vkVoidFunction FindExternalQueueFunction(const Device& device, const char* name);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_EXTERNAL_QUEUES_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_DRIVER_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_DRIVER_H_

#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <vulkan/vk_icd.h>
#include <vulkan/vulkan_core.h>

#include "mock_common/trace.h"

namespace loadstone::mock {

// The result of a command that received an invalid handle or structure.
constexpr VkResult kWrongUse = VK_ERROR_UNKNOWN;

// Traces {"what":"violation","function":...,"why":...}: a loader must not call the driver in this
// way. Returns kWrongUse.
VkResult Violation(const char* function, const char* why);

// Traces a call without fields other than its result, which it returns.
VkResult Traced(const char* function, VkResult result);

// The negotiated interface version, and the one that the loader offered; 0 until negotiation.
uint32_t NegotiatedVersion();
uint32_t OfferedVersion();

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_DRIVER_H_

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

// What a command returns that was given a handle or a structure it cannot work with.
constexpr VkResult kWrongUse = VK_ERROR_UNKNOWN;

// Traces {"what":"violation","function":...,"why":...}: the driver was called in a way in which no
// loader may call it. Returns kWrongUse.
VkResult Violation(const char* function, const char* why);

// Traces a call that needs no field but its result, which it returns.
VkResult Traced(const char* function, VkResult result);

// The interface version that was agreed on, and the one the loader offered; 0 until negotiation.
uint32_t NegotiatedVersion();
uint32_t OfferedVersion();

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_DRIVER_H_

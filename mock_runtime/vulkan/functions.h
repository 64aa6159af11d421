// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_FUNCTIONS_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_FUNCTIONS_H_

#include "mock_runtime/vulkan/command_table.h"

namespace loadstone::mock {

// The function behind a name of "physical_device_functions" or "device_functions", which no header
// knows: uint32_t (VkPhysicalDevice or VkDevice, uint32_t value), which traces its call and returns
// value plus its position in the list. nullptr for other names.
PFN_vkVoidFunction FindUnknownFunction(Level level, const char* name);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_FUNCTIONS_H_

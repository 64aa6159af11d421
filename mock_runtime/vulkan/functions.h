// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_FUNCTIONS_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_FUNCTIONS_H_

#include "mock_runtime/vulkan/command_table.h"

namespace loadstone::mock {

// The function for a name in "physical_device_functions" or "device_functions", which no header
// declares: uint32_t (VkPhysicalDevice or VkDevice, uint32_t value). It traces its call and returns
// value plus its index in the list. nullptr for other names.
PFN_vkVoidFunction FindUnknownFunction(Level level, const char* name);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_FUNCTIONS_H_

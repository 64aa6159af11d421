// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_GET_PROC_ADDR_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_GET_PROC_ADDR_H_

#include "mock_layers/vulkan/functions.h"

namespace loadstone::mock {

// vk_layerGetPhysicalDeviceProcAddr of "Layer Unknown Physical Device Extensions". The table of
// functions has the other two.
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetPhysicalDeviceProcAddr(VkInstance instance,
                                                                   const char* name);

// Called by negotiation: later queries are not traced as early calls.
void SetNegotiated();

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_GET_PROC_ADDR_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_PRE_INSTANCE_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_PRE_INSTANCE_H_

#include "mock_layers/vulkan/functions.h"

// The functions of "Pre-Instance Functions" in LoaderLayerInterface.md, under the names in
// "pre_instance_functions" of a manifest. They keep no state between calls.
extern "C" {
VKAPI_ATTR VkResult VKAPI_CALL lsPreEnumerateInstanceExtensionProperties(
    const VkEnumerateInstanceExtensionPropertiesChain* chain, const char* layer_name,
    uint32_t* count, VkExtensionProperties* properties);
VKAPI_ATTR VkResult VKAPI_CALL
lsPreEnumerateInstanceLayerProperties(const VkEnumerateInstanceLayerPropertiesChain* chain,
                                      uint32_t* count, VkLayerProperties* properties);
VKAPI_ATTR VkResult VKAPI_CALL
lsPreEnumerateInstanceVersion(const VkEnumerateInstanceVersionChain* chain, uint32_t* version);
}

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_PRE_INSTANCE_H_

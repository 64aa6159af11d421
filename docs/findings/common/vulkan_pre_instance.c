// SPDX-License-Identifier: Apache-2.0
// A pre-instance function of a layer, which writes the layer's name and calls the next entity.
#include <stdio.h>
#include <vulkan/vk_layer.h>

VKAPI_ATTR VkResult VKAPI_CALL enumerate_version(const VkEnumerateInstanceVersionChain* chain,
                                                 uint32_t* version) {
  dprintf(1, " " NAME);
  return chain->pfnNextLayer(chain->pNextLink, version);
}

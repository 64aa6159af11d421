// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_WITNESS_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_WITNESS_H_

#include <vulkan/vulkan_core.h>
// After vulkan.h: vk_layer.h requires the core types.
#include <vulkan/vk_layer.h>

// A layer's view of the next entity: the next entity's handles of the newest live instance and
// device, and its functions; null where there is none.
struct LsWitness {
  VkInstance instance;
  VkDevice device;
  PFN_vkGetInstanceProcAddr next_gipa;
  PFN_vkGetDeviceProcAddr next_gdpa;
  PFN_GetPhysicalDeviceProcAddr next_gpdpa;
  // The layer's own vkGetInstanceProcAddr, which the entity above it calls.
  PFN_vkGetInstanceProcAddr own_gipa;
  PFN_vkGetDeviceProcAddr own_gdpa;
  PFN_GetPhysicalDeviceProcAddr own_gpdpa;
};

// Only the variant vulkan_layer_witness exports it, so that an application in the same process can
// call the next entity like a layer above it.
extern "C" void lsWitness(LsWitness* witness);
typedef void (*PFN_lsWitness)(LsWitness* witness);

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_WITNESS_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_WITNESS_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_WITNESS_H_

#include <vulkan/vulkan_core.h>
// After it: vk_layer.h expects the core types.
#include <vulkan/vk_layer.h>

// What a layer knows of the next entity: the newest instance and device that are alive, as the next
// entity knows them, and its functions; null where there is none.
struct LsWitness {
  VkInstance instance;
  VkDevice device;
  PFN_vkGetInstanceProcAddr next_gipa;
  PFN_vkGetDeviceProcAddr next_gdpa;
  PFN_GetPhysicalDeviceProcAddr next_gpdpa;
  // The layer's own, which the entity above it calls.
  PFN_vkGetInstanceProcAddr own_gipa;
  PFN_vkGetDeviceProcAddr own_gdpa;
  PFN_GetPhysicalDeviceProcAddr own_gpdpa;
};

// Exported by the variant vulkan_layer_witness alone, so that an application in the same process
// can ask the next entity what only a layer above it could.
extern "C" void lsWitness(LsWitness* witness);
typedef void (*PFN_lsWitness)(LsWitness* witness);

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_WITNESS_H_

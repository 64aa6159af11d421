// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_STRUCTURES_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_STRUCTURES_H_

#include <stddef.h>

#include "mock_runtime/vulkan/driver.h"

namespace loadstone::mock {

// Whether the registry allows one structure in the pNext chain of another. A driver ignores
// structures that the registry does not know.
enum class Extends { kYes, kNo, kUnknown };
Extends MayExtend(VkStructureType child, VkStructureType parent);

// Checks `count` structures of `size` bytes at `structures`, a parameter of `function`: the sType,
// and that the pNext chain ends and has no structure that the registry does not allow there. Traces
// a violation for each error; returns false when the structure cannot be used. With `optional`, a
// null pointer is valid.
bool CheckStructures(const char* function, const char* parameter, const void* structures,
                     uint32_t count, size_t size, VkStructureType type, bool optional);

// The first structure of that type in a chain that starts with `next`, or nullptr.
const void* FindNext(const void* next, VkStructureType type);

// Adds "next", the sType values in the pNext chain of `structure`, and "loader_info", whether the
// chain has structures that are only for layers.
void AddNext(Event& event, const void* structure);

// Zeroes an output structure except its sType and pNext.
void ClearStructure(void* structure, size_t size);

struct CoreProperties {
  VkPhysicalDeviceVulkan11Properties vulkan11;
  VkPhysicalDeviceVulkan12Properties vulkan12;
  VkPhysicalDeviceVulkan13Properties vulkan13;
#ifdef VK_VERSION_1_4
  VkPhysicalDeviceVulkan14Properties vulkan14;
#endif
};
struct CoreFeatures {
  VkPhysicalDeviceVulkan11Features vulkan11;
  VkPhysicalDeviceVulkan12Features vulkan12;
  VkPhysicalDeviceVulkan13Features vulkan13;
#ifdef VK_VERSION_1_4
  VkPhysicalDeviceVulkan14Features vulkan14;
#endif
};
// Fill in a structure of a chain if it is a structure of the core, or one that a core structure
// aggregates.
void FillCoreProperties(VkBaseOutStructure* structure, const CoreProperties& core);
void FillCoreFeatures(VkBaseOutStructure* structure, const CoreFeatures& core);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_STRUCTURES_H_

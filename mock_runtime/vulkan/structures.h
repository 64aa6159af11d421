// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_STRUCTURES_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_STRUCTURES_H_

#include <stddef.h>

#include "mock_runtime/vulkan/driver.h"

namespace loadstone::mock {

// Whether the registry lets the one structure stand in the pNext chain of the other. Structures it
// does not know are the application's business: a driver ignores them.
enum class Extends { kYes, kNo, kUnknown };
Extends MayExtend(VkStructureType child, VkStructureType parent);

// Checks `count` structures of `size` bytes at `structures`, a parameter of `function`: the sType,
// and that the pNext chain ends and holds nothing the registry forbids there. Anything else is a
// violation; false when the structure cannot be used. A null pointer is right if `optional`.
bool CheckStructures(const char* function, const char* parameter, const void* structures,
                     uint32_t count, size_t size, VkStructureType type, bool optional);

// The first structure of that type in a chain that starts with `next`, or nullptr.
const void* FindNext(const void* next, VkStructureType type);

// Adds "next", the sType values in the pNext chain of `structure`, and "loader_info", whether
// structures that are meant for layers are among them.
void AddNext(Event& event, const void* structure);

// Zeroes an output structure behind its sType and pNext.
void ClearStructure(void* structure, size_t size);

struct CoreProperties {
  VkPhysicalDeviceVulkan11Properties vulkan11;
  VkPhysicalDeviceVulkan12Properties vulkan12;
  VkPhysicalDeviceVulkan13Properties vulkan13;
};
struct CoreFeatures {
  VkPhysicalDeviceVulkan11Features vulkan11;
  VkPhysicalDeviceVulkan12Features vulkan12;
  VkPhysicalDeviceVulkan13Features vulkan13;
};
// Fill one structure of a chain if it is one of the core's, whole or in part.
void FillCoreProperties(VkBaseOutStructure* structure, const CoreProperties& core);
void FillCoreFeatures(VkBaseOutStructure* structure, const CoreFeatures& core);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_STRUCTURES_H_

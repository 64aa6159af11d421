// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_DEVICES_UNTOUCHED_H_
#define LOADSTONE_SUITES_VULKAN_DEVICES_UNTOUCHED_H_

#include <vulkan/vulkan_core.h>

#include <cstring>

namespace loadstone::suites {

// Returns the value that an element of an application's array has before a call: no answer of a
// driver is the same. Structures that need a type to be valid have it, and no chain.
template <typename Element>
Element Untouched() {
  Element element = {};
  std::memset(static_cast<void*>(&element), 0x5a, sizeof(element));
  return element;
}
template <>
inline VkPhysicalDeviceGroupProperties Untouched() {
  VkPhysicalDeviceGroupProperties group = {};
  group.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
  group.physicalDeviceCount = 0x5a5a;
  return group;
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DEVICES_UNTOUCHED_H_

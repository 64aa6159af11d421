// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_PHYSICAL_DEVICES_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_PHYSICAL_DEVICES_H_

#include <span>
#include <vector>

#include "reference_loader/vulkan/extensions.h"
#include "reference_loader/vulkan/instance.h"

namespace reference_loader::vulkan {

// The device extensions of the driver.
VkResult DriverDeviceExtensions(const PhysicalDevice& device, ExtensionList* extensions);

// The driver's vkGetPhysicalDeviceProperties2 if it may be called, else null.
PFN_vkGetPhysicalDeviceProperties2 UsableProperties2(const PhysicalDevice& device);

// All physical devices of the instance that pass the environment's filters, in the order for the
// application.
VkResult ListPhysicalDevices(Instance* instance, std::vector<PhysicalDevice*>* devices);

// A driver's groups of physical devices, or one group per device if the driver has no groups.
struct DeviceGroup {
  std::vector<PhysicalDevice*> devices;
  VkBool32 subset_allocation = VK_FALSE;
  // The driver of the group and the index in its list; null for a group that the loader created.
  const DriverInstance* driver = nullptr;
  uint32_t index = 0;
};
VkResult ListDeviceGroups(Instance* instance, std::vector<DeviceGroup>* groups);

// Lets the drivers fill in the structures that the application chained to `properties`, which has
// an element for each of `groups`, as returned by ListDeviceGroups. Structures chained to a group
// that the loader created stay unchanged. Returns the error of a driver.
VkResult FillGroupChains(const Instance& instance, std::span<const DeviceGroup> groups,
                         const VkPhysicalDeviceGroupProperties* properties);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_PHYSICAL_DEVICES_H_

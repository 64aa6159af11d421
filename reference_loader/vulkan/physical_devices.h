// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_PHYSICAL_DEVICES_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_PHYSICAL_DEVICES_H_

#include <span>
#include <vector>

#include "reference_loader/vulkan/extensions.h"
#include "reference_loader/vulkan/instance.h"

namespace reference_loader::vulkan {

// The device extensions of the driver itself.
VkResult DriverDeviceExtensions(const PhysicalDevice& device, ExtensionList* extensions);

// The driver's function for the properties of version 1.1, when it may be used; else null.
PFN_vkGetPhysicalDeviceProperties2 UsableProperties2(const PhysicalDevice& device);

// All physical devices of the instance that the environment lets through, in the order in which the
// application sees them.
VkResult ListPhysicalDevices(Instance* instance, std::vector<PhysicalDevice*>* devices);

// A driver's groups of physical devices, or one group per device where it knows of none.
struct DeviceGroup {
  std::vector<PhysicalDevice*> devices;
  VkBool32 subset_allocation = VK_FALSE;
  // Whose group it is and its place in that driver's list; null for one that the loader made up.
  const DriverInstance* driver = nullptr;
  uint32_t index = 0;
};
VkResult ListDeviceGroups(Instance* instance, std::vector<DeviceGroup>* groups);

// Has the drivers fill the structures that the application chained to `properties`, which has an
// element for each of `groups`, as ListDeviceGroups gave them. What is chained to a group that the
// loader made up stays as it is. An error is that of a driver.
VkResult FillGroupChains(const Instance& instance, std::span<const DeviceGroup> groups,
                         const VkPhysicalDeviceGroupProperties* properties);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_PHYSICAL_DEVICES_H_

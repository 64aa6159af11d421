#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_PHYSICAL_DEVICES_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_PHYSICAL_DEVICES_H_

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
};
VkResult ListDeviceGroups(Instance* instance, std::vector<DeviceGroup>* groups);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_PHYSICAL_DEVICES_H_

// Functions of instances and physical devices that are intercepted on request.

#include <stdlib.h>

#include "mock_layers/vulkan/intercept.h"
#include "mock_layers/vulkan/wrap.h"

namespace loadstone::mock {

VKAPI_ATTR VkResult VKAPI_CALL EnumeratePhysicalDevices(VkInstance instance, uint32_t* count,
                                                        VkPhysicalDevice* physical_devices) {
  Call call(kEnumeratePhysicalDevices, instance);
  if (!call.Enter(instances)) return call.result();
  const VkResult result =
      call.next().EnumeratePhysicalDevices()(Below(instance, call.name()), count, physical_devices);
  if (result >= VK_SUCCESS && physical_devices != nullptr) {
    for (uint32_t i = 0; i < *count; ++i) {
      physical_devices[i] = Above(call.owner(), physical_devices[i]);
    }
  }
  return call.Leave(result);
}

VKAPI_ATTR VkResult VKAPI_CALL EnumeratePhysicalDeviceGroups(
    VkInstance instance, uint32_t* count, VkPhysicalDeviceGroupProperties* groups) {
  Call call(kEnumeratePhysicalDeviceGroups, instance);
  if (!call.Enter(instances)) return call.result();
  const VkResult result =
      call.next().EnumeratePhysicalDeviceGroups()(Below(instance, call.name()), count, groups);
  if (result >= VK_SUCCESS && groups != nullptr) {
    for (uint32_t i = 0; i < *count; ++i) {
      for (uint32_t j = 0; j < groups[i].physicalDeviceCount; ++j) {
        groups[i].physicalDevices[j] = Above(call.owner(), groups[i].physicalDevices[j]);
      }
    }
  }
  return call.Leave(result);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceProperties(VkPhysicalDevice physical_device,
                                                       VkPhysicalDeviceProperties* properties) {
  Call call(kGetPhysicalDeviceProperties, physical_device);
  if (!call.EnterVoid(instances)) return;
  call.next().GetPhysicalDeviceProperties()(Below(physical_device, call.name()), properties);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceProperties2(VkPhysicalDevice physical_device,
                                                        VkPhysicalDeviceProperties2* properties) {
  Call call(kGetPhysicalDeviceProperties2, physical_device);
  if (!call.EnterVoid(instances)) return;
  call.next().GetPhysicalDeviceProperties2()(Below(physical_device, call.name()), properties);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceFeatures(VkPhysicalDevice physical_device,
                                                     VkPhysicalDeviceFeatures* features) {
  Call call(kGetPhysicalDeviceFeatures, physical_device);
  if (!call.EnterVoid(instances)) return;
  call.next().GetPhysicalDeviceFeatures()(Below(physical_device, call.name()), features);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceQueueFamilyProperties(
    VkPhysicalDevice physical_device, uint32_t* count, VkQueueFamilyProperties* properties) {
  Call call(kGetPhysicalDeviceQueueFamilyProperties, physical_device);
  if (!call.EnterVoid(instances)) return;
  call.next().GetPhysicalDeviceQueueFamilyProperties()(Below(physical_device, call.name()), count,
                                                       properties);
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceMemoryProperties(
    VkPhysicalDevice physical_device, VkPhysicalDeviceMemoryProperties* properties) {
  Call call(kGetPhysicalDeviceMemoryProperties, physical_device);
  if (!call.EnterVoid(instances)) return;
  call.next().GetPhysicalDeviceMemoryProperties()(Below(physical_device, call.name()), properties);
}

}  // namespace loadstone::mock

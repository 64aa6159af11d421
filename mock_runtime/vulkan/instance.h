// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_INSTANCE_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_INSTANCE_H_

#include "mock_runtime/vulkan/model.h"
#include "mock_runtime/vulkan/objects.h"

namespace loadstone::mock {

// VkInstance. Its physical devices are separate objects, in the order of the configuration.
struct Instance : MockObject {
  MockObject** physical_devices;
};

// VkDevice.
struct Device : MockObject {
  MockObject** queues;
  uint32_t queue_count;
  ExtensionList extensions;  // the enabled extensions, in memory after this structure
  uint32_t physical_device;
};

inline const PhysicalDeviceModel& ModelOf(VkPhysicalDevice physical_device) {
  return GetModel().physical_devices[ToObject(physical_device)->value];
}

// Adds "index" and "name" of a physical device.
void AddPhysicalDevice(Event& event, VkPhysicalDevice physical_device);
// Traces a query that needs no additional field.
void TraceQuery(const char* what, VkPhysicalDevice physical_device);

// Checks that `list` has all `count` names; otherwise traces a violation of `function` and returns
// false.
bool CheckExtensions(const char* function, const char* const* names, uint32_t count,
                     const ExtensionList& list);

// Whether every physical device has these features of Vulkan 1.0.
bool SupportsFeatures(const VkPhysicalDeviceFeatures& requested);

// The function of that name that a driver with this configuration has, or nullptr.
PFN_vkVoidFunction FindInstanceFunction(VkInstance instance, const char* name);
PFN_vkVoidFunction FindPhysicalDeviceFunction(const char* name);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_INSTANCE_H_

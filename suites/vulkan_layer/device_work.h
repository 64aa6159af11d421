// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_LAYER_DEVICE_WORK_H_
#define LOADSTONE_SUITES_VULKAN_LAYER_DEVICE_WORK_H_

#include <functional>

#include "harness/probe/vulkan_app.h"

namespace loadstone::suites {

// A device and how it was created.
struct DeviceInUse {
  VkPhysicalDevice physical_device;
  VkDevice device;
  const VkAllocationCallbacks* allocator = nullptr;
};

// How the application finds functions of devices; empty for vkGetInstanceProcAddr.
using Lookup = std::function<PFN_vkVoidFunction(const char* name)>;

// In the probe: uses the objects of a device once: a queue of family 0, a buffer in memory,
// commands, a submission and a fence. Traces the results (TraceCall), and destroys every object but
// the device. Stops at the first error.
void UseDevice(const VulkanApp& app, const DeviceInUse& used, const Lookup& lookup = {});

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_LAYER_DEVICE_WORK_H_

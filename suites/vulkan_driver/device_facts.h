// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_DRIVER_DEVICE_FACTS_H_
#define LOADSTONE_SUITES_VULKAN_DRIVER_DEVICE_FACTS_H_

#include <map>
#include <string>
#include <vector>

#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites {

// What a driver says about a physical device, by the name of the member: properties, features,
// queue families and types of memory. Sizes of memory heaps are left out.
using DeviceFacts = std::map<std::string, std::string>;

// In the probe: the facts from the functions of Vulkan 1.0, or from those of 1.1 ("...2"), which
// the instance and the device must have. Traces the calls.
DeviceFacts FactsOf(const DriverApp& app, VkPhysicalDevice device);
DeviceFacts NewerFactsOf(const DriverApp& app, VkPhysicalDevice device);

// The minor versions of Vulkan 1 whose functions an instance and a physical device have. The
// instance need not exist yet.
uint32_t InstanceMinor(const ComponentUnderTest& driver, const DriverApp& app);
uint32_t DeviceMinor(const ComponentUnderTest& driver, const DriverApp& app,
                     VkPhysicalDevice device);

// The members that differ, each with both values.
std::vector<std::string> Differences(const DeviceFacts& first, const DeviceFacts& second);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DRIVER_DEVICE_FACTS_H_

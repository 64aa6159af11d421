// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_LAYER_TRANSCRIPT_H_
#define LOADSTONE_SUITES_VULKAN_LAYER_TRANSCRIPT_H_

#include <string>
#include <vector>

#include "suites/vulkan_layer/layer_comparison.h"

namespace loadstone::suites {

// In the probe: an application that uses the usual objects once: an instance, the physical devices,
// a device, a queue, a buffer in memory, commands, a submission and a fence. It traces its results
// in words that do not depend on handles or on the order of devices, and destroys everything.
// Returns at the first error.
void RunApplication(VulkanApp& app, const LayerNames& layers,
                    const VkAllocationCallbacks* allocator = nullptr);

// The results of its calls in a part, in order.
std::vector<std::string> Transcript(const std::vector<Event>& events);

// The physical devices that it found in a part, in words, in any order.
std::vector<std::string> DevicesSeen(const std::vector<Event>& events);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_LAYER_TRANSCRIPT_H_

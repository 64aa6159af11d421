// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_UNDESTROYED_H_
#define LOADSTONE_SUITES_VULKAN_UNDESTROYED_H_

#include <string>
#include <vector>

#include "harness/case/observation.h"

namespace loadstone::suites {

// "NAME: 7 by vkCreateInstance, 6 by vkDestroyInstance" for each of these mock layers or drivers
// whose number of destructions differs from its number of successful creations, for instances,
// devices, and surfaces of Wayland or without a window.
std::vector<std::string> Undestroyed(const Observation& seen, const std::vector<std::string>& who);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_UNDESTROYED_H_

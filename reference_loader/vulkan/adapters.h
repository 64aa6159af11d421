// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_ADAPTERS_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_ADAPTERS_H_

#include <vector>

#include "reference_loader/vulkan/device_order.h"
#include "reference_loader/vulkan/instance.h"

namespace reference_loader::vulkan {

// Sets the rank of each of `devices` that corresponds to a display adapter, in the system's order
// of adapters; `traits` are theirs (LoaderDriverInterface, Physical Device Sorting). Only Windows
// has that order.
void RankByAdapters(const std::vector<PhysicalDevice*>& devices, std::vector<DeviceTraits>* traits);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_ADAPTERS_H_

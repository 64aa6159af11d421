// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/adapters.h"

namespace reference_loader::vulkan {

void RankByAdapters(const std::vector<PhysicalDevice*>&, std::vector<DeviceTraits>*) {}

}  // namespace reference_loader::vulkan

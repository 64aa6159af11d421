#ifndef LOADSTONE_ORACLE_VULKAN_FILTERS_H_
#define LOADSTONE_ORACLE_VULKAN_FILTERS_H_

#include <string>
#include <vector>

#include "oracle/vulkan/model.h"

namespace loadstone::fuzz::vulkan {

// Editions in which the filters came.
inline constexpr policy::Version kFilters = {1, 3, 234};
inline constexpr policy::Version kAllow = {1, 3, 262};

// The names in a value of VK_INSTANCE_LAYERS.
std::vector<std::string> InstanceLayers(const std::string& value);

}  // namespace loadstone::fuzz::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_FILTERS_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_FILTERS_H_
#define LOADSTONE_ORACLE_VULKAN_FILTERS_H_

#include <string>
#include <vector>

#include "harness/policy/version.h"
#include "oracle/tristate.h"

namespace loadstone::oracle::vulkan {

// The first editions with the filters.
inline constexpr policy::Version kFilters = {1, 3, 234};
inline constexpr policy::Version kAllow = {1, 3, 262};

// The names in a value of VK_INSTANCE_LAYERS.
std::vector<std::string> InstanceLayers(const std::string& value);

// Whether a filter variable with this value covers the layer `name` (Filter Environment Variable
// Behaviors of LoaderInterfaceArchitecture, and with `special` Layer Special Case Disable, which
// defines ~all~ and similar words). Patterns that the documents do not describe may cover anything
// (LS_VK_FILTER_5.r1).
Tristate Covers(const std::string& value, const std::string& name, bool implicit, bool special);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_FILTERS_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_ELEVATIONS_H_
#define LOADSTONE_SUITES_VULKAN_ELEVATIONS_H_

#include "harness/world/world.h"

namespace loadstone::suites {

// The kinds of elevation that the loader documents name, and what names of cases call them
// (LoaderInterfaceArchitecture, "Elevated Privilege Caveats").
struct NamedElevation {
  const char* name;
  Elevation elevation;
};
inline constexpr NamedElevation kElevations[] = {{"elevated", Elevation::kFileCapability},
                                                 {"set_user_id", Elevation::kSetUserId},
                                                 {"set_group_id", Elevation::kSetGroupId}};

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_ELEVATIONS_H_

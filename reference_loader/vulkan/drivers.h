// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_DRIVERS_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_DRIVERS_H_

#include "reference_loader/vulkan/extensions.h"

namespace reference_loader::vulkan {

// The drivers for one instance: those on the system, unless the application uses only its own;
// without portability drivers, unless the application requests them; then those that the
// application provides.
DriverList DriversForInstance(const Platform& platform, const VkInstanceCreateInfo& info,
                              const Log& log);

// All drivers on the system, for queries before there is an instance. They stay loaded until the
// next call or the end of the process, because an instance is usually created next.
DriverList DriversOfSystem(const Platform& platform, const Log& log);

// False when the application's list of drivers has a count but no array.
bool IsValidDriverList(const VkInstanceCreateInfo& info);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_DRIVERS_H_

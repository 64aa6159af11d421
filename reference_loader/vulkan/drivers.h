// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_DRIVERS_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_DRIVERS_H_

#include "reference_loader/vulkan/extensions.h"

namespace reference_loader::vulkan {

// The drivers for one instance: those on the system, unless the application only wants its own,
// without portability drivers unless the application asks for them, and then those that the
// application provides.
DriverList DriversForInstance(const Platform& platform, const VkInstanceCreateInfo& info,
                              const Log& log);

// All drivers on the system, for what is asked before there is an instance. They stay loaded until
// the next call or the end of the process, since an instance usually follows at once.
DriverList DriversOfSystem(const Platform& platform, const Log& log);

// False for a list of drivers that the application provides without saying where it is.
bool AreProvidedDrivers(const VkInstanceCreateInfo& info);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_DRIVERS_H_

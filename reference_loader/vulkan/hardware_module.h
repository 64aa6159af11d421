// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_HARDWARE_MODULE_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_HARDWARE_MODULE_H_

#include <string>
#include <vector>

#include "reference_loader/common/platform.h"
#include "reference_loader/vulkan/driver_library.h"

namespace reference_loader::vulkan {

// Where the driver of an Android system may be, the preferred place first (Android: Implement
// Vulkan, Driver enumeration and loading). There is one driver: the first that can be used. With a
// Vulkan APEX it comes from there alone.
std::vector<std::string> HardwareModulePaths(const Platform& platform);

// Opens the driver that the hardware module in the driver's library is, and takes its three
// functions. Returns why that cannot be done, or null. There is nothing to negotiate.
const char* OpenHardwareModule(DriverLibrary* driver);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_HARDWARE_MODULE_H_

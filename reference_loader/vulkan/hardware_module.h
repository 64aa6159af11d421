// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_HARDWARE_MODULE_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_HARDWARE_MODULE_H_

#include <string>
#include <vector>

#include "reference_loader/common/platform.h"
#include "reference_loader/vulkan/driver_library.h"

namespace reference_loader::vulkan {

// The possible paths of an Android system's driver, the preferred one first (Android: Implement
// Vulkan, Driver enumeration and loading). There is one driver: the first usable one. If there is a
// Vulkan APEX, only its folders are searched.
std::vector<std::string> HardwareModulePaths(const Platform& platform);

// Opens the hardware module in the driver's library and gets its three functions. Returns the
// reason for a failure, or null. There is no negotiation.
const char* OpenHardwareModule(DriverLibrary* driver);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_HARDWARE_MODULE_H_

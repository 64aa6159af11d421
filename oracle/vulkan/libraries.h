// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_LIBRARIES_H_
#define LOADSTONE_ORACLE_VULKAN_LIBRARIES_H_

#include <vector>

#include "oracle/library.h"

namespace loadstone::oracle::vulkan {

// The mock layers, of which the first kWorkingLibraries work; the last library is the driver of
// every machine.
const std::vector<Library>& Libraries();
// The installation of `machine`; by default these libraries and nothing else.
const Installation& InstallationOf(const Machine& machine);
inline constexpr size_t kWorkingLibraries = 12;
const Library& Driver();
// A driver that returns VK_ERROR_INCOMPATIBLE_DRIVER when the interface is negotiated.
inline constexpr char kRefusingDriver[] = "driver_refuses";
// A driver whose manifest declares it a portability driver.
inline constexpr char kPortabilityDriver[] = "driver_of_portability";
// A driver without vkEnumerateInstanceVersion, which makes it a Vulkan 1.0 driver.
inline constexpr char kOldDriver[] = "driver_of_1_0";

// The instance extension of the layer `name`, which no driver and no loader has. The prefix of all
// these names, which no extension of a loader or a driver has.
inline constexpr char kExtensionPrefix[] = "VK_LS_";
std::string LayerExtension(const std::string& layer);
std::string LayerDeviceExtension(const std::string& layer);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_LIBRARIES_H_

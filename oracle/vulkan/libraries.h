// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_LIBRARIES_H_
#define LOADSTONE_ORACLE_VULKAN_LIBRARIES_H_

#include <vector>

#include "oracle/library.h"

namespace loadstone::oracle::vulkan {

// The mock layers, of which the first so many work, and last the driver of every machine.
const std::vector<Library>& Libraries();
// What there is on `machine`: without a word of its own, that is these and nothing else.
const Installation& InstallationOf(const Machine& machine);
inline constexpr size_t kWorkingLibraries = 12;
const Library& Driver();
// One that answers VK_ERROR_INCOMPATIBLE_DRIVER when the interface is negotiated.
inline constexpr char kRefusingDriver[] = "driver_refuses";
// One whose manifest says that it is a portability driver.
inline constexpr char kPortabilityDriver[] = "driver_of_portability";
// One without vkEnumerateInstanceVersion, which makes it one of Vulkan 1.0.
inline constexpr char kOldDriver[] = "driver_of_1_0";

// The instance extension of a layer of that name, which no driver and no loader has.
// With which all names of these extensions begin, and none that a loader or a driver has.
inline constexpr char kExtensionPrefix[] = "VK_LS_";
std::string LayerExtension(const std::string& layer);
std::string LayerDeviceExtension(const std::string& layer);

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_LIBRARIES_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_STUBS_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_STUBS_H_

#include "mock_layers/vulkan/functions.h"

namespace loadstone::mock {

// Functions that no header declares, listed in "physical_device_functions" and "device_functions":
// the first 64 names of each list are implemented. All have the prototype
//
//   uint32_t Function(<dispatchable handle>, uint32_t value)
//
// and return `value` plus the index of the name in its list.
inline constexpr uint32_t kStubs = 64;

// nullptr for a name that is not in the list.
PFN_vkVoidFunction FindPhysicalDeviceStub(const char* name);
PFN_vkVoidFunction FindDeviceStub(const char* name);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_STUBS_H_

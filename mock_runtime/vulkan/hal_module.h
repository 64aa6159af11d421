// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_HAL_MODULE_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_HAL_MODULE_H_

namespace loadstone::mock {

// Sets up the Android hardware module from the configuration. Called when the library is loaded.
void ConfigureModule();

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_HAL_MODULE_H_

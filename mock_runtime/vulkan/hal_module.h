// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_HAL_MODULE_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_HAL_MODULE_H_

namespace loadstone::mock {

// Makes the hardware module of Android what the configuration wants, when the library is loaded.
void ConfigureModule();

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_HAL_MODULE_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_ADAPTERS_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_ADAPTERS_H_

#ifdef _WIN32
#include <stdint.h>

#include "mock_runtime/vulkan/driver.h"

namespace loadstone::mock {

// LUID of windows.h, whose macros are names of functions here.
struct AdapterLuid {
  uint32_t low;
  int32_t high;
};

// vk_icdEnumerateAdapterPhysicalDevices (LoaderDriverInterface, "Physical Device Sorting"): every
// adapter has the physical devices whose numbers are "adapter_devices".
VkResult EnumerateAdapterDevices(VkInstance instance, AdapterLuid adapter, uint32_t* count,
                                 VkPhysicalDevice* devices);

}  // namespace loadstone::mock
#endif

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_ADAPTERS_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_FAKE_DRIVER_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_FAKE_DRIVER_H_

#include "mock_layers/vulkan/fake_chain.h"

namespace loadstone::mock {

// The end of the chain in the tests of the mock layer. It has a handful of functions and keeps
// account of them in fake_driver.
PFN_vkVoidFunction VKAPI_CALL FakeGetInstanceProcAddr(VkInstance instance, const char* name);
PFN_vkVoidFunction VKAPI_CALL FakeGetDeviceProcAddr(VkDevice device, const char* name);
// Knows "lsUnknownBelow" only.
PFN_vkVoidFunction VKAPI_CALL FakeGetPhysicalDeviceProcAddr(VkInstance instance, const char* name);

// A node that vkCreateInstance changes, or nullptr.
extern VkLayerInstanceLink* fake_link_to_change;

// What FakeLoader puts into *pInstance and *pDevice before a creation.
inline constexpr uintptr_t kFakeBefore = 0x1234;

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_FAKE_DRIVER_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_FAKE_DRIVER_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_FAKE_DRIVER_H_

#include "mock_layers/vulkan/fake_chain.h"

namespace loadstone::mock {

// The end of the chain in the tests of the mock layer. It implements a few functions and records
// their calls in fake_driver.
PFN_vkVoidFunction VKAPI_CALL FakeGetInstanceProcAddr(VkInstance instance, const char* name);
PFN_vkVoidFunction VKAPI_CALL FakeGetDeviceProcAddr(VkDevice device, const char* name);
// Has only "lsUnknownBelow".
PFN_vkVoidFunction VKAPI_CALL FakeGetPhysicalDeviceProcAddr(VkInstance instance, const char* name);

// A node that vkCreateInstance changes, or nullptr.
extern VkLayerInstanceLink* fake_link_to_change;

// The value of *pInstance and *pDevice before FakeLoader creates the object.
inline constexpr uintptr_t kFakeBefore = 0x1234;

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_FAKE_DRIVER_H_

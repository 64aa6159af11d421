// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_TEST_DRIVER_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_TEST_DRIVER_H_

#include "reference_loader/vulkan/vulkan_headers.h"

namespace reference_loader::vulkan {

// A driver inside the test program, which the application provides to the loader: one physical
// device, one device extension ("VK_TEST_device"), and two functions that no loader knows,
// "vkTestPhysical" and "vkTestDevice". They take two additional arguments, one of them not an
// integer, and return a value computed from them.
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL TestDriverGetInstanceProcAddr(VkInstance instance,
                                                                       const char* name);

using PFN_vkTestPhysical = double(VKAPI_PTR*)(VkPhysicalDevice, int, double);
using PFN_vkTestDevice = double(VKAPI_PTR*)(VkDevice, int, double);

// A structure that may follow VkPhysicalDeviceGroupProperties; the driver fills it with
// kGroupNumber.
struct TestGroupNumber {
  VkBaseOutStructure base;
  uint32_t number;
};
inline constexpr uint32_t kGroupNumber = 42;

// The only format of every surface.
inline constexpr VkSurfaceFormatKHR kTestSurfaceFormat = {VK_FORMAT_B8G8R8A8_UNORM,
                                                          VK_COLOR_SPACE_SRGB_NONLINEAR_KHR};

// While it exists, the driver lacks the function `name`. `name` is a string literal, or null for
// none.
class WithoutTestFunction {
 public:
  explicit WithoutTestFunction(const char* name);
  ~WithoutTestFunction();
  WithoutTestFunction(const WithoutTestFunction&) = delete;
  WithoutTestFunction& operator=(const WithoutTestFunction&) = delete;
};

// The number of instances and devices of the driver that exist, in all threads.
int LiveTestObjects();

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_TEST_DRIVER_H_

// SPDX-License-Identifier: Apache-2.0
// usage: vulkan_unknown_function LOADER: calls a function of a physical device that only the driver
// has.
#include "vulkan_unknown_function.h"

int main(int count, char** words) {
  VkPhysicalDevice device;
  typedef int(VKAPI_PTR * Twice)(VkPhysicalDevice, int);
  Twice twice = (Twice)find_unknown_function(count > 1 ? words[1] : NULL, &device);
  printf(", twice 21 is %d", twice(device, 21));
  return 0;
}

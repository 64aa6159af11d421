// SPDX-License-Identifier: Apache-2.0
// Added to the common driver: a function of physical devices that no extension has.
#include <string.h>
#include <vulkan/vk_icd.h>
#include <vulkan/vulkan.h>

static VKAPI_ATTR int VKAPI_CALL twice(VkPhysicalDevice device, int number) {
  (void)device;
  return 2 * number;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetPhysicalDeviceProcAddr(VkInstance instance,
                                                                         const char* name) {
  (void)instance;
  return strcmp(name, "vkExampleTwice") ? NULL : (PFN_vkVoidFunction)twice;
}

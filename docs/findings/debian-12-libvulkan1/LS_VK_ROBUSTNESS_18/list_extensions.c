// SPDX-License-Identifier: Apache-2.0
// usage: list_extensions LOADER    whether VK_KHR_device_group_creation is listed, and what
// creating an instance with it returns
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <vulkan/vulkan.h>

#define EXTENSION "VK_KHR_device_group_creation"
#define MOST 256

int main(int count, char** words) {
  void* loader = count == 2 ? dlopen(words[1], RTLD_NOW) : NULL;
  if (!loader) return 2;
  PFN_vkGetInstanceProcAddr get = (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
  PFN_vkEnumerateInstanceExtensionProperties enumerate =
      (PFN_vkEnumerateInstanceExtensionProperties)get(NULL,
                                                      "vkEnumerateInstanceExtensionProperties");
  PFN_vkCreateInstance create = (PFN_vkCreateInstance)get(NULL, "vkCreateInstance");
  static VkExtensionProperties extensions[MOST];
  uint32_t room = MOST;
  int listed = 0;
  if (enumerate(NULL, &room, extensions) != VK_SUCCESS) return 2;
  for (uint32_t i = 0; i < room; ++i) listed |= !strcmp(extensions[i].extensionName, EXTENSION);
  const char* names[] = {EXTENSION};
  VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                   .apiVersion = VK_API_VERSION_1_3};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                               .pApplicationInfo = &application,
                               .enabledExtensionCount = 1,
                               .ppEnabledExtensionNames = names};
  VkInstance instance = NULL;
  printf("%s,", listed ? "listed" : "not listed");
  fflush(stdout);
  VkResult result = create(&info, NULL, &instance);
  printf(" vkCreateInstance returns %d\n", result);
  return 0;
}

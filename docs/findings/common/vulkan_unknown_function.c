// SPDX-License-Identifier: Apache-2.0
// usage: vulkan_unknown_function LOADER: calls a function of a physical device that only the driver has.
#include <dlfcn.h>
#include <stdio.h>
#include <vulkan/vulkan.h>

int main(int count, char** words) {
  void* loader = count > 1 ? dlopen(words[1], RTLD_NOW) : NULL;
  if (!loader) return fprintf(stderr, "%s\n", dlerror()), 2;
  PFN_vkGetInstanceProcAddr get = (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  VkInstance instance;
  setvbuf(stdout, NULL, _IONBF, 0);
  printf("instance of");
  VkResult result = ((PFN_vkCreateInstance)get(NULL, "vkCreateInstance"))(&info, NULL, &instance);
  if (result != VK_SUCCESS) return printf(", vkCreateInstance returns %d", result), 0;
  VkPhysicalDevice device;
  uint32_t devices = 1;
  ((PFN_vkEnumeratePhysicalDevices)get(instance, "vkEnumeratePhysicalDevices"))(instance, &devices,
                                                                                &device);
  typedef int(VKAPI_PTR * Twice)(VkPhysicalDevice, int);
  Twice twice = (Twice)get(instance, "vkExampleTwice");
  if (!twice) return printf(", vkGetInstanceProcAddr returns NULL"), 0;
  printf(", twice 21 is %d", twice(device, 21));
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// For programs that call a function of a physical device that only the driver has.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <vulkan/vulkan.h>

// Returns vkExampleTwice of an instance of this loader, and its physical device. Ends the program,
// after telling why, if there is none.
static PFN_vkVoidFunction find_unknown_function(const char* path, VkPhysicalDevice* device) {
  void* loader = path ? dlopen(path, RTLD_NOW) : NULL;
  if (!loader) fprintf(stderr, "%s\n", path ? dlerror() : "takes a loader"), exit(2);
  PFN_vkGetInstanceProcAddr get = (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  VkInstance instance;
  setvbuf(stdout, NULL, _IONBF, 0);
  printf("instance of");
  VkResult result = ((PFN_vkCreateInstance)get(NULL, "vkCreateInstance"))(&info, NULL, &instance);
  if (result != VK_SUCCESS) printf(", vkCreateInstance returns %d", result), exit(0);
  uint32_t devices = 1;
  ((PFN_vkEnumeratePhysicalDevices)get(instance, "vkEnumeratePhysicalDevices"))(instance, &devices,
                                                                                device);
  PFN_vkVoidFunction found = get(instance, "vkExampleTwice");
  if (!found) printf(", vkGetInstanceProcAddr returns NULL"), exit(0);
  return found;
}

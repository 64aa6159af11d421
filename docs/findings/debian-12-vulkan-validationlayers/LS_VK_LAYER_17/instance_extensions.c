// SPDX-License-Identifier: Apache-2.0
// usage: instance_extensions LIBRARY LAYER    the instance extensions that the library exports a
//        list of for the layer's name, with their versions
#include <dlfcn.h>
#include <stdio.h>
#include <vulkan/vulkan.h>

#define MOST 64

int main(int count, char** words) {
  if (count != 3) return 2;
  void* library = dlopen(words[1], RTLD_NOW);
  if (!library) return fprintf(stderr, "%s\n", dlerror()), 2;
  PFN_vkEnumerateInstanceExtensionProperties enumerate =
      (PFN_vkEnumerateInstanceExtensionProperties)dlsym(library,
                                                        "vkEnumerateInstanceExtensionProperties");
  static VkExtensionProperties extensions[MOST];
  uint32_t all = MOST;
  VkResult result = enumerate(words[2], &all, extensions);
  if (result != VK_SUCCESS)
    return printf("vkEnumerateInstanceExtensionProperties returns %d\n", result), 0;
  for (uint32_t i = 0; i < all; ++i)
    printf("%s %u\n", extensions[i].extensionName, extensions[i].specVersion);
  return 0;
}

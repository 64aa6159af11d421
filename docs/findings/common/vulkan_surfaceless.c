// SPDX-License-Identifier: Apache-2.0
// usage: vulkan_surfaceless LOADER
//
// Asks the first physical device of an instance with VK_GOOGLE_surfaceless_query for the formats of
// VK_NULL_HANDLE. The driver writes what it is given, and the program what the query returns.
#include <dlfcn.h>
#include <stdio.h>
#include <vulkan/vulkan.h>

int main(int count, char** words) {
  setvbuf(stdout, NULL, _IONBF, 0);
  if (count != 2) return 2;
  void* loader = dlopen(words[1], RTLD_NOW);
  if (!loader) return fprintf(stderr, "%s\n", dlerror()), 2;
  PFN_vkGetInstanceProcAddr get = (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
  const char* extensions[] = {VK_KHR_SURFACE_EXTENSION_NAME,
                              VK_GOOGLE_SURFACELESS_QUERY_EXTENSION_NAME};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                               .enabledExtensionCount = 2,
                               .ppEnabledExtensionNames = extensions};
  VkInstance instance = VK_NULL_HANDLE;
  printf("application");
  VkResult result = ((PFN_vkCreateInstance)get(NULL, "vkCreateInstance"))(&info, NULL, &instance);
  if (result) return printf(", no instance: %d", result), 1;
  VkPhysicalDevice device = VK_NULL_HANDLE;
  uint32_t number = 1;
  ((PFN_vkEnumeratePhysicalDevices)get(instance, "vkEnumeratePhysicalDevices"))(instance, &number,
                                                                                &device);
  printf(", gives");
  result = ((PFN_vkGetPhysicalDeviceSurfaceFormatsKHR)get(
      instance, "vkGetPhysicalDeviceSurfaceFormatsKHR"))(device, VK_NULL_HANDLE, &number, NULL);
  printf(", gets %d", result);
  ((PFN_vkDestroyInstance)get(instance, "vkDestroyInstance"))(instance, NULL);
  return 0;
}

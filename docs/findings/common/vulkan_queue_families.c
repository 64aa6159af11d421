// SPDX-License-Identifier: Apache-2.0
// vulkan_queue_families LOADER ROOM    asks the first physical device for its queue families, with
// an array that has room for ROOM of them, and prints the count that is returned.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <vulkan/vulkan.h>

#define GET(function) ((PFN_##function)get(instance, #function))

// A callee that reads its own unset variables finds the same each time, and no valid address.
static void fill_the_stack(void) {
  volatile char used[1 << 16];
  for (size_t i = 0; i < sizeof used; ++i) used[i] = (char)0xff;
}

int main(int count, char** words) {
  void* loader = count == 3 ? dlopen(words[1], RTLD_NOW) : NULL;
  if (!loader) return 2;
  PFN_vkGetInstanceProcAddr get = (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
  VkInstance instance = VK_NULL_HANDLE;
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  if (GET(vkCreateInstance)(&info, NULL, &instance) != VK_SUCCESS) return 3;
  VkPhysicalDevice device = VK_NULL_HANDLE;
  uint32_t devices = 1;
  GET(vkEnumeratePhysicalDevices)(instance, &devices, &device);
  if (!device) return 4;
  VkQueueFamilyProperties families[8];
  uint32_t families_count = (uint32_t)atoi(words[2]);
  PFN_vkGetPhysicalDeviceQueueFamilyProperties query =
      GET(vkGetPhysicalDeviceQueueFamilyProperties);
  fill_the_stack();
  query(device, &families_count, families);
  printf(" returns %s families\n", families_count ? "some" : "no");
  GET(vkDestroyInstance)(instance, NULL);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// usage: vulkan_balance LOADER [LAYER]
//
// Creates and destroys an instance and a device with allocation callbacks, and prints how many of
// the allocated blocks were never freed.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <vulkan/vulkan.h>

#include "vulkan_device.h"

static int alive;

static void* reallocate(void* data, void* original, size_t size, size_t alignment,
                        VkSystemAllocationScope scope) {
  (void)data, (void)alignment, (void)scope;
  if (!original) ++alive;
  if (size != 0) return realloc(original, size);
  if (original) --alive;
  return free(original), NULL;
}

static void* allocate(void* data, size_t size, size_t alignment, VkSystemAllocationScope scope) {
  return reallocate(data, NULL, size, alignment, scope);
}

static void deallocate(void* data, void* memory) {
  (void)data;
  if (memory) --alive;
  free(memory);
}

#define GET(function) ((PFN_##function)get_proc_addr(instance, #function))

int main(int count, char** words) {
  void* loader = count > 1 ? dlopen(words[1], RTLD_NOW) : NULL;
  if (!loader) return 2;
  PFN_vkGetInstanceProcAddr get_proc_addr =
      (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
  const VkAllocationCallbacks allocator = {
      .pfnAllocation = allocate, .pfnReallocation = reallocate, .pfnFree = deallocate};
  VkInstanceCreateInfo instance_info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                        .enabledLayerCount = count > 2,
                                        .ppEnabledLayerNames = (const char* const*)&words[2]};
  VkInstance instance = VK_NULL_HANDLE;
  if (GET(vkCreateInstance)(&instance_info, &allocator, &instance) != VK_SUCCESS) return 3;
  VkPhysicalDevice physical_device = VK_NULL_HANDLE;
  uint32_t devices = 1;
  GET(vkEnumeratePhysicalDevices)(instance, &devices, &physical_device);
  if (!physical_device) return 4;
  VkDevice device = VK_NULL_HANDLE;
  if (create_device_with_a_queue(GET(vkCreateDevice), physical_device, &allocator, &device) !=
      VK_SUCCESS)
    return 5;
  GET(vkDestroyDevice)(device, &allocator);
  GET(vkDestroyInstance)(instance, &allocator);
  printf(" blocks that are never freed: %d", alive);
  return 0;
}

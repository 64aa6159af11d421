// SPDX-License-Identifier: Apache-2.0
// usage: vulkan_driver_answers LIBRARY interface|families|sparse|cache
//
// Uses a driver's library without a loader, and prints what it returns:
//   interface   for vk_icdGetPhysicalDeviceProcAddr, asked of vk_icdGetInstanceProcAddr
//   families    for a list of queue families with room for all of them, and for one more
//   sparse      for a list of sparse formats with room for none
//   cache       for the data of a pipeline cache with room for all of them, and for 8 bytes more
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

#include "vulkan_device.h"

#define GET(function) ((PFN_##function)get_proc_addr(instance, #function))
#define OFFERED_INTERFACE_VERSION 7
#define MOST_FAMILIES 64

static PFN_vkGetInstanceProcAddr get_proc_addr;
static VkInstance instance;

static VkPhysicalDevice first_device(void) {
  VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                   .apiVersion = VK_API_VERSION_1_1};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                               .pApplicationInfo = &application};
  if (GET(vkCreateInstance)(&info, NULL, &instance) != VK_SUCCESS) exit(3);
  VkPhysicalDevice device = VK_NULL_HANDLE;
  uint32_t count = 1;
  GET(vkEnumeratePhysicalDevices)(instance, &count, &device);
  if (!device) exit(4);
  return device;
}

static void tell_interface(uint32_t version) {
  printf("interface version %u, vk_icdGetPhysicalDeviceProcAddr is %s\n", version,
         get_proc_addr(NULL, "vk_icdGetPhysicalDeviceProcAddr") ? "returned" : "not returned");
}

static void tell_families(void) {
  VkPhysicalDevice device = first_device();
  PFN_vkGetPhysicalDeviceQueueFamilyProperties query =
      GET(vkGetPhysicalDeviceQueueFamilyProperties);
  uint32_t all = 0;
  query(device, &all, NULL);
  for (uint32_t more = 0; more < 2 && all < MOST_FAMILIES; ++more) {
    VkQueueFamilyProperties families[MOST_FAMILIES];
    uint32_t count = all + more;
    query(device, &count, families);
    printf("room for %s: the count is %s\n", more ? "one more" : "all",
           count == all ? "the number of families" : "larger");
  }
}

static void tell_sparse(void) {
  VkPhysicalDevice device = first_device();
  VkPhysicalDeviceSparseImageFormatInfo2 of = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SPARSE_IMAGE_FORMAT_INFO_2,
      .format = VK_FORMAT_R8G8B8A8_UNORM,
      .type = VK_IMAGE_TYPE_2D,
      .samples = VK_SAMPLE_COUNT_1_BIT,
      .usage = VK_IMAGE_USAGE_SAMPLED_BIT,
      .tiling = VK_IMAGE_TILING_OPTIMAL};
  VkSparseImageFormatProperties2 formats[1] = {
      {.sType = VK_STRUCTURE_TYPE_SPARSE_IMAGE_FORMAT_PROPERTIES_2}};
  uint32_t count = 0;
  GET(vkGetPhysicalDeviceSparseImageFormatProperties2)(device, &of, &count, formats);
  printf("returns a count of %u\n", count);
}

static VkDevice create_device(VkPhysicalDevice physical_device) {
  VkDevice device = VK_NULL_HANDLE;
  if (create_device_with_a_queue(GET(vkCreateDevice), physical_device, NULL, &device) != VK_SUCCESS)
    exit(5);
  return device;
}

static void tell_cache(void) {
  VkDevice device = create_device(first_device());
  PFN_vkGetDeviceProcAddr get = GET(vkGetDeviceProcAddr);
  VkPipelineCacheCreateInfo info = {.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
  VkPipelineCache cache = VK_NULL_HANDLE;
  ((PFN_vkCreatePipelineCache)get(device, "vkCreatePipelineCache"))(device, &info, NULL, &cache);
  PFN_vkGetPipelineCacheData query =
      (PFN_vkGetPipelineCacheData)get(device, "vkGetPipelineCacheData");
  size_t all = 0;
  query(device, cache, &all, NULL);
  for (size_t more = 0; more <= 8; more += 8) {
    size_t size = all + more;
    void* data = malloc(size);
    VkResult result = query(device, cache, &size, data);
    printf("room for %s: returns %d and %s\n", more ? "8 bytes more" : "all", result,
           size == all ? "all data" : "not all data");
    free(data);
  }
}

int main(int count, char** words) {
  void* library = count == 3 ? dlopen(words[1], RTLD_NOW) : NULL;
  if (!library) return 2;
  get_proc_addr = (PFN_vkGetInstanceProcAddr)dlsym(library, "vk_icdGetInstanceProcAddr");
  uint32_t version = OFFERED_INTERFACE_VERSION;
  ((VkResult(*)(uint32_t*))dlsym(library, "vk_icdNegotiateLoaderICDInterfaceVersion"))(&version);
  if (!strcmp(words[2], "interface"))
    tell_interface(version);
  else if (!strcmp(words[2], "families"))
    tell_families();
  else if (!strcmp(words[2], "sparse"))
    tell_sparse();
  else
    tell_cache();
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// A driver of interface version 7 with one physical device, one queue family, one sparse format and
// the data of a pipeline cache, for vulkan_driver_answers.c: what the documents demand is possible.
#include <stdint.h>
#include <string.h>
#include <vulkan/vk_icd.h>
#include <vulkan/vulkan.h>

#define OWN_INTERFACE_VERSION 7
#define CACHE_SIZE 32

static VK_LOADER_DATA the_instance, physical_device, the_device;

static VkResult create_instance(const VkInstanceCreateInfo* info,
                                const VkAllocationCallbacks* allocator, VkInstance* instance) {
  (void)info, (void)allocator;
  set_loader_magic_value(&the_instance);
  set_loader_magic_value(&physical_device);
  set_loader_magic_value(&the_device);
  *instance = (VkInstance)&the_instance;
  return VK_SUCCESS;
}

static VkResult enumerate_physical_devices(VkInstance instance, uint32_t* count,
                                           VkPhysicalDevice* devices) {
  (void)instance;
  if (devices && *count == 0) return VK_INCOMPLETE;
  *count = 1;
  if (devices) *devices = (VkPhysicalDevice)&physical_device;
  return VK_SUCCESS;
}

static void get_queue_families(VkPhysicalDevice device, uint32_t* count,
                               VkQueueFamilyProperties* families) {
  (void)device;
  if (families && *count == 0) return;
  *count = 1;
  if (families) *families = (VkQueueFamilyProperties){VK_QUEUE_GRAPHICS_BIT, 1, 0, {1, 1, 1}};
}

static void get_sparse_formats(VkPhysicalDevice device,
                               const VkPhysicalDeviceSparseImageFormatInfo2* of, uint32_t* count,
                               VkSparseImageFormatProperties2* formats) {
  (void)device, (void)of;
  if (formats && *count == 0) return;
  *count = 1;
  if (formats)
    formats->properties =
        (VkSparseImageFormatProperties){VK_IMAGE_ASPECT_COLOR_BIT, {128, 128, 1}, 0};
}

static VkResult create_device(VkPhysicalDevice from, const VkDeviceCreateInfo* info,
                              const VkAllocationCallbacks* allocator, VkDevice* device) {
  (void)from, (void)info, (void)allocator;
  *device = (VkDevice)&the_device;
  return VK_SUCCESS;
}

static VkResult create_cache(VkDevice device, const VkPipelineCacheCreateInfo* info,
                             const VkAllocationCallbacks* allocator, VkPipelineCache* cache) {
  (void)device, (void)info, (void)allocator;
  *cache = (VkPipelineCache)(uintptr_t)1;
  return VK_SUCCESS;
}

static VkResult get_cache_data(VkDevice device, VkPipelineCache cache, size_t* size, void* data) {
  (void)device, (void)cache;
  const int fits = !data || *size >= CACHE_SIZE;
  *size = fits ? CACHE_SIZE : 0;
  if (data) memset(data, 0, *size);
  return fits ? VK_SUCCESS : VK_INCOMPLETE;
}

VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t* version) {
  if (*version > OWN_INTERFACE_VERSION) *version = OWN_INTERFACE_VERSION;
  return VK_SUCCESS;
}

PFN_vkVoidFunction vk_icdGetPhysicalDeviceProcAddr(VkInstance instance, const char* name) {
  (void)instance;
  if (!strcmp(name, "vkGetPhysicalDeviceQueueFamilyProperties"))
    return (PFN_vkVoidFunction)get_queue_families;
  if (!strcmp(name, "vkGetPhysicalDeviceSparseImageFormatProperties2"))
    return (PFN_vkVoidFunction)get_sparse_formats;
  return strcmp(name, "vkCreateDevice") ? NULL : (PFN_vkVoidFunction)create_device;
}

PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char* name) {
  static const struct {
    const char* name;
    void* function;
  } functions[] = {
      {"vk_icdNegotiateLoaderICDInterfaceVersion", vk_icdNegotiateLoaderICDInterfaceVersion},
      {"vk_icdGetPhysicalDeviceProcAddr", vk_icdGetPhysicalDeviceProcAddr},
      {"vkCreateInstance", create_instance},
      {"vkEnumeratePhysicalDevices", enumerate_physical_devices},
      {"vkGetDeviceProcAddr", vk_icdGetInstanceProcAddr},
      {"vkCreatePipelineCache", create_cache},
      {"vkGetPipelineCacheData", get_cache_data}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i)
    if (!strcmp(name, functions[i].name)) return (PFN_vkVoidFunction)functions[i].function;
  return vk_icdGetPhysicalDeviceProcAddr(instance, name);
}

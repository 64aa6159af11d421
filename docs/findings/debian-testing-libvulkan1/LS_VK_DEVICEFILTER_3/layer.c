// SPDX-License-Identifier: Apache-2.0
// A layer that wraps physical devices, as LoaderLayerInterface, "Creating New Dispatchable
// Objects", lets layers do: the first word is a copy of the dispatch table pointer of the wrapped
// one. It intercepts the functions for physical devices that the application and loaders call here.
#include <stdlib.h>
#include <string.h>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#define MOST 16

typedef struct {
  void* dispatch;
  VkPhysicalDevice below;
} Wrapped;

static PFN_vkGetInstanceProcAddr next_instance_proc_addr;
static PFN_vkEnumeratePhysicalDevices next_enumerate;
static PFN_vkGetPhysicalDeviceProperties next_get_properties;
static PFN_vkGetPhysicalDeviceProperties2 next_get_properties2;
static PFN_vkEnumerateDeviceExtensionProperties next_enumerate_extensions;
static Wrapped wrapped[MOST];

static VkPhysicalDevice below(VkPhysicalDevice device) { return ((Wrapped*)device)->below; }

// The same handle for a physical device each time.
static VkPhysicalDevice above(VkPhysicalDevice device) {
  Wrapped* each = wrapped;
  while (each->below && each->below != device) ++each;
  memcpy(&each->dispatch, device, sizeof each->dispatch);
  each->below = device;
  return (VkPhysicalDevice)each;
}

static VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo* info,
                                                      const VkAllocationCallbacks* allocator,
                                                      VkInstance* instance) {
  VkLayerInstanceCreateInfo* link = (VkLayerInstanceCreateInfo*)info->pNext;
  while (link->sType != VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO ||
         link->function != VK_LAYER_LINK_INFO)
    link = (VkLayerInstanceCreateInfo*)link->pNext;
  PFN_vkGetInstanceProcAddr next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  next_instance_proc_addr = next;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  PFN_vkCreateInstance create = (PFN_vkCreateInstance)next(NULL, "vkCreateInstance");
  VkResult result = create(info, allocator, instance);
  if (result != VK_SUCCESS) return result;
  next_enumerate = (PFN_vkEnumeratePhysicalDevices)next(*instance, "vkEnumeratePhysicalDevices");
  next_get_properties =
      (PFN_vkGetPhysicalDeviceProperties)next(*instance, "vkGetPhysicalDeviceProperties");
  next_get_properties2 =
      (PFN_vkGetPhysicalDeviceProperties2)next(*instance, "vkGetPhysicalDeviceProperties2");
  next_enumerate_extensions = (PFN_vkEnumerateDeviceExtensionProperties)next(
      *instance, "vkEnumerateDeviceExtensionProperties");
  return VK_SUCCESS;
}

static VKAPI_ATTR VkResult VKAPI_CALL enumerate(VkInstance instance, uint32_t* count,
                                                VkPhysicalDevice* devices) {
  VkResult result = next_enumerate(instance, count, devices);
  for (uint32_t i = 0; devices && result >= VK_SUCCESS && i < *count; ++i)
    devices[i] = above(devices[i]);
  return result;
}

static VKAPI_ATTR void VKAPI_CALL get_properties(VkPhysicalDevice device,
                                                 VkPhysicalDeviceProperties* properties) {
  next_get_properties(below(device), properties);
}

static VKAPI_ATTR void VKAPI_CALL get_properties2(VkPhysicalDevice device,
                                                  VkPhysicalDeviceProperties2* properties) {
  next_get_properties2(below(device), properties);
}

static VKAPI_ATTR VkResult VKAPI_CALL enumerate_extensions(VkPhysicalDevice device,
                                                           const char* layer, uint32_t* count,
                                                           VkExtensionProperties* properties) {
  return next_enumerate_extensions(below(device), layer, count, properties);
}

PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char* name) {
  static const struct {
    const char* name;
    void* function;
  } functions[] = {{"vkGetInstanceProcAddr", vkGetInstanceProcAddr},
                   {"vkCreateInstance", create_instance},
                   {"vkEnumeratePhysicalDevices", enumerate},
                   {"vkGetPhysicalDeviceProperties", get_properties},
                   {"vkGetPhysicalDeviceProperties2", get_properties2},
                   {"vkGetPhysicalDeviceProperties2KHR", get_properties2},
                   {"vkEnumerateDeviceExtensionProperties", enumerate_extensions}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i)
    if (!strcmp(name, functions[i].name)) return (PFN_vkVoidFunction)functions[i].function;
  return next_instance_proc_addr ? next_instance_proc_addr(instance, name) : NULL;
}

VkResult vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* versions) {
  versions->loaderLayerInterfaceVersion = 2;
  versions->pfnGetInstanceProcAddr = vkGetInstanceProcAddr;
  versions->pfnGetDeviceProcAddr = NULL;
  versions->pfnGetPhysicalDeviceProcAddr = NULL;
  return VK_SUCCESS;
}

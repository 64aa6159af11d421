// SPDX-License-Identifier: Apache-2.0
// A layer that writes its name to the standard output when an instance is created, and keeps every
// rule for layers. NAME is the text it writes; with -DREFUSES it refuses to negotiate. With -DASKS
// it writes its name in vkGetPhysicalDeviceProperties too, and calls that of the next entity within
// vkCreateDevice. With -DFAILS its vkCreateInstance fails before it calls the next one, and with
// -DFAILS_LATE afterwards: it destroys the instance that it got. With -DLOOKS it writes what the
// next vkGetInstanceProcAddr returns for a function of VK_KHR_surface. With -DHIDES it returns NULL
// for that function. With -DALLOCATES each instance has a block of the application's memory from
// its creation to its destruction.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#ifdef REFUSES
#define NEGOTIATION_RESULT VK_ERROR_INITIALIZATION_FAILED
#else
#define NEGOTIATION_RESULT VK_SUCCESS
#endif
#define OWN_INTERFACE_VERSION 2
#define SURFACE_FUNCTION "vkGetPhysicalDeviceSurfaceSupportKHR"

// One instance and one device at a time are enough for the programs here.
static PFN_vkGetInstanceProcAddr next_instance_proc_addr;
static PFN_vkGetDeviceProcAddr next_device_proc_addr;
static PFN_vkGetPhysicalDeviceProperties next_get_properties;
static VkInstance the_instance;

PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char* name);
PFN_vkVoidFunction vkGetDeviceProcAddr(VkDevice device, const char* name);

static VkLayerInstanceCreateInfo* instance_link(const VkInstanceCreateInfo* info) {
  VkLayerInstanceCreateInfo* each = (VkLayerInstanceCreateInfo*)info->pNext;
  while (each->sType != VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO ||
         each->function != VK_LAYER_LINK_INFO)
    each = (VkLayerInstanceCreateInfo*)each->pNext;
  return each;
}

static VkLayerDeviceCreateInfo* device_link(const VkDeviceCreateInfo* info) {
  VkLayerDeviceCreateInfo* each = (VkLayerDeviceCreateInfo*)info->pNext;
  while (each->sType != VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO ||
         each->function != VK_LAYER_LINK_INFO)
    each = (VkLayerDeviceCreateInfo*)each->pNext;
  return each;
}

#ifdef ALLOCATES
static void* block;

static void allocate_block(const VkAllocationCallbacks* allocator) {
  block = allocator->pfnAllocation(allocator->pUserData, 1, 1, VK_SYSTEM_ALLOCATION_SCOPE_INSTANCE);
}

static VKAPI_ATTR void VKAPI_CALL destroy_instance(VkInstance instance,
                                                   const VkAllocationCallbacks* allocator) {
  PFN_vkDestroyInstance next =
      (PFN_vkDestroyInstance)next_instance_proc_addr(instance, "vkDestroyInstance");
  next(instance, allocator);
  allocator->pfnFree(allocator->pUserData, block);
}
#else
#define allocate_block(allocator) (void)0
#endif

static VKAPI_ATTR VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo* info,
                                                      const VkAllocationCallbacks* allocator,
                                                      VkInstance* instance) {
  dprintf(1, " " NAME);
#ifdef FAILS
  *instance = VK_NULL_HANDLE;
  return VK_ERROR_OUT_OF_HOST_MEMORY;
#endif
  VkLayerInstanceCreateInfo* link = instance_link(info);
  PFN_vkGetInstanceProcAddr next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  PFN_vkCreateInstance create = (PFN_vkCreateInstance)next(NULL, "vkCreateInstance");
  if (!create) return VK_ERROR_INITIALIZATION_FAILED;
  VkResult result = create(info, allocator, instance);
#ifdef FAILS_LATE
  if (result == VK_SUCCESS) {
    ((PFN_vkDestroyInstance)next(*instance, "vkDestroyInstance"))(*instance, allocator);
    *instance = VK_NULL_HANDLE;
    result = VK_ERROR_INITIALIZATION_FAILED;
  }
#endif
  if (result == VK_SUCCESS) {
    next_instance_proc_addr = next;
    the_instance = *instance;
    allocate_block(allocator);
    next_get_properties =
        (PFN_vkGetPhysicalDeviceProperties)next(*instance, "vkGetPhysicalDeviceProperties");
#ifdef LOOKS
    dprintf(1, ", " SURFACE_FUNCTION " %s",
            next(*instance, SURFACE_FUNCTION) ? "a function" : "NULL");
#endif
  }
  return result;
}

#ifdef ASKS
static VKAPI_ATTR void VKAPI_CALL get_properties(VkPhysicalDevice physical_device,
                                                 VkPhysicalDeviceProperties* properties) {
  dprintf(1, " " NAME);
  next_get_properties(physical_device, properties);
}
#endif

static void ask(PFN_vkGetInstanceProcAddr next, VkPhysicalDevice physical_device) {
#ifdef ASKS
  dprintf(1, ", " NAME " asks:");
  VkPhysicalDeviceProperties properties;
  ((PFN_vkGetPhysicalDeviceProperties)next(the_instance, "vkGetPhysicalDeviceProperties"))(
      physical_device, &properties);
#else
  (void)next, (void)physical_device;
#endif
}

static VKAPI_ATTR VkResult VKAPI_CALL create_device(VkPhysicalDevice physical_device,
                                                    const VkDeviceCreateInfo* info,
                                                    const VkAllocationCallbacks* allocator,
                                                    VkDevice* device) {
  VkLayerDeviceCreateInfo* link = device_link(info);
  PFN_vkGetInstanceProcAddr next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
  PFN_vkGetDeviceProcAddr next_device = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
  link->u.pLayerInfo = link->u.pLayerInfo->pNext;
  PFN_vkCreateDevice create = (PFN_vkCreateDevice)next(the_instance, "vkCreateDevice");
  if (!create) return VK_ERROR_INITIALIZATION_FAILED;
  ask(next, physical_device);
  VkResult result = create(physical_device, info, allocator, device);
  if (result == VK_SUCCESS) next_device_proc_addr = next_device;
  return result;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetDeviceProcAddr(VkDevice device, const char* name) {
  if (!strcmp(name, "vkGetDeviceProcAddr")) return (PFN_vkVoidFunction)vkGetDeviceProcAddr;
  return next_device_proc_addr ? next_device_proc_addr(device, name) : NULL;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vkGetInstanceProcAddr(VkInstance instance,
                                                               const char* name) {
  if (!strcmp(name, "vkGetInstanceProcAddr")) return (PFN_vkVoidFunction)vkGetInstanceProcAddr;
  if (!strcmp(name, "vkGetDeviceProcAddr")) return (PFN_vkVoidFunction)vkGetDeviceProcAddr;
  if (!strcmp(name, "vkCreateInstance")) return (PFN_vkVoidFunction)create_instance;
  if (!strcmp(name, "vkCreateDevice")) return (PFN_vkVoidFunction)create_device;
#ifdef ALLOCATES
  if (!strcmp(name, "vkDestroyInstance")) return (PFN_vkVoidFunction)destroy_instance;
#endif
#ifdef ASKS
  if (!strcmp(name, "vkGetPhysicalDeviceProperties")) return (PFN_vkVoidFunction)get_properties;
#endif
#ifdef HIDES
  if (!strcmp(name, SURFACE_FUNCTION)) return NULL;
#endif
  return instance && next_instance_proc_addr ? next_instance_proc_addr(instance, name) : NULL;
}

VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* interface) {
  if (interface->loaderLayerInterfaceVersion > OWN_INTERFACE_VERSION)
    interface->loaderLayerInterfaceVersion = OWN_INTERFACE_VERSION;
  interface->pfnGetInstanceProcAddr = vkGetInstanceProcAddr;
  interface->pfnGetDeviceProcAddr = vkGetDeviceProcAddr;
  interface->pfnGetPhysicalDeviceProcAddr = NULL;
  return NEGOTIATION_RESULT;
}

// What the manifest says, for loaders without manifests: one layer, no extensions.

VKAPI_ATTR VkResult VKAPI_CALL vkEnumerateInstanceLayerProperties(uint32_t* count,
                                                                  VkLayerProperties* properties) {
  if (properties && *count == 0) return VK_INCOMPLETE;
  *count = 1;
  if (!properties) return VK_SUCCESS;
  memset(properties, 0, sizeof *properties);
  snprintf(properties->layerName, sizeof properties->layerName, "VK_LAYER_EXAMPLE_" NAME);
  snprintf(properties->description, sizeof properties->description, NAME);
  properties->specVersion = VK_API_VERSION_1_3;
  properties->implementationVersion = 1;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL vkEnumerateInstanceExtensionProperties(
    const char* layer, uint32_t* count, VkExtensionProperties* properties) {
  (void)properties;
  if (!layer || strcmp(layer, "VK_LAYER_EXAMPLE_" NAME)) return VK_ERROR_LAYER_NOT_PRESENT;
  *count = 0;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL
vkEnumerateDeviceExtensionProperties(VkPhysicalDevice physical_device, const char* layer,
                                     uint32_t* count, VkExtensionProperties* properties) {
  (void)physical_device;
  return vkEnumerateInstanceExtensionProperties(layer, count, properties);
}

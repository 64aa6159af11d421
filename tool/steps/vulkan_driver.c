// SPDX-License-Identifier: Apache-2.0
// A driver with three physical devices, in this order: integrated, discrete and virtual; with
// FIRST_DEVICE the first of them are left out. It writes its name to the standard output when an
// instance is created, and whose object it is given to name. With DISPLAYS it has what
// vulkan_driver_displays.h says, with PROTECTED what vulkan_driver_protected.h says. What it makes
// can do nothing. Its version, and functions that fail, can be chosen. The variable PRESENT_DEVICES
// says, whenever it is asked for them, how many of the devices are there. With LISTENERS_RESULT,
// which is what the creation of messengers and report callbacks returns, it writes when it creates
// or destroys one. With OVERWRITES a device that is destroyed is overwritten before other threads
// run.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vk_icd.h>
#include <vulkan/vulkan.h>

#define OWN_INTERFACE_VERSION 5
#define DEVICES 3
#ifndef FIRST_DEVICE
#define FIRST_DEVICE 0
#endif
#ifndef NAME
#define NAME "driver"
#endif
#ifndef DRIVER_VERSION
#define DRIVER_VERSION VK_API_VERSION_1_3
#endif
#ifndef DEVICES_RESULT
#define DEVICES_RESULT VK_SUCCESS
#endif
#ifndef EXTENSIONS_RESULT
#define EXTENSIONS_RESULT VK_SUCCESS
#endif
#ifdef LISTENERS_RESULT
#define TELL_OF_LISTENERS(text) dprintf(1, text)
#else
#define LISTENERS_RESULT VK_SUCCESS
#define TELL_OF_LISTENERS(text) (void)0
#endif
// What the driver counts when it has written a list.
#ifndef COUNT_DEVICES
#define COUNT_DEVICES(count) (void)0
#endif
#ifndef COUNT_EXTENSIONS
#define COUNT_EXTENSIONS(count) (void)0
#endif
#ifdef OVERWRITES
#include <sched.h>
#endif
#ifdef DISPLAYS
#include "vulkan_driver_displays.h"
#else
#define DISPLAY_INSTANCE_EXTENSIONS
#define DISPLAY_DEVICE_EXTENSIONS
#define DISPLAY_INSTANCE_FUNCTIONS
#define DISPLAY_DEVICE_FUNCTIONS
#endif
#ifdef PROTECTED
#include "vulkan_driver_protected.h"
#else
#define QUEUE_FLAGS 0
#define PROTECTED_DEVICE_FUNCTIONS
#define allow_protected_memory(structure) (void)0
#define keep_queue(info, queue) (void)0
#define ordinary_queue() ((VkQueue)&queue)
#endif

typedef struct {
  VK_LOADER_DATA loader_data;
  VkPhysicalDeviceProperties properties;
} Object;

static Object the_instance, physical_devices[DEVICES], queue;

PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char* name);

static void describe(Object* object, const char* name, VkPhysicalDeviceType type, uint32_t vendor,
                     uint32_t device) {
  set_loader_magic_value(object);
  object->properties.apiVersion = VK_API_VERSION_1_3;
  object->properties.deviceType = type;
  object->properties.vendorID = vendor;
  object->properties.deviceID = device;
  snprintf(object->properties.deviceName, sizeof object->properties.deviceName, "%s", name);
}

static VkResult create_instance(const VkInstanceCreateInfo* info,
                                const VkAllocationCallbacks* allocator, VkInstance* instance) {
  (void)info, (void)allocator;
  dprintf(1, " " NAME);
  set_loader_magic_value(&the_instance);
  set_loader_magic_value(&queue);
  describe(&physical_devices[0], "integrated", VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, 0x10, 0xa);
  describe(&physical_devices[1], "discrete", VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, 0x20, 0xb);
  describe(&physical_devices[2], "virtual", VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU, 0x30, 0xc);
  *instance = (VkInstance)&the_instance;
  return VK_SUCCESS;
}

static void destroy_instance(VkInstance instance, const VkAllocationCallbacks* allocator) {
  (void)instance, (void)allocator;
}

static uint32_t present_devices(void) {
  const char* present = getenv("PRESENT_DEVICES");
  return present ? (uint32_t)atoi(present) : DEVICES - FIRST_DEVICE;
}

static VkResult enumerate_physical_devices(VkInstance instance, uint32_t* count,
                                           VkPhysicalDevice* devices) {
  (void)instance;
  if (DEVICES_RESULT != VK_SUCCESS) return DEVICES_RESULT;
  const uint32_t present = present_devices();
  if (!devices || *count > present) *count = present;
  for (uint32_t i = 0; devices && i < *count; ++i)
    devices[i] = (VkPhysicalDevice)&physical_devices[FIRST_DEVICE + i];
  const VkResult result = *count < present ? VK_INCOMPLETE : VK_SUCCESS;
  if (devices) COUNT_DEVICES(count);
  return result;
}

// Each physical device is a group of its own.
static VkResult enumerate_groups(VkInstance instance, uint32_t* count,
                                 VkPhysicalDeviceGroupProperties* groups) {
  VkPhysicalDevice devices[DEVICES];
  if (groups && *count > DEVICES) *count = DEVICES;
  const VkResult result = enumerate_physical_devices(instance, count, groups ? devices : NULL);
  if (result < 0 || !groups) return result;
  for (uint32_t i = 0; i < *count; ++i) {
    groups[i].physicalDeviceCount = 1;
    groups[i].physicalDevices[0] = devices[i];
    groups[i].subsetAllocation = VK_FALSE;
  }
  return result;
}

static void get_properties(VkPhysicalDevice device, VkPhysicalDeviceProperties* properties) {
  *properties = ((Object*)device)->properties;
}

static void get_properties2(VkPhysicalDevice device, VkPhysicalDeviceProperties2* properties) {
  get_properties(device, &properties->properties);
}

static void get_features(VkPhysicalDevice device, VkPhysicalDeviceFeatures* features) {
  (void)device;
  memset(features, 0, sizeof *features);
}

static void get_features2(VkPhysicalDevice device, VkPhysicalDeviceFeatures2* features) {
  get_features(device, &features->features);
  allow_protected_memory(features->pNext);
}

static void get_memory(VkPhysicalDevice device, VkPhysicalDeviceMemoryProperties* memory) {
  (void)device;
  memset(memory, 0, sizeof *memory);
  memory->memoryTypeCount = memory->memoryHeapCount = 1;
  memory->memoryHeaps[0].size = 1 << 20;
}

static void get_queue_families(VkPhysicalDevice device, uint32_t* count,
                               VkQueueFamilyProperties* families) {
  (void)device;
  if (!families) *count = 1;
  if (!families || *count == 0) return;
  *count = 1;
  *families = (VkQueueFamilyProperties){.queueFlags = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT |
                                                      VK_QUEUE_TRANSFER_BIT | QUEUE_FLAGS,
                                        .queueCount = 1};
}

static void get_format(VkPhysicalDevice device, VkFormat format, VkFormatProperties* properties) {
  (void)device, (void)format;
  memset(properties, 0, sizeof *properties);
}

static VkResult get_image_format(VkPhysicalDevice device, VkFormat format, VkImageType type,
                                 VkImageTiling tiling, VkImageUsageFlags usage,
                                 VkImageCreateFlags flags, VkImageFormatProperties* properties) {
  (void)device, (void)format, (void)type, (void)tiling, (void)usage, (void)flags;
  memset(properties, 0, sizeof *properties);
  return VK_ERROR_FORMAT_NOT_SUPPORTED;
}

static void get_sparse_image_format(VkPhysicalDevice device, VkFormat format, VkImageType type,
                                    VkSampleCountFlagBits samples, VkImageUsageFlags usage,
                                    VkImageTiling tiling, uint32_t* count,
                                    VkSparseImageFormatProperties* properties) {
  (void)device, (void)format, (void)type, (void)samples, (void)usage, (void)tiling;
  (void)properties;
  *count = 0;
}

// The last element of `own` only ends it.
static VkResult fill_extensions(const VkExtensionProperties* own, size_t size, uint32_t* count,
                                VkExtensionProperties* extensions) {
  const uint32_t all = (uint32_t)(size / sizeof *own) - 1;
  if (!extensions || *count > all) *count = all;
  if (extensions) memcpy(extensions, own, *count * sizeof *own);
  return *count < all ? VK_INCOMPLETE : VK_SUCCESS;
}

static VkResult enumerate_device_extensions(VkPhysicalDevice device, const char* layer,
                                            uint32_t* count, VkExtensionProperties* extensions) {
  static const VkExtensionProperties own[] = {DISPLAY_DEVICE_EXTENSIONS{"", 0}};
  (void)device, (void)layer;
  return fill_extensions(own, sizeof own, count, extensions);
}

static VkResult enumerate_instance_extensions(const char* layer, uint32_t* count,
                                              VkExtensionProperties* extensions) {
  static const VkExtensionProperties own[] = {{VK_EXT_DEBUG_UTILS_EXTENSION_NAME, 1},
                                              {VK_EXT_DEBUG_REPORT_EXTENSION_NAME, 9},
                                              DISPLAY_INSTANCE_EXTENSIONS{"", 0}};
  (void)layer;
  if (EXTENSIONS_RESULT != VK_SUCCESS) return EXTENSIONS_RESULT;
  const VkResult result = fill_extensions(own, sizeof own, count, extensions);
  if (extensions) COUNT_EXTENSIONS(count);
  return result;
}

static VkResult enumerate_version(uint32_t* version) {
  *version = DRIVER_VERSION;
  return VK_SUCCESS;
}

static VkResult create_device(VkPhysicalDevice physical_device, const VkDeviceCreateInfo* info,
                              const VkAllocationCallbacks* allocator, VkDevice* device) {
  (void)allocator;
  uint32_t extensions = 0;
  enumerate_device_extensions(physical_device, NULL, &extensions, NULL);
  if (info->enabledExtensionCount > extensions) return VK_ERROR_EXTENSION_NOT_PRESENT;
  Object* object = calloc(1, sizeof *object);
  if (!object) return VK_ERROR_OUT_OF_HOST_MEMORY;
  set_loader_magic_value(object);
  keep_queue(info, (VkQueue)&queue);
  *device = (VkDevice)object;
  return VK_SUCCESS;
}

static void destroy_device(VkDevice device, const VkAllocationCallbacks* allocator) {
  (void)allocator;
#ifdef OVERWRITES
  memset(device, 0xdd, sizeof(Object));
  sched_yield();
#endif
  free(device);
}

static void get_device_queue(VkDevice device, uint32_t family, uint32_t index, VkQueue* result) {
  (void)device, (void)family, (void)index;
  *result = ordinary_queue();
}

static VkResult create_command_pool(VkDevice device, const VkCommandPoolCreateInfo* info,
                                    const VkAllocationCallbacks* allocator, VkCommandPool* pool) {
  (void)device, (void)info, (void)allocator;
  *pool = (VkCommandPool)(uintptr_t)1;
  return VK_SUCCESS;
}

static void destroy_command_pool(VkDevice device, VkCommandPool pool,
                                 const VkAllocationCallbacks* allocator) {
  (void)device, (void)pool, (void)allocator;
}

static VkResult create_fence(VkDevice device, const VkFenceCreateInfo* info,
                             const VkAllocationCallbacks* allocator, VkFence* fence) {
  (void)device, (void)info, (void)allocator;
  *fence = (VkFence)(uintptr_t)1;
  return VK_SUCCESS;
}

static void destroy_fence(VkDevice device, VkFence fence, const VkAllocationCallbacks* allocator) {
  (void)device, (void)fence, (void)allocator;
}

static VkResult set_name(VkDevice device, const VkDebugUtilsObjectNameInfoEXT* info) {
  (void)device;
  bool instance = info->objectType == VK_OBJECT_TYPE_INSTANCE;
  const Object* object = (const Object*)(uintptr_t)info->objectHandle;
  bool own = instance ? object == &the_instance
                      : object >= physical_devices && object < physical_devices + DEVICES;
  dprintf(1, " %s %s", own ? "its" : "no", instance ? "VkInstance" : "VkPhysicalDevice");
  return VK_SUCCESS;
}

static VkResult create_listener(void) {
  TELL_OF_LISTENERS(LISTENERS_RESULT == VK_SUCCESS ? " created" : " refused");
  return LISTENERS_RESULT;
}

static VkResult create_messenger(VkInstance instance,
                                 const VkDebugUtilsMessengerCreateInfoEXT* info,
                                 const VkAllocationCallbacks* allocator,
                                 VkDebugUtilsMessengerEXT* messenger) {
  (void)instance, (void)info, (void)allocator;
  if (LISTENERS_RESULT == VK_SUCCESS) *messenger = (VkDebugUtilsMessengerEXT)(uintptr_t)1;
  return create_listener();
}

static void destroy_messenger(VkInstance instance, VkDebugUtilsMessengerEXT messenger,
                              const VkAllocationCallbacks* allocator) {
  (void)instance, (void)allocator;
  if (messenger) TELL_OF_LISTENERS(" destroyed");
}

static VkResult create_callback(VkInstance instance, const VkDebugReportCallbackCreateInfoEXT* info,
                                const VkAllocationCallbacks* allocator,
                                VkDebugReportCallbackEXT* callback) {
  (void)instance, (void)info, (void)allocator;
  if (LISTENERS_RESULT == VK_SUCCESS) *callback = (VkDebugReportCallbackEXT)(uintptr_t)1;
  return create_listener();
}

static void destroy_callback(VkInstance instance, VkDebugReportCallbackEXT callback,
                             const VkAllocationCallbacks* allocator) {
  (void)instance, (void)allocator;
  if (callback) TELL_OF_LISTENERS(" destroyed");
}

static const struct {
  const char* name;
  void* function;
} device_functions[] = {{"vkDestroyDevice", destroy_device},
                        {"vkGetDeviceQueue", get_device_queue},
                        {"vkCreateCommandPool", create_command_pool},
                        {"vkDestroyCommandPool", destroy_command_pool},
                        {"vkCreateFence", create_fence},
                        {"vkDestroyFence", destroy_fence},
                        {"vkSetDebugUtilsObjectNameEXT", set_name},
                        PROTECTED_DEVICE_FUNCTIONS DISPLAY_DEVICE_FUNCTIONS};

static PFN_vkVoidFunction get_device_proc_addr(VkDevice device, const char* name) {
  (void)device;
  if (!strcmp(name, "vkGetDeviceProcAddr")) return (PFN_vkVoidFunction)get_device_proc_addr;
  for (size_t i = 0; i < sizeof device_functions / sizeof *device_functions; ++i)
    if (!strcmp(name, device_functions[i].name)) return device_functions[i].function;
  return NULL;
}

static const struct {
  const char* name;
  void* function;
} instance_functions[] = {
    {"vkGetInstanceProcAddr", vk_icdGetInstanceProcAddr},
    {"vkEnumerateInstanceVersion", enumerate_version},
    {"vkEnumerateInstanceExtensionProperties", enumerate_instance_extensions},
    {"vkCreateInstance", create_instance},
    {"vkDestroyInstance", destroy_instance},
    {"vkEnumeratePhysicalDevices", enumerate_physical_devices},
    {"vkEnumeratePhysicalDeviceGroups", enumerate_groups},
    {"vkGetPhysicalDeviceProperties", get_properties},
    {"vkGetPhysicalDeviceProperties2", get_properties2},
    {"vkGetPhysicalDeviceFeatures", get_features},
    {"vkGetPhysicalDeviceFeatures2", get_features2},
    {"vkGetPhysicalDeviceMemoryProperties", get_memory},
    {"vkGetPhysicalDeviceQueueFamilyProperties", get_queue_families},
    {"vkGetPhysicalDeviceFormatProperties", get_format},
    {"vkGetPhysicalDeviceImageFormatProperties", get_image_format},
    {"vkGetPhysicalDeviceSparseImageFormatProperties", get_sparse_image_format},
    {"vkEnumerateDeviceExtensionProperties", enumerate_device_extensions},
    {"vkCreateDevice", create_device},
    {"vkCreateDebugUtilsMessengerEXT", create_messenger},
    {"vkDestroyDebugUtilsMessengerEXT", destroy_messenger},
    {"vkCreateDebugReportCallbackEXT", create_callback},
    {"vkDestroyDebugReportCallbackEXT", destroy_callback},
    DISPLAY_INSTANCE_FUNCTIONS};

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL vk_icdGetInstanceProcAddr(VkInstance instance,
                                                                   const char* name) {
  (void)instance;
  for (size_t i = 0; i < sizeof instance_functions / sizeof *instance_functions; ++i)
    if (!strcmp(name, instance_functions[i].name)) return instance_functions[i].function;
  return get_device_proc_addr(NULL, name);
}

VKAPI_ATTR VkResult VKAPI_CALL vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t* version) {
  if (*version > OWN_INTERFACE_VERSION) *version = OWN_INTERFACE_VERSION;
  return VK_SUCCESS;
}

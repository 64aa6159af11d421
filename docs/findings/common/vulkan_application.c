// SPDX-License-Identifier: Apache-2.0
// usage: vulkan_application LOADER list                        which example layers are listed
//        vulkan_application LOADER create [LAYER...]           which of them are in the call chain
//        vulkan_application LOADER version      which layers intercept the query of the version
//        vulkan_application LOADER devices VERSION      their order, in an instance of 1.0 or 1.1
//        vulkan_application LOADER device [LAYER]       what functions a device without extensions
//        has
//        vulkan_application LOADER extended EXTENSION [LAYER...]    as create, with an extension
//        vulkan_application LOADER again [LAYER]        which devices there are, asked twice, and
//        whether a device can be created
//        vulkan_application LOADER name                 names its instance and a physical device
//        vulkan_application LOADER changing devices|groups COUNT [devices|groups COUNT]...
//        what it is told of in an instance of 1.1, while the driver has so many devices
//        vulkan_application LOADER null messenger|callback    destroys one that is VK_NULL_HANDLE
//        vulkan_application LOADER protected [LAYER]    creates a device with a protected queue
//        alone, and gets the queue
//
// Layers and the driver write their names to the standard output, in the order of the chain.
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

#define PREFIX "VK_LAYER_EXAMPLE_"
#define MOST 64

static PFN_vkGetInstanceProcAddr get_proc_addr;

static int list(void) {
  PFN_vkEnumerateInstanceLayerProperties enumerate =
      (PFN_vkEnumerateInstanceLayerProperties)get_proc_addr(NULL,
                                                            "vkEnumerateInstanceLayerProperties");
  static VkLayerProperties layers[MOST];
  uint32_t count = MOST;
  VkResult result = enumerate(&count, layers);
  if (result != VK_SUCCESS) return printf("vkEnumerateInstanceLayerProperties returns %d", result);
  printf("layers");
  for (uint32_t i = 0; i < count; ++i)
    if (!strncmp(layers[i].layerName, PREFIX, strlen(PREFIX)))
      printf(" %s", layers[i].layerName + strlen(PREFIX));
  return 0;
}

static VkInstance create_with(const char* extension, uint32_t version, uint32_t count,
                              char** layers) {
  PFN_vkCreateInstance create_instance =
      (PFN_vkCreateInstance)get_proc_addr(NULL, "vkCreateInstance");
  VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                   .apiVersion = version};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                               .pApplicationInfo = &application,
                               .enabledLayerCount = count,
                               .ppEnabledLayerNames = (const char* const*)layers,
                               .enabledExtensionCount = extension ? 1 : 0,
                               .ppEnabledExtensionNames = &extension};
  VkInstance instance = NULL;
  VkResult result = create_instance(&info, NULL, &instance);
  if (result != VK_SUCCESS) printf(" vkCreateInstance returns %d", result);
  return instance;
}

static VkInstance create(uint32_t version, uint32_t count, char** layers) {
  return create_with(NULL, version, count, layers);
}

static void destroy(VkInstance instance) {
  if (instance)
    ((PFN_vkDestroyInstance)get_proc_addr(instance, "vkDestroyInstance"))(instance, NULL);
}

static void print_device_name(VkInstance instance, VkPhysicalDevice device) {
  VkPhysicalDeviceProperties properties;
  ((PFN_vkGetPhysicalDeviceProperties)get_proc_addr(instance, "vkGetPhysicalDeviceProperties"))(
      device, &properties);
  printf(" %s", properties.deviceName);
}

static void print_devices(VkInstance instance) {
  PFN_vkEnumeratePhysicalDevices enumerate =
      (PFN_vkEnumeratePhysicalDevices)get_proc_addr(instance, "vkEnumeratePhysicalDevices");
  VkPhysicalDevice devices[MOST];
  uint32_t count = MOST;
  VkResult result = enumerate(instance, &count, devices);
  if (result != VK_SUCCESS) printf(" vkEnumeratePhysicalDevices returns %d", result);
  for (uint32_t i = 0; result == VK_SUCCESS && i < count; ++i)
    print_device_name(instance, devices[i]);
}

static void print_groups(VkInstance instance) {
  PFN_vkEnumeratePhysicalDeviceGroups enumerate =
      (PFN_vkEnumeratePhysicalDeviceGroups)get_proc_addr(instance,
                                                         "vkEnumeratePhysicalDeviceGroups");
  uint32_t count = 0;
  VkResult result = enumerate(instance, &count, NULL);
  VkPhysicalDeviceGroupProperties groups[MOST] = {0};
  for (uint32_t i = 0; i < MOST; ++i)
    groups[i].sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
  if (result == VK_SUCCESS) result = enumerate(instance, &count, groups);
  if (result != VK_SUCCESS) printf(" vkEnumeratePhysicalDeviceGroups returns %d", result);
  for (uint32_t i = 0; result == VK_SUCCESS && i < count; ++i)
    for (uint32_t j = 0; j < groups[i].physicalDeviceCount; ++j)
      print_device_name(instance, groups[i].physicalDevices[j]);
}

// The steps are pairs of what is asked for and how many devices the driver has then.
static void print_changing(int count, char** steps) {
  setenv("PRESENT_DEVICES", steps[1], 1);
  VkInstance instance = create(VK_API_VERSION_1_1, 0, NULL);
  for (int i = 0; instance && i + 1 < count; i += 2) {
    setenv("PRESENT_DEVICES", steps[i + 1], 1);
    printf(", %s", steps[i]);
    if (strcmp(steps[i], "groups"))
      print_devices(instance);
    else
      print_groups(instance);
  }
  destroy(instance);
}

// The first physical device, and a device of it; NULL where there is none.
static VkDevice create_device_with(VkInstance instance, VkPhysicalDevice* physical_device,
                                   VkDeviceQueueCreateFlags flags, const void* features) {
  PFN_vkEnumeratePhysicalDevices enumerate =
      (PFN_vkEnumeratePhysicalDevices)get_proc_addr(instance, "vkEnumeratePhysicalDevices");
  VkPhysicalDevice physical_devices[MOST];
  uint32_t count = MOST;
  if (enumerate(instance, &count, physical_devices) != VK_SUCCESS || count == 0) return NULL;
  *physical_device = physical_devices[0];
  float priority = 1;
  VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                   .flags = flags,
                                   .queueCount = 1,
                                   .pQueuePriorities = &priority};
  VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                             .pNext = features,
                             .queueCreateInfoCount = 1,
                             .pQueueCreateInfos = &queue};
  VkDevice device;
  VkResult result = ((PFN_vkCreateDevice)get_proc_addr(instance, "vkCreateDevice"))(
      *physical_device, &info, NULL, &device);
  printf(", vkCreateDevice returns %d", result);
  return result == VK_SUCCESS ? device : NULL;
}

static VkDevice create_device(VkInstance instance, VkPhysicalDevice* physical_device) {
  return create_device_with(instance, physical_device, 0, NULL);
}

static PFN_vkVoidFunction get_from_device(VkInstance instance, VkDevice device, const char* name) {
  return ((PFN_vkGetDeviceProcAddr)get_proc_addr(instance, "vkGetDeviceProcAddr"))(device, name);
}

static void destroy_device(VkInstance instance, VkDevice device) {
  ((PFN_vkDestroyDevice)get_from_device(instance, device, "vkDestroyDevice"))(device, NULL);
}

static void enumerate_again(VkInstance instance) {
  PFN_vkEnumeratePhysicalDevices enumerate =
      (PFN_vkEnumeratePhysicalDevices)get_proc_addr(instance, "vkEnumeratePhysicalDevices");
  for (int i = 0; i < 2; ++i) {
    uint32_t count = 0;
    printf(", vkEnumeratePhysicalDevices returns %d", enumerate(instance, &count, NULL));
  }
  VkPhysicalDevice physical_device;
  VkDevice device = create_device(instance, &physical_device);
  if (device) destroy_device(instance, device);
}

static void print_device(VkInstance instance) {
  static const char* const names[] = {"vkCreateSwapchainKHR", "vkDestroySwapchainKHR",
                                      "vkQueuePresentKHR", "vkAcquireNextImageKHR"};
  VkPhysicalDevice physical_device;
  VkDevice device = create_device(instance, &physical_device);
  if (!device) return;
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    printf(", %s %s", names[i],
           get_from_device(instance, device, names[i]) ? "a function" : "NULL");
  destroy_device(instance, device);
}

static void name_objects(PFN_vkVoidFunction function, VkDevice device, VkInstance instance,
                         VkPhysicalDevice physical_device) {
  VkDebugUtilsObjectNameInfoEXT infos[] = {
      {.objectType = VK_OBJECT_TYPE_INSTANCE, .objectHandle = (uintptr_t)instance},
      {.objectType = VK_OBJECT_TYPE_PHYSICAL_DEVICE, .objectHandle = (uintptr_t)physical_device},
  };
  for (size_t i = 0; i < sizeof infos / sizeof *infos; ++i) {
    infos[i].sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT;
    infos[i].pObjectName = "a name";
    ((PFN_vkSetDebugUtilsObjectNameEXT)function)(device, &infos[i]);
  }
}

static void name(VkInstance instance) {
  const char* function = "vkSetDebugUtilsObjectNameEXT";
  VkPhysicalDevice physical_device;
  VkDevice device = create_device(instance, &physical_device);
  if (!device) return;
  printf(", by vkGetInstanceProcAddr");
  name_objects(get_proc_addr(instance, function), device, instance, physical_device);
  printf(", by vkGetDeviceProcAddr");
  name_objects(get_from_device(instance, device, function), device, instance, physical_device);
  destroy_device(instance, device);
}

// The driver has the feature.
static void get_protected_queue(VkInstance instance) {
  VkPhysicalDeviceProtectedMemoryFeatures feature = {
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROTECTED_MEMORY_FEATURES,
      .protectedMemory = VK_TRUE};
  VkPhysicalDevice physical_device;
  VkDevice device = create_device_with(instance, &physical_device,
                                       VK_DEVICE_QUEUE_CREATE_PROTECTED_BIT, &feature);
  if (!device) return;
  VkDeviceQueueInfo2 info = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2,
                             .flags = VK_DEVICE_QUEUE_CREATE_PROTECTED_BIT};
  VkQueue queue = VK_NULL_HANDLE;
  ((PFN_vkGetDeviceQueue2)get_from_device(instance, device, "vkGetDeviceQueue2"))(device, &info,
                                                                                  &queue);
  printf(", vkGetDeviceQueue2 gives %s", queue ? "a queue" : "VK_NULL_HANDLE");
  destroy_device(instance, device);
}

// A messenger of VK_EXT_debug_utils, or a callback of VK_EXT_debug_report.
static void destroy_null(int messenger) {
  VkInstance instance = create_with(
      messenger ? VK_EXT_DEBUG_UTILS_EXTENSION_NAME : VK_EXT_DEBUG_REPORT_EXTENSION_NAME,
      VK_API_VERSION_1_0, 0, NULL);
  if (!instance) return;
  if (messenger)
    ((PFN_vkDestroyDebugUtilsMessengerEXT)get_proc_addr(
        instance, "vkDestroyDebugUtilsMessengerEXT"))(instance, VK_NULL_HANDLE, NULL);
  else
    ((PFN_vkDestroyDebugReportCallbackEXT)get_proc_addr(
        instance, "vkDestroyDebugReportCallbackEXT"))(instance, VK_NULL_HANDLE, NULL);
  destroy(instance);
}

int main(int count, char** words) {
  setvbuf(stdout, NULL, _IONBF, 0);
  if (count < 3) return 2;
  void* loader = dlopen(words[1], RTLD_NOW);
  if (!loader) return fprintf(stderr, "%s\n", dlerror()), 2;
  get_proc_addr = (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
  const char* verb = words[2];
  if (!strcmp(verb, "list")) {
    list();
  } else if (!strcmp(verb, "version")) {
    uint32_t version;
    printf("application");
    ((PFN_vkEnumerateInstanceVersion)get_proc_addr(NULL, "vkEnumerateInstanceVersion"))(&version);
  } else if (!strcmp(verb, "create")) {
    printf("application");
    destroy(create(VK_API_VERSION_1_0, count - 3, words + 3));
  } else if (!strcmp(verb, "devices") && count == 4) {
    printf("application");
    VkInstance instance =
        create(strcmp(words[3], "1.0") ? VK_API_VERSION_1_1 : VK_API_VERSION_1_0, 0, NULL);
    printf(", devices");
    if (instance) print_devices(instance);
    destroy(instance);
  } else if (!strcmp(verb, "changing") && count > 4) {
    printf("application");
    print_changing(count - 3, words + 3);
  } else if (!strcmp(verb, "device")) {
    printf("application");
    VkInstance instance = create(VK_API_VERSION_1_0, count - 3, words + 3);
    if (instance) print_device(instance);
    destroy(instance);
  } else if (!strcmp(verb, "extended") && count > 3) {
    printf("application");
    destroy(create_with(words[3], VK_API_VERSION_1_0, count - 4, words + 4));
  } else if (!strcmp(verb, "again")) {
    printf("application");
    VkInstance instance = create(VK_API_VERSION_1_0, count - 3, words + 3);
    if (instance) enumerate_again(instance);
    destroy(instance);
  } else if (!strcmp(verb, "protected")) {
    printf("application");
    VkInstance instance = create(VK_API_VERSION_1_1, count - 3, words + 3);
    if (instance) get_protected_queue(instance);
    destroy(instance);
  } else if (!strcmp(verb, "null") && count == 4) {
    destroy_null(!strcmp(words[3], "messenger"));
  } else if (!strcmp(verb, "name")) {
    printf("application");
    VkInstance instance =
        create_with(VK_EXT_DEBUG_UTILS_EXTENSION_NAME, VK_API_VERSION_1_0, 0, NULL);
    if (instance) name(instance);
    destroy(instance);
  } else {
    return 2;
  }
  return 0;
}

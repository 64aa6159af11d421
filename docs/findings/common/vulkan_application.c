// usage: vulkan_application LOADER list                        which example layers are listed
//        vulkan_application LOADER create [LAYER...]           which of them are in the call chain
//        vulkan_application LOADER devices VERSION      their order, in an instance of 1.0 or 1.1
//        vulkan_application LOADER device [LAYER]       what functions a device without extensions
//        has
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

static VkInstance create(uint32_t version, uint32_t count, char** layers) {
  PFN_vkCreateInstance create_instance =
      (PFN_vkCreateInstance)get_proc_addr(NULL, "vkCreateInstance");
  VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                   .apiVersion = version};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                               .pApplicationInfo = &application,
                               .enabledLayerCount = count,
                               .ppEnabledLayerNames = (const char* const*)layers};
  VkInstance instance = NULL;
  VkResult result = create_instance(&info, NULL, &instance);
  if (result != VK_SUCCESS) printf(" vkCreateInstance returns %d", result);
  return instance;
}

static void destroy(VkInstance instance) {
  if (instance)
    ((PFN_vkDestroyInstance)get_proc_addr(instance, "vkDestroyInstance"))(instance, NULL);
}

static void print_devices(VkInstance instance) {
  PFN_vkEnumeratePhysicalDevices enumerate =
      (PFN_vkEnumeratePhysicalDevices)get_proc_addr(instance, "vkEnumeratePhysicalDevices");
  PFN_vkGetPhysicalDeviceProperties get =
      (PFN_vkGetPhysicalDeviceProperties)get_proc_addr(instance, "vkGetPhysicalDeviceProperties");
  VkPhysicalDevice devices[MOST];
  uint32_t count = MOST;
  VkResult result = enumerate(instance, &count, devices);
  if (result != VK_SUCCESS) printf(" vkEnumeratePhysicalDevices returns %d", result);
  for (uint32_t i = 0; result == VK_SUCCESS && i < count; ++i) {
    VkPhysicalDeviceProperties properties;
    get(devices[i], &properties);
    printf(" %s", properties.deviceName);
  }
}

static void print_device(VkInstance instance) {
  static const char* const names[] = {"vkCreateSwapchainKHR", "vkDestroySwapchainKHR",
                                      "vkQueuePresentKHR", "vkAcquireNextImageKHR"};
  PFN_vkEnumeratePhysicalDevices enumerate =
      (PFN_vkEnumeratePhysicalDevices)get_proc_addr(instance, "vkEnumeratePhysicalDevices");
  VkPhysicalDevice physical_devices[MOST];
  uint32_t count = MOST;
  if (enumerate(instance, &count, physical_devices) != VK_SUCCESS || count == 0) return;
  float priority = 1;
  VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                   .queueCount = 1,
                                   .pQueuePriorities = &priority};
  VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                             .queueCreateInfoCount = 1,
                             .pQueueCreateInfos = &queue};
  VkDevice device;
  VkResult result = ((PFN_vkCreateDevice)get_proc_addr(instance, "vkCreateDevice"))(
      physical_devices[0], &info, NULL, &device);
  printf(", vkCreateDevice returns %d", result);
  if (result != VK_SUCCESS) return;
  PFN_vkGetDeviceProcAddr get =
      (PFN_vkGetDeviceProcAddr)get_proc_addr(instance, "vkGetDeviceProcAddr");
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    printf(", %s %s", names[i], get(device, names[i]) ? "a function" : "NULL");
  ((PFN_vkDestroyDevice)get(device, "vkDestroyDevice"))(device, NULL);
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
  } else if (!strcmp(verb, "device")) {
    printf("application");
    VkInstance instance = create(VK_API_VERSION_1_0, count - 3, words + 3);
    if (instance) print_device(instance);
    destroy(instance);
  } else {
    return 2;
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// usage: vulkan_instance_functions LIBRARY
//
// Creates an instance through a layer alone, without extensions, and is itself what the layer finds
// below: four functions, and NULL for all else. Prints what the layer's vkGetInstanceProcAddr
// gives.
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

static const char* const names[] = {
    "vkCreateDebugUtilsMessengerEXT",
    "vkDestroyDebugUtilsMessengerEXT",
    "vkCreateDebugReportCallbackEXT",
    "vkDestroySurfaceKHR",
    "vkGetPhysicalDeviceSurfaceSupportKHR",
    "vkCreateHeadlessSurfaceEXT",
    "vkNobodyHasThis",
    "vkEnumeratePhysicalDevices",
};

static VkResult create_below(const VkInstanceCreateInfo* info,
                             const VkAllocationCallbacks* allocator, VkInstance* instance) {
  (void)info, (void)allocator;
  static void* object;
  *instance = (VkInstance)&object;
  return VK_SUCCESS;
}

static void destroy_below(VkInstance instance, const VkAllocationCallbacks* allocator) {
  (void)instance, (void)allocator;
}

static VkResult enumerate_below(VkInstance instance, uint32_t* count, VkPhysicalDevice* devices) {
  (void)instance, (void)devices;
  *count = 0;
  return VK_SUCCESS;
}

static PFN_vkVoidFunction get_proc_addr_below(VkInstance instance, const char* name) {
  (void)instance;
  if (!strcmp(name, "vkGetInstanceProcAddr")) return (PFN_vkVoidFunction)get_proc_addr_below;
  if (!strcmp(name, "vkCreateInstance")) return (PFN_vkVoidFunction)create_below;
  if (!strcmp(name, "vkDestroyInstance")) return (PFN_vkVoidFunction)destroy_below;
  if (!strcmp(name, "vkEnumeratePhysicalDevices")) return (PFN_vkVoidFunction)enumerate_below;
  return NULL;
}

static VkInstance create(PFN_vkGetInstanceProcAddr get_proc_addr) {
  VkLayerInstanceLink link = {.pfnNextGetInstanceProcAddr = get_proc_addr_below};
  VkLayerInstanceCreateInfo chain = {.sType = VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO,
                                     .function = VK_LAYER_LINK_INFO,
                                     .u.pLayerInfo = &link};
  VkApplicationInfo application = {.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                   .apiVersion = VK_API_VERSION_1_0};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                               .pNext = &chain,
                               .pApplicationInfo = &application};
  VkInstance instance = NULL;
  PFN_vkCreateInstance create_instance =
      (PFN_vkCreateInstance)get_proc_addr(NULL, "vkCreateInstance");
  return create_instance(&info, NULL, &instance) == VK_SUCCESS ? instance : NULL;
}

int main(int count, char** words) {
  if (count != 2) return 2;
  int output = dup(1);
  dup2(open("/dev/null", O_WRONLY), 1);  // layers may write there
  void* library = dlopen(words[1], RTLD_NOW);
  if (!library) return fprintf(stderr, "%s\n", dlerror()), 2;
  VkNegotiateLayerInterface interface = {.sType = LAYER_NEGOTIATE_INTERFACE_STRUCT,
                                         .loaderLayerInterfaceVersion = 2};
  ((PFN_vkNegotiateLoaderLayerInterfaceVersion)dlsym(
      library, "vkNegotiateLoaderLayerInterfaceVersion"))(&interface);
  VkInstance instance = create(interface.pfnGetInstanceProcAddr);
  if (!instance) return 2;
  for (size_t i = 0; i < sizeof names / sizeof *names; ++i)
    dprintf(output, "%s: %s\n", names[i],
            interface.pfnGetInstanceProcAddr(instance, names[i]) ? "a function" : "NULL");
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// usage: vulkan_group_modes LOADER instance|device
//
// Creates a surface on the first plane of the first display, and a device with VK_KHR_device_group
// and without VK_KHR_swapchain. Asks for the present modes of its device group with the function
// from vkGetInstanceProcAddr or vkGetDeviceProcAddr. The driver writes which surface it is given,
// and the program what the query returns.
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <vulkan/vulkan.h>

#define GET(function) ((PFN_##function)get_proc_addr(instance, #function))
#define MODES "vkGetDeviceGroupSurfacePresentModesKHR"

static PFN_vkGetInstanceProcAddr get_proc_addr;
static VkInstance instance;

static VkResult create_instance(void) {
  const char* extensions[] = {VK_KHR_SURFACE_EXTENSION_NAME, VK_KHR_DISPLAY_EXTENSION_NAME,
                              VK_KHR_DEVICE_GROUP_CREATION_EXTENSION_NAME};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                               .enabledExtensionCount = 3,
                               .ppEnabledExtensionNames = extensions};
  return GET(vkCreateInstance)(&info, NULL, &instance);
}

static VkSurfaceKHR create_surface(VkPhysicalDevice physical_device) {
  VkDisplayPropertiesKHR display = {0};
  VkDisplayModePropertiesKHR mode = {0};
  uint32_t count = 1;
  GET(vkGetPhysicalDeviceDisplayPropertiesKHR)(physical_device, &count, &display);
  count = 1;
  GET(vkGetDisplayModePropertiesKHR)(physical_device, display.display, &count, &mode);
  VkDisplaySurfaceCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_DISPLAY_SURFACE_CREATE_INFO_KHR,
                                        .displayMode = mode.displayMode,
                                        .transform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR,
                                        .alphaMode = VK_DISPLAY_PLANE_ALPHA_OPAQUE_BIT_KHR,
                                        .imageExtent = {640, 480}};
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  GET(vkCreateDisplayPlaneSurfaceKHR)(instance, &info, NULL, &surface);
  return surface;
}

static VkDevice create_device(VkPhysicalDevice physical_device) {
  const char* extensions[] = {VK_KHR_DEVICE_GROUP_EXTENSION_NAME};
  float priority = 1;
  VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                   .queueCount = 1,
                                   .pQueuePriorities = &priority};
  VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                             .queueCreateInfoCount = 1,
                             .pQueueCreateInfos = &queue,
                             .enabledExtensionCount = 1,
                             .ppEnabledExtensionNames = extensions};
  VkDevice device = VK_NULL_HANDLE;
  GET(vkCreateDevice)(physical_device, &info, NULL, &device);
  return device;
}

int main(int count, char** words) {
  setvbuf(stdout, NULL, _IONBF, 0);
  if (count != 3) return 2;
  void* loader = dlopen(words[1], RTLD_NOW);
  if (!loader) return fprintf(stderr, "%s\n", dlerror()), 2;
  get_proc_addr = (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
  printf("application");
  if (create_instance() != VK_SUCCESS) return 1;
  VkPhysicalDevice physical_device = VK_NULL_HANDLE;
  uint32_t number = 1;
  GET(vkEnumeratePhysicalDevices)(instance, &number, &physical_device);
  VkSurfaceKHR surface = create_surface(physical_device);
  VkDevice device = create_device(physical_device);
  if (!surface || !device) return 1;
  PFN_vkGetDeviceGroupSurfacePresentModesKHR query =
      (PFN_vkGetDeviceGroupSurfacePresentModesKHR)(
          strcmp(words[2], "device") ? get_proc_addr(instance, MODES)
                                     : GET(vkGetDeviceProcAddr)(device, MODES));
  if (query) {
    VkDeviceGroupPresentModeFlagsKHR modes = 0;
    printf(", surface");
    VkResult result = query(device, surface, &modes);
    printf(", returns %d", result);
  } else {
    printf(", not found");
  }
  GET(vkDestroyDevice)(device, NULL);
  GET(vkDestroySurfaceKHR)(instance, surface, NULL);
  GET(vkDestroyInstance)(instance, NULL);
  return 0;
}

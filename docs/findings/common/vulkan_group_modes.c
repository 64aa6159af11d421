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

#include "vulkan_device.h"
#include "vulkan_display_surface.h"

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
  VkDisplayModeKHR mode = first_display_mode(get_proc_addr, instance, physical_device);
  VkSurfaceKHR surface = create_display_surface(get_proc_addr, instance, mode, 0);
  const char* extension = VK_KHR_DEVICE_GROUP_EXTENSION_NAME;
  VkDevice device = VK_NULL_HANDLE;
  create_device_with_extensions(GET(vkCreateDevice), physical_device, 1, &extension, NULL, &device);
  if (!surface || !device) return 1;
  PFN_vkGetDeviceGroupSurfacePresentModesKHR query =
      (PFN_vkGetDeviceGroupSurfacePresentModesKHR)(strcmp(words[2], "device")
                                                       ? get_proc_addr(instance, MODES)
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

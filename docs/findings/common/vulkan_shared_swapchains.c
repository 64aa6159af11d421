// SPDX-License-Identifier: Apache-2.0
// usage: vulkan_shared_swapchains LOADER
//
// Creates two surfaces, on the planes 0 and 1 of the first display, and two swapchains that share
// images, the first on the surface of the first plane. The driver writes which surfaces it is
// given, and the program what the creation of the swapchains returns.
#include <dlfcn.h>
#include <stdio.h>
#include <vulkan/vulkan.h>

#include "vulkan_device.h"
#include "vulkan_display_surface.h"

#define PLANES 2

static PFN_vkGetInstanceProcAddr get_proc_addr;

static VkInstance create_instance(void) {
  const char* extensions[] = {VK_KHR_SURFACE_EXTENSION_NAME, VK_KHR_DISPLAY_EXTENSION_NAME};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                               .enabledExtensionCount = 2,
                               .ppEnabledExtensionNames = extensions};
  VkInstance instance = VK_NULL_HANDLE;
  ((PFN_vkCreateInstance)get_proc_addr(NULL, "vkCreateInstance"))(&info, NULL, &instance);
  return instance;
}

static VkPhysicalDevice first_device(VkInstance instance) {
  VkPhysicalDevice device = VK_NULL_HANDLE;
  uint32_t count = 1;
  ((PFN_vkEnumeratePhysicalDevices)get_proc_addr(instance, "vkEnumeratePhysicalDevices"))(
      instance, &count, &device);
  return device;
}

static VkDevice create_device(VkInstance instance, VkPhysicalDevice physical_device) {
  const char* extensions[] = {VK_KHR_SWAPCHAIN_EXTENSION_NAME,
                              VK_KHR_DISPLAY_SWAPCHAIN_EXTENSION_NAME};
  VkDevice device = VK_NULL_HANDLE;
  create_device_with_extensions((PFN_vkCreateDevice)get_proc_addr(instance, "vkCreateDevice"),
                                physical_device, 2, extensions, NULL, &device);
  return device;
}

static VkSwapchainCreateInfoKHR swapchain_on(VkInstance instance, VkDisplayModeKHR mode,
                                             uint32_t plane) {
  VkSurfaceKHR surface = create_display_surface(get_proc_addr, instance, mode, plane);
  return (VkSwapchainCreateInfoKHR){.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
                                    .surface = surface,
                                    .minImageCount = 2,
                                    .imageFormat = VK_FORMAT_B8G8R8A8_UNORM,
                                    .imageExtent = {640, 480},
                                    .imageArrayLayers = 1,
                                    .imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
                                    .preTransform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR,
                                    .compositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR,
                                    .presentMode = VK_PRESENT_MODE_FIFO_KHR};
}

int main(int count, char** words) {
  setvbuf(stdout, NULL, _IONBF, 0);
  if (count != 2) return 2;
  void* loader = dlopen(words[1], RTLD_NOW);
  if (!loader) return fprintf(stderr, "%s\n", dlerror()), 2;
  get_proc_addr = (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
  printf("application");
  VkInstance instance = create_instance();
  if (!instance) return 1;
  VkPhysicalDevice physical_device = first_device(instance);
  VkDevice device = create_device(instance, physical_device);
  if (!device) return 1;
  VkDisplayModeKHR mode = first_display_mode(get_proc_addr, instance, physical_device);
  VkSwapchainCreateInfoKHR infos[PLANES];
  for (uint32_t i = 0; i < PLANES; ++i) infos[i] = swapchain_on(instance, mode, i);
  VkSwapchainKHR swapchains[PLANES] = {0};
  printf(", surfaces");
  VkResult result = ((PFN_vkCreateSharedSwapchainsKHR)get_proc_addr(
      instance, "vkCreateSharedSwapchainsKHR"))(device, PLANES, infos, NULL, swapchains);
  printf(", returns %d", result);
  for (uint32_t i = 0; i < PLANES; ++i) {
    ((PFN_vkDestroySwapchainKHR)get_proc_addr(instance, "vkDestroySwapchainKHR"))(
        device, swapchains[i], NULL);
  }
  ((PFN_vkDestroyDevice)get_proc_addr(instance, "vkDestroyDevice"))(device, NULL);
  for (uint32_t i = 0; i < PLANES; ++i) {
    ((PFN_vkDestroySurfaceKHR)get_proc_addr(instance, "vkDestroySurfaceKHR"))(
        instance, infos[i].surface, NULL);
  }
  ((PFN_vkDestroyInstance)get_proc_addr(instance, "vkDestroyInstance"))(instance, NULL);
  return 0;
}

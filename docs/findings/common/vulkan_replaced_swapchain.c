// SPDX-License-Identifier: Apache-2.0
// usage: vulkan_replaced_swapchain LOADER [LAYER]
//
// Creates a swapchain, a second one that replaces it, destroys the first one, and acquires an image
// of the second one.
#include <dlfcn.h>
#include <stdio.h>
#include <vulkan/vulkan.h>

#include "vulkan_device.h"
#include "vulkan_display_surface.h"

#define GET(function) ((PFN_##function)get_proc_addr(instance, #function))
#define MOST_IMAGES 8

static PFN_vkGetInstanceProcAddr get_proc_addr;
static VkInstance instance;

static void create_instance(const char* const* layers, uint32_t count) {
  const char* extensions[] = {VK_KHR_SURFACE_EXTENSION_NAME, VK_KHR_DISPLAY_EXTENSION_NAME};
  VkInstanceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                               .enabledLayerCount = count,
                               .ppEnabledLayerNames = layers,
                               .enabledExtensionCount = 2,
                               .ppEnabledExtensionNames = extensions};
  GET(vkCreateInstance)(&info, NULL, &instance);
}

static VkSwapchainKHR create_swapchain(VkDevice device, VkSurfaceKHR surface, VkSwapchainKHR old) {
  VkSwapchainCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
                                   .surface = surface,
                                   .minImageCount = 2,
                                   .imageFormat = VK_FORMAT_B8G8R8A8_UNORM,
                                   .imageExtent = {640, 480},
                                   .imageArrayLayers = 1,
                                   .imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
                                   .preTransform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR,
                                   .compositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR,
                                   .presentMode = VK_PRESENT_MODE_FIFO_KHR,
                                   .oldSwapchain = old};
  VkSwapchainKHR swapchain = VK_NULL_HANDLE;
  GET(vkCreateSwapchainKHR)(device, &info, NULL, &swapchain);
  VkImage images[MOST_IMAGES];
  uint32_t count = MOST_IMAGES;
  GET(vkGetSwapchainImagesKHR)(device, swapchain, &count, images);
  return swapchain;
}

static void acquire(VkDevice device, VkSwapchainKHR swapchain) {
  VkFenceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  VkFence fence = VK_NULL_HANDLE;
  uint32_t image = MOST_IMAGES;
  GET(vkCreateFence)(device, &info, NULL, &fence);
  VkResult result =
      GET(vkAcquireNextImageKHR)(device, swapchain, UINT64_MAX, VK_NULL_HANDLE, fence, &image);
  printf(", acquisition returns %d", result);
  if (result == VK_SUCCESS) GET(vkWaitForFences)(device, 1, &fence, VK_TRUE, UINT64_MAX);
  GET(vkDestroyFence)(device, fence, NULL);
}

int main(int count, char** words) {
  setvbuf(stdout, NULL, _IONBF, 0);
  if (count < 2) return 2;
  void* loader = dlopen(words[1], RTLD_NOW);
  if (!loader) return fprintf(stderr, "%s\n", dlerror()), 2;
  get_proc_addr = (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
  create_instance((const char* const*)(words + 2), (uint32_t)(count - 2));
  if (!instance) return 1;
  VkPhysicalDevice physical_device = VK_NULL_HANDLE;
  uint32_t devices = 1;
  GET(vkEnumeratePhysicalDevices)(instance, &devices, &physical_device);
  const char* extension = VK_KHR_SWAPCHAIN_EXTENSION_NAME;
  VkDevice device = VK_NULL_HANDLE;
  create_device_with_extensions(GET(vkCreateDevice), physical_device, 1, &extension, NULL, &device);
  if (!device) return 1;
  VkDisplayModeKHR mode = first_display_mode(get_proc_addr, instance, physical_device);
  VkSurfaceKHR surface = create_display_surface(get_proc_addr, instance, mode, 0);
  VkSwapchainKHR first = create_swapchain(device, surface, VK_NULL_HANDLE);
  acquire(device, first);
  VkSwapchainKHR second = create_swapchain(device, surface, first);
  GET(vkDestroySwapchainKHR)(device, first, NULL);
  acquire(device, second);
  GET(vkDestroySwapchainKHR)(device, second, NULL);
  GET(vkDestroyDevice)(device, NULL);
  GET(vkDestroySurfaceKHR)(instance, surface, NULL);
  GET(vkDestroyInstance)(instance, NULL);
  printf(", finishes");
  return 0;
}

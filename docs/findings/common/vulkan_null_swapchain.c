// SPDX-License-Identifier: Apache-2.0
// usage: vulkan_null_swapchain LOADER [LAYER]
//
// Destroys VK_NULL_HANDLE as a swapchain of a device with VK_KHR_swapchain.
#include <dlfcn.h>
#include <stdio.h>
#include <vulkan/vulkan.h>

int main(int count, char** words) {
  setvbuf(stdout, NULL, _IONBF, 0);
  if (count < 2) return 2;
  void* loader = dlopen(words[1], RTLD_NOW);
  if (!loader) return fprintf(stderr, "%s\n", dlerror()), 2;
  PFN_vkGetInstanceProcAddr get = (PFN_vkGetInstanceProcAddr)dlsym(loader, "vkGetInstanceProcAddr");
  const char* surface = VK_KHR_SURFACE_EXTENSION_NAME;
  VkInstanceCreateInfo instance_info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                        .enabledLayerCount = count - 2,
                                        .ppEnabledLayerNames = (const char* const*)(words + 2),
                                        .enabledExtensionCount = 1,
                                        .ppEnabledExtensionNames = &surface};
  VkInstance instance = VK_NULL_HANDLE;
  ((PFN_vkCreateInstance)get(NULL, "vkCreateInstance"))(&instance_info, NULL, &instance);
  if (!instance) return 1;
  VkPhysicalDevice physical_device = VK_NULL_HANDLE;
  uint32_t devices = 1;
  ((PFN_vkEnumeratePhysicalDevices)get(instance, "vkEnumeratePhysicalDevices"))(instance, &devices,
                                                                                &physical_device);
  const char* swapchain = VK_KHR_SWAPCHAIN_EXTENSION_NAME;
  float priority = 1;
  VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                   .queueCount = 1,
                                   .pQueuePriorities = &priority};
  VkDeviceCreateInfo device_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                    .queueCreateInfoCount = 1,
                                    .pQueueCreateInfos = &queue,
                                    .enabledExtensionCount = 1,
                                    .ppEnabledExtensionNames = &swapchain};
  VkDevice device = VK_NULL_HANDLE;
  ((PFN_vkCreateDevice)get(instance, "vkCreateDevice"))(physical_device, &device_info, NULL,
                                                        &device);
  if (!device) return 1;
  ((PFN_vkDestroySwapchainKHR)get(instance, "vkDestroySwapchainKHR"))(device, VK_NULL_HANDLE, NULL);
  ((PFN_vkDestroyDevice)get(instance, "vkDestroyDevice"))(device, NULL);
  ((PFN_vkDestroyInstance)get(instance, "vkDestroyInstance"))(instance, NULL);
  printf("finishes");
  return 0;
}

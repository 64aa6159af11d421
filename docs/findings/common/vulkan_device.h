// SPDX-License-Identifier: Apache-2.0
// What programs do that need a device: create one with one queue.
#include <vulkan/vulkan.h>

static inline VkResult create_device_with_extensions(PFN_vkCreateDevice create,
                                                     VkPhysicalDevice physical_device,
                                                     uint32_t count, const char* const* extensions,
                                                     const VkAllocationCallbacks* allocator,
                                                     VkDevice* device) {
  const float priority = 1;
  VkDeviceQueueCreateInfo queue = {.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                   .queueCount = 1,
                                   .pQueuePriorities = &priority};
  VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                             .queueCreateInfoCount = 1,
                             .pQueueCreateInfos = &queue,
                             .enabledExtensionCount = count,
                             .ppEnabledExtensionNames = extensions};
  return create(physical_device, &info, allocator, device);
}

static inline VkResult create_device_with_a_queue(PFN_vkCreateDevice create,
                                                  VkPhysicalDevice physical_device,
                                                  const VkAllocationCallbacks* allocator,
                                                  VkDevice* device) {
  return create_device_with_extensions(create, physical_device, 0, NULL, allocator, device);
}

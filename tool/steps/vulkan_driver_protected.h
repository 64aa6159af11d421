// SPDX-License-Identifier: Apache-2.0
// Protected queues for vulkan_driver.c: its queue family has them. A device has one queue, with the
// flags with which it was created. vkGetDeviceQueue must only get queues without flags; if there is
// none, it writes that to the standard output and sets the handle to VK_NULL_HANDLE.
#include <stdint.h>
#include <stdio.h>
#include <vulkan/vulkan.h>

static VkDeviceQueueCreateFlags created_flags;
static VkQueue created_queue;

static void allow_protected_memory(void* structure) {
  for (VkBaseOutStructure* each = structure; each; each = each->pNext)
    if (each->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROTECTED_MEMORY_FEATURES)
      ((VkPhysicalDeviceProtectedMemoryFeatures*)each)->protectedMemory = VK_TRUE;
}

static void keep_queue(const VkDeviceCreateInfo* info, VkQueue queue) {
  created_flags = info->pQueueCreateInfos[0].flags;
  created_queue = queue;
}

static VkQueue ordinary_queue(void) {
  if (created_flags == 0) return created_queue;
  dprintf(1, ", vkGetDeviceQueue is called for a protected queue");
  return VK_NULL_HANDLE;
}

static void get_device_queue2(VkDevice device, const VkDeviceQueueInfo2* info, VkQueue* result) {
  (void)device;
  *result = info->flags == created_flags ? created_queue : VK_NULL_HANDLE;
}

#define QUEUE_FLAGS VK_QUEUE_PROTECTED_BIT
// Elements of the driver's list, each with a comma behind it.
#define PROTECTED_DEVICE_FUNCTIONS {"vkGetDeviceQueue2", get_device_queue2},

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_INTERFACES_VULKAN_EXTERNAL_COMPUTE_QUEUE_H_
#define LOADSTONE_INTERFACES_VULKAN_EXTERNAL_COMPUTE_QUEUE_H_

#include <vulkan/vulkan_core.h>

// VK_NV_external_compute_queue, the only extension that adds a dispatchable object. It is newer
// than the headers of some systems.
#ifndef VK_NV_external_compute_queue
#define VK_NV_external_compute_queue 1
#define VK_NV_EXTERNAL_COMPUTE_QUEUE_EXTENSION_NAME "VK_NV_external_compute_queue"

VK_DEFINE_HANDLE(VkExternalComputeQueueNV)

inline constexpr auto VK_OBJECT_TYPE_EXTERNAL_COMPUTE_QUEUE_NV =
    static_cast<VkObjectType>(1000556000);
inline constexpr auto VK_STRUCTURE_TYPE_EXTERNAL_COMPUTE_QUEUE_DEVICE_CREATE_INFO_NV =
    static_cast<VkStructureType>(1000556000);
inline constexpr auto VK_STRUCTURE_TYPE_EXTERNAL_COMPUTE_QUEUE_CREATE_INFO_NV =
    static_cast<VkStructureType>(1000556001);

struct VkExternalComputeQueueDeviceCreateInfoNV {
  VkStructureType sType;
  const void* pNext;
  uint32_t reservedExternalQueues;
};

struct VkExternalComputeQueueCreateInfoNV {
  VkStructureType sType;
  const void* pNext;
  VkQueue preferredQueue;
};

using PFN_vkCreateExternalComputeQueueNV = VkResult(VKAPI_PTR*)(
    VkDevice device, const VkExternalComputeQueueCreateInfoNV* pCreateInfo,
    const VkAllocationCallbacks* pAllocator, VkExternalComputeQueueNV* pExternalQueue);
using PFN_vkDestroyExternalComputeQueueNV =
    void(VKAPI_PTR*)(VkDevice device, VkExternalComputeQueueNV externalQueue,
                     const VkAllocationCallbacks* pAllocator);
#endif

#endif  // LOADSTONE_INTERFACES_VULKAN_EXTERNAL_COMPUTE_QUEUE_H_

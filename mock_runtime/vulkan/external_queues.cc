// SPDX-License-Identifier: Apache-2.0
#include "mock_runtime/vulkan/external_queues.h"

#include <string.h>

#include "interfaces/vulkan/external_compute_queue.h"
#include "mock_common/fault.h"
#include "mock_runtime/vulkan/objects.h"

namespace loadstone::mock {
namespace {

VKAPI_ATTR VkResult VKAPI_CALL CreateExternalComputeQueue(
    VkDevice device, const VkExternalComputeQueueCreateInfoNV* info,
    const VkAllocationCallbacks* callbacks, VkExternalComputeQueueNV* queue) {
  constexpr char kFunction[] = "vkCreateExternalComputeQueueNV";
  MaybeFault(kFunction);
  if (!CheckHandle(kFunction, "preferredQueue", ToObject(info->preferredQueue),
                   VK_OBJECT_TYPE_QUEUE, true)) {
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  return CreateObject(kFunction, ToObject(device), VK_OBJECT_TYPE_EXTERNAL_COMPUTE_QUEUE_NV,
                      callbacks, queue);
}

VKAPI_ATTR void VKAPI_CALL DestroyExternalComputeQueue(VkDevice, VkExternalComputeQueueNV queue,
                                                       const VkAllocationCallbacks* callbacks) {
  DestroyObject("vkDestroyExternalComputeQueueNV", ToObject(queue), callbacks);
}

}  // namespace

PFN_vkVoidFunction FindExternalQueueFunction(const Device& device, const char* name) {
  if (!device.extensions.Has(VK_NV_EXTERNAL_COMPUTE_QUEUE_EXTENSION_NAME)) return nullptr;
  if (strcmp(name, "vkCreateExternalComputeQueueNV") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(CreateExternalComputeQueue);
  }
  if (strcmp(name, "vkDestroyExternalComputeQueueNV") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(DestroyExternalComputeQueue);
  }
  return nullptr;
}

}  // namespace loadstone::mock

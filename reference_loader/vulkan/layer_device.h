// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_DEVICE_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_DEVICE_H_

#include "reference_loader/vulkan/vulkan_headers.h"

namespace reference_loader::vulkan {

// The two functions of VK_LOADER_LAYER_CREATE_DEVICE_CALLBACK, with which a layer creates its own
// device from the layers below it and the driver.
VKAPI_ATTR VkResult VKAPI_CALL LayerCreateDevice(VkInstance instance,
                                                 VkPhysicalDevice physical_device,
                                                 const VkDeviceCreateInfo* info,
                                                 const VkAllocationCallbacks* callbacks,
                                                 VkDevice* device, PFN_vkGetInstanceProcAddr layer,
                                                 PFN_vkGetDeviceProcAddr* next);
VKAPI_ATTR void VKAPI_CALL LayerDestroyDevice(VkDevice device,
                                              const VkAllocationCallbacks* callbacks,
                                              PFN_vkDestroyDevice destroy);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_DEVICE_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_DEVICE_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_DEVICE_H_

#include <vector>

#include "reference_loader/vulkan/allocator.h"
#include "reference_loader/vulkan/dispatch.h"
#include "reference_loader/vulkan/instance.h"

namespace reference_loader::vulkan {

// The loader's data for a device. The VkDevice itself is an object of the driver or of a layer; its
// first word points to the table in here.
struct Device {
  Device(Instance* owner, const VkAllocationCallbacks* callbacks)
      : allocator(callbacks), instance(owner) {
    own_table = {};
    own_table.device = this;
  }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  DeviceTable own_table;
  Allocator allocator;
  Instance* instance;
  const DriverInstance* driver = nullptr;
  VkDevice driver_handle = VK_NULL_HANDLE;
  VkDevice application_handle = VK_NULL_HANDLE;
  // For a device of a hardware module: whether the loader's swapchains are enabled, and images that
  // are shared with the display.
  bool has_swapchains = false;
  bool has_shared_images = false;
  // The driver's vkGetDeviceProcAddr, and that of the top of the device's chain.
  PFN_vkGetDeviceProcAddr driver_get_device_proc_addr = nullptr;
  PFN_vkGetDeviceProcAddr get_device_proc_addr = nullptr;

  // The driver's function of that name, or null.
  template <typename Function>
  Function FromDriver(const char* name) const {
    return reinterpret_cast<Function>(driver_get_device_proc_addr(driver_handle, name));
  }
};

// Creates a device through those of the instance's layers that are at or below index `first_layer`,
// 0 for all. On request, returns the vkGetDeviceProcAddr of the top of that chain.
VkResult CreateDeviceBelow(Instance* instance, size_t first_layer, VkInstance instance_handle,
                           VkPhysicalDevice physical_device, const VkDeviceCreateInfo& info,
                           const VkAllocationCallbacks* callbacks, VkDevice* device,
                           PFN_vkGetDeviceProcAddr* get_device_proc_addr);

// Destroys the device with `destroy` and frees the loader's data.
void DestroyDeviceWith(PFN_vkDestroyDevice destroy, VkDevice device,
                       const VkAllocationCallbacks* callbacks);

// The driver's handle for an object that the loader created, else `object`.
uint64_t DriverObject(const Device& device, VkObjectType type, uint64_t object);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_DEVICE_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_ANDROID_DEVICE_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_ANDROID_DEVICE_H_

#include <vector>

#include "interfaces/android/native_buffer.h"
#include "reference_loader/vulkan/device.h"
#include "reference_loader/vulkan/extensions.h"

namespace reference_loader::vulkan {

// Devices of hardware modules. The loader implements the applications' VK_KHR_swapchain on top of
// the driver's VK_ANDROID_native_buffer (Android: Implement Vulkan, Window system integration).

// The functions of VK_ANDROID_native_buffer; null if the driver lacks one.
struct NativeBufferFunctions {
  PFN_vkGetSwapchainGrallocUsageANDROID get_usage;
  PFN_vkGetSwapchainGrallocUsage2ANDROID get_usage2;
  PFN_vkAcquireImageANDROID acquire_image;
  PFN_vkQueueSignalReleaseImageANDROID release_image;
};
NativeBufferFunctions NativeBufferFunctionsOf(const Device& device);

// Whether the driver reports support for images that it and the display use at the same time. A
// driver without the properties of version 1.1 reports none.
bool SupportsSharedImages(const PhysicalDevice& device);

// Changes the driver's extension list to the loader's: adds the window system extensions and
// removes VK_ANDROID_native_buffer.
void ToLoaderExtensions(const PhysicalDevice& device, ExtensionList* extensions);

// The inverse for a new device: changes the application's extension list to the one for the driver.
void ToDriverExtensions(std::vector<const char*>* extensions);

// Redirects the window system functions of a new device, for which the application enabled the
// extensions in `info`, to the loader.
void InstallSwapchainFunctions(const VkDeviceCreateInfo& info, Device* device);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_ANDROID_DEVICE_H_

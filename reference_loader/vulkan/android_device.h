// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_ANDROID_DEVICE_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_ANDROID_DEVICE_H_

#include <vector>

#include "interfaces/android/native_buffer.h"
#include "reference_loader/vulkan/device.h"
#include "reference_loader/vulkan/extensions.h"

namespace reference_loader::vulkan {

// Devices of hardware modules, between whose extension VK_ANDROID_native_buffer and the
// applications' VK_KHR_swapchain the loader stands (Android: Implement Vulkan, Window system
// integration).

// The functions of that extension, null where the driver lacks one.
struct NativeBufferFunctions {
  PFN_vkGetSwapchainGrallocUsageANDROID get_usage;
  PFN_vkGetSwapchainGrallocUsage2ANDROID get_usage2;
  PFN_vkAcquireImageANDROID acquire_image;
  PFN_vkQueueSignalReleaseImageANDROID release_image;
};
NativeBufferFunctions NativeBufferFunctionsOf(const Device& device);

// Whether the driver says that an image can be its own and the display's at once. A driver without
// the properties of version 1.1 cannot.
bool SharesImages(const PhysicalDevice& device);

// Makes the driver's list of extensions that of the loader: with those of the window system in
// place of the one by which the driver shares images.
void ShowWindowSystem(const PhysicalDevice& device, ExtensionList* extensions);

// The other way round: what of an application's extensions the driver gets.
void ForHardwareModule(std::vector<const char*>* extensions);

// Makes the loader answer for the functions of the window system of a new device, for which the
// application enabled the extensions in `info`.
void AnswerForSwapchains(const VkDeviceCreateInfo& info, Device* device);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_ANDROID_DEVICE_H_

// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/android_device.h"

#include <algorithm>
#include <cstring>

#include "reference_loader/vulkan/android_swapchain.h"
#include "reference_loader/vulkan/physical_devices.h"

namespace reference_loader::vulkan {
namespace {

// The extension revision that allows an application to create an image and bind it to a swapchain's
// memory.
constexpr uint32_t kSwapchainVersion = 70;

bool Is(const char* name, const char* other) { return std::strcmp(name, other) == 0; }

bool IsOfNativeBuffer(const char* name) {
  return Is(name, "vkGetSwapchainGrallocUsageANDROID") ||
         Is(name, "vkGetSwapchainGrallocUsage2ANDROID") || Is(name, "vkAcquireImageANDROID") ||
         Is(name, "vkQueueSignalReleaseImageANDROID");
}

// Replaces the driver's vkGetDeviceProcAddr.
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL Find(VkDevice device, const char* name) {
  const Device& object = *DeviceTableOf(device)->device;
  if (IsOfNativeBuffer(name)) return nullptr;
  const PFN_vkVoidFunction own = FindSwapchainFunction(object, name);
  return own != nullptr ? own : object.driver->get_device_proc_addr(device, name);
}

}  // namespace

NativeBufferFunctions NativeBufferFunctionsOf(const Device& device) {
  const auto find = [&device]<typename Function>(const char* name, Function* function) {
    *function =
        reinterpret_cast<Function>(device.driver->get_device_proc_addr(device.driver_handle, name));
  };
  NativeBufferFunctions functions = {};
  find("vkGetSwapchainGrallocUsageANDROID", &functions.get_usage);
  find("vkGetSwapchainGrallocUsage2ANDROID", &functions.get_usage2);
  find("vkAcquireImageANDROID", &functions.acquire_image);
  find("vkQueueSignalReleaseImageANDROID", &functions.release_image);
  return functions;
}

bool SupportsSharedImages(const PhysicalDevice& device) {
  const PFN_vkGetPhysicalDeviceProperties2 get = UsableProperties2(device);
  if (get == nullptr) return false;
  VkPhysicalDevicePresentationPropertiesANDROID presentation = {};
  presentation.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PRESENTATION_PROPERTIES_ANDROID;
  VkPhysicalDeviceProperties2 properties = {};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties.pNext = &presentation;
  get(device.handle, &properties);
  return presentation.sharedImage == VK_TRUE;
}

void ToLoaderExtensions(const PhysicalDevice& device, ExtensionList* extensions) {
  const bool has_buffers = HasExtension(*extensions, VK_ANDROID_NATIVE_BUFFER_EXTENSION_NAME);
  for (const char* loader_extension :
       {VK_ANDROID_NATIVE_BUFFER_EXTENSION_NAME, VK_KHR_SWAPCHAIN_EXTENSION_NAME,
        VK_KHR_SHARED_PRESENTABLE_IMAGE_EXTENSION_NAME}) {
    RemoveExtension(loader_extension, extensions);
  }
  if (!has_buffers) return;
  AddExtension(VK_KHR_SWAPCHAIN_EXTENSION_NAME, kSwapchainVersion, extensions);
  if (SupportsSharedImages(device)) {
    AddExtension(VK_KHR_SHARED_PRESENTABLE_IMAGE_EXTENSION_NAME,
                 VK_KHR_SHARED_PRESENTABLE_IMAGE_SPEC_VERSION, extensions);
  }
}

void ToDriverExtensions(std::vector<const char*>* extensions) {
  const auto erased = std::erase_if(
      *extensions, [](const char* name) { return Is(name, VK_KHR_SWAPCHAIN_EXTENSION_NAME); });
  std::erase_if(*extensions, [](const char* name) {
    return Is(name, VK_KHR_SHARED_PRESENTABLE_IMAGE_EXTENSION_NAME);
  });
  if (erased != 0) extensions->push_back(VK_ANDROID_NATIVE_BUFFER_EXTENSION_NAME);
}

void InstallSwapchainFunctions(const VkDeviceCreateInfo& info, Device* device) {
  const auto enables = [&info](const char* extension) {
    const char* const* names = info.ppEnabledExtensionNames;
    return std::any_of(names, names + info.enabledExtensionCount,
                       [extension](const char* name) { return Is(name, extension); });
  };
  device->has_swapchains = enables(VK_KHR_SWAPCHAIN_EXTENSION_NAME);
  device->has_shared_images = enables(VK_KHR_SHARED_PRESENTABLE_IMAGE_EXTENSION_NAME);
  device->driver_get_device_proc_addr = Find;
}

}  // namespace reference_loader::vulkan

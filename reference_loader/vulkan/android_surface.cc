// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/android_surface.h"

#include <algorithm>
#include <cstring>

#include "interfaces/android/native_window.h"
#include "reference_loader/vulkan/android_device.h"
#include "reference_loader/vulkan/create_surface.h"

namespace reference_loader::vulkan {
namespace {

constexpr char kCreateName[] = "vkCreateAndroidSurfaceKHR";

constexpr VkExtensionProperties kExtensions[] = {
    {VK_KHR_SURFACE_EXTENSION_NAME, VK_KHR_SURFACE_SPEC_VERSION},
    {VK_KHR_ANDROID_SURFACE_EXTENSION_NAME, VK_KHR_ANDROID_SURFACE_SPEC_VERSION},
};

constexpr struct {
  VkFormat format;
  int of_gralloc;
} kFormats[] = {
    {VK_FORMAT_R8G8B8A8_UNORM, 1},
    {VK_FORMAT_R8G8B8A8_SRGB, 1},
    {VK_FORMAT_R5G6B5_UNORM_PACK16, 4},
    {VK_FORMAT_R16G16B16A16_SFLOAT, 22},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, 43},
};

constexpr VkPresentModeKHR kPresentModes[] = {
    VK_PRESENT_MODE_FIFO_KHR,
    VK_PRESENT_MODE_MAILBOX_KHR,
    // Only for drivers that can share images; these modes are last.
    VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR,
    VK_PRESENT_MODE_SHARED_CONTINUOUS_REFRESH_KHR,
};
constexpr size_t kModesWithoutSharing = 2;

ANativeWindow* WindowOf(VkSurfaceKHR surface) {
  return reinterpret_cast<Surface*>(surface)->window.android.window;
}

int Query(const ANativeWindow* window, ANativeWindowQuery what) {
  int value = 0;
  return window->query(window, what, &value) == 0 ? value : 0;
}

VKAPI_ATTR VkResult VKAPI_CALL Create(VkInstance instance,
                                      const VkAndroidSurfaceCreateInfoKHR* info,
                                      const VkAllocationCallbacks* callbacks,
                                      VkSurfaceKHR* surface) {
  return Guarded([&] {
    auto* object = Allocator(callbacks).New<Surface>(VK_SYSTEM_ALLOCATION_SCOPE_OBJECT, callbacks);
    const VkResult result = Guarded([&] {
      object->driver_surfaces.resize(InstanceOf(instance)->drivers.size());
      return VK_SUCCESS;
    });
    if (result != VK_SUCCESS) {
      object->allocator.Delete(object);
      return result;
    }
    object->instance = InstanceOf(instance);
    object->window.android = {{VK_ICD_WSI_PLATFORM_ANDROID}, info->window};
    info->window->acquire(info->window);
    *surface = reinterpret_cast<VkSurfaceKHR>(object);
    return VK_SUCCESS;
  });
}

VKAPI_ATTR VkResult VKAPI_CALL GetSupport(VkPhysicalDevice, uint32_t, VkSurfaceKHR,
                                          VkBool32* supported) {
  *supported = VK_TRUE;  // any queue can present memory from gralloc
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL GetCapabilities(VkPhysicalDevice, VkSurfaceKHR surface,
                                               VkSurfaceCapabilitiesKHR* capabilities) {
  const ANativeWindow* window = WindowOf(surface);
  const VkExtent2D extent = {static_cast<uint32_t>(Query(window, ANATIVEWINDOW_WIDTH)),
                             static_cast<uint32_t>(Query(window, ANATIVEWINDOW_HEIGHT))};
  const int undequeued = Query(window, ANATIVEWINDOW_MIN_UNDEQUEUED_BUFFERS);
  const int most = Query(window, ANATIVEWINDOW_MAX_BUFFER_COUNT);
  *capabilities = {};
  capabilities->minImageCount = static_cast<uint32_t>(undequeued) + 1;
  capabilities->maxImageCount = static_cast<uint32_t>(most);
  capabilities->currentExtent = extent;
  capabilities->minImageExtent = {1, 1};
  capabilities->maxImageExtent = {4096, 4096};
  capabilities->maxImageArrayLayers = 1;
  capabilities->supportedTransforms = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR;
  capabilities->currentTransform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR;
  capabilities->supportedCompositeAlpha = VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR;
  capabilities->supportedUsageFlags =
      VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
      VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT |
      VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL GetFormats(VkPhysicalDevice, VkSurfaceKHR, uint32_t* count,
                                          VkSurfaceFormatKHR* formats) {
  return Enumerate(std::size(kFormats), count, formats, [](size_t i, VkSurfaceFormatKHR* output) {
    *output = {kFormats[i].format, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR};
  });
}

// Whether the driver's device with that handle can share images.
bool DeviceSupportsSharedImages(Instance* instance, VkPhysicalDevice handle) {
  const std::lock_guard<std::mutex> lock(instance->mutex);
  return std::any_of(instance->physical_devices.begin(), instance->physical_devices.end(),
                     [handle](const PhysicalDevice* device) {
                       return device->handle == handle && SupportsSharedImages(*device);
                     });
}

VKAPI_ATTR VkResult VKAPI_CALL GetPresentModes(VkPhysicalDevice device, VkSurfaceKHR surface,
                                               uint32_t* count, VkPresentModeKHR* modes) {
  const bool shares =
      DeviceSupportsSharedImages(reinterpret_cast<Surface*>(surface)->instance, device);
  return Enumerate(shares ? std::size(kPresentModes) : kModesWithoutSharing, count, modes,
                   [](size_t i, VkPresentModeKHR* output) { *output = kPresentModes[i]; });
}

VKAPI_ATTR VkResult VKAPI_CALL GetRectangles(VkPhysicalDevice, VkSurfaceKHR surface,
                                             uint32_t* count, VkRect2D* rectangles) {
  const ANativeWindow* window = WindowOf(surface);
  return Enumerate(size_t{1}, count, rectangles, [window](size_t, VkRect2D* output) {
    *output = {{0, 0},
               {static_cast<uint32_t>(Query(window, ANATIVEWINDOW_WIDTH)),
                static_cast<uint32_t>(Query(window, ANATIVEWINDOW_HEIGHT))}};
  });
}

}  // namespace

std::span<const VkExtensionProperties> AndroidInstanceExtensions() { return kExtensions; }

void RemoveWindowSystemExtensions(ExtensionList* extensions) {
  for (const VkExtensionProperties& own : kExtensions) {
    RemoveExtension(own.extensionName, extensions);
  }
}

void InstallSurfaceFunctions(DriverInstance* driver) {
  const auto put = [driver](InstanceCommand command, auto function) {
    driver->functions[command] = reinterpret_cast<PFN_vkVoidFunction>(function);
  };
  put(kInstance_vkGetPhysicalDeviceSurfaceSupportKHR, GetSupport);
  put(kInstance_vkGetPhysicalDeviceSurfaceCapabilitiesKHR, GetCapabilities);
  put(kInstance_vkGetPhysicalDeviceSurfaceFormatsKHR, GetFormats);
  put(kInstance_vkGetPhysicalDeviceSurfacePresentModesKHR, GetPresentModes);
  put(kInstance_vkGetPhysicalDevicePresentRectanglesKHR, GetRectangles);
  // Only the driver could implement these.
  driver->functions[kInstance_vkGetPhysicalDeviceSurfaceCapabilities2KHR] = nullptr;
  driver->functions[kInstance_vkGetPhysicalDeviceSurfaceFormats2KHR] = nullptr;
  // The rest of the loader treats this as a driver that supports surfaces.
  driver->enabled_extensions.push_back(VK_KHR_SURFACE_EXTENSION_NAME);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateAndroidSurface(VkInstance instance,
                                                    const VkAndroidSurfaceCreateInfoKHR* info,
                                                    const VkAllocationCallbacks* callbacks,
                                                    VkSurfaceKHR* surface) {
  const Instance& object = *InstanceTableOf(instance)->instance;
  const auto top = reinterpret_cast<PFN_vkCreateAndroidSurfaceKHR>(
      TopGetInstanceProcAddr(object)(instance, kCreateName));
  return top != nullptr ? top(instance, info, callbacks, surface) : VK_ERROR_EXTENSION_NOT_PRESENT;
}

PFN_vkVoidFunction AndroidSurfaceTrampoline(const Instance& instance, const char* name) {
  const bool meant = instance.platform.rules().is_android && std::strcmp(name, kCreateName) == 0;
  if (!meant || !instance.HasEnabled(VK_KHR_ANDROID_SURFACE_EXTENSION_NAME)) return nullptr;
  return reinterpret_cast<PFN_vkVoidFunction>(&CreateAndroidSurface);
}

PFN_vkVoidFunction AndroidSurfaceTerminator(const Instance& instance, const char* name) {
  const bool meant = instance.platform.rules().is_android && std::strcmp(name, kCreateName) == 0;
  return meant ? reinterpret_cast<PFN_vkVoidFunction>(&Create) : nullptr;
}

void ReleaseWindow(const Surface& surface) {
  if (surface.window.base.platform != VK_ICD_WSI_PLATFORM_ANDROID) return;
  surface.window.android.window->release(surface.window.android.window);
}

int GrallocFormat(VkFormat format) {
  for (const auto& known : kFormats) {
    if (known.format == format) return known.of_gralloc;
  }
  return 0;
}

}  // namespace reference_loader::vulkan

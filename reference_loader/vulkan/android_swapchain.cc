// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/android_swapchain.h"

#include <cstring>

#include "reference_loader/vulkan/android_surface.h"

namespace reference_loader::vulkan {
namespace {

constexpr char kGetStatus[] = "vkGetSwapchainStatusKHR";

// Gralloc usage flags, for the consumer and the producer of a buffer.
struct Usage {
  uint64_t consumer = 0;
  uint64_t producer = 0;
};

template <typename Function>
Function DriverFunctionOf(const Device& device, const char* name) {
  return reinterpret_cast<Function>(
      device.driver->get_device_proc_addr(device.driver_handle, name));
}

bool IsShared(VkPresentModeKHR mode) {
  return mode == VK_PRESENT_MODE_SHARED_DEMAND_REFRESH_KHR ||
         mode == VK_PRESENT_MODE_SHARED_CONTINUOUS_REFRESH_KHR;
}

VkSwapchainImageUsageFlagsANDROID FlagsOf(const Swapchain& swapchain) {
  return swapchain.shared ? VK_SWAPCHAIN_IMAGE_USAGE_SHARED_BIT_ANDROID : 0;
}

// Queries the buffer usage that the driver needs (Gralloc usage flags). Calls the older of the two
// functions only if the driver lacks the newer.
VkResult QueryGrallocUsage(const Swapchain& swapchain, const VkSwapchainCreateInfoKHR& info,
                           Usage* usage) {
  const VkDevice device = swapchain.device.driver_handle;
  if (swapchain.driver.get_usage2 != nullptr) {
    return swapchain.driver.get_usage2(device, info.imageFormat, info.imageUsage,
                                       FlagsOf(swapchain), &usage->consumer, &usage->producer);
  }
  if (swapchain.driver.get_usage == nullptr) return VK_SUCCESS;
  int old = 0;
  const VkResult result =
      swapchain.driver.get_usage(device, info.imageFormat, info.imageUsage, &old);
  usage->producer = static_cast<uint32_t>(old);
  return result;
}

// Sets the number, size, format and usage of the window's buffers.
int Describe(const Swapchain& swapchain, const VkSwapchainCreateInfoKHR& info, const Usage& usage) {
  ANativeWindow* window = swapchain.window;
  int error = window->set_shared(window, swapchain.shared);
  if (error == 0) {
    error = window->set_buffer_count(window,
                                     swapchain.shared ? 1 : static_cast<int>(info.minImageCount));
  }
  if (error != 0) return error;
  return window->set_buffers(window, static_cast<int>(info.imageExtent.width),
                             static_cast<int>(info.imageExtent.height),
                             GrallocFormat(info.imageFormat), usage.consumer | usage.producer);
}

// Creates the image in a buffer, with the values that the document lists.
VkResult CreateImage(const Swapchain& swapchain, const VkSwapchainCreateInfoKHR& info,
                     SwapchainImage* image) {
  VkSwapchainImageCreateInfoANDROID of_swapchain = {};
  of_swapchain.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_IMAGE_CREATE_INFO_ANDROID;
  of_swapchain.usage = FlagsOf(swapchain);
  VkNativeBufferANDROID buffer = image->description;
  if (of_swapchain.usage != 0) buffer.pNext = &of_swapchain;
  VkImageCreateInfo create = {};
  create.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
  create.pNext = &buffer;
  create.imageType = VK_IMAGE_TYPE_2D;
  create.format = info.imageFormat;
  create.extent = {info.imageExtent.width, info.imageExtent.height, 1};
  create.mipLevels = 1;
  create.arrayLayers = 1;
  create.samples = VK_SAMPLE_COUNT_1_BIT;
  create.tiling = VK_IMAGE_TILING_OPTIMAL;
  create.usage = info.imageUsage;
  create.sharingMode = info.imageSharingMode;
  create.queueFamilyIndexCount = info.queueFamilyIndexCount;
  create.pQueueFamilyIndices = info.pQueueFamilyIndices;
  const auto make = DriverFunctionOf<PFN_vkCreateImage>(swapchain.device, "vkCreateImage");
  return make(swapchain.device.driver_handle, &create, nullptr, &image->image);
}

VkResult AddImage(const VkSwapchainCreateInfoKHR& info, const Usage& usage, Swapchain* swapchain) {
  SwapchainImage& image = swapchain->images.emplace_back();
  ANativeWindow* window = swapchain->window;
  if (window->dequeue(window, &image.buffer, &image.fence) != 0) {
    swapchain->images.pop_back();
    return VK_ERROR_OUT_OF_DEVICE_MEMORY;
  }
  image.dequeued = true;
  image.description.sType = VK_STRUCTURE_TYPE_NATIVE_BUFFER_ANDROID;
  image.description.handle = image.buffer->handle;
  image.description.stride = image.buffer->stride;
  image.description.format = image.buffer->format;
  image.description.usage = static_cast<int>(image.buffer->usage);
  image.description.usage2.consumer = usage.consumer;
  image.description.usage2.producer = usage.producer;
  return CreateImage(*swapchain, info, &image);
}

void CancelImage(const Swapchain& swapchain, SwapchainImage* image) {
  if (!image->dequeued) return;
  swapchain.window->cancel(swapchain.window, image->buffer, image->fence);
  image->dequeued = false;
  image->fence = -1;
}

VkResult Fill(const VkSwapchainCreateInfoKHR& info, Swapchain* swapchain) {
  swapchain->shared = IsShared(info.presentMode);
  Usage usage;
  VkResult result = QueryGrallocUsage(*swapchain, info, &usage);
  if (result != VK_SUCCESS) return result;
  usage.consumer |= swapchain->window->consumer_usage(swapchain->window);
  if (Describe(*swapchain, info, usage) != 0) return VK_ERROR_NATIVE_WINDOW_IN_USE_KHR;
  const uint32_t count = swapchain->shared ? 1 : info.minImageCount;
  for (uint32_t i = 0; i < count && result == VK_SUCCESS; ++i) {
    result = AddImage(info, usage, swapchain);
  }
  // A shared image stays dequeued: the application and the display both use it.
  if (result == VK_SUCCESS && !swapchain->shared) {
    for (SwapchainImage& image : swapchain->images) CancelImage(*swapchain, &image);
  }
  return result;
}

VKAPI_ATTR VkResult VKAPI_CALL Create(VkDevice device, const VkSwapchainCreateInfoKHR* info,
                                      const VkAllocationCallbacks* callbacks,
                                      VkSwapchainKHR* result) {
  return Guarded([&] {
    if (info->oldSwapchain != VK_NULL_HANDLE) SwapchainOf(info->oldSwapchain)->Retire();
    auto* surface = reinterpret_cast<Surface*>(info->surface);
    auto* swapchain = Allocator(callbacks).New<Swapchain>(
        VK_SYSTEM_ALLOCATION_SCOPE_OBJECT, *DeviceTableOf(device)->device,
        surface->window.android.window, callbacks);
    const VkResult filled = Guarded([&] { return Fill(*info, swapchain); });
    if (filled != VK_SUCCESS) {
      swapchain->allocator.Delete(swapchain);
      return filled;
    }
    *result = reinterpret_cast<VkSwapchainKHR>(swapchain);
    return VK_SUCCESS;
  });
}

VKAPI_ATTR void VKAPI_CALL Destroy(VkDevice, VkSwapchainKHR swapchain,
                                   const VkAllocationCallbacks*) {
  if (swapchain != VK_NULL_HANDLE) SwapchainOf(swapchain)->allocator.Delete(SwapchainOf(swapchain));
}

VKAPI_ATTR VkResult VKAPI_CALL GetImages(VkDevice, VkSwapchainKHR swapchain, uint32_t* count,
                                         VkImage* images) {
  const std::vector<SwapchainImage>& all = SwapchainOf(swapchain)->images;
  return Enumerate(all.size(), count, images,
                   [&](size_t i, VkImage* output) { *output = all[i].image; });
}

VKAPI_ATTR VkResult VKAPI_CALL
GetGroupCapabilities(VkDevice, VkDeviceGroupPresentCapabilitiesKHR* capabilities) {
  std::memset(capabilities->presentMask, 0, sizeof(capabilities->presentMask));
  capabilities->presentMask[0] = 1;
  capabilities->modes = VK_DEVICE_GROUP_PRESENT_MODE_LOCAL_BIT_KHR;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL GetGroupModes(VkDevice, VkSurfaceKHR,
                                             VkDeviceGroupPresentModeFlagsKHR* modes) {
  *modes = VK_DEVICE_GROUP_PRESENT_MODE_LOCAL_BIT_KHR;
  return VK_SUCCESS;
}

// Layers get queues from these functions. The queue's table leads the functions below to the
// device.
VKAPI_ATTR void VKAPI_CALL GetQueue(VkDevice device, uint32_t family, uint32_t index,
                                    VkQueue* queue) {
  const DeviceTable* table = DeviceTableOf(device);
  DriverFunctionOf<PFN_vkGetDeviceQueue>(*table->device, "vkGetDeviceQueue")(device, family, index,
                                                                             queue);
  if (*queue != VK_NULL_HANDLE) SetTable(*queue, table);
}

VKAPI_ATTR void VKAPI_CALL GetQueue2(VkDevice device, const VkDeviceQueueInfo2* info,
                                     VkQueue* queue) {
  const DeviceTable* table = DeviceTableOf(device);
  DriverFunctionOf<PFN_vkGetDeviceQueue2>(*table->device, "vkGetDeviceQueue2")(device, info, queue);
  if (*queue != VK_NULL_HANDLE) SetTable(*queue, table);
}

// A window system command. With replaces_driver_function it replaces a function of the driver, and
// exists only if the driver has that function.
struct Entry {
  const char* name;
  PFN_vkVoidFunction function;
  bool replaces_driver_function;
};

template <typename Function>
Entry Own(const char* name, Function function) {
  return {name, reinterpret_cast<PFN_vkVoidFunction>(function), false};
}
template <typename Function>
Entry InPlace(const char* name, Function function) {
  return {name, reinterpret_cast<PFN_vkVoidFunction>(function), true};
}

}  // namespace

Swapchain::Swapchain(const Device& owner, ANativeWindow* of, const VkAllocationCallbacks* callbacks)
    : device(owner), driver(NativeBufferFunctionsOf(owner)), window(of), allocator(callbacks) {
  window->acquire(window);
}

Swapchain::~Swapchain() {
  const auto destroy = DriverFunctionOf<PFN_vkDestroyImage>(device, "vkDestroyImage");
  for (SwapchainImage& image : images) {
    if (image.image != VK_NULL_HANDLE) destroy(device.driver_handle, image.image, nullptr);
  }
  Retire();
  window->release(window);
}

void Swapchain::Retire() {
  for (SwapchainImage& image : images) CancelImage(*this, &image);
  retired = true;
}

PFN_vkVoidFunction FindSwapchainFunction(const Device& device, const char* name) {
  static const Entry kEntries[] = {
      Own("vkCreateSwapchainKHR", Create),
      Own("vkDestroySwapchainKHR", Destroy),
      Own("vkGetSwapchainImagesKHR", GetImages),
      Own("vkAcquireNextImageKHR", AcquireNextImage),
      Own("vkAcquireNextImage2KHR", AcquireNextImage2),
      Own("vkQueuePresentKHR", Present),
      Own(kGetStatus, GetSwapchainStatus),
      Own("vkGetDeviceGroupPresentCapabilitiesKHR", GetGroupCapabilities),
      Own("vkGetDeviceGroupSurfacePresentModesKHR", GetGroupModes),
      InPlace("vkBindImageMemory2", BindImageMemory2),
      InPlace("vkBindImageMemory2KHR", BindImageMemory2),
      InPlace("vkGetDeviceQueue", GetQueue),
      InPlace("vkGetDeviceQueue2", GetQueue2),
  };
  if (!device.has_swapchains) return nullptr;
  if (!device.has_shared_images && std::strcmp(name, kGetStatus) == 0) return nullptr;
  for (const Entry& entry : kEntries) {
    if (std::strcmp(entry.name, name) != 0) continue;
    if (!entry.replaces_driver_function) return entry.function;
    return DriverFunctionOf<PFN_vkVoidFunction>(device, name) != nullptr ? entry.function : nullptr;
  }
  return nullptr;
}

}  // namespace reference_loader::vulkan

// Surfaces and swapchains. A surface is the loader's (VkIcdSurfaceBase in front), unless the
// configuration says that the driver makes its own.
#include <string.h>

#include "commands.gen.h"
#include "mock_runtime/vulkan/instance.h"
#include "mock_runtime/vulkan/structures.h"

namespace loadstone::mock {
namespace {

constexpr uint32_t kSwapchainImages = 3;
constexpr VkSurfaceFormatKHR kFormats[] = {
    {VK_FORMAT_B8G8R8A8_UNORM, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR},
    {VK_FORMAT_B8G8R8A8_SRGB, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR}};
constexpr uint32_t kFormatCount = sizeof(kFormats) / sizeof(kFormats[0]);
constexpr VkPresentModeKHR kModes[] = {VK_PRESENT_MODE_FIFO_KHR, VK_PRESENT_MODE_MAILBOX_KHR};

// The beginning of VkIcdSurfaceDisplay.
struct DisplaySurface {
  VkIcdSurfaceBase base;
  VkDisplayModeKHR mode;
  uint32_t plane;
  uint32_t plane_stack;
};

// VkIcdSurfaceXlib, VkIcdSurfaceXcb or VkIcdSurfaceWayland, without the types of window systems.
struct WindowSurface {
  VkIcdSurfaceBase base;
  void* connection;
  union {
    uint32_t xcb_window;
    uint64_t window;  // of the others a pointer or as wide as one
  };
};

// Traces what the loader's surface says of a window or a display.
void AddWindow(Event* event, const VkIcdSurfaceBase& base) {
  event->Add("platform", static_cast<uint32_t>(base.platform));
  if (base.platform == VK_ICD_WSI_PLATFORM_DISPLAY) {
    const auto& display = reinterpret_cast<const DisplaySurface&>(base);
    event->AddPointer("mode", ToObject(display.mode)).Add("plane", display.plane);
    return;
  }
  const bool is_xcb = base.platform == VK_ICD_WSI_PLATFORM_XCB;
  if (!is_xcb && base.platform != VK_ICD_WSI_PLATFORM_XLIB &&
      base.platform != VK_ICD_WSI_PLATFORM_WAYLAND) {
    return;
  }
  const auto& surface = reinterpret_cast<const WindowSurface&>(base);
  event->AddPointer("connection", surface.connection);
  event->Add("window", is_xcb ? surface.xcb_window : surface.window);
}

// Traces the query with what the surface is, which shows whether the loader handed on the right
// thing.
bool CheckSurface(const char* function, VkPhysicalDevice physical_device, VkSurfaceKHR surface) {
  const bool own = TheModel().own_surfaces;
  if (own || surface == VK_NULL_HANDLE) {
    if (!CheckHandle(function, "surface", ToObject(surface), VK_OBJECT_TYPE_SURFACE_KHR, false)) {
      return false;
    }
  }
  Event event(function);
  AddPhysicalDevice(event, physical_device);
  event.AddPointer("surface", ToObject(surface));
  if (!own) {
    const auto* base = reinterpret_cast<const VkIcdSurfaceBase*>(ToObject(surface));
    AddWindow(&event, *base);
  }
  return true;
}

VkSurfaceCapabilitiesKHR Capabilities() {
  VkSurfaceCapabilitiesKHR capabilities = {};
  capabilities.minImageCount = 2;
  capabilities.maxImageCount = 8;
  capabilities.currentExtent = {640, 480};
  capabilities.minImageExtent = {1, 1};
  capabilities.maxImageExtent = {16384, 16384};
  capabilities.maxImageArrayLayers = 1;
  capabilities.supportedTransforms = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR;
  capabilities.currentTransform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR;
  capabilities.supportedCompositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
  capabilities.supportedUsageFlags = VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                                     VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_SAMPLED_BIT |
                                     VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  return capabilities;
}

void AcquireImage(VkSwapchainKHR swapchain, VkSemaphore semaphore, VkFence fence,
                  uint32_t* image_index) {
  MockObject* object = ToObject(swapchain);
  *image_index = static_cast<uint32_t>(object->value++ % kSwapchainImages);
  if (semaphore != VK_NULL_HANDLE) ToObject(semaphore)->value = 1;
  if (fence != VK_NULL_HANDLE) ToObject(fence)->value = 1;
}

}  // namespace

namespace driver {

void DestroySurfaceKHR(VkInstance, VkSurfaceKHR surface, const VkAllocationCallbacks* pAllocator) {
  if (!CheckHandle("vkDestroySurfaceKHR", "surface", ToObject(surface), VK_OBJECT_TYPE_SURFACE_KHR,
                   true)) {
    return;
  }
  DestroyObject("vkDestroySurfaceKHR", ToObject(surface), pAllocator);
}

VkResult GetPhysicalDeviceSurfaceSupportKHR(VkPhysicalDevice physicalDevice, uint32_t,
                                            VkSurfaceKHR surface, VkBool32* pSupported) {
  if (!CheckSurface("vkGetPhysicalDeviceSurfaceSupportKHR", physicalDevice, surface)) {
    return kWrongUse;
  }
  *pSupported = VK_TRUE;
  return VK_SUCCESS;
}

VkResult GetPhysicalDeviceSurfaceCapabilitiesKHR(VkPhysicalDevice physicalDevice,
                                                 VkSurfaceKHR surface,
                                                 VkSurfaceCapabilitiesKHR* pCapabilities) {
  if (!CheckSurface("vkGetPhysicalDeviceSurfaceCapabilitiesKHR", physicalDevice, surface)) {
    return kWrongUse;
  }
  *pCapabilities = Capabilities();
  return VK_SUCCESS;
}

VkResult GetPhysicalDeviceSurfaceCapabilities2KHR(VkPhysicalDevice physicalDevice,
                                                  const VkPhysicalDeviceSurfaceInfo2KHR* pInfo,
                                                  VkSurfaceCapabilities2KHR* pCapabilities) {
  if (!CheckSurface("vkGetPhysicalDeviceSurfaceCapabilities2KHR", physicalDevice, pInfo->surface)) {
    return kWrongUse;
  }
  pCapabilities->surfaceCapabilities = Capabilities();
  return VK_SUCCESS;
}

VkResult GetPhysicalDeviceSurfaceFormatsKHR(VkPhysicalDevice physicalDevice, VkSurfaceKHR surface,
                                            uint32_t* pCount, VkSurfaceFormatKHR* pFormats) {
  if (!CheckSurface("vkGetPhysicalDeviceSurfaceFormatsKHR", physicalDevice, surface)) {
    return kWrongUse;
  }
  return FillArray(kFormats, kFormatCount, sizeof(kFormats[0]), pCount, pFormats);
}

VkResult GetPhysicalDeviceSurfaceFormats2KHR(VkPhysicalDevice physicalDevice,
                                             const VkPhysicalDeviceSurfaceInfo2KHR* pInfo,
                                             uint32_t* pCount, VkSurfaceFormat2KHR* pFormats) {
  if (!CheckSurface("vkGetPhysicalDeviceSurfaceFormats2KHR", physicalDevice, pInfo->surface)) {
    return kWrongUse;
  }
  if (pFormats == nullptr || *pCount > kFormatCount) *pCount = kFormatCount;
  for (uint32_t i = 0; pFormats != nullptr && i < *pCount; ++i) {
    pFormats[i].surfaceFormat = kFormats[i];
  }
  return *pCount < kFormatCount ? VK_INCOMPLETE : VK_SUCCESS;
}

VkResult GetPhysicalDeviceSurfacePresentModesKHR(VkPhysicalDevice physicalDevice,
                                                 VkSurfaceKHR surface, uint32_t* pCount,
                                                 VkPresentModeKHR* pModes) {
  if (!CheckSurface("vkGetPhysicalDeviceSurfacePresentModesKHR", physicalDevice, surface)) {
    return kWrongUse;
  }
  return FillArray(kModes, sizeof(kModes) / sizeof(kModes[0]), sizeof(kModes[0]), pCount, pModes);
}

// The images are objects whose parent is the swapchain.
VkResult CreateSwapchainKHR(VkDevice device, const VkSwapchainCreateInfoKHR* pCreateInfo,
                            const VkAllocationCallbacks* pAllocator, VkSwapchainKHR* pSwapchain) {
  VkResult result = CreateObject("vkCreateSwapchainKHR", ToObject(device),
                                 VK_OBJECT_TYPE_SWAPCHAIN_KHR, pAllocator, pSwapchain);
  for (uint32_t i = 0; i < kSwapchainImages && result == VK_SUCCESS; ++i) {
    MockObject* image = NewObject(VK_OBJECT_TYPE_IMAGE, ToObject(*pSwapchain), pAllocator);
    if (image == nullptr) {
      FreeChildren(ToObject(*pSwapchain));
      FreeOwn(ToObject(*pSwapchain));
      *pSwapchain = VK_NULL_HANDLE;
      return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    image->size = uint64_t{4} * pCreateInfo->imageExtent.width * pCreateInfo->imageExtent.height;
    image->next_sibling = static_cast<MockObject*>(ToObject(*pSwapchain)->data);
    ToObject(*pSwapchain)->data = image;
  }
  return result;
}

void DestroySwapchainKHR(VkDevice, VkSwapchainKHR swapchain,
                         const VkAllocationCallbacks* pAllocator) {
  if (swapchain != VK_NULL_HANDLE) FreeChildren(ToObject(swapchain));
  DestroyObject("vkDestroySwapchainKHR", ToObject(swapchain), pAllocator);
}

VkResult GetSwapchainImagesKHR(VkDevice, VkSwapchainKHR swapchain, uint32_t* pCount,
                               VkImage* pImages) {
  VkImage images[kSwapchainImages];
  auto* image = static_cast<MockObject*>(ToObject(swapchain)->data);
  for (uint32_t i = 0; i < kSwapchainImages; ++i, image = image->next_sibling) {
    images[i] = ToHandle<VkImage>(image);
  }
  return Traced("vkGetSwapchainImagesKHR",
                FillArray(images, kSwapchainImages, sizeof(images[0]), pCount, pImages));
}

VkResult AcquireNextImageKHR(VkDevice, VkSwapchainKHR swapchain, uint64_t, VkSemaphore semaphore,
                             VkFence fence, uint32_t* pImageIndex) {
  AcquireImage(swapchain, semaphore, fence, pImageIndex);
  return Traced("vkAcquireNextImageKHR", VK_SUCCESS);
}

VkResult AcquireNextImage2KHR(VkDevice, const VkAcquireNextImageInfoKHR* pAcquireInfo,
                              uint32_t* pImageIndex) {
  constexpr char kCommand[] = "vkAcquireNextImage2KHR";
  if (!CheckHandle(kCommand, "swapchain", ToObject(pAcquireInfo->swapchain),
                   VK_OBJECT_TYPE_SWAPCHAIN_KHR, false) ||
      !CheckHandle(kCommand, "semaphore", ToObject(pAcquireInfo->semaphore),
                   VK_OBJECT_TYPE_SEMAPHORE, true) ||
      !CheckHandle(kCommand, "fence", ToObject(pAcquireInfo->fence), VK_OBJECT_TYPE_FENCE, true)) {
    return kWrongUse;
  }
  AcquireImage(pAcquireInfo->swapchain, pAcquireInfo->semaphore, pAcquireInfo->fence, pImageIndex);
  return Traced(kCommand, VK_SUCCESS);
}

// A device is alone in its group and presents what is its own.
VkResult GetDeviceGroupPresentCapabilitiesKHR(VkDevice,
                                              VkDeviceGroupPresentCapabilitiesKHR* pCapabilities) {
  ClearStructure(pCapabilities, sizeof(*pCapabilities));
  pCapabilities->presentMask[0] = 1;
  pCapabilities->modes = VK_DEVICE_GROUP_PRESENT_MODE_LOCAL_BIT_KHR;
  return Traced("vkGetDeviceGroupPresentCapabilitiesKHR", VK_SUCCESS);
}

VkResult GetDeviceGroupSurfacePresentModesKHR(VkDevice, VkSurfaceKHR,
                                              VkDeviceGroupPresentModeFlagsKHR* pModes) {
  *pModes = VK_DEVICE_GROUP_PRESENT_MODE_LOCAL_BIT_KHR;
  return Traced("vkGetDeviceGroupSurfacePresentModesKHR", VK_SUCCESS);
}

}  // namespace driver
}  // namespace loadstone::mock

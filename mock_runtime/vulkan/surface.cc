// SPDX-License-Identifier: Apache-2.0
// Surfaces. A surface is the loader's (it begins with VkIcdSurfaceBase), unless the driver is
// configured to make its own.
#include "mock_runtime/vulkan/surface.h"

#include <string.h>

#include "commands.gen.h"
#include "mock_runtime/vulkan/instance.h"
#include "mock_runtime/vulkan/structures.h"

namespace loadstone::mock {
namespace {

constexpr VkSurfaceFormatKHR kFormats[] = {
    {VK_FORMAT_B8G8R8A8_UNORM, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR},
    {VK_FORMAT_B8G8R8A8_SRGB, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR}};
constexpr uint32_t kFormatCount = sizeof(kFormats) / sizeof(kFormats[0]);
constexpr VkPresentModeKHR kModes[] = {VK_PRESENT_MODE_FIFO_KHR, VK_PRESENT_MODE_MAILBOX_KHR};

// VkIcdSurfaceDisplay.
struct DisplaySurface {
  VkIcdSurfaceBase base;
  VkDisplayModeKHR mode;
  uint32_t plane;
  uint32_t plane_stack;
  VkSurfaceTransformFlagBitsKHR transform;
  float alpha;
  VkDisplayPlaneAlphaFlagBitsKHR alpha_mode;
  VkExtent2D extent;
};

// VkIcdSurfaceXlib, VkIcdSurfaceXcb, VkIcdSurfaceWayland or VkIcdSurfaceWin32, without the types of
// window systems.
struct WindowSurface {
  VkIcdSurfaceBase base;
  void* connection;
  union {
    uint32_t xcb_window;
    uintptr_t window;  // Xcb: an ID; others: a pointer or an integer of the same width
  };
};

// Traces the window or display in the loader's surface.
void AddWindow(Event* event, const VkIcdSurfaceBase& base) {
  event->Add("platform", static_cast<uint32_t>(base.platform));
  if (base.platform == VK_ICD_WSI_PLATFORM_DISPLAY) {
    const auto& display = reinterpret_cast<const DisplaySurface&>(base);
    event->AddPointer("mode", ToObject(display.mode))
        .Add("plane", display.plane)
        .Add("stack", display.plane_stack)
        .Add("transform", static_cast<uint32_t>(display.transform))
        .Add("alpha_percent", static_cast<int32_t>(display.alpha * 100))
        .Add("alpha_mode", static_cast<uint32_t>(display.alpha_mode))
        .Add("width", display.extent.width)
        .Add("height", display.extent.height);
    return;
  }
  const bool is_xcb = base.platform == VK_ICD_WSI_PLATFORM_XCB;
  if (!is_xcb && base.platform != VK_ICD_WSI_PLATFORM_XLIB &&
      base.platform != VK_ICD_WSI_PLATFORM_WAYLAND && base.platform != VK_ICD_WSI_PLATFORM_WIN32) {
    return;
  }
  const auto& surface = reinterpret_cast<const WindowSurface&>(base);
  event->AddPointer("connection", surface.connection);
  event->Add("window", is_xcb ? surface.xcb_window : uint64_t{surface.window});
}

}  // namespace

bool IsSurface(const char* function, VkSurfaceKHR surface) {
  if (!GetModel().own_surfaces && surface != VK_NULL_HANDLE) return true;
  return CheckHandle(function, "surface", ToObject(surface), VK_OBJECT_TYPE_SURFACE_KHR, false);
}

void AddSurface(Event& event, VkSurfaceKHR surface) {
  event.AddPointer("surface", ToObject(surface));
  if (GetModel().own_surfaces || surface == VK_NULL_HANDLE) return;
  AddWindow(&event, *reinterpret_cast<const VkIcdSurfaceBase*>(ToObject(surface)));
}

namespace {

// IsSurface for the queries that VK_GOOGLE_surfaceless_query allows without a surface.
bool IsSurfaceOrNone(const char* function, VkSurfaceKHR surface) {
  const bool none = surface == VK_NULL_HANDLE &&
                    GetModel().instance_extensions.Has("VK_GOOGLE_surfaceless_query");
  return none || IsSurface(function, surface);
}

void TraceSurface(const char* function, VkPhysicalDevice physical_device, VkSurfaceKHR surface) {
  Event event(function);
  AddPhysicalDevice(event, physical_device);
  AddSurface(event, surface);
}

// Check and trace the surface in a query of a physical device.
bool CheckSurface(const char* function, VkPhysicalDevice physical_device, VkSurfaceKHR surface) {
  if (!IsSurface(function, surface)) return false;
  TraceSurface(function, physical_device, surface);
  return true;
}

bool CheckSurfaceOrNone(const char* function, VkPhysicalDevice physical_device,
                        VkSurfaceKHR surface) {
  if (!IsSurfaceOrNone(function, surface)) return false;
  TraceSurface(function, physical_device, surface);
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

// Fills in a structure of VK_KHR_surface_protected_capabilities or VK_EXT_surface_maintenance1.
void FillSurfaceStructure(VkBaseOutStructure* structure) {
  if (structure->sType == VK_STRUCTURE_TYPE_SURFACE_PROTECTED_CAPABILITIES_KHR) {
    reinterpret_cast<VkSurfaceProtectedCapabilitiesKHR*>(structure)->supportsProtected = VK_TRUE;
  }
#ifdef VK_EXT_surface_maintenance1
  if (structure->sType == VK_STRUCTURE_TYPE_SURFACE_PRESENT_SCALING_CAPABILITIES_EXT) {
    auto* scaling = reinterpret_cast<VkSurfacePresentScalingCapabilitiesEXT*>(structure);
    ClearStructure(scaling, sizeof(*scaling));
    scaling->supportedPresentScaling = VK_PRESENT_SCALING_ONE_TO_ONE_BIT_EXT;
  }
#endif
}

// Each device is alone in its group and presents only its own images.
VkResult GroupModes(const char* function, VkDevice device, VkSurfaceKHR surface,
                    VkDeviceGroupPresentModeFlagsKHR* modes) {
  if (!IsSurface(function, surface)) return kWrongUse;
  *modes = VK_DEVICE_GROUP_PRESENT_MODE_LOCAL_BIT_KHR;
  Event event(function);
  AddObject(event, ToObject(device));
  event.Add("result", VK_SUCCESS);
  AddSurface(event, surface);
  return VK_SUCCESS;
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
  constexpr char kCommand[] = "vkGetPhysicalDeviceSurfaceCapabilities2KHR";
  if (!IsSurfaceOrNone(kCommand, pInfo->surface)) return kWrongUse;
  {
    Event event(kCommand);
    AddPhysicalDevice(event, physicalDevice);
    AddSurface(event, pInfo->surface);
    AddNext(event, pInfo);
  }
  pCapabilities->surfaceCapabilities = Capabilities();
  for (auto* next = static_cast<VkBaseOutStructure*>(pCapabilities->pNext); next != nullptr;
       next = next->pNext) {
    FillSurfaceStructure(next);
  }
  return VK_SUCCESS;
}

VkResult GetPhysicalDeviceSurfaceFormatsKHR(VkPhysicalDevice physicalDevice, VkSurfaceKHR surface,
                                            uint32_t* pCount, VkSurfaceFormatKHR* pFormats) {
  if (!CheckSurfaceOrNone("vkGetPhysicalDeviceSurfaceFormatsKHR", physicalDevice, surface)) {
    return kWrongUse;
  }
  return FillArray(kFormats, kFormatCount, sizeof(kFormats[0]), pCount, pFormats);
}

VkResult GetPhysicalDeviceSurfaceFormats2KHR(VkPhysicalDevice physicalDevice,
                                             const VkPhysicalDeviceSurfaceInfo2KHR* pInfo,
                                             uint32_t* pCount, VkSurfaceFormat2KHR* pFormats) {
  if (!CheckSurfaceOrNone("vkGetPhysicalDeviceSurfaceFormats2KHR", physicalDevice,
                          pInfo->surface)) {
    return kWrongUse;
  }
  const uint32_t filled = CountToFill(kFormatCount, pCount, pFormats);
  for (uint32_t i = 0; i < filled; ++i) pFormats[i].surfaceFormat = kFormats[i];
  return *pCount < kFormatCount ? VK_INCOMPLETE : VK_SUCCESS;
}

VkResult GetPhysicalDeviceSurfacePresentModesKHR(VkPhysicalDevice physicalDevice,
                                                 VkSurfaceKHR surface, uint32_t* pCount,
                                                 VkPresentModeKHR* pModes) {
  if (!CheckSurfaceOrNone("vkGetPhysicalDeviceSurfacePresentModesKHR", physicalDevice, surface)) {
    return kWrongUse;
  }
  return FillArray(kModes, sizeof(kModes) / sizeof(kModes[0]), sizeof(kModes[0]), pCount, pModes);
}

VkResult GetPhysicalDeviceSurfacePresentModes2EXT(VkPhysicalDevice physicalDevice,
                                                  const VkPhysicalDeviceSurfaceInfo2KHR* pInfo,
                                                  uint32_t* pCount, VkPresentModeKHR* pModes) {
  if (!CheckSurface("vkGetPhysicalDeviceSurfacePresentModes2EXT", physicalDevice, pInfo->surface)) {
    return kWrongUse;
  }
  return FillArray(kModes, sizeof(kModes) / sizeof(kModes[0]), sizeof(kModes[0]), pCount, pModes);
}

VkResult GetPhysicalDevicePresentRectanglesKHR(VkPhysicalDevice physicalDevice,
                                               VkSurfaceKHR surface, uint32_t* pCount,
                                               VkRect2D* pRects) {
  if (!CheckSurface("vkGetPhysicalDevicePresentRectanglesKHR", physicalDevice, surface)) {
    return kWrongUse;
  }
  const VkRect2D all = {{0, 0}, Capabilities().currentExtent};
  return FillArray(&all, 1, sizeof(all), pCount, pRects);
}

VkResult GetPhysicalDeviceSurfaceCapabilities2EXT(VkPhysicalDevice physicalDevice,
                                                  VkSurfaceKHR surface,
                                                  VkSurfaceCapabilities2EXT* pCapabilities) {
  if (!CheckSurface("vkGetPhysicalDeviceSurfaceCapabilities2EXT", physicalDevice, surface)) {
    return kWrongUse;
  }
  const VkSurfaceCapabilitiesKHR capabilities = Capabilities();
  pCapabilities->minImageCount = capabilities.minImageCount;
  pCapabilities->maxImageCount = capabilities.maxImageCount;
  pCapabilities->currentExtent = capabilities.currentExtent;
  pCapabilities->minImageExtent = capabilities.minImageExtent;
  pCapabilities->maxImageExtent = capabilities.maxImageExtent;
  pCapabilities->maxImageArrayLayers = capabilities.maxImageArrayLayers;
  pCapabilities->supportedTransforms = capabilities.supportedTransforms;
  pCapabilities->currentTransform = capabilities.currentTransform;
  pCapabilities->supportedCompositeAlpha = capabilities.supportedCompositeAlpha;
  pCapabilities->supportedUsageFlags = capabilities.supportedUsageFlags;
  return VK_SUCCESS;
}

VkResult GetDeviceGroupPresentCapabilitiesKHR(VkDevice,
                                              VkDeviceGroupPresentCapabilitiesKHR* pCapabilities) {
  ClearStructure(pCapabilities, sizeof(*pCapabilities));
  pCapabilities->presentMask[0] = 1;
  pCapabilities->modes = VK_DEVICE_GROUP_PRESENT_MODE_LOCAL_BIT_KHR;
  return Traced("vkGetDeviceGroupPresentCapabilitiesKHR", VK_SUCCESS);
}

VkResult GetDeviceGroupSurfacePresentModesKHR(VkDevice device, VkSurfaceKHR surface,
                                              VkDeviceGroupPresentModeFlagsKHR* pModes) {
  return GroupModes("vkGetDeviceGroupSurfacePresentModesKHR", device, surface, pModes);
}

VkResult GetDeviceGroupSurfacePresentModes2EXT(VkDevice device,
                                               const VkPhysicalDeviceSurfaceInfo2KHR* pInfo,
                                               VkDeviceGroupPresentModeFlagsKHR* pModes) {
  return GroupModes("vkGetDeviceGroupSurfacePresentModes2EXT", device, pInfo->surface, pModes);
}

}  // namespace driver
}  // namespace loadstone::mock

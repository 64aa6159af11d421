// SPDX-License-Identifier: Apache-2.0
// VK_KHR_display: each physical device has one display, which all its planes can use, with one
// built-in mode. The application can add modes. The loader must pass exactly the handles that the
// driver returned.
#include "commands.gen.h"
#include "mock_runtime/vulkan/instance.h"
#include "mock_runtime/vulkan/structures.h"

namespace loadstone::mock {
namespace {

constexpr VkExtent2D kResolution = {640, 480};
constexpr VkDisplayModeParametersKHR kParameters = {kResolution, 60000};
constexpr uint32_t kPlanes = 4;

// The first object of that type that was created for the physical device, or a new one. Both live
// as long as the physical device.
template <typename Handle>
Handle FirstOf(MockObject* physical_device, VkObjectType type) {
  auto* object = static_cast<MockObject*>(physical_device->data);
  while (object != nullptr && object->type != type) object = object->next_sibling;
  if (object == nullptr && (object = NewObject(type, physical_device, nullptr)) != nullptr) {
    object->next_sibling = static_cast<MockObject*>(physical_device->data);
    physical_device->data = object;
  }
  return ToHandle<Handle>(object);
}

VkDisplayKHR DisplayOf(VkPhysicalDevice device) {
  return FirstOf<VkDisplayKHR>(ToObject(device), VK_OBJECT_TYPE_DISPLAY_KHR);
}

// Traces a query about an object of the device; `key` names the object.
template <typename Handle>
VkResult TraceObject(const char* function, VkPhysicalDevice device, const char* key, Handle handle,
                     VkResult result) {
  Event event(function);
  AddPhysicalDevice(event, device);
  event.AddPointer(key, ToObject(handle)).Add("result", result);
  return result;
}

VkDisplayModeKHR ModeOf(VkPhysicalDevice device) {
  return FirstOf<VkDisplayModeKHR>(ToObject(device), VK_OBJECT_TYPE_DISPLAY_MODE_KHR);
}

VkDisplayPropertiesKHR Properties(VkPhysicalDevice device) {
  VkDisplayPropertiesKHR properties = {};
  properties.display = DisplayOf(device);
  properties.displayName = ModelOf(device).name;
  properties.physicalResolution = kResolution;
  properties.supportedTransforms =
      VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR | VK_SURFACE_TRANSFORM_ROTATE_90_BIT_KHR;
  return properties;
}

VkDisplayPlaneCapabilitiesKHR PlaneCapabilities() {
  VkDisplayPlaneCapabilitiesKHR capabilities = {};
  capabilities.supportedAlpha =
      VK_DISPLAY_PLANE_ALPHA_OPAQUE_BIT_KHR | VK_DISPLAY_PLANE_ALPHA_GLOBAL_BIT_KHR;
  capabilities.maxSrcExtent = kResolution;
  capabilities.maxDstExtent = kResolution;
  return capabilities;
}

// Traces a change of a display's owner; `key` names the owner.
VkResult TraceOwner(const char* function, VkPhysicalDevice device, VkDisplayKHR display,
                    const char* key, uint64_t owner) {
  Event event(function);
  AddPhysicalDevice(event, device);
  event.AddPointer("display", ToObject(display)).Add(key, owner).Add("result", VK_SUCCESS);
  return VK_SUCCESS;
}

}  // namespace

namespace driver {

VkResult GetPhysicalDeviceDisplayPropertiesKHR(VkPhysicalDevice physicalDevice, uint32_t* pCount,
                                               VkDisplayPropertiesKHR* pProperties) {
  const VkDisplayPropertiesKHR properties = Properties(physicalDevice);
  return TraceObject("vkGetPhysicalDeviceDisplayPropertiesKHR", physicalDevice, "display",
                     properties.display,
                     FillArray(&properties, 1, sizeof(properties), pCount, pProperties));
}

VkResult GetPhysicalDeviceDisplayPlanePropertiesKHR(VkPhysicalDevice physicalDevice,
                                                    uint32_t* pCount,
                                                    VkDisplayPlanePropertiesKHR* pProperties) {
  VkDisplayPlanePropertiesKHR properties[kPlanes] = {};
  for (VkDisplayPlanePropertiesKHR& one : properties)
    one.currentDisplay = DisplayOf(physicalDevice);
  return TraceObject("vkGetPhysicalDeviceDisplayPlanePropertiesKHR", physicalDevice, "display",
                     properties[0].currentDisplay,
                     FillArray(properties, kPlanes, sizeof(properties[0]), pCount, pProperties));
}

VkResult GetDisplayPlaneSupportedDisplaysKHR(VkPhysicalDevice physicalDevice, uint32_t,
                                             uint32_t* pCount, VkDisplayKHR* pDisplays) {
  const VkDisplayKHR display = DisplayOf(physicalDevice);
  return TraceObject("vkGetDisplayPlaneSupportedDisplaysKHR", physicalDevice, "display", display,
                     FillArray(&display, 1, sizeof(display), pCount, pDisplays));
}

VkResult GetDisplayModePropertiesKHR(VkPhysicalDevice physicalDevice, VkDisplayKHR display,
                                     uint32_t* pCount, VkDisplayModePropertiesKHR* pProperties) {
  const VkDisplayModePropertiesKHR properties = {ModeOf(physicalDevice), kParameters};
  return TraceObject("vkGetDisplayModePropertiesKHR", physicalDevice, "display", display,
                     FillArray(&properties, 1, sizeof(properties), pCount, pProperties));
}

VkResult CreateDisplayModeKHR(VkPhysicalDevice physicalDevice, VkDisplayKHR display,
                              const VkDisplayModeCreateInfoKHR* pCreateInfo,
                              const VkAllocationCallbacks* pAllocator, VkDisplayModeKHR* pMode) {
  MockObject* mode =
      NewObject(VK_OBJECT_TYPE_DISPLAY_MODE_KHR, ToObject(physicalDevice), pAllocator);
  *pMode = ToHandle<VkDisplayModeKHR>(mode);
  const VkResult result = mode != nullptr ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
  Event event("vkCreateDisplayModeKHR");
  AddPhysicalDevice(event, physicalDevice);
  event.AddPointer("display", ToObject(display))
      .AddPointer("handle", mode)
      .Add("width", pCreateInfo->parameters.visibleRegion.width)
      .Add("allocator", pAllocator != nullptr)
      .Add("result", result);
  return result;
}

VkResult GetDisplayPlaneCapabilitiesKHR(VkPhysicalDevice physicalDevice, VkDisplayModeKHR mode,
                                        uint32_t, VkDisplayPlaneCapabilitiesKHR* pCapabilities) {
  *pCapabilities = PlaneCapabilities();
  return TraceObject("vkGetDisplayPlaneCapabilitiesKHR", physicalDevice, "mode", mode, VK_SUCCESS);
}

VkResult CreateDisplayPlaneSurfaceKHR(VkInstance instance,
                                      const VkDisplaySurfaceCreateInfoKHR* pCreateInfo,
                                      const VkAllocationCallbacks* pAllocator,
                                      VkSurfaceKHR* pSurface) {
  constexpr char kCommand[] = "vkCreateDisplayPlaneSurfaceKHR";
  if (!CheckHandle(kCommand, "displayMode", ToObject(pCreateInfo->displayMode),
                   VK_OBJECT_TYPE_DISPLAY_MODE_KHR, false)) {
    return kWrongUse;
  }
  return CreateObject(kCommand, ToObject(instance), VK_OBJECT_TYPE_SURFACE_KHR, pAllocator,
                      pSurface);
}

// VK_KHR_get_display_properties2: the same queries with extensible structures.

VkResult GetPhysicalDeviceDisplayProperties2KHR(VkPhysicalDevice physicalDevice, uint32_t* pCount,
                                                VkDisplayProperties2KHR* pProperties) {
  if (CountToFill(1, pCount, pProperties) > 0) {
    pProperties->displayProperties = Properties(physicalDevice);
  }
  return TraceObject("vkGetPhysicalDeviceDisplayProperties2KHR", physicalDevice, "display",
                     DisplayOf(physicalDevice), *pCount < 1 ? VK_INCOMPLETE : VK_SUCCESS);
}

VkResult GetPhysicalDeviceDisplayPlaneProperties2KHR(VkPhysicalDevice physicalDevice,
                                                     uint32_t* pCount,
                                                     VkDisplayPlaneProperties2KHR* pProperties) {
  const uint32_t filled = CountToFill(kPlanes, pCount, pProperties);
  for (uint32_t i = 0; i < filled; ++i) {
    pProperties[i].displayPlaneProperties = {DisplayOf(physicalDevice), 0};
  }
  return TraceObject("vkGetPhysicalDeviceDisplayPlaneProperties2KHR", physicalDevice, "display",
                     DisplayOf(physicalDevice), *pCount < kPlanes ? VK_INCOMPLETE : VK_SUCCESS);
}

VkResult GetDisplayModeProperties2KHR(VkPhysicalDevice physicalDevice, VkDisplayKHR display,
                                      uint32_t* pCount, VkDisplayModeProperties2KHR* pProperties) {
  if (CountToFill(1, pCount, pProperties) > 0) {
    pProperties->displayModeProperties = {ModeOf(physicalDevice), kParameters};
  }
  return TraceObject("vkGetDisplayModeProperties2KHR", physicalDevice, "display", display,
                     *pCount < 1 ? VK_INCOMPLETE : VK_SUCCESS);
}

VkResult GetDisplayPlaneCapabilities2KHR(VkPhysicalDevice physicalDevice,
                                         const VkDisplayPlaneInfo2KHR* pInfo,
                                         VkDisplayPlaneCapabilities2KHR* pCapabilities) {
  constexpr char kCommand[] = "vkGetDisplayPlaneCapabilities2KHR";
  if (!CheckHandle(kCommand, "mode", ToObject(pInfo->mode), VK_OBJECT_TYPE_DISPLAY_MODE_KHR,
                   false)) {
    return kWrongUse;
  }
  pCapabilities->capabilities = PlaneCapabilities();
  return TraceObject(kCommand, physicalDevice, "mode", pInfo->mode, VK_SUCCESS);
}

// VK_EXT_direct_mode_display, VK_EXT_acquire_xlib_display and VK_EXT_acquire_drm_display: any
// caller gets the display of the physical device; no window system is involved.

VkResult ReleaseDisplayEXT(VkPhysicalDevice physicalDevice, VkDisplayKHR display) {
  return TraceObject("vkReleaseDisplayEXT", physicalDevice, "display", display, VK_SUCCESS);
}

VkResult AcquireXlibDisplayEXT(VkPhysicalDevice physicalDevice, void* dpy, VkDisplayKHR display) {
  return TraceOwner("vkAcquireXlibDisplayEXT", physicalDevice, display, "connection",
                    reinterpret_cast<uintptr_t>(dpy));
}

VkResult GetRandROutputDisplayEXT(VkPhysicalDevice physicalDevice, void*, unsigned long rrOutput,
                                  VkDisplayKHR* pDisplay) {
  *pDisplay = DisplayOf(physicalDevice);
  return TraceOwner("vkGetRandROutputDisplayEXT", physicalDevice, *pDisplay, "output", rrOutput);
}

VkResult AcquireDrmDisplayEXT(VkPhysicalDevice physicalDevice, int32_t drmFd,
                              VkDisplayKHR display) {
  return TraceOwner("vkAcquireDrmDisplayEXT", physicalDevice, display, "descriptor",
                    static_cast<uint64_t>(drmFd));
}

VkResult GetDrmDisplayEXT(VkPhysicalDevice physicalDevice, int32_t drmFd, uint32_t connectorId,
                          VkDisplayKHR* display) {
  *display = DisplayOf(physicalDevice);
  Event event("vkGetDrmDisplayEXT");
  AddPhysicalDevice(event, physicalDevice);
  event.AddPointer("display", ToObject(*display))
      .Add("descriptor", drmFd)
      .Add("connector", connectorId)
      .Add("result", VK_SUCCESS);
  return VK_SUCCESS;
}

}  // namespace driver
}  // namespace loadstone::mock

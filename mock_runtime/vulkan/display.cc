// VK_KHR_display: each physical device has one display, on one plane, and with one mode of its own.
// The application adds modes. The driver must get back the very handles that it gave.
#include <string.h>

#include "commands.gen.h"
#include "mock_runtime/vulkan/instance.h"
#include "mock_runtime/vulkan/structures.h"

namespace loadstone::mock {
namespace {

constexpr VkExtent2D kResolution = {640, 480};
constexpr VkDisplayModeParametersKHR kParameters = {kResolution, 60000};

// The object of that type that the display's device made first, or a new one. Both live as long as
// the physical device.
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

// Traces a query about an object of the device; `key` says which.
template <typename Handle>
VkResult TraceObject(const char* function, VkPhysicalDevice device, const char* key, Handle handle,
                     VkResult result) {
  Event event(function);
  AddPhysicalDevice(event, device);
  event.AddPointer(key, ToObject(handle)).Add("result", result);
  return result;
}

}  // namespace

namespace driver {

VkResult GetPhysicalDeviceDisplayPropertiesKHR(VkPhysicalDevice physicalDevice, uint32_t* pCount,
                                               VkDisplayPropertiesKHR* pProperties) {
  VkDisplayPropertiesKHR properties = {};
  properties.display = DisplayOf(physicalDevice);
  properties.displayName = ModelOf(physicalDevice).name;
  properties.physicalResolution = kResolution;
  properties.supportedTransforms = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR;
  return TraceObject("vkGetPhysicalDeviceDisplayPropertiesKHR", physicalDevice, "display",
                     properties.display,
                     FillArray(&properties, 1, sizeof(properties), pCount, pProperties));
}

VkResult GetPhysicalDeviceDisplayPlanePropertiesKHR(VkPhysicalDevice physicalDevice,
                                                    uint32_t* pCount,
                                                    VkDisplayPlanePropertiesKHR* pProperties) {
  const VkDisplayPlanePropertiesKHR properties = {DisplayOf(physicalDevice), 0};
  return TraceObject("vkGetPhysicalDeviceDisplayPlanePropertiesKHR", physicalDevice, "display",
                     properties.currentDisplay,
                     FillArray(&properties, 1, sizeof(properties), pCount, pProperties));
}

VkResult GetDisplayPlaneSupportedDisplaysKHR(VkPhysicalDevice physicalDevice, uint32_t,
                                             uint32_t* pCount, VkDisplayKHR* pDisplays) {
  const VkDisplayKHR display = DisplayOf(physicalDevice);
  return TraceObject("vkGetDisplayPlaneSupportedDisplaysKHR", physicalDevice, "display", display,
                     FillArray(&display, 1, sizeof(display), pCount, pDisplays));
}

VkResult GetDisplayModePropertiesKHR(VkPhysicalDevice physicalDevice, VkDisplayKHR display,
                                     uint32_t* pCount, VkDisplayModePropertiesKHR* pProperties) {
  const VkDisplayModePropertiesKHR properties = {
      FirstOf<VkDisplayModeKHR>(ToObject(physicalDevice), VK_OBJECT_TYPE_DISPLAY_MODE_KHR),
      kParameters};
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
  memset(pCapabilities, 0, sizeof(*pCapabilities));
  pCapabilities->supportedAlpha = VK_DISPLAY_PLANE_ALPHA_OPAQUE_BIT_KHR;
  pCapabilities->maxSrcExtent = kResolution;
  pCapabilities->maxDstExtent = kResolution;
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

}  // namespace driver
}  // namespace loadstone::mock

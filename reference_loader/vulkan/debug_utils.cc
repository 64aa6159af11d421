// SPDX-License-Identifier: Apache-2.0
// VK_EXT_debug_utils and VK_EXT_debug_report, which the loader provides for its own messages and
// for drivers that lack them, and VK_EXT_debug_marker, which can name the loader's objects.

#include "reference_loader/vulkan/debug_utils.h"

#include <cstring>

#include "reference_loader/vulkan/device.h"
#include "reference_loader/vulkan/surface.h"

namespace reference_loader::vulkan {
namespace {

// The object behind the loader's messenger or callback handle: the objects of the drivers that have
// one.
template <typename Handle>
struct DebugObject {
  explicit DebugObject(const VkAllocationCallbacks* callbacks) : allocator(callbacks) {}
  Allocator allocator;
  std::vector<Handle> driver_objects;  // indexed by DriverInstance::index
};

template <typename Destroy, typename Handle>
void DestroyObject(Instance* instance, InstanceCommand destroy, DebugObject<Handle>* object,
                   const VkAllocationCallbacks* callbacks) {
  instance->messages.Remove(object);
  for (const auto& driver : instance->drivers) {
    if (driver->index >= object->driver_objects.size()) continue;
    const Handle own = object->driver_objects[driver->index];
    if (own == VK_NULL_HANDLE || driver->functions[destroy] == nullptr) continue;
    driver->Get<Destroy>(destroy)(driver->handle, own, callbacks);
  }
  object->allocator.Delete(object);
}

template <typename Create, typename Destroy, typename Handle, typename Info>
VkResult CreateObject(VkInstance handle, InstanceCommand create, InstanceCommand destroy,
                      const Info* info, const VkAllocationCallbacks* callbacks, Handle* result) {
  return Guarded([&] {
    Instance* instance = InstanceOf(handle);
    auto* object =
        Allocator(callbacks).New<DebugObject<Handle>>(VK_SYSTEM_ALLOCATION_SCOPE_OBJECT, callbacks);
    const VkResult outcome = Guarded([&] {
      object->driver_objects.resize(instance->drivers.size());
      instance->messages.Add(object, *info);
      for (const auto& driver : instance->drivers) {
        if (driver->functions[create] == nullptr ||
            !driver->HasEnabled(InstanceCommandAt(create)->instance_extensions[0])) {
          continue;
        }
        const VkResult own = driver->Get<Create>(create)(driver->handle, info, callbacks,
                                                         &object->driver_objects[driver->index]);
        if (own != VK_SUCCESS) return own;
      }
      return VK_SUCCESS;
    });
    if (outcome != VK_SUCCESS) {
      DestroyObject<Destroy>(instance, destroy, object, callbacks);
      return outcome;
    }
    *result = reinterpret_cast<Handle>(object);
    return VK_SUCCESS;
  });
}

// Calls a function of all drivers that enabled its extension; returns false when there is no such
// driver.
template <typename Function, typename Call>
bool CallDrivers(const Instance& instance, InstanceCommand command, Call call) {
  bool called = false;
  for (const auto& driver : instance.drivers) {
    const auto function = driver->Get<Function>(command);
    if (function == nullptr ||
        !driver->HasEnabled(InstanceCommandAt(command)->instance_extensions[0])) {
      continue;
    }
    call(function, driver->handle);
    called = true;
  }
  return called;
}

VKAPI_ATTR void VKAPI_CALL IgnoreCommandLabel(VkCommandBuffer, const VkDebugUtilsLabelEXT*) {}
VKAPI_ATTR void VKAPI_CALL IgnoreCommandLabelEnd(VkCommandBuffer) {}
VKAPI_ATTR void VKAPI_CALL IgnoreQueueLabel(VkQueue, const VkDebugUtilsLabelEXT*) {}
VKAPI_ATTR void VKAPI_CALL IgnoreQueueLabelEnd(VkQueue) {}
VKAPI_ATTR VkResult VKAPI_CALL IgnoreName(VkDevice, const VkDebugUtilsObjectNameInfoEXT*) {
  return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL IgnoreTag(VkDevice, const VkDebugUtilsObjectTagInfoEXT*) {
  return VK_SUCCESS;
}

template <typename Function>
PFN_vkVoidFunction Untyped(Function function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}

}  // namespace

PFN_vkVoidFunction DebugUtilsFallback(const Instance& instance, const Command& command) {
  if (!instance.HasEnabled(VK_EXT_DEBUG_UTILS_EXTENSION_NAME)) return nullptr;
  switch (command.index) {
    case kDevice_vkCmdBeginDebugUtilsLabelEXT:
    case kDevice_vkCmdInsertDebugUtilsLabelEXT:
      return Untyped(&IgnoreCommandLabel);
    case kDevice_vkCmdEndDebugUtilsLabelEXT:
      return Untyped(&IgnoreCommandLabelEnd);
    case kDevice_vkQueueBeginDebugUtilsLabelEXT:
    case kDevice_vkQueueInsertDebugUtilsLabelEXT:
      return Untyped(&IgnoreQueueLabel);
    case kDevice_vkQueueEndDebugUtilsLabelEXT:
      return Untyped(&IgnoreQueueLabelEnd);
    case kDevice_vkSetDebugUtilsObjectNameEXT:
      return Untyped(&IgnoreName);
    case kDevice_vkSetDebugUtilsObjectTagEXT:
      return Untyped(&IgnoreTag);
    default:
      return nullptr;
  }
}

uint64_t DriverObject(const Device& device, VkObjectType type, uint64_t object) {
  if (object == 0) return object;
  void* pointer = reinterpret_cast<void*>(static_cast<uintptr_t>(object));
  switch (type) {
    case VK_OBJECT_TYPE_INSTANCE:
      return reinterpret_cast<uintptr_t>(device.driver->handle);
    case VK_OBJECT_TYPE_PHYSICAL_DEVICE:
      return reinterpret_cast<uintptr_t>(static_cast<PhysicalDevice*>(pointer)->handle);
    case VK_OBJECT_TYPE_SURFACE_KHR:
      // A C cast, because the handle is a pointer on 64-bit systems and a number on others.
      return (uint64_t)DriverSurface(*device.driver, reinterpret_cast<VkSurfaceKHR>(pointer));
    default:
      return object;
  }
}

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkCreateDebugUtilsMessengerEXT(
    VkInstance instance, const VkDebugUtilsMessengerCreateInfoEXT* pCreateInfo,
    const VkAllocationCallbacks* pAllocator, VkDebugUtilsMessengerEXT* pMessenger) {
  return CreateObject<PFN_vkCreateDebugUtilsMessengerEXT, PFN_vkDestroyDebugUtilsMessengerEXT>(
      instance, kInstance_vkCreateDebugUtilsMessengerEXT, kInstance_vkDestroyDebugUtilsMessengerEXT,
      pCreateInfo, pAllocator, pMessenger);
}

VKAPI_ATTR void VKAPI_CALL
terminate_vkDestroyDebugUtilsMessengerEXT(VkInstance instance, VkDebugUtilsMessengerEXT messenger,
                                          const VkAllocationCallbacks* pAllocator) {
  if (messenger == VK_NULL_HANDLE) return;
  DestroyObject<PFN_vkDestroyDebugUtilsMessengerEXT>(
      InstanceOf(instance), kInstance_vkDestroyDebugUtilsMessengerEXT,
      reinterpret_cast<DebugObject<VkDebugUtilsMessengerEXT>*>(messenger), pAllocator);
}

VKAPI_ATTR void VKAPI_CALL terminate_vkSubmitDebugUtilsMessageEXT(
    VkInstance instance, VkDebugUtilsMessageSeverityFlagBitsEXT messageSeverity,
    VkDebugUtilsMessageTypeFlagsEXT messageTypes,
    const VkDebugUtilsMessengerCallbackDataEXT* pCallbackData) {
  Instance* object = InstanceOf(instance);
  // The driver has all of the application's messengers, and calls them.
  const bool called = CallDrivers<PFN_vkSubmitDebugUtilsMessageEXT>(
      *object, kInstance_vkSubmitDebugUtilsMessageEXT, [&](auto function, VkInstance handle) {
        function(handle, messageSeverity, messageTypes, pCallbackData);
      });
  if (!called) object->messages.Submit(messageSeverity, messageTypes, pCallbackData);
}

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkCreateDebugReportCallbackEXT(
    VkInstance instance, const VkDebugReportCallbackCreateInfoEXT* pCreateInfo,
    const VkAllocationCallbacks* pAllocator, VkDebugReportCallbackEXT* pCallback) {
  return CreateObject<PFN_vkCreateDebugReportCallbackEXT, PFN_vkDestroyDebugReportCallbackEXT>(
      instance, kInstance_vkCreateDebugReportCallbackEXT, kInstance_vkDestroyDebugReportCallbackEXT,
      pCreateInfo, pAllocator, pCallback);
}

VKAPI_ATTR void VKAPI_CALL
terminate_vkDestroyDebugReportCallbackEXT(VkInstance instance, VkDebugReportCallbackEXT callback,
                                          const VkAllocationCallbacks* pAllocator) {
  if (callback == VK_NULL_HANDLE) return;
  DestroyObject<PFN_vkDestroyDebugReportCallbackEXT>(
      InstanceOf(instance), kInstance_vkDestroyDebugReportCallbackEXT,
      reinterpret_cast<DebugObject<VkDebugReportCallbackEXT>*>(callback), pAllocator);
}

VKAPI_ATTR void VKAPI_CALL terminate_vkDebugReportMessageEXT(
    VkInstance instance, VkDebugReportFlagsEXT flags, VkDebugReportObjectTypeEXT objectType,
    uint64_t object, size_t location, int32_t messageCode, const char* pLayerPrefix,
    const char* pMessage) {
  Instance* self = InstanceOf(instance);
  const bool called = CallDrivers<PFN_vkDebugReportMessageEXT>(
      *self, kInstance_vkDebugReportMessageEXT, [&](auto function, VkInstance handle) {
        function(handle, flags, objectType, object, location, messageCode, pLayerPrefix, pMessage);
      });
  if (!called) {
    self->messages.Report(flags, objectType, object, location, messageCode, pLayerPrefix, pMessage);
  }
}

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkSetDebugUtilsObjectNameEXT(
    VkDevice device, const VkDebugUtilsObjectNameInfoEXT* pNameInfo) {
  const Device& object = *DeviceTableOf(device)->device;
  VkDebugUtilsObjectNameInfoEXT info = *pNameInfo;
  info.objectHandle = DriverObject(object, info.objectType, info.objectHandle);
  return object.FromDriver<PFN_vkSetDebugUtilsObjectNameEXT>("vkSetDebugUtilsObjectNameEXT")(device,
                                                                                             &info);
}

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkSetDebugUtilsObjectTagEXT(
    VkDevice device, const VkDebugUtilsObjectTagInfoEXT* pTagInfo) {
  const Device& object = *DeviceTableOf(device)->device;
  VkDebugUtilsObjectTagInfoEXT info = *pTagInfo;
  info.objectHandle = DriverObject(object, info.objectType, info.objectHandle);
  return object.FromDriver<PFN_vkSetDebugUtilsObjectTagEXT>("vkSetDebugUtilsObjectTagEXT")(device,
                                                                                           &info);
}

namespace {

// Maps the three types of objects that the loader creates to the newer enumeration.
VkObjectType ObjectType(VkDebugReportObjectTypeEXT type) {
  switch (type) {
    case VK_DEBUG_REPORT_OBJECT_TYPE_INSTANCE_EXT:
      return VK_OBJECT_TYPE_INSTANCE;
    case VK_DEBUG_REPORT_OBJECT_TYPE_PHYSICAL_DEVICE_EXT:
      return VK_OBJECT_TYPE_PHYSICAL_DEVICE;
    case VK_DEBUG_REPORT_OBJECT_TYPE_SURFACE_KHR_EXT:
      return VK_OBJECT_TYPE_SURFACE_KHR;
    default:
      return VK_OBJECT_TYPE_UNKNOWN;
  }
}

}  // namespace

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkDebugMarkerSetObjectNameEXT(
    VkDevice device, const VkDebugMarkerObjectNameInfoEXT* pNameInfo) {
  const Device& object = *DeviceTableOf(device)->device;
  VkDebugMarkerObjectNameInfoEXT info = *pNameInfo;
  info.object = DriverObject(object, ObjectType(info.objectType), info.object);
  return object.FromDriver<PFN_vkDebugMarkerSetObjectNameEXT>("vkDebugMarkerSetObjectNameEXT")(
      device, &info);
}

VKAPI_ATTR VkResult VKAPI_CALL terminate_vkDebugMarkerSetObjectTagEXT(
    VkDevice device, const VkDebugMarkerObjectTagInfoEXT* pTagInfo) {
  const Device& object = *DeviceTableOf(device)->device;
  VkDebugMarkerObjectTagInfoEXT info = *pTagInfo;
  info.object = DriverObject(object, ObjectType(info.objectType), info.object);
  return object.FromDriver<PFN_vkDebugMarkerSetObjectTagEXT>("vkDebugMarkerSetObjectTagEXT")(device,
                                                                                             &info);
}

}  // namespace reference_loader::vulkan

// SPDX-License-Identifier: Apache-2.0
// Messengers of VK_EXT_debug_utils and callbacks of VK_EXT_debug_report: they receive messages
// submitted to their instance, if their create info selects them. This driver sends no messages of
// its own.
#include "commands.gen.h"
#include "mock_runtime/vulkan/instance.h"

namespace loadstone::mock {
namespace {

template <typename Info>
struct Listener : MockObject {
  Info info;
};
using Messenger = Listener<VkDebugUtilsMessengerCreateInfoEXT>;
using ReportCallback = Listener<VkDebugReportCallbackCreateInfoEXT>;

// Adds a listener to the list in its instance's `data`. Not thread-safe.
template <typename Info, typename Handle>
VkResult CreateListener(const char* function, VkInstance instance, VkObjectType type,
                        const Info& info, const VkAllocationCallbacks* callbacks, Handle* handle) {
  MockObject* parent = ToObject(instance);
  MockObject* object = NewObject(type, parent, callbacks, sizeof(Listener<Info>));
  *handle = ToHandle<Handle>(object);
  if (object != nullptr) {
    static_cast<Listener<Info>*>(object)->info = info;
    object->next_sibling = static_cast<MockObject*>(parent->data);
    parent->data = object;
  }
  const VkResult result = object != nullptr ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
  Event(function)
      .AddPointer("instance", instance)
      .AddPointer("handle", object)
      .Add("allocator", callbacks != nullptr)
      .Add("result", result);
  return result;
}

void DestroyListener(const char* function, VkInstance instance, MockObject* object,
                     const VkAllocationCallbacks* callbacks) {
  MockObject* parent = ToObject(instance);
  MockObject* before = nullptr;
  for (auto* each = static_cast<MockObject*>(parent->data); each != nullptr;
       before = each, each = each->next_sibling) {
    if (each != object) continue;
    if (before == nullptr) {
      parent->data = each->next_sibling;
    } else {
      before->next_sibling = each->next_sibling;
    }
    break;
  }
  DestroyObject(function, object, callbacks);
}

// Calls `tell` with each listener of that type.
template <typename Type, typename Tell>
void ForEach(VkInstance instance, VkObjectType type, Tell tell) {
  auto* object = static_cast<MockObject*>(ToObject(instance)->data);
  for (; object != nullptr; object = object->next_sibling) {
    if (object->type == type) tell(static_cast<Type*>(object)->info);
  }
}

}  // namespace

namespace driver {

VkResult CreateDebugUtilsMessengerEXT(VkInstance instance,
                                      const VkDebugUtilsMessengerCreateInfoEXT* pCreateInfo,
                                      const VkAllocationCallbacks* pAllocator,
                                      VkDebugUtilsMessengerEXT* pMessenger) {
  return CreateListener("vkCreateDebugUtilsMessengerEXT", instance,
                        VK_OBJECT_TYPE_DEBUG_UTILS_MESSENGER_EXT, *pCreateInfo, pAllocator,
                        pMessenger);
}

void DestroyDebugUtilsMessengerEXT(VkInstance instance, VkDebugUtilsMessengerEXT messenger,
                                   const VkAllocationCallbacks* pAllocator) {
  DestroyListener("vkDestroyDebugUtilsMessengerEXT", instance, ToObject(messenger), pAllocator);
}

void SubmitDebugUtilsMessageEXT(VkInstance instance,
                                VkDebugUtilsMessageSeverityFlagBitsEXT messageSeverity,
                                VkDebugUtilsMessageTypeFlagsEXT messageTypes,
                                const VkDebugUtilsMessengerCallbackDataEXT* pCallbackData) {
  Event("vkSubmitDebugUtilsMessageEXT")
      .AddPointer("instance", instance)
      .Add("message", pCallbackData->pMessage);
  ForEach<Messenger>(instance, VK_OBJECT_TYPE_DEBUG_UTILS_MESSENGER_EXT, [&](const auto& info) {
    if ((info.messageSeverity & messageSeverity) == 0 || (info.messageType & messageTypes) == 0) {
      return;
    }
    info.pfnUserCallback(messageSeverity, messageTypes, pCallbackData, info.pUserData);
  });
}

VkResult CreateDebugReportCallbackEXT(VkInstance instance,
                                      const VkDebugReportCallbackCreateInfoEXT* pCreateInfo,
                                      const VkAllocationCallbacks* pAllocator,
                                      VkDebugReportCallbackEXT* pCallback) {
  return CreateListener("vkCreateDebugReportCallbackEXT", instance,
                        VK_OBJECT_TYPE_DEBUG_REPORT_CALLBACK_EXT, *pCreateInfo, pAllocator,
                        pCallback);
}

void DestroyDebugReportCallbackEXT(VkInstance instance, VkDebugReportCallbackEXT callback,
                                   const VkAllocationCallbacks* pAllocator) {
  DestroyListener("vkDestroyDebugReportCallbackEXT", instance, ToObject(callback), pAllocator);
}

void DebugReportMessageEXT(VkInstance instance, VkDebugReportFlagsEXT flags,
                           VkDebugReportObjectTypeEXT objectType, uint64_t object, size_t location,
                           int32_t messageCode, const char* pLayerPrefix, const char* pMessage) {
  Event("vkDebugReportMessageEXT").AddPointer("instance", instance).Add("message", pMessage);
  ForEach<ReportCallback>(instance, VK_OBJECT_TYPE_DEBUG_REPORT_CALLBACK_EXT,
                          [&](const auto& info) {
                            if ((info.flags & flags) == 0) return;
                            info.pfnCallback(flags, objectType, object, location, messageCode,
                                             pLayerPrefix, pMessage, info.pUserData);
                          });
}

}  // namespace driver
}  // namespace loadstone::mock

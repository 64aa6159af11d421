// SPDX-License-Identifier: Apache-2.0
// XR_EXT_debug_utils, which this runtime has if its configuration lists it.
#include "interfaces/openxr/handles.h"
#include "mock_runtime/openxr/instance.h"
namespace loadstone::mock {
namespace {

struct Messenger {
  HandleObject object;
  XrDebugUtilsMessengerCreateInfoEXT info;
};

constexpr uint32_t kMaxMessengers = 16;
Messenger* messengers[kMaxMessengers];

bool IsLabel(const char* function, const XrDebugUtilsLabelEXT* label, XrResult* result) {
  *result = CheckStructure(function, label, XR_TYPE_DEBUG_UTILS_LABEL_EXT);
  if (*result == XR_SUCCESS && label->labelName == nullptr) {
    *result = Violation(function, "no name", XR_ERROR_VALIDATION_FAILURE);
  }
  return *result == XR_SUCCESS;
}

XrResult CheckSession(const char* function, XrSession session) {
  return CheckHandle(function, session, XR_OBJECT_TYPE_SESSION);
}

XrResult XRAPI_CALL SetObjectName(XrInstance instance, const XrDebugUtilsObjectNameInfoEXT* info) {
  constexpr char kName[] = "xrSetDebugUtilsObjectNameEXT";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckHandle(kName, instance, XR_OBJECT_TYPE_INSTANCE);
  if (result == XR_SUCCESS) {
    result = CheckStructure(kName, info, XR_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT);
  }
  return Traced(kName, instance, result);
}

XrResult XRAPI_CALL CreateMessenger(XrInstance instance,
                                    const XrDebugUtilsMessengerCreateInfoEXT* info,
                                    XrDebugUtilsMessengerEXT* messenger) {
  constexpr char kName[] = "xrCreateDebugUtilsMessengerEXT";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckHandle(kName, instance, XR_OBJECT_TYPE_INSTANCE);
  if (result == XR_SUCCESS) {
    result = CheckStructure(kName, info, XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT);
  }
  if (result == XR_SUCCESS) result = CheckOutputPointer(kName, messenger);
  if (result == XR_SUCCESS && info->userCallback == nullptr) {
    result = Violation(kName, "no callback", XR_ERROR_VALIDATION_FAILURE);
  }
  if (result != XR_SUCCESS) return Traced(kName, instance, result);
  for (Messenger*& place : messengers) {
    if (place != nullptr) continue;
    place = New<Messenger>(XR_OBJECT_TYPE_DEBUG_UTILS_MESSENGER_EXT, instance);
    if (place == nullptr) break;
    place->info = *info;
    *messenger = HandleOf<XrDebugUtilsMessengerEXT>(place);
    return Traced(kName, place, XR_SUCCESS);
  }
  return Traced(kName, instance, XR_ERROR_OUT_OF_MEMORY);
}

XrResult XRAPI_CALL DestroyMessenger(XrDebugUtilsMessengerEXT messenger) {
  constexpr char kName[] = "xrDestroyDebugUtilsMessengerEXT";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckHandle(kName, messenger, XR_OBJECT_TYPE_DEBUG_UTILS_MESSENGER_EXT);
  Traced(kName, messenger, result);
  if (result != XR_SUCCESS) return result;
  for (Messenger*& place : messengers) {
    if (place == PointerIn<Messenger>(messenger)) place = nullptr;
  }
  DeleteObject(messenger);
  return result;
}

// Sends the message to every messenger of this instance that is registered for such messages.
void Tell(XrInstance instance, XrDebugUtilsMessageSeverityFlagsEXT severity,
          XrDebugUtilsMessageTypeFlagsEXT types, const XrDebugUtilsMessengerCallbackDataEXT* data) {
  for (const Messenger* messenger : messengers) {
    if (messenger == nullptr || messenger->object.parent != PointerIn<HandleObject>(instance) ||
        (messenger->info.messageSeverities & severity) == 0 ||
        (messenger->info.messageTypes & types) == 0) {
      continue;
    }
    messenger->info.userCallback(severity, types, data, messenger->info.userData);
  }
}

XrResult XRAPI_CALL SubmitMessage(XrInstance instance, XrDebugUtilsMessageSeverityFlagsEXT severity,
                                  XrDebugUtilsMessageTypeFlagsEXT types,
                                  const XrDebugUtilsMessengerCallbackDataEXT* data) {
  constexpr char kName[] = "xrSubmitDebugUtilsMessageEXT";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckHandle(kName, instance, XR_OBJECT_TYPE_INSTANCE);
  if (result == XR_SUCCESS) {
    result = CheckStructure(kName, data, XR_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT);
  }
  if (result == XR_SUCCESS) Tell(instance, severity, types, data);
  return Traced(kName, instance, result);
}

XrResult XRAPI_CALL BeginRegion(XrSession session, const XrDebugUtilsLabelEXT* label) {
  constexpr char kName[] = "xrSessionBeginDebugUtilsLabelRegionEXT";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckSession(kName, session);
  if (result == XR_SUCCESS && IsLabel(kName, label, &result)) ++Of(session)->regions;
  return Traced(kName, session, result);
}

XrResult XRAPI_CALL EndRegion(XrSession session) {
  constexpr char kName[] = "xrSessionEndDebugUtilsLabelRegionEXT";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckSession(kName, session);
  if (result == XR_SUCCESS && Of(session)->regions == 0) {
    result = Violation(kName, "no region has begun", XR_ERROR_CALL_ORDER_INVALID);
  }
  if (result == XR_SUCCESS) --Of(session)->regions;
  return Traced(kName, session, result);
}

XrResult XRAPI_CALL InsertLabel(XrSession session, const XrDebugUtilsLabelEXT* label) {
  constexpr char kName[] = "xrSessionInsertDebugUtilsLabelEXT";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckSession(kName, session);
  if (result == XR_SUCCESS) IsLabel(kName, label, &result);
  return Traced(kName, session, result);
}

const Command kFunctions[] = {
    {"xrSetDebugUtilsObjectNameEXT", reinterpret_cast<PFN_xrVoidFunction>(SetObjectName)},
    {"xrCreateDebugUtilsMessengerEXT", reinterpret_cast<PFN_xrVoidFunction>(CreateMessenger)},
    {"xrDestroyDebugUtilsMessengerEXT", reinterpret_cast<PFN_xrVoidFunction>(DestroyMessenger)},
    {"xrSubmitDebugUtilsMessageEXT", reinterpret_cast<PFN_xrVoidFunction>(SubmitMessage)},
    {"xrSessionBeginDebugUtilsLabelRegionEXT", reinterpret_cast<PFN_xrVoidFunction>(BeginRegion)},
    {"xrSessionEndDebugUtilsLabelRegionEXT", reinterpret_cast<PFN_xrVoidFunction>(EndRegion)},
    {"xrSessionInsertDebugUtilsLabelEXT", reinterpret_cast<PFN_xrVoidFunction>(InsertLabel)},
};

}  // namespace

PFN_xrVoidFunction FindDebugUtils(XrInstance instance, const char* name) {
  if (!PointerIn<const Instance>(instance)->debug_utils) return nullptr;
  for (const Command& command : kFunctions) {
    if (strcmp(command.name, name) == 0) return command.function;
  }
  return nullptr;
}

void ForgetMessengers(XrInstance instance) {
  for (Messenger*& place : messengers) {
    if (place != nullptr && place->object.parent == PointerIn<HandleObject>(instance)) {
      place = nullptr;
    }
  }
}

}  // namespace loadstone::mock

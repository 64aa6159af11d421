// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/debug_utils.h"

#include <atomic>

#include "interfaces/openxr/handles.h"
#include "reference_loader/openxr/debug_messages.h"
#include "reference_loader/openxr/guarded.h"
#include "reference_loader/openxr/instance.h"

namespace reference_loader::openxr {
namespace {

// The last handle for a messenger that the runtime does not have; unique in the process.
std::atomic<uintptr_t> last_messenger{0};

// Runs `body` with the current instance and the runtime's function of that name, which is null when
// the runtime does not have the extension.
template <typename Function, typename Body>
XrResult WithCurrentInstance(const char* name, Body body) {
  Instance* instance = CurrentInstance();
  if (instance == nullptr) return XR_ERROR_HANDLE_INVALID;
  return Guarded([&] {
    Function function = nullptr;
    if (instance->runtime_has_debug_utils) {
      function = instance->runtime.Get<Function>(instance->runtime_handle, name);
    }
    return body(instance, function);
  });
}

XRAPI_ATTR XrResult XRAPI_CALL CreateMessenger(XrInstance handle,
                                               const XrDebugUtilsMessengerCreateInfoEXT* info,
                                               XrDebugUtilsMessengerEXT* messenger) {
  if (info == nullptr || messenger == nullptr || !IsValidMessenger(*info)) {
    return XR_ERROR_VALIDATION_FAILURE;
  }
  constexpr char kName[] = "xrCreateDebugUtilsMessengerEXT";
  return WithCurrentInstance<PFN_xrCreateDebugUtilsMessengerEXT>(
      kName, [&](Instance*, auto create) {
        XrDebugUtilsMessengerEXT created = HandleOf<XrDebugUtilsMessengerEXT>(++last_messenger);
        if (create != nullptr) {
          const XrResult result = create(handle, info, &created);
          if (XR_FAILED(result)) return result;
        }
        Messages().Add(created, *info);
        *messenger = created;
        return XR_SUCCESS;
      });
}

XRAPI_ATTR XrResult XRAPI_CALL DestroyMessenger(XrDebugUtilsMessengerEXT messenger) {
  if (messenger == XR_NULL_HANDLE) return XR_ERROR_HANDLE_INVALID;
  constexpr char kName[] = "xrDestroyDebugUtilsMessengerEXT";
  return WithCurrentInstance<PFN_xrDestroyDebugUtilsMessengerEXT>(
      kName, [&](Instance*, auto destroy) {
        const bool known = Messages().Remove(messenger);
        if (destroy != nullptr) return destroy(messenger);
        return known ? XR_SUCCESS : XR_ERROR_HANDLE_INVALID;
      });
}

XRAPI_ATTR XrResult XRAPI_CALL SubmitMessage(XrInstance handle,
                                             XrDebugUtilsMessageSeverityFlagsEXT severity,
                                             XrDebugUtilsMessageTypeFlagsEXT types,
                                             const XrDebugUtilsMessengerCallbackDataEXT* data) {
  if (data == nullptr || data->type != XR_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT) {
    return XR_ERROR_VALIDATION_FAILURE;
  }
  constexpr char kName[] = "xrSubmitDebugUtilsMessageEXT";
  return WithCurrentInstance<PFN_xrSubmitDebugUtilsMessageEXT>(
      kName, [&](Instance* instance, auto submit) {
        // The runtime has all of the application's messengers, and calls them.
        if (submit != nullptr) return submit(handle, severity, types, data);
        Messages().Submit(severity, types, DebugNames::Message(&instance->names, *data).data());
        return XR_SUCCESS;
      });
}

XRAPI_ATTR XrResult XRAPI_CALL SetObjectName(XrInstance handle,
                                             const XrDebugUtilsObjectNameInfoEXT* info) {
  if (info == nullptr || info->type != XR_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT) {
    return XR_ERROR_VALIDATION_FAILURE;
  }
  constexpr char kName[] = "xrSetDebugUtilsObjectNameEXT";
  return WithCurrentInstance<PFN_xrSetDebugUtilsObjectNameEXT>(
      kName, [&](Instance* instance, auto set) {
        if (set != nullptr) return set(handle, info);
        instance->names.SetName(info->objectType, info->objectHandle, info->objectName);
        return XR_SUCCESS;
      });
}

bool IsValidLabel(const XrDebugUtilsLabelEXT* label) {
  return label != nullptr && label->type == XR_TYPE_DEBUG_UTILS_LABEL_EXT &&
         label->labelName != nullptr;
}

XRAPI_ATTR XrResult XRAPI_CALL BeginRegion(XrSession session, const XrDebugUtilsLabelEXT* label) {
  if (session == XR_NULL_HANDLE) return XR_ERROR_HANDLE_INVALID;
  if (!IsValidLabel(label)) return XR_ERROR_VALIDATION_FAILURE;
  constexpr char kName[] = "xrSessionBeginDebugUtilsLabelRegionEXT";
  return WithCurrentInstance<PFN_xrSessionBeginDebugUtilsLabelRegionEXT>(
      kName, [&](Instance* instance, auto begin) {
        if (begin != nullptr) return begin(session, label);
        instance->names.BeginRegion(session, label->labelName);
        return XR_SUCCESS;
      });
}

XRAPI_ATTR XrResult XRAPI_CALL EndRegion(XrSession session) {
  if (session == XR_NULL_HANDLE) return XR_ERROR_HANDLE_INVALID;
  constexpr char kName[] = "xrSessionEndDebugUtilsLabelRegionEXT";
  return WithCurrentInstance<PFN_xrSessionEndDebugUtilsLabelRegionEXT>(
      kName, [&](Instance* instance, auto end) {
        if (end != nullptr) return end(session);
        instance->names.EndRegion(session);
        return XR_SUCCESS;
      });
}

XRAPI_ATTR XrResult XRAPI_CALL InsertLabel(XrSession session, const XrDebugUtilsLabelEXT* label) {
  if (session == XR_NULL_HANDLE) return XR_ERROR_HANDLE_INVALID;
  if (!IsValidLabel(label)) return XR_ERROR_VALIDATION_FAILURE;
  constexpr char kName[] = "xrSessionInsertDebugUtilsLabelEXT";
  return WithCurrentInstance<PFN_xrSessionInsertDebugUtilsLabelEXT>(
      kName, [&](Instance* instance, auto insert) {
        if (insert != nullptr) return insert(session, label);
        instance->names.Insert(session, label->labelName);
        return XR_SUCCESS;
      });
}

struct NamedFunction {
  std::string_view name;
  PFN_xrVoidFunction function;
};

const NamedFunction kFunctions[] = {
    {"xrCreateDebugUtilsMessengerEXT", reinterpret_cast<PFN_xrVoidFunction>(&CreateMessenger)},
    {"xrDestroyDebugUtilsMessengerEXT", reinterpret_cast<PFN_xrVoidFunction>(&DestroyMessenger)},
    {"xrSubmitDebugUtilsMessageEXT", reinterpret_cast<PFN_xrVoidFunction>(&SubmitMessage)},
    {"xrSetDebugUtilsObjectNameEXT", reinterpret_cast<PFN_xrVoidFunction>(&SetObjectName)},
    {"xrSessionBeginDebugUtilsLabelRegionEXT", reinterpret_cast<PFN_xrVoidFunction>(&BeginRegion)},
    {"xrSessionEndDebugUtilsLabelRegionEXT", reinterpret_cast<PFN_xrVoidFunction>(&EndRegion)},
    {"xrSessionInsertDebugUtilsLabelEXT", reinterpret_cast<PFN_xrVoidFunction>(&InsertLabel)},
};

}  // namespace

PFN_xrVoidFunction DebugUtilsTerminator(const Instance& instance, std::string_view name) {
  // Most names are not among these; checking the suffix saves the search.
  if (!name.ends_with("EXT") || !instance.debug_utils_enabled) {
    return nullptr;
  }
  for (const NamedFunction& entry : kFunctions) {
    if (entry.name == name) return entry.function;
  }
  return nullptr;
}

}  // namespace reference_loader::openxr

// SPDX-License-Identifier: Apache-2.0
// The library's interface to the loader: load and unload, negotiation, and the lookup of commands.
#include <string.h>

#include "mock_common/config.h"
#include "mock_common/fault.h"
#include "mock_common/openxr_negotiation.h"
#include "mock_common/openxr_unknown.h"
#include "mock_runtime/openxr/instance.h"
#include "mock_runtime/openxr/runtime.h"

namespace loadstone::mock {
namespace {

__attribute__((constructor)) void Load() {
  LoadConfig();
  Event("load").Add("path", LibraryPath());
  MaybeFault("load");
}

__attribute__((destructor)) void Unload() {
  Event("unload").Add("path", LibraryPath());
  MaybeFault("unload");
}

}  // namespace

bool Enter(const char* function, XrResult* result) {
  MaybeFault(function);
  const rapidjson::Value& results = Object(Config(), "results");
  const auto found = results.FindMember(function);
  if (found == results.MemberEnd() || !found->value.IsInt()) return false;
  *result = static_cast<XrResult>(found->value.GetInt());
  Event(function).Add("forced", true).Add("result", static_cast<int32_t>(*result));
  return true;
}

XrResult Traced(const char* function, const void* handle, XrResult result) {
  Event(function).AddPointer("handle", handle).Add("result", static_cast<int32_t>(result));
  return result;
}

XrResult Violation(const char* function, const char* why, XrResult result) {
  Event("violation").Add("function", function).Add("why", why);
  return result;
}

PFN_xrVoidFunction FindCommand(const char* name) {
  for (uint32_t i = 0; i < kCommandCount; ++i) {
    if (strcmp(kCommands[i].name, name) == 0) return kCommands[i].function;
  }
  return nullptr;
}

XrVersion AnsweredVersion() {
  return ParseVersion(Text(Object(Config(), "negotiation"), "api_version", "1.0.20"),
                      XR_MAKE_VERSION(1, 0, 20));
}

PFN_xrVoidFunction FindUnknown(const char* name) { return FindUnknownFunction<Enter>(name); }

namespace {

void TraceNegotiation(const XrNegotiateLoaderInfo* info, const XrNegotiateRuntimeRequest* request,
                      XrResult result) {
  Event event("negotiate");
  AddNegotiation(info, request, &event);
  event.Add("result", static_cast<int32_t>(result));
}

// OpenXR specification, "Runtime Interface Negotiation": the checks of a runtime.
bool IsValidNegotiation(const XrNegotiateLoaderInfo& info,
                        const XrNegotiateRuntimeRequest& request) {
  if (info.maxInterfaceVersion > 1 && IsMisbehaviourConfigured("refuse_newer_interfaces"))
    return false;
  if (IsMisbehaviourConfigured("compare_patches") && info.maxApiVersion < AnsweredVersion()) {
    return false;
  }
  const XrVersion newest = NewestMinor(AnsweredVersion());
  if (IsMisbehaviourConfigured("compare_versions_alone")) return OffersVersions(info, newest);
  const char* tolerated = Text(Object(Config(), "negotiation"), "accepts", "");
  return IsNegotiable(info, newest, tolerated) &&
         HasHeader(request, XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST,
                   XR_RUNTIME_INFO_STRUCT_VERSION, tolerated);
}

// xrLocateSpaces of OpenXR 1.1, whose structures not all headers have: it locates nothing.
XrResult XRAPI_CALL LocateSpaces(XrSession session, const void*, void*) {
  constexpr char kName[] = "xrLocateSpaces";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckHandle(kName, session, XR_OBJECT_TYPE_SESSION);
  return Traced(kName, session, result == XR_SUCCESS ? XR_ERROR_RUNTIME_FAILURE : result);
}

// A command that is new in OpenXR 1.1, if the runtime answers that version; nullptr otherwise.
PFN_xrVoidFunction FindCommandOf11(const char* name) {
  const bool found = NewestMinor(AnsweredVersion()) >= 1 && strcmp(name, "xrLocateSpaces") == 0;
  return found ? reinterpret_cast<PFN_xrVoidFunction>(LocateSpaces) : nullptr;
}

// Whether the instance lacks a command that the first instance has.
bool IsLacking(XrInstance instance, const char* name) {
  return strcmp(name, "xrEndSession") == 0 &&
         IsMisbehaviourConfigured("fewer_functions_of_later_instances") &&
         !PointerIn<Instance>(instance)->is_first;
}

// Whether xrGetInstanceProcAddr returns the command without an instance.
bool IsGlobal(const char* name) {
  return strcmp(name, "xrEnumerateApiLayerProperties") == 0 ||
         strcmp(name, "xrEnumerateInstanceExtensionProperties") == 0 ||
         strcmp(name, "xrCreateInstance") == 0;
}

}  // namespace

COMMAND(xrGetInstanceProcAddr, XrInstance instance, const char* name,
        PFN_xrVoidFunction* function) {
  XrResult result;
  if (Enter("xrGetInstanceProcAddr", &result)) return result;
  if (name == nullptr || function == nullptr) {
    return Violation("xrGetInstanceProcAddr", "null pointer", XR_ERROR_VALIDATION_FAILURE);
  }
  *function = nullptr;
  const bool gives_all =
      IsMisbehaviourConfigured("functions_without_instance") ||
      (HasInstances() && IsMisbehaviourConfigured("functions_without_instance_beside_one"));
  if (instance == XR_NULL_HANDLE && gives_all) {
    *function = FindCommand(name);
    return *function != nullptr ? XR_SUCCESS : XR_ERROR_HANDLE_INVALID;
  }
  if (instance == XR_NULL_HANDLE) {
    const bool unsupported = Flag(Config(), "unsupported_without_instance", false);
    const XrResult refused = unsupported ? XR_ERROR_FUNCTION_UNSUPPORTED : XR_ERROR_HANDLE_INVALID;
    result = IsGlobal(name) ? XR_SUCCESS : refused;
  } else {
    result = CheckHandle("xrGetInstanceProcAddr", instance, XR_OBJECT_TYPE_INSTANCE);
  }
  if (result == XR_SUCCESS) {
    const bool hidden = Contains(List(Config(), "hidden_functions"), name) ||
                        (instance != XR_NULL_HANDLE && IsLacking(instance, name));
    if (!hidden) *function = FindCommand(name);
    if (*function == nullptr && !hidden && instance != XR_NULL_HANDLE) {
      *function = FindDebugUtils(instance, name);
    }
    if (*function == nullptr && !hidden && instance != XR_NULL_HANDLE) {
      *function = FindExtensionFunction(instance, name);
    }
    if (*function == nullptr && !hidden && instance != XR_NULL_HANDLE) {
      *function = FindCommandOf11(name);
    }
    if (*function == nullptr && instance != XR_NULL_HANDLE) *function = FindUnknown(name);
    if (*function == nullptr) {
      result = IsMisbehaviourConfigured("succeed_for_unknown_names")
                   ? XR_SUCCESS
                   : XR_ERROR_FUNCTION_UNSUPPORTED;
    }
  }
  if (Flag(Config(), "trace_queries", false)) {
    Event("xrGetInstanceProcAddr")
        .AddPointer("instance", instance)
        .Add("name", name)
        .Add("found", *function != nullptr);
  }
  return result;
}

}  // namespace loadstone::mock

using namespace loadstone::mock;  // NOLINT: what follows is exported, and C

// Exported under the standard name by a variant that negotiates by another one.
extern "C" __attribute__((visibility("default"))) XrResult XRAPI_CALL
loadstone_refuse_negotiation(const XrNegotiateLoaderInfo*, XrNegotiateRuntimeRequest*) {
  Event("exported").Add("function", "xrNegotiateLoaderRuntimeInterface");
  return XR_ERROR_INITIALIZATION_FAILED;
}

// Exported under a name that depends on the variant.
extern "C" __attribute__((visibility("default"))) XrResult XRAPI_CALL
loadstone_negotiate_runtime(const XrNegotiateLoaderInfo* info, XrNegotiateRuntimeRequest* request) {
  MaybeFault("negotiate");
  const rapidjson::Value& answer = Object(Config(), "negotiation");
  const bool refused = info != nullptr && request != nullptr &&
                       Flag(Config(), "check_negotiation", true) &&
                       !IsValidNegotiation(*info, *request);
  const auto result = refused ? XR_ERROR_INITIALIZATION_FAILED
                              : static_cast<XrResult>(Number(answer, "result", XR_SUCCESS));
  TraceNegotiation(info, request, result);
  if (info == nullptr || request == nullptr) {
    return Violation("negotiate", "null pointer", XR_ERROR_INITIALIZATION_FAILED);
  }
  if (refused) return result;
  if (Flag(answer, "leave_untouched", false)) return result;
  request->runtimeInterfaceVersion =
      static_cast<uint32_t>(Number(answer, "interface_version", XR_CURRENT_LOADER_RUNTIME_VERSION));
  const bool clamps =
      Flag(Config(), "check_negotiation", true) && !IsMisbehaviourConfigured("answer_own_version");
  request->runtimeApiVersion = clamps ? AnswerWithin(*info, AnsweredVersion()) : AnsweredVersion();
  request->getInstanceProcAddr =
      Flag(answer, "null_gipa", false) ? nullptr : Mock_xrGetInstanceProcAddr;
  Corrupt(Text(answer, "change", ""), request);
  return result;
}

extern "C" XrResult XRAPI_CALL Mock_xrEnumerateInstanceExtensionProperties(
    const char* layer, uint32_t capacity, uint32_t* count, XrExtensionProperties* properties);
extern "C" XrResult XRAPI_CALL Mock_xrCreateInstance(const XrInstanceCreateInfo* info,
                                                     XrInstance* instance);

// Commands as some variants export them: a loader does not call them by their exported names.
extern "C" __attribute__((visibility("default"))) XrResult XRAPI_CALL
loadstone_exported_get_instance_proc_addr(XrInstance instance, const char* name,
                                          PFN_xrVoidFunction* function) {
  Event("exported").Add("function", "xrGetInstanceProcAddr").Add("name", name);
  return Mock_xrGetInstanceProcAddr(instance, name, function);
}

extern "C" __attribute__((visibility("default"))) XrResult XRAPI_CALL
loadstone_exported_enumerate_extensions(const char* layer, uint32_t capacity, uint32_t* count,
                                        XrExtensionProperties* properties) {
  Event("exported").Add("function", "xrEnumerateInstanceExtensionProperties");
  return Mock_xrEnumerateInstanceExtensionProperties(layer, capacity, count, properties);
}

extern "C" __attribute__((visibility("default"))) XrResult XRAPI_CALL
loadstone_exported_create_instance(const XrInstanceCreateInfo* info, XrInstance* instance) {
  Event("exported").Add("function", "xrCreateInstance");
  return Mock_xrCreateInstance(info, instance);
}

#define LOADSTONE_EXPORTED(command, parameters, arguments)      \
  extern "C" XrResult XRAPI_CALL Mock_##command parameters;     \
  extern "C" __attribute__((visibility("default")))             \
  XrResult XRAPI_CALL loadstone_exported_##command parameters { \
    Event("exported").Add("function", #command);                \
    return Mock_##command arguments;                            \
  }

LOADSTONE_EXPORTED(xrDestroyInstance, (XrInstance instance), (instance))
LOADSTONE_EXPORTED(xrGetInstanceProperties, (XrInstance instance, XrInstanceProperties* properties),
                   (instance, properties))
LOADSTONE_EXPORTED(xrGetSystem,
                   (XrInstance instance, const XrSystemGetInfo* info, XrSystemId* system),
                   (instance, info, system))
LOADSTONE_EXPORTED(xrPollEvent, (XrInstance instance, XrEventDataBuffer* event), (instance, event))
LOADSTONE_EXPORTED(xrCreateSession,
                   (XrInstance instance, const XrSessionCreateInfo* info, XrSession* session),
                   (instance, info, session))
LOADSTONE_EXPORTED(xrDestroySession, (XrSession session), (session))

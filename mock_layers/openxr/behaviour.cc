// SPDX-License-Identifier: Apache-2.0
#include "mock_layers/openxr/behaviour.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "interfaces/openxr/handles.h"
#include "mock_common/config.h"
#include "mock_common/fault.h"
#include "mock_common/openxr_unknown.h"

namespace loadstone::mock {
namespace {

#ifdef _WIN32
constexpr char kLoader[] = "openxr_loader.dll";
#else
constexpr char kLoader[] = "libopenxr_loader.so.1";
#endif

constexpr const char* kUsuallyIntercepted[] = {"xrDestroyInstance", "xrGetInstanceProperties",
                                               "xrGetSystem", "xrPollEvent"};

// A type that the layer may wrap, and the functions that create it or take it in another place than
// the first parameter.
struct WrappedType {
  const char* name;
  XrObjectType object_type;
  const char* others[4];
};
constexpr WrappedType kWrappedTypes[] = {
    {"XrInstance", XR_OBJECT_TYPE_INSTANCE, {}},
    {"XrSession", XR_OBJECT_TYPE_SESSION, {"xrCreateSession", "xrPollEvent"}},
    {"XrSwapchain", XR_OBJECT_TYPE_SWAPCHAIN, {"xrCreateSwapchain", "xrEndFrame"}},
    {"XrSpace",
     XR_OBJECT_TYPE_SPACE,
     {"xrCreateReferenceSpace", "xrCreateActionSpace", "xrLocateViews", "xrEndFrame"}},
};

struct Failure {
  char function[XR_MAX_APPLICATION_NAME_SIZE];
  int result;
};
Failure failure = {};

// The object behind a wrapped handle. Never freed, so that the use of a handle after its
// destruction is traced and does not crash the layer.
struct Wrapper {
  void* below;
  Wrapper* next;
};
Wrapper* wrappers = nullptr;

void* Wrap(void* handle) {
  for (Wrapper* one = wrappers; one != nullptr; one = one->next) {
    if (one->below == handle) return one;
  }
  auto* made = static_cast<Wrapper*>(malloc(sizeof(Wrapper)));
  if (made == nullptr) return handle;
  *made = {handle, wrappers};
  wrappers = made;
  return made;
}

// The wrapped handle. A handle that this layer did not create is passed on unchanged, with a
// violation event.
void* Unwrap(void* handle) {
  if (Misbehaves("leak_wrapped")) return handle;
  for (const Wrapper* one = wrappers; one != nullptr; one = one->next) {
    if (one == handle) return one->below;
  }
  Violation("unwrap", "a handle that this layer did not give out");
  return handle;
}

}  // namespace

bool Misbehaves(const char* how) { return Contains(List(Config(), "misbehave"), how); }

bool Wraps(const char* type) { return Contains(List(Config(), "wrap"), type); }

bool IsListed(const char* function) {
  const rapidjson::Value& config = Config();
  if (config.HasMember("intercept")) return Contains(List(config, "intercept"), function);
  for (const char* usual : kUsuallyIntercepted) {
    if (strcmp(usual, function) == 0) return true;
  }
  return false;
}

bool IsConfigured(const char* function) {
  for (const char* key : {"results", "results_after", "faults"}) {
    if (Object(Config(), key).HasMember(function)) return true;
  }
  return false;
}

bool Intercepts(const Interceptor& interceptor) {
  if (strcmp(interceptor.name, "xrDestroyInstance") == 0) return true;
  if (IsConfigured(interceptor.name)) return true;
  // To wrap a type, the layer must intercept all functions that take it, and all that create it.
  for (const WrappedType& type : kWrappedTypes) {
    if (!Wraps(type.name)) continue;
    if (interceptor.object_type == type.object_type) return true;
    for (const char* function : type.others) {
      if (function != nullptr && strcmp(interceptor.name, function) == 0) return true;
    }
  }
  return IsListed(interceptor.name);
}

const char* LayerName() {
  const char* path = strrchr(LibraryPath(), '/');
  const char* file = path != nullptr ? path + 1 : LibraryPath();
  return Text(Config(), "name", Text(Config(), "who", file));
}

PFN_xrVoidFunction FindUnknown(const char* name) { return FindUnknownFunction<Enter>(name); }

bool FindResult(const char* key, const char* function, XrResult* result) {
  const rapidjson::Value& results = Object(Config(), key);
  const auto found = results.FindMember(function);
  if (found == results.MemberEnd() || !found->value.IsInt()) return false;
  *result = static_cast<XrResult>(found->value.GetInt());
  return true;
}

void SetFailure(const char* application) {
  failure = {};
  if (!Flag(Config(), "fails_as_application_says", false)) return;
  static_assert(sizeof(failure.function) == 128);
  if (sscanf(application, "%127s %d", failure.function, &failure.result) != 2) failure = {};
}

Chain& GetChain() {
  static Chain chain;
  return chain;
}

bool Enter(const char* function, XrResult* result) {
  MaybeFault(function);
  if (strcmp(failure.function, function) == 0) {
    *result = static_cast<XrResult>(failure.result);
  } else if (!FindResult("results", function, result)) {
    return false;
  }
  Event(function).Add("forced", true).Add("result", static_cast<int32_t>(*result));
  return true;
}

XrResult Leave(const char* function, const void* handle, XrResult result) {
  FindResult("results_after", function, &result);
  if (result == XR_ERROR_INSTANCE_LOST && Misbehaves("hides_lost_instance")) {
    result = XR_ERROR_OUT_OF_MEMORY;
  }
  if (XR_SUCCEEDED(result) && Misbehaves("plain_success")) result = XR_SUCCESS;
  Event(function).AddPointer("handle", handle).Add("result", static_cast<int32_t>(result));
  return result;
}

XrResult Violation(const char* function, const char* why) {
  Event("violation").Add("function", function).Add("why", why);
  return XR_ERROR_RUNTIME_FAILURE;
}

PFN_xrVoidFunction FindBelow(const char* name) {
  const Chain& chain = GetChain();
  PFN_xrVoidFunction function = nullptr;
  if (chain.next_get_instance_proc_addr == nullptr ||
      chain.next_get_instance_proc_addr(chain.below, name, &function) != XR_SUCCESS) {
    return nullptr;
  }
  return function;
}

void CallFromTheTop(XrInstance instance) {
  void* loader = dlopen(kLoader, RTLD_NOW | RTLD_NOLOAD);
  if (loader == nullptr) return;
  const auto get =
      reinterpret_cast<PFN_xrGetInstanceProperties>(dlsym(loader, "xrGetInstanceProperties"));
  XrInstanceProperties properties = {XR_TYPE_INSTANCE_PROPERTIES, nullptr, 0, {}};
  if (get != nullptr) get(instance, &properties);
  dlclose(loader);
}

XrInstance Below(XrInstance instance) {
  return Wraps("XrInstance") ? HandleOf<XrInstance>(Unwrap(instance)) : instance;
}
XrSession Below(XrSession session) {
  static XrSession first = XR_NULL_HANDLE;
  if (first == XR_NULL_HANDLE) first = session;
  if (Misbehaves("uses_the_first_session")) session = first;
  return Wraps("XrSession") ? HandleOf<XrSession>(Unwrap(session)) : session;
}
XrSwapchain Below(XrSwapchain swapchain) {
  return Wraps("XrSwapchain") ? HandleOf<XrSwapchain>(Unwrap(swapchain)) : swapchain;
}
XrSpace Below(XrSpace space) { return Wraps("XrSpace") ? HandleOf<XrSpace>(Unwrap(space)) : space; }
XrInstance Wrapped(XrInstance instance) {
  return Wraps("XrInstance") ? HandleOf<XrInstance>(Wrap(instance)) : instance;
}
XrSession Wrapped(XrSession session) {
  return Wraps("XrSession") ? HandleOf<XrSession>(Wrap(session)) : session;
}
XrSwapchain Wrapped(XrSwapchain swapchain) {
  return Wraps("XrSwapchain") ? HandleOf<XrSwapchain>(Wrap(swapchain)) : swapchain;
}
XrSpace Wrapped(XrSpace space) { return Wraps("XrSpace") ? HandleOf<XrSpace>(Wrap(space)) : space; }
void Rename(char* name) {
  constexpr char kUnknown[] = "XR_UNKNOWN";
  if (!Misbehaves("renames_unknown_values")) return;
  if (strncmp(name, kUnknown, sizeof(kUnknown) - 1) == 0) name[sizeof(kUnknown) - 1] = '\0';
}
void WrapSessionOf(XrEventDataBuffer* event) {
  if (event->type != XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED) return;
  XrEventDataSessionStateChanged changed;
  memcpy(&changed, event, sizeof(changed));
  changed.session = Wrapped(changed.session);
  memcpy(static_cast<void*>(event), &changed, sizeof(changed));
}

}  // namespace loadstone::mock

// SPDX-License-Identifier: Apache-2.0
// Instances, queries that need no instance, events and paths. OpenXR specification, "Instance".
#include "mock_runtime/openxr/instance.h"

#include <openxr/openxr_reflection.h>
#ifndef _WIN32
#include <pthread.h>
#endif
#include <stdio.h>
#include <stdlib.h>

#include "interfaces/openxr/handles.h"
#include "mock_common/config.h"
#include "mock_common/openxr_negotiation.h"

namespace loadstone::mock {
namespace {

constexpr char kHeadless[] = "XR_MND_headless";
constexpr uint32_t kMaxTracedElements = 64;

// An extension of the configuration: a name, or {"name", "version"}.
const char* ExtensionName(const rapidjson::Value& extension) {
  return extension.IsString()   ? extension.GetString()
         : extension.IsObject() ? Text(extension, "name", "")
                                : "";
}

uint32_t ExtensionVersion(const rapidjson::Value& extension) {
  return extension.IsObject() ? static_cast<uint32_t>(Number(extension, "version", 1)) : 1;
}

bool HasExtension(const char* name) {
  for (const auto& extension : List(Config(), "extensions").GetArray()) {
    if (strcmp(ExtensionName(extension), name) == 0) return true;
  }
  return false;
}

#define LOADSTONE_CASE(name, value) \
  case name:                        \
    return #name;

// The name of a value in openxr.h, or nullptr for a value that it does not define.
const char* NameOf(XrResult value) {
  switch (value) { XR_LIST_ENUM_XrResult(LOADSTONE_CASE) default : return nullptr; }
}
const char* NameOf(XrStructureType value) {
  switch (value) { XR_LIST_ENUM_XrStructureType(LOADSTONE_CASE) default : return nullptr; }
}
#undef LOADSTONE_CASE

// Checks of the runtime: rejects an empty application name, and any version other than those from
// OpenXR 1.0 to the one that it answers in negotiation.
XrResult CheckApplication(const XrApplicationInfo& application) {
  if (application.applicationName[0] == '\0') return XR_ERROR_NAME_INVALID;
  const bool supported =
      XR_VERSION_MAJOR(application.apiVersion) == 1 &&
      (XR_VERSION_MINOR(application.apiVersion) <= NewestMinor(AnsweredVersion()) ||
       IsMisbehaviourConfigured("accept_every_minor_version"));
  return supported ? XR_SUCCESS : XR_ERROR_API_VERSION_UNSUPPORTED;
}

bool has_created = false;  // whether an instance was created
bool has_refused = false;  // whether one was refused
uint32_t instances_alive = 0;

#ifndef _WIN32
// Whether the library was loaded, used and unloaded before in this process: its own variables begin
// anew each time.
bool WasLoadedBefore() {
  constexpr char kVariable[] = "LOADSTONE_RUNTIME_WAS_LOADED";
  if (getenv(kVariable) != nullptr) return true;
  setenv(kVariable, "1", 1);
  return false;
}

// Whether this is another thread than that of the first call.
bool IsAnotherThread() {
  static const pthread_t first = pthread_self();
  return pthread_equal(first, pthread_self()) == 0;
}
#else
bool WasLoadedBefore() { return false; }
bool IsAnotherThread() { return false; }
#endif

XrResult CheckCreation(const XrInstanceCreateInfo* info) {
  const XrResult result = CheckStructure("xrCreateInstance", info, XR_TYPE_INSTANCE_CREATE_INFO);
  if (result != XR_SUCCESS) return result;
  if (has_created && IsMisbehaviourConfigured("one_instance_for_ever"))
    return XR_ERROR_LIMIT_REACHED;
  if (!has_created && IsMisbehaviourConfigured("one_load_for_ever") && WasLoadedBefore()) {
    return XR_ERROR_RUNTIME_FAILURE;
  }
  if (IsMisbehaviourConfigured("one_instance_at_a_time")) {
    StayLoaded();
    if (instances_alive > 0) return XR_ERROR_LIMIT_REACHED;
  }
  const char* early = Text(Config(), "unavailable_for", nullptr);
  if (early != nullptr && strcmp(early, info->applicationInfo.applicationName) == 0) {
    return XR_ERROR_RUNTIME_UNAVAILABLE;
  }
  if (info->next != nullptr && IsMisbehaviourConfigured("refuse_chains"))
    return XR_ERROR_VALIDATION_FAILURE;
  // A loader may pass the names of API layers on or remove them: neither is a violation.
  if (info->enabledExtensionCount != 0 && info->enabledExtensionNames == nullptr) {
    return Violation("xrCreateInstance", "no array", XR_ERROR_VALIDATION_FAILURE);
  }
  for (uint32_t i = 0; i < info->enabledExtensionCount; ++i) {
    if (info->enabledExtensionNames[i] == nullptr) {
      return Violation("xrCreateInstance", "null name", XR_ERROR_VALIDATION_FAILURE);
    }
    if (!HasExtension(info->enabledExtensionNames[i])) return XR_ERROR_EXTENSION_NOT_PRESENT;
  }
  return Flag(Config(), "check_application", true) ? CheckApplication(info->applicationInfo)
                                                   : XR_SUCCESS;
}

void TraceCreation(const XrInstanceCreateInfo* info, const void* instance, XrResult result) {
  Event event("xrCreateInstance");
  if (info != nullptr) {
    char version[40];
    const XrVersion api = info->applicationInfo.apiVersion;
    snprintf(version, sizeof(version), "%u.%u.%u", static_cast<unsigned>(XR_VERSION_MAJOR(api)),
             static_cast<unsigned>(XR_VERSION_MINOR(api)),
             static_cast<unsigned>(XR_VERSION_PATCH(api)));
    uint32_t next[kMaxTracedElements];
    uint32_t count = 0;
    for (auto* one = static_cast<const XrBaseInStructure*>(info->next);
         one != nullptr && count < kMaxTracedElements; one = one->next) {
      next[count++] = static_cast<uint32_t>(one->type);
    }
    event.Add("api_version", version)
        .Add("application", info->applicationInfo.applicationName)
        .Add("application_version", info->applicationInfo.applicationVersion)
        .Add("engine", info->applicationInfo.engineName)
        .Add("engine_version", info->applicationInfo.engineVersion)
        .Add("extensions", info->enabledExtensionNames, info->enabledExtensionCount)
        .Add("layers", info->enabledApiLayerNames, info->enabledApiLayerCount)
        .AddNumbers("next", next, count);
  }
  event.AddPointer("instance", instance).Add("result", static_cast<int32_t>(result));
}

}  // namespace

bool HasInstances() { return instances_alive > 0; }

Instance* InstanceOf(void* object) {
  auto* at = static_cast<HandleObject*>(object);
  while (at->parent != nullptr) at = at->parent;
  return reinterpret_cast<Instance*>(at);
}

void PushEvent(XrSession session, XrSessionState state) {
  Instance* instance = InstanceOf(session);
  if (instance->event_count == kMaxQueuedEvents) {
    instance->first_event = (instance->first_event + 1) % kMaxQueuedEvents;
    --instance->event_count;
  }
  auto& event =
      instance->events[(instance->first_event + instance->event_count) % kMaxQueuedEvents];
  ++instance->event_count;
  event.session = session;
  event.state = state;
}

XrResult CheckPath(const char* function, void* object, XrPath path) {
  if (path != XR_NULL_PATH && path <= InstanceOf(object)->path_count) return XR_SUCCESS;
  return Violation(function, "no path of this instance", XR_ERROR_PATH_INVALID);
}

COMMAND(xrEnumerateApiLayerProperties, uint32_t, uint32_t* count, XrApiLayerProperties*) {
  XrResult result;
  if (Enter("xrEnumerateApiLayerProperties", &result)) return result;
  if (count != nullptr) *count = 0;
  Event("xrEnumerateApiLayerProperties").Add("result", 0);
  return Violation("xrEnumerateApiLayerProperties", "the runtime is asked for API layers",
                   XR_SUCCESS);
}

COMMAND(xrEnumerateInstanceExtensionProperties, const char* layer, uint32_t capacity,
        uint32_t* count, XrExtensionProperties* properties) {
  constexpr char kName[] = "xrEnumerateInstanceExtensionProperties";
  XrResult result;
  if (Enter(kName, &result)) return result;
  if (layer != nullptr) {
    Violation(kName, "the runtime is asked for the extensions of a layer", XR_SUCCESS);
  }
  const rapidjson::Value& extensions = List(Config(), "extensions");
  if (capacity != 0 && capacity < extensions.Size() &&
      IsMisbehaviourConfigured("overlook_capacity")) {
    *count = capacity;
    return XR_SUCCESS;
  }
  result = Give(kName, extensions.Size(), capacity, count, properties, [&](uint32_t i) {
    const XrResult type = CheckStructure(kName, &properties[i], XR_TYPE_EXTENSION_PROPERTIES);
    if (type != XR_SUCCESS) return type;
    Copy(properties[i].extensionName, ExtensionName(extensions[i]));
    properties[i].extensionVersion = ExtensionVersion(extensions[i]);
    return XR_SUCCESS;
  });
  Event(kName)
      .Add("layer", layer)
      .Add("filled", capacity != 0)
      .Add("count", count != nullptr ? *count : 0)
      .Add("result", static_cast<int32_t>(result));
  return result;
}

COMMAND(xrCreateInstance, const XrInstanceCreateInfo* info, XrInstance* instance) {
  XrResult result;
  if (Enter("xrCreateInstance", &result)) return result;
  result = CheckCreation(info);
  if (result != XR_SUCCESS) has_refused = true;
  if (has_refused && IsMisbehaviourConfigured("no_instance_after_a_refusal")) {
    result = XR_ERROR_RUNTIME_FAILURE;
  }
  if (result == XR_SUCCESS) result = CheckOutputPointer("xrCreateInstance", instance);
  Instance* made = nullptr;
  if (result == XR_SUCCESS) {
    made = New<Instance>(XR_OBJECT_TYPE_INSTANCE, nullptr);
    if (made == nullptr) result = XR_ERROR_OUT_OF_MEMORY;
  }
  if (made != nullptr) {
    for (uint32_t i = 0; i < info->enabledExtensionCount; ++i) {
      const char* name = info->enabledExtensionNames[i];
      if (strcmp(name, kHeadless) == 0) made->headless = true;
      if (strcmp(name, XR_EXT_DEBUG_UTILS_EXTENSION_NAME) == 0) made->debug_utils = true;
    }
    made->functions = FunctionsOf(*info);
    *instance = HandleOf<XrInstance>(made);
    made->is_first = !has_created;
    has_created = true;
    ++instances_alive;
  }
  TraceCreation(info, made, result);
  return result;
}

COMMAND(xrDestroyInstance, XrInstance instance) {
  XrResult result;
  if (Enter("xrDestroyInstance", &result)) return result;
  result = CheckHandle("xrDestroyInstance", instance, XR_OBJECT_TYPE_INSTANCE);
  Event("xrDestroyInstance")
      .AddPointer("instance", instance)
      .Add("result", static_cast<int32_t>(result));
  if (result != XR_SUCCESS) return result;
  const auto* dying = PointerIn<const Instance>(instance);
  for (uint32_t i = 0; i < dying->path_count; ++i) free(dying->paths[i]);
  ForgetMessengers(instance);
  DeleteObject(instance);
  --instances_alive;
  return result;
}

COMMAND(xrGetInstanceProperties, XrInstance instance, XrInstanceProperties* properties) {
  constexpr char kName[] = "xrGetInstanceProperties";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckHandle(kName, instance, XR_OBJECT_TYPE_INSTANCE);
  if (result == XR_SUCCESS) {
    result = CheckStructure(kName, properties, XR_TYPE_INSTANCE_PROPERTIES);
  }
  if (result == XR_SUCCESS && IsMisbehaviourConfigured("one_thread") && IsAnotherThread()) {
    result = XR_ERROR_RUNTIME_FAILURE;
  }
  if (result == XR_SUCCESS && !PointerIn<Instance>(instance)->is_first &&
      IsMisbehaviourConfigured("later_instances_do_not_work")) {
    result = XR_ERROR_RUNTIME_FAILURE;
  }
  if (result == XR_SUCCESS) {
    Copy(properties->runtimeName, Text(Config(), "runtime_name", "Loadstone mock runtime"));
    properties->runtimeVersion =
        ParseVersion(Text(Config(), "runtime_version", "1.2.3"), XR_MAKE_VERSION(1, 2, 3));
  }
  return Traced(kName, instance, result);
}

COMMAND(xrPollEvent, XrInstance instance, XrEventDataBuffer* buffer) {
  XrResult result;
  if (Enter("xrPollEvent", &result)) return result;
  result = CheckHandle("xrPollEvent", instance, XR_OBJECT_TYPE_INSTANCE);
  if (result == XR_SUCCESS) {
    result = CheckStructure("xrPollEvent", buffer, XR_TYPE_EVENT_DATA_BUFFER);
  }
  if (result != XR_SUCCESS) return Traced("xrPollEvent", instance, result);
  auto* from = PointerIn<Instance>(instance);
  if (from->event_count == 0) return Traced("xrPollEvent", instance, XR_EVENT_UNAVAILABLE);
  const auto& event = from->events[from->first_event];
  from->first_event = (from->first_event + 1) % kMaxQueuedEvents;
  --from->event_count;
  XrEventDataSessionStateChanged changed = {};
  changed.type = XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED;
  changed.session =
      IsMisbehaviourConfigured("events_without_session") ? XR_NULL_HANDLE : event.session;
  changed.state = event.state;
  changed.time = 1;
  memcpy(static_cast<void*>(buffer), &changed, sizeof(changed));
  return Traced("xrPollEvent", instance, XR_SUCCESS);
}

COMMAND(xrResultToString, XrInstance instance, XrResult value,
        char buffer[XR_MAX_RESULT_STRING_SIZE]) {
  XrResult result;
  if (Enter("xrResultToString", &result)) return result;
  result = CheckHandle("xrResultToString", instance, XR_OBJECT_TYPE_INSTANCE);
  if (result == XR_SUCCESS) result = CheckOutputPointer("xrResultToString", buffer);
  if (result == XR_SUCCESS) {
    if (const char* name = NameOf(value)) {
      snprintf(buffer, XR_MAX_RESULT_STRING_SIZE, "%s", name);
    } else {
      snprintf(buffer, XR_MAX_RESULT_STRING_SIZE, "XR_UNKNOWN_%s_%d",
               XR_FAILED(value) ? "FAILURE" : "SUCCESS", static_cast<int>(value));
    }
  }
  return Traced("xrResultToString", instance, result);
}

COMMAND(xrStructureTypeToString, XrInstance instance, XrStructureType value,
        char buffer[XR_MAX_STRUCTURE_NAME_SIZE]) {
  constexpr char kName[] = "xrStructureTypeToString";
  XrResult result;
  if (Enter(kName, &result)) return result;
  result = CheckHandle(kName, instance, XR_OBJECT_TYPE_INSTANCE);
  if (result == XR_SUCCESS) result = CheckOutputPointer(kName, buffer);
  if (result == XR_SUCCESS) {
    if (const char* name = NameOf(value)) {
      snprintf(buffer, XR_MAX_STRUCTURE_NAME_SIZE, "%s", name);
    } else {
      const bool plain = IsMisbehaviourConfigured("unknown_types_have_no_number");
      snprintf(buffer, XR_MAX_STRUCTURE_NAME_SIZE,
               plain ? "XR_UNKNOWN_STRUCTURE_TYPE" : "XR_UNKNOWN_STRUCTURE_TYPE_%d",
               static_cast<int>(value));
    }
  }
  return Traced(kName, instance, result);
}

COMMAND(xrStringToPath, XrInstance instance, const char* text, XrPath* path) {
  XrResult result;
  if (Enter("xrStringToPath", &result)) return result;
  result = CheckHandle("xrStringToPath", instance, XR_OBJECT_TYPE_INSTANCE);
  if (result != XR_SUCCESS) return Traced("xrStringToPath", instance, result);
  if (text == nullptr || path == nullptr) {
    return Violation("xrStringToPath", "null pointer", XR_ERROR_VALIDATION_FAILURE);
  }
  if (text[0] != '/' || strlen(text) >= XR_MAX_PATH_LENGTH) {
    return Traced("xrStringToPath", instance, XR_ERROR_PATH_FORMAT_INVALID);
  }
  auto* owner = PointerIn<Instance>(instance);
  uint32_t i = 0;
  while (i < owner->path_count && strcmp(owner->paths[i], text) != 0) ++i;
  if (i == owner->path_count) {
    char* copy = i < kMaxPaths ? strdup(text) : nullptr;
    if (copy == nullptr) return Traced("xrStringToPath", instance, XR_ERROR_PATH_COUNT_EXCEEDED);
    owner->paths[owner->path_count++] = copy;
  }
  *path = i + 1;
  return Traced("xrStringToPath", instance, XR_SUCCESS);
}

COMMAND(xrPathToString, XrInstance instance, XrPath path, uint32_t capacity, uint32_t* count,
        char* buffer) {
  XrResult result;
  if (Enter("xrPathToString", &result)) return result;
  result = CheckHandle("xrPathToString", instance, XR_OBJECT_TYPE_INSTANCE);
  if (result == XR_SUCCESS) result = CheckPath("xrPathToString", instance, path);
  if (result == XR_SUCCESS) {
    result = WriteTextInTwoCalls("xrPathToString", PointerIn<Instance>(instance)->paths[path - 1],
                                 capacity, count, buffer);
  }
  return Traced("xrPathToString", instance, result);
}

COMMAND(xrGetSystem, XrInstance instance, const XrSystemGetInfo* info, XrSystemId* system) {
  XrResult result;
  if (Enter("xrGetSystem", &result)) return result;
  result = CheckHandle("xrGetSystem", instance, XR_OBJECT_TYPE_INSTANCE);
  if (result == XR_SUCCESS) result = CheckStructure("xrGetSystem", info, XR_TYPE_SYSTEM_GET_INFO);
  if (result == XR_SUCCESS) result = CheckOutputPointer("xrGetSystem", system);
  if (result == XR_SUCCESS && info->formFactor != XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY) {
    result = XR_ERROR_FORM_FACTOR_UNSUPPORTED;
  }
  if (result == XR_SUCCESS) *system = kSystem;
  return Traced("xrGetSystem", instance, result);
}

}  // namespace loadstone::mock

// SPDX-License-Identifier: Apache-2.0
// Adds the layer to a call chain, and looks up its functions. OpenXR loader documents, "API Layer
// Create Instance Process" and "API Layer xrGetInstanceProcAddr".
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mock_common/config.h"
#include "mock_common/fault.h"
#include "mock_layers/openxr/behaviour.h"

namespace loadstone::mock {
namespace {

constexpr char kCreate[] = "xrCreateApiLayerInstance";
constexpr uint32_t kMaxLinksInChain = 256;
constexpr uint32_t kMaxNames = 64;

void TraceCreation(const XrInstanceCreateInfo* info, const XrApiLayerCreateInfo* layer_info) {
  const char* names[kMaxLinksInChain];
  uint32_t count = 0;
  const XrApiLayerNextInfo* own = layer_info->nextInfo;
  for (const auto* one = own; one != nullptr && count < kMaxLinksInChain; one = one->next) {
    names[count++] = one->layerName;
  }
  const XrVersion version = info->applicationInfo.apiVersion;
  char api[40];
  snprintf(api, sizeof(api), "%u.%u.%u", static_cast<unsigned>(XR_VERSION_MAJOR(version)),
           static_cast<unsigned>(XR_VERSION_MINOR(version)),
           static_cast<unsigned>(XR_VERSION_PATCH(version)));
  Event event(kCreate);
  event.Add("phase", "enter")
      .Add("struct_type", static_cast<uint32_t>(layer_info->structType))
      .Add("struct_version", layer_info->structVersion)
      .Add("struct_size", static_cast<uint64_t>(layer_info->structSize))
      .AddPointer("loader_instance", layer_info->loaderInstance)
      .Add("settings", layer_info->settings_file_location)
      .Add("layer_name_of_next_info", own != nullptr ? own->layerName : nullptr)
      .Add("next_names", names, count)
      .Add("next_count", count);
  if (own != nullptr) {
    event.Add("next_type", static_cast<uint32_t>(own->structType))
        .Add("next_version", own->structVersion)
        .Add("next_size", static_cast<uint64_t>(own->structSize))
        .Add("next_gipa", own->nextGetInstanceProcAddr != nullptr)
        .Add("next_create", own->nextCreateApiLayerInstance != nullptr);
  }
  event.Add("api_version", api)
      .Add("application", info->applicationInfo.applicationName)
      .Add("application_version", info->applicationInfo.applicationVersion)
      .Add("engine", info->applicationInfo.engineName)
      .Add("engine_version", info->applicationInfo.engineVersion)
      .Add("extensions", info->enabledExtensionNames, info->enabledExtensionCount)
      .Add("layers", info->enabledApiLayerNames, info->enabledApiLayerCount);
}

bool IsOwnExtension(const char* name) {
  for (const auto& extension : List(Config(), "extensions").GetArray()) {
    if (extension.IsObject() && strcmp(Text(extension, "name", ""), name) == 0) return true;
  }
  return false;
}

// Removes the names of this layer's extensions from a request; `room` holds the remaining names.
void RemoveOwnExtensions(XrInstanceCreateInfo* info, const char* (&room)[kMaxNames]) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < info->enabledExtensionCount && count < kMaxNames; ++i) {
    const char* name = info->enabledExtensionNames[i];
    if (IsOwnExtension(name)) {
      MaybeFault("own extension");
    } else {
      room[count++] = name;
    }
  }
  info->enabledExtensionCount = count;
  info->enabledExtensionNames = count != 0 ? room : nullptr;
}

// Whether the application names this layer.
bool NamesThisLayer(const XrInstanceCreateInfo* info) {
  for (uint32_t i = 0; i < info->enabledApiLayerCount; ++i) {
    if (strcmp(info->enabledApiLayerNames[i], LayerName()) == 0) return true;
  }
  return false;
}

// Whether the layer is configured to refuse the end of the chain at which it is.
bool RefusesItsPlace(const XrApiLayerNextInfo& own, const XrInstanceCreateInfo& info) {
  if (own.next == nullptr && Misbehaves("refuses_to_be_innermost")) return true;
  return info.enabledApiLayerCount > 0 && strcmp(info.enabledApiLayerNames[0], LayerName()) == 0 &&
         Misbehaves("refuses_to_be_outermost");
}

using Messenger = XrDebugUtilsMessengerCreateInfoEXT;

const Messenger* NextMessenger(const void* chain) {
  const auto* one = static_cast<const XrBaseInStructure*>(chain);
  while (one != nullptr && one->type != XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT) {
    one = one->next;
  }
  return reinterpret_cast<const Messenger*>(one);
}

// The names of the structures that the next layer changed although their parameters are const.
struct ChangedBelow {
  const char* names[2];
  uint32_t count;
};

// Calls the next layer, and finds out what it changes.
XrResult CallNext(const XrApiLayerNextInfo& own, const XrInstanceCreateInfo& info,
                  const XrApiLayerCreateInfo& layer_info, XrInstance* instance,
                  ChangedBelow* changed) {
  unsigned char before[sizeof(info)];
  unsigned char layer_before[sizeof(layer_info)];
  memcpy(before, &info, sizeof(info));
  memcpy(layer_before, &layer_info, sizeof(layer_info));
  const XrResult result = own.nextCreateApiLayerInstance(&info, &layer_info, instance);
  const auto add = [&](const char* name) { changed->names[changed->count++] = name; };
  if (memcmp(before, &info, sizeof(info)) != 0) add("XrInstanceCreateInfo");
  if (memcmp(layer_before, &layer_info, sizeof(layer_info)) != 0) add("XrApiLayerCreateInfo");
  return result;
}

// Calls down, changed as configured, and stores the next entity's instance and functions.
XrResult CallDown(const XrInstanceCreateInfo* info, const XrApiLayerCreateInfo* layer_info,
                  XrInstance* instance, ChangedBelow* changed_below) {
  const XrApiLayerNextInfo* own = layer_info->nextInfo;
  XrApiLayerCreateInfo below = *layer_info;
  if (Misbehaves("own_layer_info")) {
    below = {};
    below.structType = layer_info->structType;
  }
  if (Misbehaves("drops_settings")) below.settings_file_location[0] = '\0';
  const char* settings = Text(Config(), "settings_below", nullptr);
  if (settings != nullptr) {
    snprintf(below.settings_file_location, sizeof(below.settings_file_location), "%s", settings);
  }
  below.nextInfo = Misbehaves("no_advance") ? layer_info->nextInfo : own->next;
  if (Misbehaves("writes_to_layer_info")) {
    const_cast<XrApiLayerCreateInfo*>(layer_info)->nextInfo = own->next;
  }
  if (Misbehaves("writes_to_create_info")) {
    ++const_cast<XrInstanceCreateInfo*>(info)->applicationInfo.applicationVersion;
  }
  if (Misbehaves("uses_loader_instance") && *static_cast<char*>(below.loaderInstance) == 0) {
    return XR_ERROR_RUNTIME_FAILURE;
  }
  const char* corrupted = Text(Config(), "corrupt_loader_instance_for", nullptr);
  if (corrupted != nullptr) {
    static char readable[] = "a loader's";
    const bool corrupt = strcmp(info->applicationInfo.applicationName, corrupted) == 0;
    below.loaderInstance = corrupt ? reinterpret_cast<void*>(8) : readable;
  }
  XrInstanceCreateInfo changed = *info;
  const char* others[kMaxNames];
  if (Flag(Config(), "takes_out_extensions", false)) RemoveOwnExtensions(&changed, others);
  if (Misbehaves("changes_create_info")) {
    changed.applicationInfo.applicationVersion ^= 1;
    strcpy(changed.applicationInfo.applicationName, "changed by a layer");
  }
  const Messenger* messenger = NextMessenger(info->next);
  Messenger copy = {};
  if (messenger != nullptr && Flag(Config(), "repeats_messenger", false)) {
    copy = *messenger;
    copy.next = info->next;
    changed.next = &copy;
  }
  XrBaseInStructure inserted = {};
  inserted.type = static_cast<XrStructureType>(Number(Config(), "inserted_structure", 0));
  inserted.next = static_cast<const XrBaseInStructure*>(changed.next);
  if (inserted.type != 0) changed.next = &inserted;
  if (Misbehaves("drops_chains")) changed.next = nullptr;
  if (messenger != nullptr && NextMessenger(messenger->next) != nullptr &&
      Misbehaves("refuses_two_messengers")) {
    return XR_ERROR_VALIDATION_FAILURE;
  }
  if (Misbehaves("refuses_own_name") && NamesThisLayer(info)) return XR_ERROR_VALIDATION_FAILURE;
  const XrResult result = CallNext(*own, changed, below, instance, changed_below);
  if (XR_SUCCEEDED(result)) GetChain() = {own->nextGetInstanceProcAddr, *instance};
  return result;
}

// Sends an error message to the application's messenger: the first in the chain, which is the one
// that counts.
void SendToMessengers(const XrInstanceCreateInfo* info) {
  for (const Messenger* messenger = NextMessenger(info->next); messenger != nullptr;
       messenger = NextMessenger(messenger->next)) {
    XrDebugUtilsMessengerCallbackDataEXT data = {};
    data.type = XR_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT;
    data.messageId = data.functionName = kCreate;
    data.message = "an instance is created";
    messenger->userCallback(XR_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
                            XR_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT, &data,
                            messenger->userData);
    if (!Misbehaves("tells_every_messenger")) return;
  }
}

// Asks the next entity for what a layer may need to know of its instance.
XrResult AskForProperties() {
  const auto ask =
      reinterpret_cast<PFN_xrGetInstanceProperties>(FindBelow("xrGetInstanceProperties"));
  XrInstanceProperties properties = {};
  properties.type = XR_TYPE_INSTANCE_PROPERTIES;
  return ask != nullptr ? ask(GetChain().below, &properties) : XR_ERROR_FUNCTION_UNSUPPORTED;
}

// Looks up every core function below, as a layer does that fills its table of functions while it
// creates its instance, and traces the names that nobody below has.
void FillTable() {
  const char* missing[kMaxNames];
  uint32_t count = 0;
  for (uint32_t i = 0; i < kInterceptorCount; ++i) {
    const char* name = kInterceptors[i].name;
    if (FindBelow(name) == nullptr && count < kMaxNames) missing[count++] = name;
  }
  Event("table").Add("functions", kInterceptorCount).Add("missing", missing, count);
}

XrResult Create(const XrInstanceCreateInfo* info, const XrApiLayerCreateInfo* layer_info,
                XrInstance* instance, ChangedBelow* changed) {
  const XrApiLayerNextInfo* own = layer_info->nextInfo;
  XrResult result;
  if (FindResult("results", kCreate, &result)) return result;
  if (Flag(Config(), "result_is_application_name", false)) {
    return static_cast<XrResult>(atoi(info->applicationInfo.applicationName));
  }
  if (Misbehaves("no_call_down")) return XR_SUCCESS;
  static bool has_created = false;
  if (has_created && Misbehaves("one_instance_for_ever")) return XR_ERROR_LIMIT_REACHED;
  if (own == nullptr || own->nextGetInstanceProcAddr == nullptr ||
      own->nextCreateApiLayerInstance == nullptr) {
    return Violation(kCreate, "no way down");
  }
  if (RefusesItsPlace(*own, *info)) return XR_ERROR_VALIDATION_FAILURE;
  result = CallDown(info, layer_info, instance, changed);
  if (XR_FAILED(result) && Misbehaves("changes_result")) return XR_ERROR_RUNTIME_FAILURE;
  if (result == XR_ERROR_RUNTIME_UNAVAILABLE && Misbehaves("changes_one_result")) {
    return XR_ERROR_OUT_OF_MEMORY;
  }
  if (result == XR_SUCCESS) {
    has_created = true;
    QueryBelow();
    if (Flag(Config(), "table_in_creation", false)) FillTable();
    SetFailure(info->applicationInfo.applicationName);
    *instance = Wrapped(*instance);
  }
  if (result == XR_SUCCESS && Misbehaves("leaves_instance_behind") &&
      XR_FAILED(AskForProperties())) {
    return XR_ERROR_INITIALIZATION_FAILED;
  }
  if (result == XR_SUCCESS && Flag(Config(), "messages", false)) SendToMessengers(info);
  if (result == XR_SUCCESS && FindResult("results_after", kCreate, &result) && XR_FAILED(result)) {
    // No other entity can destroy the instance below.
    const auto destroy = reinterpret_cast<PFN_xrDestroyInstance>(FindBelow("xrDestroyInstance"));
    if (destroy != nullptr) destroy(GetChain().below);
    if (!Flag(Config(), "keeps_handle", false)) *instance = XR_NULL_HANDLE;
  }
  if (Misbehaves("null_instance")) *instance = XR_NULL_HANDLE;
  return result;
}

}  // namespace

XrResult XRAPI_CALL LayerCreateInstance(const XrInstanceCreateInfo* info,
                                        const XrApiLayerCreateInfo* layer_info,
                                        XrInstance* instance) {
  if (info == nullptr || layer_info == nullptr || instance == nullptr) {
    return Violation(kCreate, "null pointer");
  }
  TraceCreation(info, layer_info);
  MaybeFault(kCreate);
  ChangedBelow changed = {};
  const XrResult result = Create(info, layer_info, instance, &changed);
  Event(kCreate)
      .Add("phase", "leave")
      .Add("result", static_cast<int32_t>(result))
      .Add("changed", changed.names, changed.count)
      .AddPointer("instance", XR_SUCCEEDED(result) ? *instance : XrInstance(XR_NULL_HANDLE));
  return result;
}

XrResult XRAPI_CALL LayerGetInstanceProcAddr(XrInstance instance, const char* name,
                                             PFN_xrVoidFunction* function) {
  MaybeFault("xrGetInstanceProcAddr");
  if (name == nullptr || function == nullptr) {
    return Violation("xrGetInstanceProcAddr", "null pointer");
  }
  *function = nullptr;
  if (strcmp(name, "xrGetInstanceProcAddr") == 0) {
    *function = reinterpret_cast<PFN_xrVoidFunction>(LayerGetInstanceProcAddr);
  }
  for (uint32_t i = 0; i < kInterceptorCount && *function == nullptr; ++i) {
    if (strcmp(kInterceptors[i].name, name) == 0 && Intercepts(kInterceptors[i])) {
      *function = kInterceptors[i].function;
    }
  }
  if (*function == nullptr) *function = FindUnknown(name);
  if (*function == nullptr) *function = FindLabelFunction(name);
  if (*function == nullptr) *function = FindExtensionFunction(name);
  if (*function == nullptr) *function = FindEnumeration(name);
  if (strcmp(name, "xrCreateInstance") == 0 && Misbehaves("own_create_instance")) {
    *function = reinterpret_cast<PFN_xrVoidFunction>(LayerCreateInstance);
  }
  if (*function == nullptr && Misbehaves("drop_unknown_functions")) {
    return XR_ERROR_FUNCTION_UNSUPPORTED;
  }
  XrResult result = *function != nullptr ? XR_SUCCESS : XR_ERROR_FUNCTION_UNSUPPORTED;
  const Chain& chain = GetChain();
  if (*function == nullptr && chain.next_get_instance_proc_addr != nullptr) {
    result = chain.next_get_instance_proc_addr(
        instance != XR_NULL_HANDLE ? Below(instance) : instance, name, function);
    if (XR_FAILED(result) && Misbehaves("success_for_unknown_functions")) result = XR_SUCCESS;
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

// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/openxr/mock_components.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "fuzz/inside/support/manifest_text.h"
#include "fuzz/inside/support/world.h"
#include "reference_loader/openxr/openxr_headers.h"

namespace loadstone::fuzz::inside {
namespace {

// What a runtime and a layer have in common.
struct Component {
  XrResult result = XR_SUCCESS;
  uint32_t interface_version = 1;
  XrVersion api_version = 0;
  bool no_lookup = false;
  XrResult create_result = XR_SUCCESS;
  MockComponentRecord record;
};

struct RuntimeState : Component {
  std::vector<std::string> extensions;
  uint32_t extension_count = 0;
  std::vector<std::string> missing;
  int live_instances = 0;
};

struct LayerState : Component {
  bool stops = false;
  bool no_create = false;
  bool null_instance = false;
  PFN_xrGetInstanceProcAddr next = nullptr;
};

RuntimeState runtime;
LayerState layers[kMockApiLayers];
std::vector<int> creations;

template <typename Function>
PFN_xrVoidFunction Untyped(Function function) {
  return reinterpret_cast<PFN_xrVoidFunction>(function);
}

void Read(const JsonNode& behaviour, Component* component) {
  component->result = static_cast<XrResult>(NumberOf(behaviour, "result", XR_SUCCESS));
  component->interface_version = static_cast<uint32_t>(NumberOf(behaviour, "interface", 1));
  component->api_version = XR_MAKE_VERSION(NumberOf(behaviour, "api_major", 1) & 0xFFFF,
                                           NumberOf(behaviour, "api_minor", 0) & 0xFFFF, 20);
  component->no_lookup = IsSet(behaviour, "no_lookup");
  component->create_result = static_cast<XrResult>(NumberOf(behaviour, "create_result", 0));
}

// The handle of the runtime's only instance.
XrInstance RuntimeInstance() { return reinterpret_cast<XrInstance>(uintptr_t{0x1234}); }

XRAPI_ATTR XrResult XRAPI_CALL EnumerateExtensions(const char*, uint32_t capacity, uint32_t* count,
                                                   XrExtensionProperties* properties) {
  *count = runtime.extension_count;
  const size_t written = std::min<size_t>(capacity, runtime.extensions.size());
  for (size_t i = 0; i < written; ++i) {
    // A name of the maximum length has no terminating zero.
    std::strncpy(properties[i].extensionName, runtime.extensions[i].c_str(),
                 sizeof(properties[i].extensionName));
  }
  return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL CreateInstance(const XrInstanceCreateInfo*, XrInstance* instance) {
  ++runtime.record.creates;
  runtime.record.used_after_refusal |= runtime.record.refused;
  if (XR_FAILED(runtime.create_result)) return runtime.create_result;
  ++runtime.live_instances;
  *instance = RuntimeInstance();
  return runtime.create_result;
}

XRAPI_ATTR XrResult XRAPI_CALL DestroyInstance(XrInstance) {
  --runtime.live_instances;
  return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL GetInstanceProperties(XrInstance, XrInstanceProperties* properties) {
  properties->runtimeVersion = 1;
  std::strcpy(properties->runtimeName, "mock");
  return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL RuntimeLookup(XrInstance, const char* name,
                                             PFN_xrVoidFunction* function) {
  const std::string_view wanted = name;
  *function = nullptr;
  if (std::find(runtime.missing.begin(), runtime.missing.end(), wanted) != runtime.missing.end()) {
    return XR_ERROR_FUNCTION_UNSUPPORTED;
  }
  if (wanted == "xrGetInstanceProcAddr") *function = Untyped(&RuntimeLookup);
  if (wanted == "xrEnumerateInstanceExtensionProperties") *function = Untyped(&EnumerateExtensions);
  if (wanted == "xrCreateInstance") *function = Untyped(&CreateInstance);
  if (wanted == "xrDestroyInstance") *function = Untyped(&DestroyInstance);
  if (wanted == "xrGetInstanceProperties") *function = Untyped(&GetInstanceProperties);
  return *function != nullptr ? XR_SUCCESS : XR_ERROR_FUNCTION_UNSUPPORTED;
}

XRAPI_ATTR XrResult XRAPI_CALL NegotiateRuntime(const XrNegotiateLoaderInfo*,
                                                XrNegotiateRuntimeRequest* request) {
  request->runtimeInterfaceVersion = runtime.interface_version;
  request->runtimeApiVersion = runtime.api_version;
  request->getInstanceProcAddr = runtime.no_lookup ? nullptr : &RuntimeLookup;
  runtime.record.refused = runtime.result != XR_SUCCESS || runtime.interface_version != 1;
  return runtime.result;
}

// The functions of layer number `index`.
template <int index>
struct Layer {
  static LayerState& state() { return layers[index]; }

  static XRAPI_ATTR XrResult XRAPI_CALL Create(const XrInstanceCreateInfo* info,
                                               const XrApiLayerCreateInfo* layer_info,
                                               XrInstance* instance) {
    MockComponentRecord& record = state().record;
    creations.push_back(index);
    record.used_after_refusal |= record.refused;
    const XrApiLayerNextInfo* link = layer_info->nextInfo;
    if (link == nullptr || link->nextGetInstanceProcAddr == nullptr ||
        link->nextCreateApiLayerInstance == nullptr ||
        strnlen(link->layerName, sizeof(link->layerName)) == sizeof(link->layerName)) {
      record.broken_link = true;
      return XR_ERROR_INITIALIZATION_FAILED;
    }
    // Set before the call to the next function: if a library is in the chain twice, the lower one
    // has the final value.
    state().next = link->nextGetInstanceProcAddr;
    if (state().stops) return state().create_result;
    XrApiLayerCreateInfo below = *layer_info;
    below.nextInfo = link->next;
    const XrResult result = link->nextCreateApiLayerInstance(info, &below, instance);
    if (XR_FAILED(result)) return result;
    if (state().null_instance) *instance = XR_NULL_HANDLE;
    return XR_FAILED(state().create_result) ? state().create_result : result;
  }

  static XRAPI_ATTR XrResult XRAPI_CALL Destroy(XrInstance instance) {
    PFN_xrVoidFunction function = nullptr;
    state().next(instance, "xrDestroyInstance", &function);
    const auto destroy = reinterpret_cast<PFN_xrDestroyInstance>(function);
    return destroy != nullptr ? destroy(instance) : XR_SUCCESS;
  }

  static XRAPI_ATTR XrResult XRAPI_CALL Lookup(XrInstance instance, const char* name,
                                               PFN_xrVoidFunction* function) {
    if (std::string_view(name) != "xrDestroyInstance" || state().next == nullptr) {
      if (state().next != nullptr) return state().next(instance, name, function);
      *function = nullptr;
      return XR_ERROR_FUNCTION_UNSUPPORTED;
    }
    *function = Untyped(&Destroy);
    return XR_SUCCESS;
  }

  static XRAPI_ATTR XrResult XRAPI_CALL Negotiate(const XrNegotiateLoaderInfo*, const char*,
                                                  XrNegotiateApiLayerRequest* request) {
    request->layerInterfaceVersion = state().interface_version;
    request->layerApiVersion = state().api_version;
    request->getInstanceProcAddr = state().no_lookup ? nullptr : &Lookup;
    request->createApiLayerInstance = state().no_create ? nullptr : &Create;
    state().record.refused = state().result != XR_SUCCESS || state().interface_version != 1;
    return state().result;
  }
};

PFN_xrNegotiateLoaderApiLayerInterface NegotiationOf(int index) {
  switch (index) {
    case 0:
      return &Layer<0>::Negotiate;
    case 1:
      return &Layer<1>::Negotiate;
    case 2:
      return &Layer<2>::Negotiate;
    default:
      return &Layer<3>::Negotiate;
  }
}

MemoryPlatform::Library Exports(const JsonNode& behaviour, const char* name, void* negotiate) {
  const std::string_view kind = behaviour.StringOf("exports");
  if (kind == "none") return {};
  return {{kind == "renamed" ? "LsNegotiate" : name, negotiate}};
}

}  // namespace

MemoryPlatform::Library MockRuntime(const JsonNode& behaviour) {
  runtime = RuntimeState();
  Read(behaviour, &runtime);
  runtime.extensions = StringsOf(behaviour.Find("extensions"));
  runtime.extension_count = static_cast<uint32_t>(
      NumberOf(behaviour, "extension_count", static_cast<int>(runtime.extensions.size())));
  runtime.missing = StringsOf(behaviour.Find("missing"));
  return Exports(behaviour, "xrNegotiateLoaderRuntimeInterface",
                 reinterpret_cast<void*>(&NegotiateRuntime));
}

MemoryPlatform::Library MockApiLayer(int index, const JsonNode& behaviour) {
  LayerState& state = layers[index];
  state = LayerState();
  Read(behaviour, &state);
  state.stops = IsSet(behaviour, "stops");
  state.no_create = IsSet(behaviour, "no_create");
  state.null_instance = IsSet(behaviour, "null_instance");
  return Exports(behaviour, "xrNegotiateLoaderApiLayerInterface",
                 reinterpret_cast<void*>(NegotiationOf(index)));
}

const MockComponentRecord& MockRuntimeRecord() { return runtime.record; }

const MockComponentRecord& MockApiLayerRecord(int index) { return layers[index].record; }

const std::vector<int>& MockApiLayerCreations() { return creations; }

void ResetMockApiLayers() { creations.clear(); }

int LiveMockRuntimeInstances() { return runtime.live_instances; }

}  // namespace loadstone::fuzz::inside

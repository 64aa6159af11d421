// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/test_components.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string_view>

namespace reference_loader::openxr {
namespace {

TestWorld world;

XrInstance RuntimeInstance() { return reinterpret_cast<XrInstance>(uintptr_t{0x1234}); }

void Record(const char* who, const char* call) {
  if (!world.quiet) world.calls.push_back(std::string(who) + " " + call);
}

XrResult ResultOf(const char* name) {
  Record("runtime", name);
  if (world.quiet) return XR_SUCCESS;
  const auto result = world.runtime.results.find(name);
  return result == world.runtime.results.end() ? XR_SUCCESS : result->second;
}

std::vector<std::string> Names(uint32_t count, const char* const* names) {
  if (world.quiet) return {};
  return std::vector<std::string>(names, names + count);
}

XRAPI_ATTR XrResult XRAPI_CALL EnumerateExtensions(const char* layer, uint32_t capacity,
                                                   uint32_t* count,
                                                   XrExtensionProperties* properties) {
  const XrResult result = ResultOf("xrEnumerateInstanceExtensionProperties");
  if (layer != nullptr) Record("runtime", "was asked about a layer");
  if (XR_FAILED(result)) return result;
  const auto& extensions = world.runtime.extensions;
  *count = world.runtime.extension_count.value_or(static_cast<uint32_t>(extensions.size()));
  if (capacity == 0) return XR_SUCCESS;
  if (capacity < extensions.size()) return XR_ERROR_SIZE_INSUFFICIENT;
  for (const auto& [name, version] : extensions) {
    std::snprintf(properties->extensionName, XR_MAX_EXTENSION_NAME_SIZE, "%s", name.c_str());
    properties->extensionVersion = version;
    ++properties;
  }
  return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL Create(const XrInstanceCreateInfo* info, XrInstance* instance) {
  const XrResult result = ResultOf("xrCreateInstance");
  if (!world.quiet) world.runtime.application = info->applicationInfo.applicationName;
  world.runtime.enabled_extensions =
      Names(info->enabledExtensionCount, info->enabledExtensionNames);
  if (XR_FAILED(result)) return result;
  ++world.runtime.live_instances;
  *instance = world.runtime.null_instance ? XR_NULL_HANDLE : RuntimeInstance();
  return result;
}

XRAPI_ATTR XrResult XRAPI_CALL Destroy(XrInstance instance) {
  const XrResult result = ResultOf("xrDestroyInstance");
  if (instance == RuntimeInstance()) --world.runtime.live_instances;
  return result;
}

XRAPI_ATTR XrResult XRAPI_CALL GetSystem(XrInstance, const XrSystemGetInfo*, XrSystemId* system) {
  *system = 7;
  return ResultOf("xrGetSystem");
}

XRAPI_ATTR XrResult XRAPI_CALL BeginFrame(XrSession, const XrFrameBeginInfo*) {
  return ResultOf("xrBeginFrame");
}

XRAPI_ATTR XrResult XRAPI_CALL CreateMessenger(XrInstance,
                                               const XrDebugUtilsMessengerCreateInfoEXT*,
                                               XrDebugUtilsMessengerEXT* messenger) {
  *messenger = reinterpret_cast<XrDebugUtilsMessengerEXT>(uintptr_t{0x5678});
  return ResultOf("xrCreateDebugUtilsMessengerEXT");
}

XRAPI_ATTR XrResult XRAPI_CALL Unknown(XrInstance, uint64_t) { return ResultOf("xrUnknownLS"); }

XRAPI_ATTR XrResult XRAPI_CALL Lookup(XrInstance, const char* name, PFN_xrVoidFunction* function);

// std::less<> allows lookups by string_view, without creating a string.
using FunctionMap = std::map<std::string, void*, std::less<>>;

const FunctionMap& RuntimeFunctions() {
  static const FunctionMap functions = {
      {"xrGetInstanceProcAddr", reinterpret_cast<void*>(&Lookup)},
      {"xrEnumerateInstanceExtensionProperties", reinterpret_cast<void*>(&EnumerateExtensions)},
      {"xrCreateInstance", reinterpret_cast<void*>(&Create)},
      {"xrDestroyInstance", reinterpret_cast<void*>(&Destroy)},
      {"xrGetSystem", reinterpret_cast<void*>(&GetSystem)},
      {"xrBeginFrame", reinterpret_cast<void*>(&BeginFrame)},
      {"xrCreateDebugUtilsMessengerEXT", reinterpret_cast<void*>(&CreateMessenger)},
      {"xrGetVisibilityMaskKHR", reinterpret_cast<void*>(&Unknown)},
      {"xrUnknownLS", reinterpret_cast<void*>(&Unknown)},
  };
  return functions;
}

XRAPI_ATTR XrResult XRAPI_CALL Lookup(XrInstance, const char* name, PFN_xrVoidFunction* function) {
  const auto found = RuntimeFunctions().find(name);
  *function = found == RuntimeFunctions().end()
                  ? nullptr
                  : reinterpret_cast<PFN_xrVoidFunction>(found->second);
  return *function != nullptr ? XR_SUCCESS : XR_ERROR_FUNCTION_UNSUPPORTED;
}

XRAPI_ATTR XrResult XRAPI_CALL Negotiate(const XrNegotiateLoaderInfo* info,
                                         XrNegotiateRuntimeRequest* request) {
  Record("runtime", "negotiate");
  TestRuntime& runtime = world.runtime;
  runtime.loader_info = *info;
  runtime.request = *request;
  request->runtimeInterfaceVersion = runtime.answer.interface_version;
  request->runtimeApiVersion = runtime.answer.api_version;
  request->getInstanceProcAddr = runtime.answer.no_lookup ? nullptr : &Lookup;
  return runtime.answer.result;
}

// The functions of the layer with that index. Each records its call and calls down.
template <int index>
struct LayerFunctions {
  static TestLayer& layer() { return world.layers[index]; }
  static inline PFN_xrGetInstanceProcAddr next_lookup = nullptr;
  static inline XrInstance instance = XR_NULL_HANDLE;

  static void RecordCall(const char* name) {
    const char who[] = {'l', 'a', 'y', 'e', 'r', '0' + index, '\0'};
    Record(who, name);
  }

  template <typename Function>
  static Function Next(const char* name) {
    PFN_xrVoidFunction function = nullptr;
    next_lookup(instance, name, &function);
    return reinterpret_cast<Function>(function);
  }

  static void CheckLinks(const XrApiLayerCreateInfo& info) {
    if (world.quiet) return;
    for (const XrApiLayerNextInfo* link = info.nextInfo; link != nullptr; link = link->next) {
      layer().links.push_back(link->layerName);
      layer().links_are_well_formed &=
          link->structType == XR_LOADER_INTERFACE_STRUCT_API_LAYER_NEXT_INFO &&
          link->structVersion == XR_API_LAYER_NEXT_INFO_STRUCT_VERSION &&
          link->structSize == sizeof(*link) && link->nextGetInstanceProcAddr != nullptr &&
          link->nextCreateApiLayerInstance != nullptr;
    }
  }

  static XRAPI_ATTR XrResult XRAPI_CALL Create(const XrInstanceCreateInfo* info,
                                               const XrApiLayerCreateInfo* layer_info,
                                               XrInstance* result) {
    RecordCall("xrCreateApiLayerInstance");
    layer().create_info = *layer_info;
    layer().enabled_extensions = Names(info->enabledExtensionCount, info->enabledExtensionNames);
    CheckLinks(*layer_info);
    next_lookup = layer_info->nextInfo->nextGetInstanceProcAddr;
    *result = reinterpret_cast<XrInstance>(uintptr_t{0x9999});
    if (layer().no_call_down) return XR_SUCCESS;
    XrApiLayerCreateInfo next_info = *layer_info;
    next_info.nextInfo = layer_info->nextInfo->next;
    XrInstanceCreateInfo request = *info;
    if (layer().requested_extension != nullptr) {
      request.enabledExtensionCount = 1;
      request.enabledExtensionNames = &layer().requested_extension;
    }
    const XrResult next =
        layer_info->nextInfo->nextCreateApiLayerInstance(&request, &next_info, result);
    if (XR_FAILED(next)) return next;
    instance = *result;
    if (layer().null_instance) *result = XR_NULL_HANDLE;
    return layer().fails_after_call_down ? XR_ERROR_LIMIT_REACHED : next;
  }

  static XRAPI_ATTR XrResult XRAPI_CALL Destroy(XrInstance handle) {
    RecordCall("xrDestroyInstance");
    return layer().no_call_down ? XR_SUCCESS
                                : Next<PFN_xrDestroyInstance>("xrDestroyInstance")(handle);
  }

  static XRAPI_ATTR XrResult XRAPI_CALL GetSystem(XrInstance handle, const XrSystemGetInfo* info,
                                                  XrSystemId* system) {
    RecordCall("xrGetSystem");
    return Next<PFN_xrGetSystem>("xrGetSystem")(handle, info, system);
  }

  static XRAPI_ATTR XrResult XRAPI_CALL Lookup(XrInstance handle, const char* name,
                                               PFN_xrVoidFunction* function) {
    const std::string_view wanted = name;
    if (wanted == "xrGetSystem") {
      *function = reinterpret_cast<PFN_xrVoidFunction>(&GetSystem);
    } else if (wanted == "xrDestroyInstance") {
      *function = reinterpret_cast<PFN_xrVoidFunction>(&Destroy);
    } else {
      return next_lookup(handle, name, function);
    }
    return XR_SUCCESS;
  }

  static XRAPI_ATTR XrResult XRAPI_CALL Negotiate(const XrNegotiateLoaderInfo* info,
                                                  const char* name,
                                                  XrNegotiateApiLayerRequest* request) {
    RecordCall("negotiate");
    layer().loader_info = *info;
    layer().request = *request;
    if (!world.quiet) layer().negotiated_name = name != nullptr ? name : "";
    request->layerInterfaceVersion = layer().answer.interface_version;
    request->layerApiVersion = layer().answer.api_version;
    request->getInstanceProcAddr = layer().answer.no_lookup ? nullptr : &Lookup;
    request->createApiLayerInstance = layer().answer.no_create ? nullptr : &Create;
    return layer().answer.result;
  }

  static MemoryPlatform::Library Library() {
    return {{"xrNegotiateLoaderApiLayerInterface", reinterpret_cast<void*>(&Negotiate)}};
  }
};

MemoryPlatform::Library LayerLibrary(int index) {
  switch (index) {
    case 0:
      return LayerFunctions<0>::Library();
    case 1:
      return LayerFunctions<1>::Library();
    default:
      return LayerFunctions<2>::Library();
  }
}

}  // namespace

bool TestWorld::Called(const std::string& call) const {
  return std::find(calls.begin(), calls.end(), call) != calls.end();
}

TestWorld& World() { return world; }

TestMachine::TestMachine() {
  world = TestWorld();
  platform_.AddFile(
      "/etc/openxr/1/active_runtime.json",
      R"({"file_format_version": "1.0.0", "runtime": {"library_path": "/runtime.so"}})");
  platform_.AddLibrary(
      "/runtime.so", {{"xrNegotiateLoaderRuntimeInterface", reinterpret_cast<void*>(&Negotiate)}});
}

void TestMachine::AddLayer(int index, const std::string& name, bool implicit,
                           const std::string& members) {
  world.layers[index].name = name;
  const std::string library = "/layer" + std::to_string(index) + ".so";
  const std::string disable = implicit ? R"(, "disable_environment": "DISABLE_)" + name + "\"" : "";
  const std::string folder = implicit ? "implicit.d/" : "explicit.d/";
  platform_.AddFile("/usr/share/openxr/1/api_layers/" + folder + std::to_string(index) + ".json",
                    R"({"file_format_version": "1.0.0", "api_layer": {"name": ")" + name +
                        R"(", "library_path": ")" + library +
                        R"(", "api_version": "1.0", "implementation_version": "2", )" +
                        R"("description": "a layer")" + disable + members + "}}");
  platform_.AddLibrary(library, LayerLibrary(index));
}

TestRequest::TestRequest(std::vector<const char*> layers, std::vector<const char*> extensions)
    : layers_(std::move(layers)), extensions_(std::move(extensions)) {
  info.type = XR_TYPE_INSTANCE_CREATE_INFO;
  std::strcpy(info.applicationInfo.applicationName, "test");
  info.applicationInfo.apiVersion = XR_MAKE_VERSION(1, 0, 20);
  info.enabledApiLayerCount = static_cast<uint32_t>(layers_.size());
  info.enabledApiLayerNames = layers_.data();
  info.enabledExtensionCount = static_cast<uint32_t>(extensions_.size());
  info.enabledExtensionNames = extensions_.data();
}

}  // namespace reference_loader::openxr

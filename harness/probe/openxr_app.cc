// SPDX-License-Identifier: Apache-2.0
#include "harness/probe/openxr_app.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <string.h>

#include <algorithm>
#include <cstdlib>

#include "harness/probe/app_trace.h"
#include "harness/probe/c_strings.h"
#include "harness/probe/path_here.h"

namespace loadstone {
namespace {

std::string VersionText(XrVersion version) {
  return fmt::format("{}.{}.{}", XR_VERSION_MAJOR(version), XR_VERSION_MINOR(version),
                     XR_VERSION_PATCH(version));
}

// An element of an array that a loader fills in. What it does not write stays a letter that no
// manifest of the cases has there.
template <typename Properties>
Properties Unwritten(XrStructureType type) {
  Properties properties;
  memset(static_cast<void*>(&properties), 'U', sizeof(properties));
  properties.type = type;
  properties.next = nullptr;
  return properties;
}

}  // namespace

OpenXrApp::OpenXrApp(const Subject& subject) {
  const std::string path = PathHere(subject.PathInWorld());
  AppEvent("load", "enter");
  library_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library_ != nullptr) {
    get_instance_proc_addr_ =
        reinterpret_cast<PFN_xrGetInstanceProcAddr>(dlsym(library_, "xrGetInstanceProcAddr"));
  }
  const bool loaded = get_instance_proc_addr_ != nullptr;
  {
    AppEvent event("load", "leave");
    event.Add("loaded", loaded);
    if (!loaded) {
      const char* error = dlerror();
      event.Add("error", error != nullptr ? error : "it exports no xrGetInstanceProcAddr");
    }
  }
  if (!loaded) std::exit(1);
}

void OpenXrApp::Enter(const char* command) { AppEvent(command, "enter"); }

void OpenXrApp::Leave(const char* command, XrResult result) {
  AppEvent(command, "leave").Add("result", int64_t{result});
}

PFN_xrVoidFunction OpenXrApp::Find(XrInstance instance, const char* name) const {
  if (uses_exports_) return reinterpret_cast<PFN_xrVoidFunction>(Export(name));
  PFN_xrVoidFunction function = nullptr;
  return get_instance_proc_addr_(instance, name, &function) == XR_SUCCESS ? function : nullptr;
}

void* OpenXrApp::Export(const char* name) const { return dlsym(library_, name); }

XrResult OpenXrApp::Ask(XrInstance instance, const char* name, PFN_xrVoidFunction* function) {
  constexpr char kCommand[] = "xrGetInstanceProcAddr";
  *function = nullptr;
  AppEvent(kCommand, "enter").Add("name", name);
  const XrResult result = get_instance_proc_addr_(instance, name, function);
  AppEvent(kCommand, "leave")
      .Add("name", name)
      .Add("result", int64_t{result})
      .Add("found", *function != nullptr);
  return result;
}

std::vector<XrApiLayerProperties> OpenXrApp::EnumerateLayers() {
  constexpr char kCommand[] = "xrEnumerateApiLayerProperties";
  AppEvent(kCommand, "enter");
  const auto enumerate = Global<PFN_xrEnumerateApiLayerProperties>(kCommand);
  uint32_t count = 0;
  std::vector<XrApiLayerProperties> layers;
  const auto unwritten = Unwritten<XrApiLayerProperties>(XR_TYPE_API_LAYER_PROPERTIES);
  XrResult result = enumerate(0, &count, nullptr);
  if (result == XR_SUCCESS && count > 0) {
    layers.resize(count, unwritten);
    result = enumerate(count, &count, layers.data());
    layers.resize(std::min<size_t>(count, layers.size()), unwritten);
  }
  std::vector<std::string> names;
  std::vector<std::string> spec_versions;
  std::vector<std::string> layer_versions;
  std::vector<std::string> descriptions;
  for (const XrApiLayerProperties& layer : layers) {
    names.push_back(Bounded(layer.layerName));
    spec_versions.push_back(VersionText(layer.specVersion));
    layer_versions.push_back(std::to_string(layer.layerVersion));
    descriptions.push_back(Bounded(layer.description));
  }
  AppEvent(kCommand, "leave")
      .Add("result", int64_t{result})
      .Add("names", names)
      .Add("spec_versions", spec_versions)
      .Add("layer_versions", layer_versions)
      .Add("descriptions", descriptions);
  return layers;
}

std::vector<XrExtensionProperties> OpenXrApp::EnumerateExtensions(const char* layer) {
  constexpr char kCommand[] = "xrEnumerateInstanceExtensionProperties";
  AppEvent(kCommand, "enter").Add("layer", layer != nullptr ? layer : "");
  const auto enumerate = Global<PFN_xrEnumerateInstanceExtensionProperties>(kCommand);
  uint32_t count = 0;
  std::vector<XrExtensionProperties> extensions;
  const auto unwritten = Unwritten<XrExtensionProperties>(XR_TYPE_EXTENSION_PROPERTIES);
  XrResult result = enumerate(layer, 0, &count, nullptr);
  if (result == XR_SUCCESS && count > 0) {
    extensions.resize(count, unwritten);
    result = enumerate(layer, count, &count, extensions.data());
    extensions.resize(std::min<size_t>(count, extensions.size()), unwritten);
  }
  std::vector<std::string> names;
  std::vector<std::string> versions;
  for (const XrExtensionProperties& extension : extensions) {
    names.push_back(Bounded(extension.extensionName));
    versions.push_back(std::to_string(extension.extensionVersion));
  }
  AppEvent event(kCommand, "leave");
  if (layer != nullptr) event.Add("layer", layer);
  event.Add("result", int64_t{result}).Add("names", names).Add("versions", versions);
  return extensions;
}

XrResult OpenXrApp::CreateInstance(const XrInstanceRequest& request) {
  const std::vector<const char*> layers = Pointers(request.layers);
  const std::vector<const char*> extensions = Pointers(request.extensions);
  XrInstanceCreateInfo info = {};
  info.type = XR_TYPE_INSTANCE_CREATE_INFO;
  info.next = request.next;
  request.application.copy(info.applicationInfo.applicationName, XR_MAX_APPLICATION_NAME_SIZE - 1);
  info.applicationInfo.apiVersion = request.api_version;
  info.enabledApiLayerCount = static_cast<uint32_t>(layers.size());
  info.enabledApiLayerNames = layers.data();
  info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
  info.enabledExtensionNames = extensions.data();
  XrInstance instance = XR_NULL_HANDLE;
  constexpr char kCommand[] = "xrCreateInstance";
  const auto create = Global<PFN_xrCreateInstance>(kCommand);
  // Traced, so that a bug report can make the same request.
  AppEvent(kCommand, "enter")
      .Add("layers", request.layers)
      .Add("extensions", request.extensions)
      .Add("chained", request.next != nullptr)
      .Add("api_version", VersionText(request.api_version));
  const XrResult result = create(&info, &instance);
  AppEvent(kCommand, "leave").Add("result", int64_t{result});
  if (result == XR_SUCCESS) instance_ = instance;
  return result;
}

XrResult OpenXrApp::CreateInstance(const XrInstanceCreateInfo* info, XrInstance* instance) {
  constexpr char kCommand[] = "xrCreateInstance";
  const auto create = Global<PFN_xrCreateInstance>(kCommand);
  return Traced(kCommand, [&] { return create(info, instance); });
}

// If creation failed, there is no instance, and no function to call either.
XrResult OpenXrApp::DestroyInstance() {
  if (instance_ == XR_NULL_HANDLE) return XR_ERROR_HANDLE_INVALID;
  constexpr char kCommand[] = "xrDestroyInstance";
  const auto destroy = Get<PFN_xrDestroyInstance>(kCommand);
  const XrResult result = Traced(kCommand, [&] { return destroy(instance_); });
  instance_ = XR_NULL_HANDLE;
  return result;
}

void OpenXrApp::UseInstance() {
  if (instance_ == XR_NULL_HANDLE) return;
  {
    constexpr char kCommand[] = "xrGetInstanceProperties";
    XrInstanceProperties properties = {};
    properties.type = XR_TYPE_INSTANCE_PROPERTIES;
    Enter(kCommand);
    const XrResult result = Get<PFN_xrGetInstanceProperties>(kCommand)(instance_, &properties);
    AppEvent(kCommand, "leave")
        .Add("result", int64_t{result})
        .Add("name", Bounded(properties.runtimeName));
  }
  XrSystemGetInfo info = {};
  info.type = XR_TYPE_SYSTEM_GET_INFO;
  info.formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY;
  XrSystemId system = XR_NULL_SYSTEM_ID;
  Traced("xrGetSystem",
         [&] { return Get<PFN_xrGetSystem>("xrGetSystem")(instance_, &info, &system); });
}

void OpenXrApp::RunFullSequence(const XrInstanceRequest& request) {
  if (CreateInstance(request) != XR_SUCCESS) return;
  UseInstance();
  DestroyInstance();
}

}  // namespace loadstone

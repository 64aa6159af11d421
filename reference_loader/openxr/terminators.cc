// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/terminators.h"

#include <cstring>
#include <string_view>
#include <utility>

#include "reference_loader/openxr/debug_utils.h"
#include "reference_loader/openxr/extensions.h"
#include "reference_loader/openxr/guarded.h"
#include "reference_loader/openxr/instance.h"

namespace reference_loader::openxr {
namespace {

// Whether the runtime must enable the extension. It does not enable those that a layer provides,
// whose version takes precedence, nor the loader's own when the runtime lacks it (Application Usage
// of Extensions).
bool IsForRuntime(Instance* instance, std::string_view name) {
  for (const LoadedLayer& layer : instance->layers) {
    if (HasExtension(layer.extensions, name)) return false;
  }
  if (name != XR_EXT_DEBUG_UTILS_EXTENSION_NAME) return true;
  XrResult result = XR_SUCCESS;
  const std::vector<Extension>* of_runtime = instance->RuntimeExtensions(&result);
  return of_runtime != nullptr && HasExtension(*of_runtime, name);
}

XrResult CreateRuntimeInstance(Instance* instance, const XrInstanceCreateInfo& info,
                               XrInstance* handle) {
  const auto create =
      instance->runtime.Get<PFN_xrCreateInstance>(XR_NULL_HANDLE, "xrCreateInstance");
  if (create == nullptr) return XR_ERROR_RUNTIME_FAILURE;
  if (info.enabledExtensionCount != 0 && info.enabledExtensionNames == nullptr) {
    return XR_ERROR_VALIDATION_FAILURE;
  }
  std::vector<const char*> names;
  for (uint32_t i = 0; i < info.enabledExtensionCount; ++i) {
    const char* name = info.enabledExtensionNames[i];
    if (name == nullptr) return XR_ERROR_VALIDATION_FAILURE;
    const bool is_debug_utils = std::strcmp(name, XR_EXT_DEBUG_UTILS_EXTENSION_NAME) == 0;
    instance->debug_utils_enabled |= is_debug_utils;
    if (!IsForRuntime(instance, name)) continue;
    names.push_back(name);
    instance->runtime_has_debug_utils |= is_debug_utils;
  }
  XrInstanceCreateInfo runtime_info = info;
  runtime_info.enabledExtensionCount = static_cast<uint32_t>(names.size());
  runtime_info.enabledExtensionNames = names.empty() ? nullptr : names.data();
  // API layers are the loader's business.
  runtime_info.enabledApiLayerCount = 0;
  runtime_info.enabledApiLayerNames = nullptr;
  XrInstance created = XR_NULL_HANDLE;
  const XrResult result = create(&runtime_info, &created);
  if (XR_FAILED(result)) return result;
  if (created == XR_NULL_HANDLE) return XR_ERROR_RUNTIME_FAILURE;
  instance->runtime_handle = created;
  *handle = created;
  return result;
}

XRAPI_ATTR XrResult XRAPI_CALL TerminateEnumerateApiLayerProperties(uint32_t, uint32_t* count,
                                                                    XrApiLayerProperties*) {
  // The chain below the last layer has no layers.
  if (count == nullptr) return XR_ERROR_VALIDATION_FAILURE;
  *count = 0;
  return XR_SUCCESS;
}

XRAPI_ATTR XrResult XRAPI_CALL TerminateEnumerateInstanceExtensionProperties(
    const char* layer_name, uint32_t capacity, uint32_t* count, XrExtensionProperties* properties) {
  Instance* current = CurrentInstance();
  if (current == nullptr) return XR_ERROR_RUNTIME_UNAVAILABLE;
  // The runtime has no API layers and must not be asked for them (Additional Loader Requirements).
  if (layer_name != nullptr) return XR_ERROR_API_LAYER_NOT_PRESENT;
  const auto enumerate = current->runtime.Get<PFN_xrEnumerateInstanceExtensionProperties>(
      XR_NULL_HANDLE, "xrEnumerateInstanceExtensionProperties");
  if (enumerate == nullptr) return XR_ERROR_RUNTIME_FAILURE;
  return enumerate(nullptr, capacity, count, properties);
}

template <typename Function>
PFN_xrVoidFunction Untyped(Function function) {
  return reinterpret_cast<PFN_xrVoidFunction>(function);
}

// The loader's terminator for that name, or null where the chain ends in the runtime.
PFN_xrVoidFunction Terminator(const Instance& instance, std::string_view name) {
  if (name == "xrGetInstanceProcAddr") return Untyped(&TerminateGetInstanceProcAddr);
  if (name == "xrCreateInstance") return Untyped(&TerminateCreateInstance);
  if (name == "xrCreateApiLayerInstance") return Untyped(&TerminateCreateApiLayerInstance);
  if (name == "xrDestroyInstance") return Untyped(&TerminateDestroyInstance);
  if (name == "xrEnumerateApiLayerProperties") {
    return Untyped(&TerminateEnumerateApiLayerProperties);
  }
  if (name == "xrEnumerateInstanceExtensionProperties") {
    return Untyped(&TerminateEnumerateInstanceExtensionProperties);
  }
  return DebugUtilsTerminator(instance, name);
}

}  // namespace

XRAPI_ATTR XrResult XRAPI_CALL TerminateGetInstanceProcAddr(XrInstance instance, const char* name,
                                                            PFN_xrVoidFunction* function) {
  if (name == nullptr || function == nullptr) return XR_ERROR_VALIDATION_FAILURE;
  *function = nullptr;
  Instance* current = CurrentInstance();
  if (current == nullptr) return XR_ERROR_HANDLE_INVALID;
  *function = Terminator(*current, name);
  if (*function != nullptr) return XR_SUCCESS;
  return current->runtime.get_instance_proc_addr()(instance, name, function);
}

XRAPI_ATTR XrResult XRAPI_CALL TerminateCreateInstance(const XrInstanceCreateInfo* info,
                                                       XrInstance* instance) {
  if (info == nullptr || instance == nullptr) return XR_ERROR_VALIDATION_FAILURE;
  Instance* current = CurrentInstance();
  if (current == nullptr) return XR_ERROR_INITIALIZATION_FAILED;
  // If a layer calls down twice, nobody would destroy the runtime's first instance.
  if (current->runtime_handle != XR_NULL_HANDLE) return XR_ERROR_LIMIT_REACHED;
  return Guarded([&] { return CreateRuntimeInstance(current, *info, instance); });
}

XRAPI_ATTR XrResult XRAPI_CALL
TerminateCreateApiLayerInstance(const XrInstanceCreateInfo* info,
                                const XrApiLayerCreateInfo* /*layer_info*/, XrInstance* instance) {
  return TerminateCreateInstance(info, instance);
}

XRAPI_ATTR XrResult XRAPI_CALL TerminateDestroyInstance(XrInstance) {
  Instance* current = CurrentInstance();
  if (current == nullptr || current->runtime_handle == XR_NULL_HANDLE) {
    return XR_ERROR_HANDLE_INVALID;
  }
  return DestroyRuntimeInstance(current);
}

XrResult DestroyRuntimeInstance(Instance* instance) {
  const XrInstance handle = std::exchange(instance->runtime_handle, XR_NULL_HANDLE);
  if (handle == XR_NULL_HANDLE) return XR_SUCCESS;
  return Guarded([&] {
    const auto destroy = instance->runtime.Get<PFN_xrDestroyInstance>(handle, "xrDestroyInstance");
    return destroy != nullptr ? destroy(handle) : XR_ERROR_RUNTIME_FAILURE;
  });
}

}  // namespace reference_loader::openxr

// SPDX-License-Identifier: Apache-2.0
// The commands that need no instance, on the host machine, and xrGetInstanceProcAddr.

#include "reference_loader/openxr/guarded.h"
#include "reference_loader/openxr/instance.h"
#include "reference_loader/openxr/loader.h"

using namespace reference_loader;
using namespace reference_loader::openxr;

namespace {

// The three functions that xrGetInstanceProcAddr returns for a null instance (Function Pointers).
bool NeedsNoInstance(const Command& command) {
  return command.own != nullptr &&
         (command.index == kCommand_xrCreateInstance ||
          command.index == kCommand_xrEnumerateApiLayerProperties ||
          command.index == kCommand_xrEnumerateInstanceExtensionProperties);
}

// Functions of the interface between loader, layers and runtimes are not the application's to call.
bool IsOfTheInterface(std::string_view name) {
  return name.starts_with("xrNegotiateLoader") || name == "xrCreateApiLayerInstance";
}

PFN_xrVoidFunction FunctionOf(const Instance& instance, const char* name) {
  const Command* command = FindCommand(name);
  if (command != nullptr) {
    if (command->own != nullptr) return command->own;
    if (command->extension == nullptr) return instance.dispatch.functions[command->index];
    if (!instance.HasEnabled(command->extension)) return nullptr;
  } else if (IsOfTheInterface(name)) {
    return nullptr;
  }
  PFN_xrVoidFunction function = nullptr;
  const XrResult result =
      instance.get_instance_proc_addr(instance.dispatch.instance, name, &function);
  return XR_SUCCEEDED(result) ? function : nullptr;
}

XrResult GetInstanceProcAddr(XrInstance instance, const char* name, PFN_xrVoidFunction* function) {
  const Command* command = FindCommand(name);
  if (command != nullptr && NeedsNoInstance(*command)) {
    *function = command->own;
    return XR_SUCCESS;
  }
  const Dispatch* dispatch = ActiveDispatch();
  const Instance* current = CurrentInstance();
  if (dispatch == nullptr || current == nullptr || instance != dispatch->instance) {
    return XR_ERROR_HANDLE_INVALID;
  }
  *function = FunctionOf(*current, name);
  return *function != nullptr ? XR_SUCCESS : XR_ERROR_FUNCTION_UNSUPPORTED;
}

}  // namespace

XRAPI_ATTR XrResult XRAPI_CALL xrGetInstanceProcAddr(XrInstance instance, const char* name,
                                                     PFN_xrVoidFunction* function) {
  if (function == nullptr) return XR_ERROR_VALIDATION_FAILURE;
  *function = nullptr;
  if (name == nullptr) return XR_ERROR_VALIDATION_FAILURE;
  return Guarded([&] { return GetInstanceProcAddr(instance, name, function); });
}

XRAPI_ATTR XrResult XRAPI_CALL xrEnumerateApiLayerProperties(uint32_t propertyCapacityInput,
                                                             uint32_t* propertyCountOutput,
                                                             XrApiLayerProperties* properties) {
  return EnumerateApiLayers(HostPlatform(), propertyCapacityInput, propertyCountOutput, properties);
}

XRAPI_ATTR XrResult XRAPI_CALL xrEnumerateInstanceExtensionProperties(
    const char* layerName, uint32_t propertyCapacityInput, uint32_t* propertyCountOutput,
    XrExtensionProperties* properties) {
  return EnumerateExtensions(HostPlatform(), layerName, propertyCapacityInput, propertyCountOutput,
                             properties);
}

XRAPI_ATTR XrResult XRAPI_CALL xrCreateInstance(const XrInstanceCreateInfo* createInfo,
                                                XrInstance* instance) {
  return CreateInstance(HostPlatform(), createInfo, instance);
}

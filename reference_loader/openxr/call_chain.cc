// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/call_chain.h"

#include <cstring>

#include "reference_loader/openxr/guarded.h"
#include "reference_loader/openxr/terminators.h"

namespace reference_loader::openxr {
namespace {

// Creates a link for each layer, with the layer's name and a pointer to the next link. The last
// link leads to the loader's terminators.
void LinkLayers(Instance* instance) {
  const std::vector<LoadedLayer>& layers = instance->layers;
  instance->links.resize(layers.size());
  XrApiLayerNextInfo* next = nullptr;
  Agreement next_functions = {&TerminateGetInstanceProcAddr, &TerminateCreateApiLayerInstance};
  for (size_t i = layers.size(); i-- > 0;) {
    XrApiLayerNextInfo& link = instance->links[i];
    link.structType = XR_LOADER_INTERFACE_STRUCT_API_LAYER_NEXT_INFO;
    link.structVersion = XR_API_LAYER_NEXT_INFO_STRUCT_VERSION;
    link.structSize = sizeof(link);
    // The name of the layer that receives the link, which it may check. Manifests with longer names
    // were refused.
    std::memcpy(link.layerName, layers[i].name.c_str(), layers[i].name.size() + 1);
    link.nextGetInstanceProcAddr = next_functions.get_instance_proc_addr;
    link.nextCreateApiLayerInstance = next_functions.create_instance;
    link.next = next;
    next = &link;
    next_functions = layers[i].functions;
  }
  instance->get_instance_proc_addr = next_functions.get_instance_proc_addr;
}

XrResult CallCreate(Instance* instance, const XrInstanceCreateInfo& info, XrInstance* handle) {
  if (instance->layers.empty()) return TerminateCreateInstance(&info, handle);
  XrApiLayerCreateInfo layer_info = {};
  layer_info.structType = XR_LOADER_INTERFACE_STRUCT_API_LAYER_CREATE_INFO;
  layer_info.structVersion = XR_API_LAYER_CREATE_INFO_STRUCT_VERSION;
  layer_info.structSize = sizeof(layer_info);
  layer_info.nextInfo = instance->links.data();
  return instance->layers.front().functions.create_instance(&info, &layer_info, handle);
}

PFN_xrVoidFunction Lookup(const Instance& instance, const char* name) {
  PFN_xrVoidFunction function = nullptr;
  const XrResult result =
      instance.get_instance_proc_addr(instance.dispatch.instance, name, &function);
  return XR_SUCCEEDED(result) ? function : nullptr;
}

void FillDispatch(Instance* instance) {
  for (uint32_t i = 0; i < kCoreCommandCount; ++i) {
    const Command& command = CoreCommandAt(i);
    if (command.own != nullptr && i != kCommand_xrDestroyInstance) continue;
    instance->dispatch.functions[i] = Lookup(*instance, command.name);
  }
}

}  // namespace

XrResult CreateThroughChain(Instance* instance, const XrInstanceCreateInfo& info) {
  LinkLayers(instance);
  const XrResult result = CallCreate(instance, info, &instance->dispatch.instance);
  const bool created = XR_SUCCEEDED(result) && instance->dispatch.instance != XR_NULL_HANDLE;
  if (created) FillDispatch(instance);
  if (created && instance->runtime_handle != XR_NULL_HANDLE) return result;
  // Either a layer failed after the runtime succeeded, or a layer returned success without calling
  // the runtime.
  if (created) {
    DestroyThroughChain(instance);
  } else {
    DestroyRuntimeInstance(instance);
  }
  return XR_FAILED(result) ? result : XR_ERROR_INITIALIZATION_FAILED;
}

XrResult DestroyThroughChain(Instance* instance) {
  const auto destroy = reinterpret_cast<PFN_xrDestroyInstance>(
      instance->dispatch.functions[kCommand_xrDestroyInstance]);
  const XrResult result = Guarded(
      [&] { return destroy != nullptr ? destroy(instance->dispatch.instance) : XR_SUCCESS; });
  const XrResult of_runtime = DestroyRuntimeInstance(instance);
  return XR_FAILED(result) ? result : of_runtime;
}

}  // namespace reference_loader::openxr

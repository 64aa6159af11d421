// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/layer_library.h"

namespace reference_loader::vulkan {
namespace {

// The first interface in which the layer hands over its functions by negotiation.
constexpr uint32_t kNegotiatedInterface = 2;

// Gets the functions that layers of interface versions 0 and 1 export.
bool UseExports(LoadedLayer* layer) {
  const LayerManifest& manifest = *layer->manifest;
  const Library& library = layer->library;
  layer->get_instance_proc_addr =
      library.Get<PFN_vkGetInstanceProcAddr>(manifest.get_instance_proc_addr_function);
  if (layer->get_instance_proc_addr == nullptr) {
    layer->get_instance_proc_addr =
        library.Get<PFN_vkGetInstanceProcAddr>(manifest.name + "GetInstanceProcAddr");
  }
  layer->get_device_proc_addr =
      library.Get<PFN_vkGetDeviceProcAddr>(manifest.get_device_proc_addr_function);
  if (layer->get_device_proc_addr == nullptr) {
    layer->get_device_proc_addr =
        library.Get<PFN_vkGetDeviceProcAddr>(manifest.name + "GetDeviceProcAddr");
  }
  layer->get_physical_device_proc_addr = nullptr;
  return layer->get_instance_proc_addr != nullptr;
}

// Negotiates an interface version with the layer. Returns the reason for a failure, or null.
const char* Negotiate(LoadedLayer* layer) {
  const auto negotiate = layer->library.Get<PFN_vkNegotiateLoaderLayerInterfaceVersion>(
      layer->manifest->negotiate_function);
  if (negotiate == nullptr) {
    return UseExports(layer) ? nullptr : "exports neither a negotiation nor vkGetInstanceProcAddr";
  }
  VkNegotiateLayerInterface interface = {};
  interface.sType = LAYER_NEGOTIATE_INTERFACE_STRUCT;
  interface.loaderLayerInterfaceVersion = CURRENT_LOADER_LAYER_INTERFACE_VERSION;
  if (negotiate(&interface) != VK_SUCCESS) return "refuses the interface of this loader";
  if (interface.loaderLayerInterfaceVersion > CURRENT_LOADER_LAYER_INTERFACE_VERSION) {
    return "wants an interface that this loader does not have";
  }
  if (interface.loaderLayerInterfaceVersion < kNegotiatedInterface) {
    return UseExports(layer) ? nullptr : "wants an old interface without exporting its functions";
  }
  if (interface.pfnGetInstanceProcAddr == nullptr) return "hands over no vkGetInstanceProcAddr";
  layer->get_instance_proc_addr = interface.pfnGetInstanceProcAddr;
  layer->get_device_proc_addr = interface.pfnGetDeviceProcAddr;
  layer->get_physical_device_proc_addr = interface.pfnGetPhysicalDeviceProcAddr;
  return nullptr;
}

}  // namespace

std::optional<LoadedLayer> LoadLayer(const Platform& platform, const ChosenLayer& layer,
                                     const Log& log) {
  const LayerManifest& manifest = *layer.layer;
  log.Write(kLogDebug | kLogLayer, "Loading layer library " + manifest.library_path);
  std::string error;
  LoadedLayer loaded = {&manifest, layer.reason, Library(platform, manifest.library_path, &error),
                        nullptr,   nullptr,      nullptr};
  const char* problem = error.c_str();
  if (loaded.library.IsOpen()) {
    problem = Negotiate(&loaded);
    // Without vkCreateInstance the layer would break the chain.
    if (problem == nullptr &&
        loaded.get_instance_proc_addr(VK_NULL_HANDLE, "vkCreateInstance") == nullptr) {
      problem = "does not intercept vkCreateInstance";
    }
  }
  if (problem == nullptr) return loaded;
  log.Write(kLogError | kLogLayer, "Layer \"" + manifest.name + "\" cannot be used: " +
                                       manifest.library_path + " " + problem);
  return std::nullopt;
}

}  // namespace reference_loader::vulkan

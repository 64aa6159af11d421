// SPDX-License-Identifier: Apache-2.0
// Functions that an application can call before there is an instance, and that layers can intercept
// (LoaderLayerInterface, Pre-Instance Functions).

#include <deque>
#include <set>
#include <string_view>

#include "reference_loader/vulkan/allocator.h"
#include "reference_loader/vulkan/drivers.h"
#include "reference_loader/vulkan/generated/commands.h"
#include "reference_loader/vulkan/input_checks.h"
#include "reference_loader/vulkan/layer_catalog.h"
#include "reference_loader/vulkan/layer_selection.h"
#include "reference_loader/vulkan/library.h"

namespace reference_loader::vulkan {
namespace {

// State of one call, including the layer libraries; destroyed before the function returns.
class PreInstanceCall {
 public:
  explicit PreInstanceCall(const Platform& platform)
      : platform_(platform), log_(platform), catalog_(DiscoverLayers(platform, log_)) {}

  const Platform& platform() const { return platform_; }
  const Log& log() const { return log_; }
  const LayerCatalog& catalog() const { return catalog_; }

  // Active implicit layers. Those that the environment disables do not intercept.
  LayerSelection ActiveLayers() const { return SelectImplicitLayers(platform_, catalog_, log_); }

  // Calls `terminate` through the functions that active layers specify in `function`, the first
  // layer first, and closes the libraries afterwards.
  template <typename Chain, typename... Arguments>
  VkResult Run(VkChainType type, std::string PreInstanceFunctions::*function,
               decltype(Chain::pfnNextLayer) terminate, Arguments... arguments) {
    std::deque<Library> libraries;
    std::deque<Chain> chain;
    // Built from the end: each link points to the one made before it.
    chain.push_front({{type, VK_CURRENT_CHAIN_VERSION, sizeof(Chain)}, terminate, nullptr});
    const LayerSelection selection = ActiveLayers();
    for (auto layer = selection.layers.rbegin(); layer != selection.layers.rend(); ++layer) {
      const std::vector<const LayerManifest*> candidates = Candidates(platform_, catalog_, *layer);
      for (const LayerManifest* candidate : candidates) {
        const LayerManifest& manifest = *candidate;
        const std::string& name = manifest.pre_instance.*function;
        // A layer without the function is opened only where others have its name: if it can be
        // opened, they are not used.
        if (!manifest.implicit || (name.empty() && candidate == candidates.back())) continue;
        std::string error;
        Library library(platform_, manifest.library_path, &error);
        const bool opened = library.IsOpen();
        if (opened && name.empty()) break;
        const auto next = opened ? library.Get<decltype(Chain::pfnNextLayer)>(name) : nullptr;
        if (next == nullptr) {
          log_.Write(kLogWarning | kLogLayer,
                     "Layer \"" + manifest.name + "\" has no function " + name + " " + error);
        } else {
          libraries.push_back(std::move(library));
          chain.push_front({{type, VK_CURRENT_CHAIN_VERSION, sizeof(Chain)}, next, &chain.front()});
        }
        if (opened) break;
      }
    }
    return chain.front().CallDown(arguments...);
  }

 private:
  const Platform& platform_;
  const Log log_;
  const LayerCatalog catalog_;
};

// The call whose chain is running in this thread, for the terminator: the functions of the chain
// have no parameter for it.
thread_local const PreInstanceCall* current_call = nullptr;

class CurrentCall {
 public:
  explicit CurrentCall(const PreInstanceCall* call) : previous_(current_call) {
    current_call = call;
  }
  ~CurrentCall() { current_call = previous_; }

 private:
  const PreInstanceCall* previous_;
};

VkResult ExtensionsOf(const PreInstanceCall& call, const char* layer_name, ExtensionList* list) {
  if (layer_name != nullptr && layer_name[0] != '\0') {
    const LayerManifest* layer = call.catalog().Find(layer_name);
    if (layer == nullptr) return VK_ERROR_LAYER_NOT_PRESENT;
    *list = LayerInstanceExtensions(call.catalog(), *layer);
    return VK_SUCCESS;
  }
  *list = PlatformInstanceExtensions(call.platform(), DriversOfSystem(call.platform(), call.log()));
  for (const ChosenLayer& chosen : call.ActiveLayers().layers) {
    for (const auto& extension : LayerInstanceExtensions(call.catalog(), *chosen.layer)) {
      AddExtension(extension.extensionName, extension.specVersion, list);
    }
  }
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL
TerminateExtensions(const VkEnumerateInstanceExtensionPropertiesChain*, const char* layer_name,
                    uint32_t* count, VkExtensionProperties* properties) {
  return Guarded([&] {
    if (current_call == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
    ExtensionList list;
    const VkResult result = ExtensionsOf(*current_call, layer_name, &list);
    if (result != VK_SUCCESS) return result;
    return Enumerate(list.size(), count, properties,
                     [&](size_t i, VkExtensionProperties* output) { *output = list[i]; });
  });
}

VKAPI_ATTR VkResult VKAPI_CALL TerminateLayers(const VkEnumerateInstanceLayerPropertiesChain*,
                                               uint32_t* count, VkLayerProperties* properties) {
  return Guarded([&] {
    if (current_call == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
    const LayerCatalog& catalog = current_call->catalog();
    std::vector<const LayerManifest*> layers;
    std::set<std::string_view> names;
    for (const LayerManifest& layer : catalog.layers()) {
      // Of an implicit and an explicit layer with one name only the first can be used.
      if (names.insert(layer.name).second) layers.push_back(&layer);
    }
    return Enumerate(layers.size(), count, properties, [&](size_t i, VkLayerProperties* output) {
      *output = LayerProperties(*layers[i]);
    });
  });
}

VKAPI_ATTR VkResult VKAPI_CALL TerminateVersion(const VkEnumerateInstanceVersionChain*,
                                                uint32_t* version) {
  *version = VK_HEADER_VERSION_COMPLETE;
  return VK_SUCCESS;
}

}  // namespace
}  // namespace reference_loader::vulkan

using namespace reference_loader::vulkan;

VKAPI_ATTR VkResult VKAPI_CALL vkEnumerateInstanceExtensionProperties(
    const char* pLayerName, uint32_t* pPropertyCount, VkExtensionProperties* pProperties) {
  if (pPropertyCount == nullptr) return kInvalidInput;
  return Guarded([&] {
    PreInstanceCall call(reference_loader::HostPlatform());
    const CurrentCall current(&call);
    return call.Run<VkEnumerateInstanceExtensionPropertiesChain>(
        VK_CHAIN_TYPE_ENUMERATE_INSTANCE_EXTENSION_PROPERTIES,
        &PreInstanceFunctions::enumerate_extensions, TerminateExtensions, pLayerName,
        pPropertyCount, pProperties);
  });
}

VKAPI_ATTR VkResult VKAPI_CALL vkEnumerateInstanceLayerProperties(uint32_t* pPropertyCount,
                                                                  VkLayerProperties* pProperties) {
  if (pPropertyCount == nullptr) return kInvalidInput;
  return Guarded([&] {
    PreInstanceCall call(reference_loader::HostPlatform());
    const CurrentCall current(&call);
    return call.Run<VkEnumerateInstanceLayerPropertiesChain>(
        VK_CHAIN_TYPE_ENUMERATE_INSTANCE_LAYER_PROPERTIES, &PreInstanceFunctions::enumerate_layers,
        TerminateLayers, pPropertyCount, pProperties);
  });
}

VKAPI_ATTR VkResult VKAPI_CALL vkEnumerateInstanceVersion(uint32_t* pApiVersion) {
  if (pApiVersion == nullptr) return kInvalidInput;
  return Guarded([&] {
    PreInstanceCall call(reference_loader::HostPlatform());
    return call.Run<VkEnumerateInstanceVersionChain>(VK_CHAIN_TYPE_ENUMERATE_INSTANCE_VERSION,
                                                     &PreInstanceFunctions::enumerate_version,
                                                     TerminateVersion, pApiVersion);
  });
}

// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/vulkan/mock_layer.h"

#include <algorithm>
#include <string_view>

#include "fuzz/inside/support/world.h"
#include "reference_loader/vulkan/vulkan_headers.h"

namespace loadstone::fuzz::inside {
namespace {

struct LayerState {
  VkResult result = VK_SUCCESS;
  uint32_t interface_version = 2;
  VkResult create_result = VK_SUCCESS;
  bool stops = false;
  bool missing = false;
  PFN_vkGetInstanceProcAddr next = nullptr;
  MockLayerRecord record;
};

LayerState layer_states[kMockLayers];
std::vector<int> creations;

VkLayerInstanceCreateInfo* FindLink(const VkInstanceCreateInfo* info) {
  auto* each = static_cast<const VkLayerInstanceCreateInfo*>(info->pNext);
  while (each != nullptr && (each->sType != VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO ||
                             each->function != VK_LAYER_LINK_INFO)) {
    each = static_cast<const VkLayerInstanceCreateInfo*>(each->pNext);
  }
  return const_cast<VkLayerInstanceCreateInfo*>(each);
}

template <typename Function>
PFN_vkVoidFunction Untyped(Function function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}

template <typename Function>
void* Export(Function function) {
  return reinterpret_cast<void*>(function);
}

// The functions of layer number `index`.
template <int index>
struct LayerFunctions {
  static LayerState& state() { return layer_states[index]; }

  static VKAPI_ATTR VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo* info,
                                                       const VkAllocationCallbacks* callbacks,
                                                       VkInstance* instance) {
    creations.push_back(index);
    state().record.used_after_refusal |= state().record.refused;
    VkLayerInstanceCreateInfo* link = FindLink(info);
    if (link == nullptr || link->u.pLayerInfo == nullptr ||
        link->u.pLayerInfo->pfnNextGetInstanceProcAddr == nullptr) {
      state().record.broken_link = true;
      return VK_ERROR_INITIALIZATION_FAILED;
    }
    const PFN_vkGetInstanceProcAddr next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    // Set before the call to the next function: if a library is in the chain twice, the lower one
    // has the final value.
    state().next = next;
    if (state().stops) return VK_SUCCESS;
    const auto create =
        reinterpret_cast<PFN_vkCreateInstance>(next(VK_NULL_HANDLE, "vkCreateInstance"));
    if (create == nullptr) {
      state().record.broken_link = true;
      return VK_ERROR_INITIALIZATION_FAILED;
    }
    const VkResult result = create(info, callbacks, instance);
    if (result != VK_SUCCESS || state().create_result == VK_SUCCESS) return result;
    // A layer that fails destroys what it created.
    const auto destroy =
        reinterpret_cast<PFN_vkDestroyInstance>(next(*instance, "vkDestroyInstance"));
    if (destroy != nullptr) destroy(*instance, callbacks);
    return state().create_result;
  }

  static VKAPI_ATTR void VKAPI_CALL DestroyInstance(VkInstance instance,
                                                    const VkAllocationCallbacks* callbacks) {
    const auto destroy =
        reinterpret_cast<PFN_vkDestroyInstance>(state().next(instance, "vkDestroyInstance"));
    if (destroy != nullptr) destroy(instance, callbacks);
  }

  static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL Lookup(VkInstance instance, const char* name) {
    const std::string_view wanted = name;
    if (wanted == "vkGetInstanceProcAddr") return Untyped(&Lookup);
    if (wanted == "vkCreateInstance") return state().missing ? nullptr : Untyped(&CreateInstance);
    if (wanted == "vkDestroyInstance") return Untyped(&DestroyInstance);
    if (instance == VK_NULL_HANDLE || state().next == nullptr) return nullptr;
    return state().next(instance, name);
  }

  static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL DeviceLookup(VkDevice, const char*) {
    return nullptr;
  }

  static VKAPI_ATTR VkResult VKAPI_CALL Negotiate(VkNegotiateLayerInterface* interface) {
    interface->loaderLayerInterfaceVersion =
        state().interface_version > 1000
            ? state().interface_version
            : std::min(interface->loaderLayerInterfaceVersion, state().interface_version);
    interface->pfnGetInstanceProcAddr = &Lookup;
    interface->pfnGetDeviceProcAddr = nullptr;
    interface->pfnGetPhysicalDeviceProcAddr = nullptr;
    state().record.refused = state().result != VK_SUCCESS;
    return state().result;
  }

  static MemoryPlatform::Library Exports(std::string_view kind) {
    if (kind == "none") return {};
    if (kind == "old") {
      return {{"vkGetInstanceProcAddr", Export(&Lookup)},
              {"vkGetDeviceProcAddr", Export(&DeviceLookup)}};
    }
    const std::string name =
        kind == "renamed" ? "LsNegotiate" : "vkNegotiateLoaderLayerInterfaceVersion";
    return {{name, Export(&Negotiate)}, {"vkGetInstanceProcAddr", Export(&Lookup)}};
  }
};

// Functions that layers may intercept before an instance exists; they only call the next one.
VKAPI_ATTR VkResult VKAPI_CALL
PreExtensions(const VkEnumerateInstanceExtensionPropertiesChain* chain, const char* layer,
              uint32_t* count, VkExtensionProperties* properties) {
  return chain->CallDown(layer, count, properties);
}
VKAPI_ATTR VkResult VKAPI_CALL PreLayers(const VkEnumerateInstanceLayerPropertiesChain* chain,
                                         uint32_t* count, VkLayerProperties* properties) {
  return chain->CallDown(count, properties);
}
VKAPI_ATTR VkResult VKAPI_CALL PreVersion(const VkEnumerateInstanceVersionChain* chain,
                                          uint32_t* version) {
  return chain->CallDown(version);
}

MemoryPlatform::Library Exports(int index, std::string_view kind) {
  switch (index) {
    case 0:
      return LayerFunctions<0>::Exports(kind);
    case 1:
      return LayerFunctions<1>::Exports(kind);
    case 2:
      return LayerFunctions<2>::Exports(kind);
    case 3:
      return LayerFunctions<3>::Exports(kind);
    case 4:
      return LayerFunctions<4>::Exports(kind);
    default:
      return LayerFunctions<5>::Exports(kind);
  }
}

}  // namespace

MemoryPlatform::Library MockLayer(int index, const JsonNode& behaviour) {
  LayerState& state = layer_states[index];
  state = LayerState();
  state.result = static_cast<VkResult>(NumberOf(behaviour, "result", VK_SUCCESS));
  state.interface_version = static_cast<uint32_t>(NumberOf(behaviour, "interface", 2));
  state.create_result = static_cast<VkResult>(NumberOf(behaviour, "create_result", VK_SUCCESS));
  state.stops = IsSet(behaviour, "stops");
  state.missing = IsSet(behaviour, "missing");
  MemoryPlatform::Library exports = Exports(index, behaviour.StringOf("exports"));
  exports["LsPreExtensions"] = Export(&PreExtensions);
  exports["LsPreLayers"] = Export(&PreLayers);
  exports["LsPreVersion"] = Export(&PreVersion);
  return exports;
}

const MockLayerRecord& MockLayerRecordOf(int index) { return layer_states[index].record; }

const std::vector<int>& MockLayerCreations() { return creations; }

void ResetMockLayers() { creations.clear(); }

}  // namespace loadstone::fuzz::inside

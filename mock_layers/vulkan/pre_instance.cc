// SPDX-License-Identifier: Apache-2.0
#include "mock_layers/vulkan/pre_instance.h"

#include <stdlib.h>

#include "mock_common/config.h"
#include "mock_common/fault.h"
#include "mock_common/trace.h"
#include "mock_layers/vulkan/behaviour.h"
#include "mock_layers/vulkan/enumerate.h"

namespace loadstone::mock {
namespace {

const rapidjson::Value& How() { return Object(Config(), "pre_instance"); }

// Whether the call can be passed on; traces a violation otherwise.
template <typename ChainLink>
bool Enter(const char* function, const ChainLink* chain, const void* out) {
  MaybeFault(function);
  if (chain == nullptr) {
    Violation(function, "null chain");
  } else if (chain->pfnNextLayer == nullptr) {
    Violation(function, "null pfnNextLayer");
  } else if (out == nullptr) {
    Violation(function, "null output");
  } else {
    return true;
  }
  return false;
}

template <typename ChainLink>
VkResult Leave(const char* function, const ChainLink* chain, const char* layer_name,
               VkResult result, uint32_t value) {
  Event event(function);
  if (chain != nullptr) {
    event.Add("chain_type", static_cast<uint32_t>(chain->header.type))
        .Add("chain_version", chain->header.version)
        .Add("chain_size", chain->header.size);
  }
  event.Add("layer_name", layer_name)
      .Add("result", static_cast<int32_t>(result))
      .Add("value", value);
  return result;
}

// Whether the layer answers without calling the next item of the chain.
bool AnswersAlone() { return Flag(How(), "answer_alone", false); }

// The argument for the next item: its own link, unless the layer wrongly passes that of this layer.
template <typename ChainLink>
const ChainLink* NextLink(const ChainLink& chain) {
  return Flag(How(), "pass_own_link", false) ? &chain : chain.pNextLink;
}

// The layer name for the next item.
const char* NextName(const char* layer_name) {
  return Flag(How(), "drop_layer_name", false) ? nullptr : layer_name;
}

// The result that the layer returns after `result` of the next item: a configured one, if there is
// one.
VkResult ResultAfter(VkResult result) {
  return static_cast<VkResult>(Number(How(), "result", static_cast<int64_t>(result)));
}

// All items that the next link enumerates, with room for `extra` more. The caller frees the array.
// Returns nullptr and sets the result on failure. `ask` calls down with a count and an array.
template <typename Item, typename Ask>
Item* GetAll(Ask ask, uint32_t extra, uint32_t* count, VkResult* result) {
  *count = 0;
  *result = ask(count, static_cast<Item*>(nullptr));
  if (*result != VK_SUCCESS) return nullptr;
  auto* items = static_cast<Item*>(calloc(*count + extra + 1, sizeof(Item)));
  if (items == nullptr) abort();
  *result = ask(count, items);
  if (*result >= VK_SUCCESS) return items;
  free(items);
  return nullptr;
}

VkResult WriteExtensions(const VkEnumerateInstanceExtensionPropertiesChain& chain,
                         const char* layer_name, uint32_t* count,
                         VkExtensionProperties* properties) {
  uint32_t available = 0;
  VkResult result = VK_SUCCESS;
  auto* all = GetAll<VkExtensionProperties>(
      [&](uint32_t* n, VkExtensionProperties* out) { return chain.CallDown(layer_name, n, out); },
      0, &available, &result);
  if (all == nullptr) return result;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < available; ++i) {
    if (!Contains(List(How(), "hide_extensions"), all[i].extensionName)) all[kept++] = all[i];
  }
  result = WriteItems(all, kept, count, properties);
  free(all);
  return result;
}

VkResult WriteLayers(const VkEnumerateInstanceLayerPropertiesChain& chain, uint32_t* count,
                     VkLayerProperties* properties) {
  const rapidjson::Value& added = List(How(), "add_layers");
  uint32_t available = 0;
  VkResult result = VK_SUCCESS;
  auto* all = GetAll<VkLayerProperties>(
      [&](uint32_t* n, VkLayerProperties* out) { return chain.CallDown(n, out); }, added.Size(),
      &available, &result);
  if (all == nullptr) return result;
  for (const rapidjson::Value& name : added.GetArray()) {
    VkLayerProperties& layer = all[available++];
    CopyName(layer.layerName, name.IsString() ? name.GetString() : "");
    CopyName(layer.description, "Added by a pre-instance function");
    layer.specVersion = VK_API_VERSION_1_0;
    layer.implementationVersion = 1;
  }
  result = WriteItems(all, available, count, properties);
  free(all);
  return result;
}

}  // namespace
}  // namespace loadstone::mock

using namespace loadstone::mock;

VKAPI_ATTR VkResult VKAPI_CALL lsPreEnumerateInstanceExtensionProperties(
    const VkEnumerateInstanceExtensionPropertiesChain* chain, const char* layer_name,
    uint32_t* count, VkExtensionProperties* properties) {
  constexpr const char* kFunction = "lsPreEnumerateInstanceExtensionProperties";
  if (!Enter(kFunction, chain, count)) return VK_ERROR_INITIALIZATION_FAILED;
  if (AnswersAlone()) {
    *count = 0;
    return Leave(kFunction, chain, layer_name, VK_SUCCESS, *count);
  }
  const VkResult result =
      List(How(), "hide_extensions").Empty()
          ? chain->pfnNextLayer(NextLink(*chain), NextName(layer_name), count, properties)
          : WriteExtensions(*chain, layer_name, count, properties);
  return Leave(kFunction, chain, layer_name, ResultAfter(result), *count);
}

VKAPI_ATTR VkResult VKAPI_CALL
lsPreEnumerateInstanceLayerProperties(const VkEnumerateInstanceLayerPropertiesChain* chain,
                                      uint32_t* count, VkLayerProperties* properties) {
  constexpr const char* kFunction = "lsPreEnumerateInstanceLayerProperties";
  if (!Enter(kFunction, chain, count)) return VK_ERROR_INITIALIZATION_FAILED;
  if (AnswersAlone()) {
    *count = 0;
    return Leave(kFunction, chain, nullptr, VK_SUCCESS, *count);
  }
  const VkResult result = List(How(), "add_layers").Empty()
                              ? chain->pfnNextLayer(NextLink(*chain), count, properties)
                              : WriteLayers(*chain, count, properties);
  return Leave(kFunction, chain, nullptr, ResultAfter(result), *count);
}

VKAPI_ATTR VkResult VKAPI_CALL
lsPreEnumerateInstanceVersion(const VkEnumerateInstanceVersionChain* chain, uint32_t* version) {
  constexpr const char* kFunction = "lsPreEnumerateInstanceVersion";
  if (!Enter(kFunction, chain, version)) return VK_ERROR_INITIALIZATION_FAILED;
  if (AnswersAlone()) {
    *version = VK_API_VERSION_1_0;
    return Leave(kFunction, chain, nullptr, VK_SUCCESS, *version);
  }
  const VkResult result = chain->pfnNextLayer(NextLink(*chain), version);
  if (result == VK_SUCCESS) *version = VersionMember(How(), "version", *version);
  return Leave(kFunction, chain, nullptr, ResultAfter(result), *version);
}

// SPDX-License-Identifier: Apache-2.0
// The layer's enumerations of itself and its extensions: OpenXR loader documents, "API Layer
// Conventions and Rules".
#include <dlfcn.h>
#include <string.h>

#include "mock_common/config.h"
#include "mock_layers/openxr/behaviour.h"

namespace loadstone::mock {
namespace {

constexpr uint32_t kMaxExtensions = 16;

template <size_t kRoom>
void CopyText(char (&to)[kRoom], const char* from) {
  strncpy(to, from, kRoom - 1);
  to[kRoom - 1] = '\0';
}

void Describe(const char* name, XrApiLayerProperties* properties) {
  CopyText(properties->layerName, name);
  properties->specVersion = XR_MAKE_VERSION(1, 0, 0);
  properties->layerVersion = 1;
  CopyText(properties->description, "Loadstone mock layer");
}

XrResult XRAPI_CALL EnumerateApiLayerProperties(uint32_t capacity, uint32_t* count,
                                                XrApiLayerProperties* properties) {
  *count = Misbehaves("enumerate_another_layer") ? 2 : 1;
  if (capacity == 0) return XR_SUCCESS;
  if (capacity < *count) return XR_ERROR_SIZE_INSUFFICIENT;
  Describe(LayerName(), &properties[0]);
  if (*count == 2) Describe("XR_APILAYER_LS_another", &properties[1]);
  return XR_SUCCESS;
}

bool EnumeratesExtensionsOf(const char* layer_name) {
  if (layer_name != nullptr) {
    return strcmp(layer_name, LayerName()) == 0 || Misbehaves("own_extensions_for_every_name");
  }
  return Flag(Object(Config(), "enumerate"), "without_name", false);
}

XrResult XRAPI_CALL EnumerateInstanceExtensionProperties(const char* layer_name, uint32_t capacity,
                                                         uint32_t* count,
                                                         XrExtensionProperties* properties) {
  XrResult result;
  if (FindResult("results", "xrEnumerateInstanceExtensionProperties", &result)) return result;
  const rapidjson::Value& own = List(Config(), "extensions");
  *count = EnumeratesExtensionsOf(layer_name) ? own.Size() : 0;
  if (*count > kMaxExtensions) *count = kMaxExtensions;
  if (capacity == 0) return XR_SUCCESS;
  if (capacity < *count && Misbehaves("overlook_capacity")) *count = capacity;
  if (capacity == 1 && *count > 1 && Misbehaves("one_element_is_enough")) *count = 1;
  if (capacity < *count && !Misbehaves("write_beyond")) return XR_ERROR_SIZE_INSUFFICIENT;
  for (uint32_t i = 0; i < *count; ++i) {
    CopyText(properties[i].extensionName, own[i].IsObject() ? Text(own[i], "name", "") : "");
    properties[i].extensionVersion =
        own[i].IsObject() ? static_cast<uint32_t>(Number(own[i], "version", 1)) : 1;
  }
  return XR_SUCCESS;
}

// Traces the result of a query, and the library that the function is in.
template <typename Function, typename Call>
void Query(const char* name, const char* layer_name, const Call& call) {
  const PFN_xrVoidFunction function = FindBelow(name);
  XrResult result = XR_ERROR_FUNCTION_UNSUPPORTED;
  Dl_info info = {};
  if (function != nullptr) {
    if (dladdr(reinterpret_cast<void*>(function), &info) == 0) info.dli_fname = nullptr;
    uint32_t count = 0;
    result = call(reinterpret_cast<Function>(function), &count);
  }
  Event("query_below")
      .Add("function", name)
      .Add("layer", layer_name)
      .Add("library", info.dli_fname)
      .Add("result", static_cast<int32_t>(result));
}

// Traces the answer to a query for the extensions of no layer, with room for `capacity` of them.
void QueryWithRoom(uint32_t capacity) {
  constexpr char kName[] = "xrEnumerateInstanceExtensionProperties";
  const auto enumerate =
      reinterpret_cast<PFN_xrEnumerateInstanceExtensionProperties>(FindBelow(kName));
  if (enumerate == nullptr || capacity > kMaxExtensions) return;
  XrExtensionProperties properties[kMaxExtensions] = {};
  for (XrExtensionProperties& each : properties) each.type = XR_TYPE_EXTENSION_PROPERTIES;
  uint32_t count = 0;
  const XrResult result =
      enumerate(nullptr, capacity, &count, capacity != 0 ? properties : nullptr);
  uint32_t written = 0;
  while (written < kMaxExtensions && properties[written].extensionName[0] != '\0') ++written;
  Event("room_below")
      .Add("capacity", capacity)
      .Add("result", static_cast<int32_t>(result))
      .Add("count", count)
      .Add("written", written);
}

}  // namespace

void QueryBelow() {
  for (const auto& capacity : List(Config(), "capacities_below").GetArray()) {
    if (capacity.IsUint()) QueryWithRoom(capacity.GetUint());
  }
  if (Flag(Config(), "queries_layers_below", false)) {
    Query<PFN_xrEnumerateApiLayerProperties>(
        "xrEnumerateApiLayerProperties", nullptr,
        [](auto* function, uint32_t* count) { return function(0, count, nullptr); });
  }
  for (const auto& layer : List(Config(), "queries_extensions_below").GetArray()) {
    if (!layer.IsString()) continue;
    Query<PFN_xrEnumerateInstanceExtensionProperties>(
        "xrEnumerateInstanceExtensionProperties", layer.GetString(),
        [&](auto* function, uint32_t* count) {
          return function(layer.GetString(), 0, count, nullptr);
        });
  }
}

PFN_xrVoidFunction FindEnumeration(const char* name) {
  if (!Config().HasMember("enumerate")) return nullptr;
  if (strcmp(name, "xrEnumerateApiLayerProperties") == 0) {
    return reinterpret_cast<PFN_xrVoidFunction>(EnumerateApiLayerProperties);
  }
  if (strcmp(name, "xrEnumerateInstanceExtensionProperties") == 0) {
    return reinterpret_cast<PFN_xrVoidFunction>(EnumerateInstanceExtensionProperties);
  }
  return nullptr;
}

}  // namespace loadstone::mock

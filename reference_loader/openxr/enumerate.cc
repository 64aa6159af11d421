// SPDX-License-Identifier: Apache-2.0
// xrEnumerateApiLayerProperties and xrEnumerateInstanceExtensionProperties.

#include <algorithm>
#include <cstring>

#include "reference_loader/openxr/debug_messages.h"
#include "reference_loader/openxr/extensions.h"
#include "reference_loader/openxr/guarded.h"
#include "reference_loader/openxr/layer_catalog.h"
#include "reference_loader/openxr/loader.h"
#include "reference_loader/openxr/runtime.h"

namespace reference_loader::openxr {
namespace {

// Copies as much of the text as fits, with a zero byte at its end. Does not split UTF-8 sequences.
template <size_t size>
void CopyText(const std::string& text, char (&target)[size]) {
  size_t length = std::min(text.size(), size - 1);
  if (length < text.size()) {
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) --length;
  }
  std::memcpy(target, text.data(), length);
  std::memset(target + length, 0, size - length);
}

// The count pointer is required, and the array must exist if its capacity is not 0.
bool AreValidArguments(uint32_t capacity, const uint32_t* count, const void* properties) {
  return count != nullptr && (capacity == 0 || properties != nullptr);
}

// The two-call idiom (Buffer Size Parameters): `write` copies one item into an element, which must
// have the right structure type. Elements beyond the last item are not checked.
template <typename Item, typename Properties, typename Write>
XrResult Answer(const std::vector<Item>& items, XrStructureType type, uint32_t capacity,
                uint32_t* count, Properties* properties, Write write) {
  *count = static_cast<uint32_t>(items.size());
  if (capacity == 0) return XR_SUCCESS;
  if (capacity < items.size()) return XR_ERROR_SIZE_INSUFFICIENT;
  for (size_t i = 0; i < items.size(); ++i) {
    if (properties[i].type != type) return XR_ERROR_VALIDATION_FAILURE;
    write(items[i], &properties[i]);
  }
  return XR_SUCCESS;
}

void WriteLayer(const LayerManifest& layer, XrApiLayerProperties* properties) {
  CopyText(layer.name, properties->layerName);
  properties->specVersion = layer.api_version;
  properties->layerVersion = layer.implementation_version;
  CopyText(layer.description, properties->description);
}

void WriteExtension(const Extension& extension, XrExtensionProperties* properties) {
  CopyText(extension.name, properties->extensionName);
  properties->extensionVersion = extension.version;
}

// The extensions that an application can enable without naming a layer: those of the implicit
// layers that are switched on, of the runtime and of the loader.
XrResult AvailableExtensions(const Platform& platform, const Log& log,
                             std::vector<Extension>* extensions) {
  for (const LayerManifest& layer : DiscoverLayers(platform, LayerKind::kImplicit, log)) {
    if (IsSwitchedOn(platform, layer)) MergeExtensions(layer.extensions, extensions);
  }
  const std::optional<Runtime> runtime = Runtime::Load(platform, log);
  if (!runtime) return XR_ERROR_RUNTIME_UNAVAILABLE;
  std::vector<Extension> of_runtime;
  const XrResult result = runtime->Extensions(&of_runtime);
  if (XR_FAILED(result)) {
    log.Error("the runtime does not tell its extensions: result " + std::to_string(result));
    return result;
  }
  MergeExtensions(of_runtime, extensions);
  MergeExtensions({DebugUtilsExtension()}, extensions);
  return XR_SUCCESS;
}

// The extensions of one layer, from its manifest; opens no library.
XrResult LayerExtensions(const Platform& platform, const char* name, const Log& log,
                         std::vector<Extension>* extensions) {
  const std::string_view layer_name(name, strnlen(name, XR_MAX_API_LAYER_NAME_SIZE));
  const std::vector<LayerManifest> layers = DiscoverAllLayers(platform, log);
  const LayerManifest* layer = FindLayer(layers, layer_name);
  if (layer == nullptr) {
    log.Error("API layer " + std::string(layer_name) + " is not there");
    return XR_ERROR_API_LAYER_NOT_PRESENT;
  }
  MergeExtensions(layer->extensions, extensions);
  return XR_SUCCESS;
}

}  // namespace

XrResult EnumerateApiLayers(const Platform& platform, uint32_t capacity, uint32_t* count,
                            XrApiLayerProperties* properties) noexcept {
  return Guarded([&] {
    const Log log(platform, "xrEnumerateApiLayerProperties", &Messages());
    if (!AreValidArguments(capacity, count, properties)) {
      log.Error("an argument is null");
      return XR_ERROR_VALIDATION_FAILURE;
    }
    return Answer(DiscoverAllLayers(platform, log), XR_TYPE_API_LAYER_PROPERTIES, capacity, count,
                  properties, WriteLayer);
  });
}

XrResult EnumerateExtensions(const Platform& platform, const char* layer_name, uint32_t capacity,
                             uint32_t* count, XrExtensionProperties* properties) noexcept {
  return Guarded([&] {
    const Log log(platform, "xrEnumerateInstanceExtensionProperties", &Messages());
    if (!AreValidArguments(capacity, count, properties)) {
      log.Error("an argument is null");
      return XR_ERROR_VALIDATION_FAILURE;
    }
    std::vector<Extension> extensions;
    const XrResult result = layer_name != nullptr
                                ? LayerExtensions(platform, layer_name, log, &extensions)
                                : AvailableExtensions(platform, log, &extensions);
    if (XR_FAILED(result)) return result;
    return Answer(extensions, XR_TYPE_EXTENSION_PROPERTIES, capacity, count, properties,
                  WriteExtension);
  });
}

}  // namespace reference_loader::openxr

// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/layer_manifest.h"

#include <algorithm>

#include "reference_loader/common/version.h"
#include "reference_loader/openxr/manifest.h"

namespace reference_loader::openxr {
namespace {

// "major.minor". A patch, which the document does not define but which manifests in use have, is
// ignored.
std::optional<XrVersion> ReadApiVersion(JsonValue value) {
  std::string text = value.String().value_or("");
  if (std::count(text.begin(), text.end(), '.') == 1) text += ".0";
  const std::optional<Version> version = ParseVersion(text);
  if (!version || (version->major_number | version->minor_number) > 0xffff) return std::nullopt;
  return XR_MAKE_VERSION(version->major_number, version->minor_number, 0);
}

std::vector<Extension> ReadExtensions(JsonValue list) {
  std::vector<Extension> extensions;
  for (const JsonValue& element : list.Elements()) {
    std::optional<std::string> name = element.Get("name").String();
    const std::optional<uint32_t> version = element.Get("extension_version").Unsigned();
    if (!name || name->empty() || name->size() >= XR_MAX_EXTENSION_NAME_SIZE || !version) continue;
    extensions.push_back({*std::move(name), *version});
  }
  return extensions;
}

// Fills in the layer. Returns the reason why it cannot be used, or null.
const char* ReadLayer(JsonValue object, const SystemRules& rules, LayerManifest* layer) {
  layer->name = object.Get("name").String().value_or("");
  if (layer->name.empty()) return "it has no name";
  if (layer->name.size() >= XR_MAX_API_LAYER_NAME_SIZE) return "its name is too long";
  layer->library_path = LibraryPath(object, layer->manifest_path, rules);
  if (layer->library_path.empty()) return "it has no library_path";
  const std::optional<XrVersion> api_version = ReadApiVersion(object.Get("api_version"));
  if (!api_version) return "it has no well-formed api_version";
  if (XR_VERSION_MAJOR(*api_version) != XR_VERSION_MAJOR(kMaximumApiVersion)) {
    return "it is made for another major version of the API";
  }
  layer->api_version = *api_version;
  const std::optional<uint32_t> version = object.Get("implementation_version").Unsigned();
  if (!version) return "it has no well-formed implementation_version";
  layer->implementation_version = *version;
  std::optional<std::string> description = object.Get("description").String();
  if (!description) return "it has no description";
  layer->description = *std::move(description);
  layer->negotiate_function = ExportedName(object, "xrNegotiateLoaderApiLayerInterface");
  layer->extensions = ReadExtensions(object.Get("instance_extensions"));
  if (layer->kind == LayerKind::kExplicit) return nullptr;
  layer->enable_environment = object.Get("enable_environment").String().value_or("");
  layer->disable_environment = object.Get("disable_environment").String().value_or("");
  // Users must be able to switch off what nobody asked for.
  if (layer->disable_environment.empty()) return "it is implicit without disable_environment";
  return nullptr;
}

}  // namespace

std::optional<LayerManifest> ReadLayerManifest(const Platform& platform, const std::string& path,
                                               LayerKind kind, const Log& log) {
  std::string problem = "it cannot be read, is not a regular file or is too large";
  const std::optional<std::string> text = platform.ReadFile(path, kMaximumManifestSize);
  std::unique_ptr<Manifest> manifest;
  if (text) manifest = Manifest::Parse(*text, "api_layer", &problem);
  if (manifest != nullptr) {
    LayerManifest layer;
    layer.manifest_path = path;
    layer.kind = kind;
    const char* why_not = ReadLayer(manifest->component(), platform.rules(), &layer);
    if (why_not == nullptr) {
      if (log.IsEnabled(LogLevel::kDebug)) log.Debug("API layer " + layer.name + " is in " + path);
      return layer;
    }
    problem = why_not;
  }
  log.Warning("the API layer manifest " + path + " is ignored: " + problem);
  return std::nullopt;
}

bool IsSwitchedOn(const Platform& platform, const LayerManifest& layer) {
  if (platform.Environment(layer.disable_environment.c_str())) return false;
  return layer.enable_environment.empty() ||
         platform.Environment(layer.enable_environment.c_str()).has_value();
}

}  // namespace reference_loader::openxr

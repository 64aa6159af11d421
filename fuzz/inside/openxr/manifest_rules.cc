// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/openxr/manifest_rules.h"

#include <algorithm>
#include <tuple>

#include "fuzz/inside/support/manifest_text.h"

namespace loadstone::fuzz::inside {
namespace {

using openxr::LayerKind;
using openxr::LayerManifest;
using openxr::RuntimeManifest;

// The object that describes the component, or null, with the reason in `complaint`.
const JsonNode* FindComponent(const JsonNode& root, const char* name, std::string* complaint) {
  const JsonNode* component = root.Find(name);
  if (root.StringOf("file_format_version") != "1.0.0") {
    *complaint = "something came out of a manifest that is not of the format 1.0.0";
  } else if (component == nullptr || !component->IsObject()) {
    *complaint = std::string("something came out of a manifest without ") + name;
  } else {
    return component;
  }
  return nullptr;
}

// The name that the manifest gives the function, or else `name`.
std::string_view FunctionName(const JsonNode& component, const char* name) {
  const JsonNode* functions = component.Find("functions");
  const std::string_view renamed =
      functions != nullptr ? functions->StringOf(name) : std::string_view();
  return renamed.empty() ? name : renamed;
}

// Whether `written` has the major and minor version of `version`. Manifests in use have "1.0.20" as
// well as "1.0".
bool IsApiVersion(std::string_view written, XrVersion version) {
  std::string text(written);
  if (std::count(text.begin(), text.end(), '.') == 1) text += ".0";
  VersionParts parts;
  return IsVersion(text, &parts) && parts[0] == XR_VERSION_MAJOR(version) &&
         parts[1] == XR_VERSION_MINOR(version);
}

std::string CheckFields(const JsonNode& object, const LayerManifest& layer) {
  if (layer.name.empty() || layer.name.size() >= XR_MAX_API_LAYER_NAME_SIZE) {
    return "has a name of impossible length";
  }
  if (object.StringOf("name") != layer.name) return "has another name than its manifest says";
  if (!IsLibraryOf(layer.manifest_path, object.StringOf("library_path"), layer.library_path) ||
      layer.library_path.empty()) {
    return "has another library than its library_path says: " + layer.library_path;
  }
  if (!IsApiVersion(object.StringOf("api_version"), layer.api_version) ||
      XR_VERSION_MAJOR(layer.api_version) != 1) {
    return "has another or an incompatible api_version";
  }
  if (object.StringOf("description") != layer.description) return "has another description";
  if (FunctionName(object, "xrNegotiateLoaderApiLayerInterface") != layer.negotiate_function) {
    return "negotiates by another name";
  }
  const JsonNode* list = object.Find("instance_extensions");
  for (const openxr::Extension& extension : layer.extensions) {
    const bool listed =
        list != nullptr &&
        std::any_of(list->elements.begin(), list->elements.end(), [&](const JsonNode& element) {
          return element.StringOf("name") == extension.name;
        });
    if (!listed) return "has the extension " + extension.name + ", which is not listed";
  }
  if (layer.kind == LayerKind::kExplicit) return "";
  if (layer.disable_environment.empty()) return "cannot be switched off";
  return object.StringOf("disable_environment") == layer.disable_environment
             ? ""
             : "is switched off by another variable";
}

auto Fields(const LayerManifest& layer) {
  return std::tie(layer.manifest_path, layer.kind, layer.name, layer.library_path,
                  layer.api_version, layer.implementation_version, layer.description,
                  layer.negotiate_function, layer.enable_environment, layer.disable_environment);
}

}  // namespace

std::string CheckOpenxrRuntime(const std::string& text,
                               const std::optional<RuntimeManifest>& runtime) {
  JsonNode root;
  if (!runtime) return "";
  const JsonVerdict verdict = ParseJsonTree(text, &root);
  if (verdict == JsonVerdict::kTooDeep) return "";
  if (verdict == JsonVerdict::kNotJson) return "a runtime came out of a text that is not JSON";
  std::string complaint;
  const JsonNode* object = FindComponent(root, "runtime", &complaint);
  if (object == nullptr) return complaint;
  if (runtime->library_path.empty() ||
      !IsLibraryOf(runtime->manifest_path, object->StringOf("library_path"),
                   runtime->library_path)) {
    return "the runtime has another library than its library_path says: " + runtime->library_path;
  }
  if (FunctionName(*object, "xrNegotiateLoaderRuntimeInterface") != runtime->negotiate_function) {
    return "the runtime negotiates by another name";
  }
  return "";
}

std::string CheckOpenxrLayer(const std::string& text, const std::optional<LayerManifest>& layer) {
  JsonNode root;
  if (!layer) return "";
  const JsonVerdict verdict = ParseJsonTree(text, &root);
  if (verdict == JsonVerdict::kTooDeep) return "";
  if (verdict == JsonVerdict::kNotJson) return "a layer came out of a text that is not JSON";
  std::string complaint;
  const JsonNode* object = FindComponent(root, "api_layer", &complaint);
  if (object == nullptr) return complaint;
  complaint = CheckFields(*object, *layer);
  return complaint.empty() ? "" : "layer " + layer->name + " " + complaint;
}

bool SameRuntime(const std::optional<RuntimeManifest>& one,
                 const std::optional<RuntimeManifest>& other) {
  if (!one || !other) return one.has_value() == other.has_value();
  return one->manifest_path == other->manifest_path && one->library_path == other->library_path &&
         one->negotiate_function == other->negotiate_function;
}

bool SameLayer(const std::optional<LayerManifest>& one, const std::optional<LayerManifest>& other) {
  if (!one || !other) return one.has_value() == other.has_value();
  return Fields(*one) == Fields(*other) &&
         std::equal(one->extensions.begin(), one->extensions.end(), other->extensions.begin(),
                    other->extensions.end(), [](const auto& a, const auto& b) {
                      return a.name == b.name && a.version == b.version;
                    });
}

}  // namespace loadstone::fuzz::inside

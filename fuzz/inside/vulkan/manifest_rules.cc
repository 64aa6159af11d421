// SPDX-License-Identifier: Apache-2.0
#include "fuzz/inside/vulkan/manifest_rules.h"

#include <algorithm>
#include <tuple>

#include "fuzz/inside/support/manifest_text.h"

namespace loadstone::fuzz::inside {
namespace {

using vulkan::DriverManifest;
using vulkan::EnvironmentSetting;
using vulkan::LayerManifest;
using vulkan::ManifestExtension;

// The objects in which the manifest may describe a layer, in the order of precedence.
std::vector<const JsonNode*> LayerObjects(const JsonNode& root) {
  std::vector<const JsonNode*> objects;
  const JsonNode* one = root.Find("layer");
  if (one != nullptr && one->IsObject()) objects.push_back(one);
  const JsonNode* many = root.Find("layers");
  if (many != nullptr && many->IsArray()) {
    for (const JsonNode& object : many->elements) objects.push_back(&object);
  }
  return objects;
}

std::string CheckFormat(const JsonNode& root) {
  VersionParts format;
  if (!IsVersion(root.StringOf("file_format_version"), &format) || format[0] != 1) {
    return "something came out of a manifest that has no file_format_version 1.x.y";
  }
  return "";
}

bool IsVersionOf(std::string_view text, const Version& version) {
  VersionParts parts;
  return IsVersion(text, &parts) && parts[0] == version.major_number &&
         parts[1] == version.minor_number && parts[2] == version.patch_number;
}

// Whether every extension is in the list, in the same order.
bool AreExtensionsOf(const JsonNode* list, const std::vector<ManifestExtension>& extensions) {
  size_t next = 0;
  if (list == nullptr || !list->IsArray()) return extensions.empty();
  for (const JsonNode& element : list->elements) {
    if (next < extensions.size() && element.StringOf("name") == extensions[next].name) ++next;
  }
  return next == extensions.size();
}

bool AreSettingsOf(const JsonNode* object, const std::vector<EnvironmentSetting>& settings) {
  for (const EnvironmentSetting& setting : settings) {
    if (object == nullptr || object->Find(setting.variable) == nullptr) return false;
  }
  return true;
}

std::string CheckLibrary(const JsonNode& object, const LayerManifest& layer) {
  const std::string_view written = object.StringOf("library_path");
  if (layer.IsMetaLayer()) {
    if (!written.empty()) return "is a meta-layer in spite of its library_path";
    if (layer.component_layers.empty()) return "is a meta-layer without components";
  } else if (!IsLibraryOf(layer.manifest_path, written, layer.library_path)) {
    return "has another library than its library_path says: " + layer.library_path;
  } else if (object.Find("component_layers") != nullptr) {
    return "has a library as well as component_layers";
  }
  if (layer.component_layers != StringsOf(object.Find("component_layers")) ||
      layer.blacklisted_layers != (layer.IsMetaLayer()
                                       ? StringsOf(object.Find("blacklisted_layers"))
                                       : std::vector<std::string>())) {
    return "names other layers than its manifest";
  }
  return "";
}

std::string CheckLayer(const JsonNode& object, const LayerManifest& layer) {
  if (layer.name.empty() || layer.name.size() > 255) return "has a name of impossible length";
  const std::string_view type = object.StringOf("type");
  if (type != "GLOBAL" && type != "INSTANCE") return "has the type " + std::string(type);
  if (object.StringOf("library_arch") == (sizeof(void*) == 8 ? "32" : "64")) {
    return "is for another architecture";
  }
  if (!IsVersionOf(object.StringOf("api_version"), layer.api_version)) {
    return "has another api_version than its manifest";
  }
  if (layer.api_version.major_number != 1) return "has an incompatible api_version";
  if (!AreExtensionsOf(object.Find("instance_extensions"), layer.instance_extensions) ||
      !AreExtensionsOf(object.Find("device_extensions"), layer.device_extensions)) {
    return "has extensions that its manifest does not list";
  }
  if (!AreSettingsOf(object.Find("enable_environment"), layer.enable_environment) ||
      !AreSettingsOf(object.Find("disable_environment"), layer.disable_environment)) {
    return "listens to variables that its manifest does not name";
  }
  if (layer.implicit && layer.disable_environment.empty()) return "cannot be switched off";
  return CheckLibrary(object, layer);
}

auto Fields(const ManifestExtension& extension) {
  return std::tie(extension.name, extension.spec_version);
}
auto Fields(const EnvironmentSetting& setting) { return std::tie(setting.variable, setting.value); }

template <typename T>
bool SameLists(const std::vector<T>& one, const std::vector<T>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                    [](const T& a, const T& b) { return Fields(a) == Fields(b); });
}

auto Fields(const LayerManifest& layer) {
  return std::tie(layer.name, layer.description, layer.api_version, layer.implementation_version,
                  layer.library_path, layer.implicit, layer.pre_instance.enumerate_extensions,
                  layer.pre_instance.enumerate_layers, layer.pre_instance.enumerate_version,
                  layer.negotiate_function, layer.get_instance_proc_addr_function,
                  layer.get_device_proc_addr_function, layer.component_layers,
                  layer.blacklisted_layers, layer.app_keys, layer.override_paths);
}

bool SameLayer(const LayerManifest& one, const LayerManifest& other) {
  return Fields(one) == Fields(other) &&
         SameLists(one.instance_extensions, other.instance_extensions) &&
         SameLists(one.device_extensions, other.device_extensions) &&
         SameLists(one.enable_environment, other.enable_environment) &&
         SameLists(one.disable_environment, other.disable_environment);
}

}  // namespace

std::string CheckVulkanLayers(const ManifestText& text, const std::vector<LayerManifest>& layers) {
  if (layers.empty() || text.verdict == JsonVerdict::kTooDeep) return "";
  if (text.verdict == JsonVerdict::kNotJson) return "layers came out of a text that is not JSON";
  const JsonNode& root = text.root;
  std::string complaint = CheckFormat(root);
  if (!complaint.empty()) return complaint;
  // Each layer must have a different object, in the order of the file.
  const std::vector<const JsonNode*> objects = LayerObjects(root);
  auto object = objects.begin();
  for (const LayerManifest& layer : layers) {
    complaint = "is in no manifest";
    for (; object != objects.end() && !complaint.empty(); ++object) {
      if ((*object)->StringOf("name") == layer.name) complaint = CheckLayer(**object, layer);
    }
    if (!complaint.empty()) return "layer " + layer.name + " " + complaint;
  }
  return "";
}

std::string CheckVulkanDriver(const std::string& text,
                              const std::optional<DriverManifest>& driver) {
  if (!driver) return "";
  JsonNode root;
  const JsonVerdict verdict = ParseJsonTree(text, &root);
  if (verdict == JsonVerdict::kTooDeep) return "";
  if (verdict == JsonVerdict::kNotJson) return "a driver came out of a text that is not JSON";
  std::string complaint = CheckFormat(root);
  if (!complaint.empty()) return complaint;
  const JsonNode* icd = root.Find("ICD");
  if (icd == nullptr) return "a driver came out of a manifest without ICD";
  const std::string_view written = icd->StringOf("library_path");
  if (written.empty() || !IsLibraryOf(driver->manifest_path, written, driver->library_path)) {
    return "the driver has another library than its library_path says: " + driver->library_path;
  }
  if (!IsVersionOf(icd->StringOf("api_version"), driver->api_version) ||
      driver->api_version.major_number != 1) {
    return "the driver has another or an incompatible api_version";
  }
  const JsonNode* portability = icd->Find("is_portability_driver");
  const bool is_true = portability != nullptr && portability->kind == JsonNode::Kind::kTrue;
  if (is_true != driver->is_portability_driver) return "is_portability_driver got lost";
  return "";
}

bool SameLayers(const std::vector<LayerManifest>& one, const std::vector<LayerManifest>& other) {
  return std::equal(one.begin(), one.end(), other.begin(), other.end(), SameLayer);
}

bool SameDriver(const std::optional<DriverManifest>& one,
                const std::optional<DriverManifest>& other) {
  if (!one || !other) return one.has_value() == other.has_value();
  return one->library_path == other->library_path && one->api_version == other->api_version &&
         one->is_portability_driver == other->is_portability_driver;
}

std::string CheckImplicitAgainstExplicit(const std::vector<LayerManifest>& implicit,
                                         const std::vector<LayerManifest>& explicit_layers) {
  auto next = explicit_layers.begin();
  for (const LayerManifest& layer : implicit) {
    next = std::find_if(next, explicit_layers.end(),
                        [&layer](const LayerManifest& other) { return other.name == layer.name; });
    if (next == explicit_layers.end()) {
      return "layer " + layer.name + " is only usable as an implicit one";
    }
    ++next;
  }
  return "";
}

}  // namespace loadstone::fuzz::inside

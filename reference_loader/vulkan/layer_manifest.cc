// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/layer_manifest.h"

#include "reference_loader/common/path_list.h"
#include "reference_loader/vulkan/architecture.h"
#include "reference_loader/vulkan/vulkan_headers.h"

namespace reference_loader::vulkan {
namespace {

constexpr Version kLoaderVersion = {VK_API_VERSION_MAJOR(VK_HEADER_VERSION_COMPLETE),
                                    VK_API_VERSION_MINOR(VK_HEADER_VERSION_COMPLETE),
                                    VK_API_VERSION_PATCH(VK_HEADER_VERSION_COMPLETE)};

// Versions of the manifest format that introduced a feature.
constexpr Version kLayersArrayFormat = {1, 0, 1};
constexpr Version kNegotiationFormat = {1, 1, 0};
constexpr Version kMetaLayerFormat = {1, 1, 1};
constexpr Version kPreInstanceFormat = {1, 1, 2};

std::vector<ManifestExtension> ReadExtensions(JsonValue list) {
  std::vector<ManifestExtension> extensions;
  for (const JsonValue& element : list.Elements()) {
    const std::optional<std::string> name = element.Get("name").String();
    if (!name || name->empty() || name->size() >= VK_MAX_EXTENSION_NAME_SIZE) continue;
    extensions.push_back({*name, element.Get("spec_version").Unsigned().value_or(0)});
  }
  return extensions;
}

std::vector<EnvironmentSetting> ReadEnvironment(JsonValue object) {
  std::vector<EnvironmentSetting> settings;
  for (const auto& [variable, value] : object.Members()) {
    if (!variable.empty()) settings.push_back({variable, value.String().value_or("")});
  }
  return settings;
}

void ReadFunctions(JsonValue functions, const Version& format, LayerManifest* layer) {
  const auto rename = [&functions](const char* name, std::string* target) {
    const std::optional<std::string> value = functions.Get(name).String();
    if (value && !value->empty()) *target = *value;
  };
  rename("vkNegotiateLoaderLayerInterfaceVersion", &layer->negotiate_function);
  // These two names are ignored in formats that have negotiation.
  if (format >= kNegotiationFormat) return;
  rename("vkGetInstanceProcAddr", &layer->get_instance_proc_addr_function);
  rename("vkGetDeviceProcAddr", &layer->get_device_proc_addr_function);
}

PreInstanceFunctions ReadPreInstanceFunctions(JsonValue functions) {
  PreInstanceFunctions names;
  names.enumerate_extensions =
      functions.Get("vkEnumerateInstanceExtensionProperties").String().value_or("");
  names.enumerate_layers =
      functions.Get("vkEnumerateInstanceLayerProperties").String().value_or("");
  names.enumerate_version = functions.Get("vkEnumerateInstanceVersion").String().value_or("");
  return names;
}

// Fills in the members that only layers with a library, or only meta-layers, have. Returns the
// problem, or null.
const char* ReadKind(JsonValue object, const Version& format, const SystemRules& rules,
                     LayerManifest* layer) {
  const std::optional<std::string> library = object.Get("library_path").String();
  const bool has_components = object.Get("component_layers").IsPresent();
  if (library && has_components) return "has both library_path and component_layers";
  if (library) {
    if (library->empty()) return "has an empty library_path";
    layer->library_path = ResolveLibraryPath(layer->manifest_path, *library, rules);
    return nullptr;
  }
  if (!has_components) return "has neither library_path nor component_layers";
  if (format < kMetaLayerFormat) return "is a meta-layer in a format older than 1.1.1";
  layer->component_layers = object.Get("component_layers").Strings();
  if (layer->component_layers.empty()) return "is a meta-layer without component layers";
  layer->blacklisted_layers = object.Get("blacklisted_layers").Strings();
  layer->app_keys = object.Get("app_keys").Strings();
  layer->override_paths = object.Get("override_paths").Strings();
  return nullptr;
}

// Fills in the layer. Returns why it cannot be used, or null.
const char* ReadLayer(JsonValue object, const Version& format, const SystemRules& rules,
                      LayerManifest* layer) {
  const std::optional<std::string> name = object.Get("name").String();
  if (!name || name->empty()) return "has no name";
  if (name->size() >= VK_MAX_EXTENSION_NAME_SIZE) return "has a name that is too long";
  layer->name = *name;
  const std::string type = object.Get("type").String().value_or("");
  if (type != "GLOBAL" && type != "INSTANCE") return "is not of the type GLOBAL or INSTANCE";
  if (!IsOwnArchitecture(object.Get("library_arch"))) return "is for another architecture";
  const std::optional<Version> api = ParseVersion(object.Get("api_version").String().value_or(""));
  if (!api) return "has no well-formed api_version";
  if (!IsCompatibleApiVersion(*api)) return "has an incompatible api_version";
  layer->api_version = *api;
  layer->implementation_version = object.Get("implementation_version").Unsigned().value_or(1);
  layer->description = object.Get("description").String().value_or("");
  const char* problem = ReadKind(object, format, rules, layer);
  if (problem != nullptr) return problem;
  layer->instance_extensions = ReadExtensions(object.Get("instance_extensions"));
  layer->device_extensions = ReadExtensions(object.Get("device_extensions"));
  if (layer->implicit) {
    layer->enable_environment = ReadEnvironment(object.Get("enable_environment"));
    layer->disable_environment = ReadEnvironment(object.Get("disable_environment"));
    // It must be possible to disable an implicit layer (LLP_LAYER_9).
    if (layer->disable_environment.empty()) return "is implicit without disable_environment";
    if (format >= kPreInstanceFormat) {
      layer->pre_instance = ReadPreInstanceFunctions(object.Get("pre_instance_functions"));
    }
  }
  ReadFunctions(object.Get("functions"), format, layer);
  return nullptr;
}

}  // namespace

bool IsCompatibleApiVersion(const Version& layer) {
  return layer.major_number == kLoaderVersion.major_number &&
         layer.minor_number <= kLoaderVersion.minor_number &&
         layer.patch_number <= VK_API_VERSION_PATCH(~0u);
}

std::vector<LayerManifest> ReadLayerManifest(const Platform& platform, const std::string& path,
                                             bool implicit, const Log& log) {
  std::vector<LayerManifest> layers;
  const auto skip = [&log, &path](const std::string& what, const char* why) {
    if (!log.IsEnabled(kLogWarning | kLogLayer)) return;
    log.Write(kLogWarning | kLogLayer, path + ": " + what + " " + why + ", ignored");
  };
  std::string error;
  const std::unique_ptr<JsonDocument> document = JsonDocument::Read(platform, path, &error);
  if (document == nullptr) {
    skip("the manifest is not usable:", error.c_str());
    return layers;
  }
  const JsonValue root = document->Root();
  const std::optional<Version> format =
      ParseVersion(root.Get("file_format_version").String().value_or(""));
  if (!format || format->major_number != 1) {
    skip("the manifest", "has no file_format_version 1.x.y");
    return layers;
  }
  std::vector<JsonValue> objects;
  if (*format >= kLayersArrayFormat) objects = root.Get("layers").Elements();
  if (root.Get("layer").IsObject()) objects.insert(objects.begin(), root.Get("layer"));
  if (objects.empty()) skip("the manifest", "has no layer");
  for (const JsonValue& object : objects) {
    LayerManifest layer;
    layer.manifest_path = path;
    layer.implicit = implicit;
    const char* problem = ReadLayer(object, *format, platform.rules(), &layer);
    if (problem != nullptr) {
      skip("layer \"" + layer.name + "\"", problem);
    } else {
      layers.push_back(std::move(layer));
    }
  }
  return layers;
}

}  // namespace reference_loader::vulkan

// SPDX-License-Identifier: Apache-2.0
#include "harness/component/read_layer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <rapidjson/document.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <vector>

#include "harness/component/manifest_file.h"
#include "harness/component/rooted_system.h"
#include "harness/errors.h"

namespace loadstone {
namespace {

namespace fs = std::filesystem;
using rapidjson::Value;

// Returns every layer in a manifest of either API.
std::vector<const Value*> LayersOf(const Value& manifest, bool openxr) {
  std::vector<const Value*> layers;
  const Value* one = Member(manifest, openxr ? "api_layer" : "layer");
  if (one != nullptr && one->IsObject()) layers.push_back(one);
  const Value* several = openxr ? nullptr : Member(manifest, "layers");
  if (several != nullptr && several->IsArray()) {
    for (const Value& element : several->GetArray()) {
      if (element.IsObject()) layers.push_back(&element);
    }
  }
  return layers;
}

// The API that a manifest is for; throws for what is a manifest, but not of a layer.
Api ApiOf(const Value& manifest, const std::string& path, std::optional<Api> asked) {
  RequireKind(manifest, path, SubjectKind::kLayer);
  const bool vulkan = Member(manifest, "layer") != nullptr || Member(manifest, "layers") != nullptr;
  const bool openxr = Member(manifest, "api_layer") != nullptr;
  if ((asked == Api::kVulkan && openxr && !vulkan) ||
      (asked == Api::kOpenXr && vulkan && !openxr)) {
    throw EnvironmentError(fmt::format("{} is the manifest of a layer for {}, not for {}", path,
                                       openxr ? "openxr" : "vulkan", Name(*asked)));
  }
  return asked.value_or(openxr ? Api::kOpenXr : Api::kVulkan);
}

const Value* Choose(const std::vector<const Value*>& layers, const std::string& path,
                    const std::string& name) {
  std::vector<std::string> names;
  for (const Value* layer : layers) {
    if (!name.empty() && Text(*layer, "name") == name) return layer;
    names.push_back(Text(*layer, "name"));
  }
  if (!name.empty()) {
    throw EnvironmentError(
        fmt::format("{} has no layer called '{}', but {}", path, name,
                    names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
  }
  if (layers.size() > 1) {
    throw EnvironmentError(fmt::format("{} has {} layers; choose one with --layer: {}", path,
                                       layers.size(), fmt::join(names, ", ")));
  }
  return layers.empty() ? nullptr : layers.front();
}

// The folder determines how a layer is installed; in other folders, the members that only implicit
// layers have.
bool IsImplicit(const std::string& path, const Value& layer) {
  const std::string folder = fs::path(path).parent_path().filename();
  if (folder.rfind("implicit", 0) == 0) return true;
  if (folder.rfind("explicit", 0) == 0) return false;
  return Member(layer, "disable_environment") != nullptr ||
         Member(layer, "enable_environment") != nullptr;
}

std::vector<std::string> Split(const char* variable, const char* otherwise) {
  const char* value = getenv(variable);
  std::istringstream list(value != nullptr && *value != '\0' ? value : otherwise);
  std::vector<std::string> parts;
  for (std::string part; std::getline(list, part, ':');) {
    if (!part.empty()) parts.push_back(part);
  }
  return parts;
}

// Returns every folder of this host in which a loader finds manifests of Vulkan layers ("Linux
// Layer Discovery"), and the one of the meta-layer itself.
std::vector<std::string> LayerFolders(const std::string& own) {
  const char* home = getenv("HOME");
  const std::string user = home != nullptr ? home : "";
  std::vector<std::string> roots = {"/etc"};
  for (const auto& list :
       {Split("XDG_CONFIG_HOME", (user + "/.config").c_str()), Split("XDG_CONFIG_DIRS", "/etc/xdg"),
        Split("XDG_DATA_HOME", (user + "/.local/share").c_str()),
        Split("XDG_DATA_DIRS", "/usr/local/share:/usr/share")}) {
    roots.insert(roots.end(), list.begin(), list.end());
  }
  std::vector<std::string> folders = Split("VK_LAYER_PATH", "");
  folders.push_back(own);
  for (const std::string& root : roots) {
    folders.push_back(root + "/vulkan/explicit_layer.d");
    folders.push_back(root + "/vulkan/implicit_layer.d");
  }
  return folders;
}

void LookForComponents(const std::string& folder, std::vector<LayerComponent>& components) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    std::error_code ignored;
    if (entry.path().extension() != ".json" || !entry.is_regular_file(ignored) ||
        entry.file_size(ignored) > kMostManifestBytes) {
      continue;
    }
    rapidjson::Document document;
    if (!ParseManifest(ReadWhole(entry.path()), document)) continue;
    for (const Value* layer : LayersOf(document, /*openxr=*/false)) {
      for (LayerComponent& component : components) {
        if (component.name == Text(*layer, "name")) {
          component.api_versions.push_back(Text(*layer, "api_version"));
        }
      }
    }
  }
}

// The same for the system in the folder `root`, without the user's variables and home, which are
// this host's. `own` may be a folder of either.
std::vector<std::string> LayerFoldersIn(const std::string& root, const std::string& own) {
  const RootedSystem system(root);
  std::vector<std::string> folders = {own};
  for (const std::string base : {"/etc", "/etc/xdg", "/usr/local/share", "/usr/share"}) {
    for (const std::string kind : {"/vulkan/explicit_layer.d", "/vulkan/implicit_layer.d"}) {
      folders.push_back(system.OnHost(base + kind));
    }
  }
  return folders;
}

std::vector<LayerComponent> ReadComponents(const Value& list, const std::string& folder,
                                           const LibrarySearch& search) {
  std::vector<LayerComponent> components;
  for (const Value& name : list.GetArray()) {
    if (name.IsString()) components.push_back({name.GetString(), {}});
  }
  const std::vector<std::string> folders =
      search.root.empty() ? LayerFolders(folder) : LayerFoldersIn(search.root, folder);
  for (const std::string& each : folders) LookForComponents(each, components);
  return components;
}

void ReadMembers(const Value& json, bool openxr, const LibrarySearch& search,
                 ComponentUnderTest& layer) {
  ReadComponentMembers(
      json,
      openxr ? "xrNegotiateLoaderApiLayerInterface" : "vkNegotiateLoaderLayerInterfaceVersion",
      openxr ? Api::kOpenXr : Api::kVulkan, search, layer);
  layer.implicit = IsImplicit(layer.manifest, json);
  const Value* components = openxr ? nullptr : Member(json, "component_layers");
  layer.meta = components != nullptr && components->IsArray();
  if (!layer.meta) return;
  layer.components = ReadComponents(*components, fs::path(layer.manifest).parent_path(), search);
  if (layer.library_path.empty()) layer.library_problem = "a meta-layer has no library";
}

}  // namespace

ReadLayerResult ReadLayer(const std::string& path, std::optional<Api> api, const std::string& name,
                          const std::string& platform, const LibrarySearch& search) {
  ReadLayerResult result;
  result.api = api.value_or(Api::kVulkan);
  rapidjson::Document document;
  result.layer = BeginComponent(path, SubjectKind::kLayer, search, document);
  result.layer.platform = platform;
  if (!result.layer.json_problem.empty()) return result;
  result.api = ApiOf(document, path, api);
  const bool openxr = result.api == Api::kOpenXr;
  const Value* chosen = Choose(LayersOf(document, openxr), path, name);
  if (chosen != nullptr) ReadMembers(*chosen, openxr, search, result.layer);
  return result;
}

}  // namespace loadstone

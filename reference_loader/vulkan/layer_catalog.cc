// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/layer_catalog.h"

#include <algorithm>
#include <set>
#include <utility>

#include "reference_loader/common/path_list.h"
#include "reference_loader/vulkan/layer_filters.h"
#include "reference_loader/vulkan/layer_introspection.h"
#include "reference_loader/vulkan/search_paths.h"

namespace reference_loader::vulkan {
namespace {

bool Contains(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

bool ContainsPath(const SystemRules& rules, const std::vector<std::string>& list,
                  const std::string& path) {
  return std::any_of(list.begin(), list.end(), [&](const std::string& each) {
    return PathIdentity(each, rules) == PathIdentity(path, rules);
  });
}

// Every component must have the meta-layer's major version and at least its minor version
// (LLP_LAYER_8, LLP_LOADER_10).
bool IsSuitableComponent(const LayerManifest& meta, const LayerManifest& component) {
  return component.api_version.major_number == meta.api_version.major_number &&
         component.api_version.minor_number >= meta.api_version.minor_number;
}

bool AppliesToApplication(const Platform& platform, const LayerManifest& override_layer) {
  return override_layer.app_keys.empty() ||
         ContainsPath(platform.rules(), override_layer.app_keys, platform.ExecutablePath());
}

// Layer messages must tell which variable disables an implicit layer (LoaderDebugging, Enable Layer
// Logging).
void ReportDisableVariables(const LayerManifest& layer, const Log& log) {
  for (const EnvironmentSetting& setting : layer.disable_environment) {
    log.Write(kLogLayer, "    layer \"" + layer.name + "\", which env var '" + setting.variable +
                             "' disables");
  }
}

std::vector<LayerManifest> ReadLayers(const Platform& platform,
                                      const std::vector<std::string>& paths, bool implicit,
                                      const Log& log) {
  const std::string kind = implicit ? "implicit" : "explicit";
  log.Write(kLogLayer, "Searching for " + kind + " layer manifest files");
  for (const std::string& path : paths) log.Write(kLogLayer, "  in " + path);
  const std::vector<std::string> manifests = FindManifests(platform, paths);
  std::vector<LayerManifest> layers;
  layers.reserve(manifests.size());  // most manifests have one layer
  for (const std::string& manifest : manifests) {
    log.Write(kLogLayer, "  found " + manifest);
    for (LayerManifest& layer : ReadLayerManifest(platform, manifest, implicit, log)) {
      if (implicit) ReportDisableVariables(layer, log);
      layers.push_back(std::move(layer));
    }
  }
  return layers;
}

// True when `meta` is a component of itself, directly or indirectly.
bool ContainsItself(const LayerCatalog& catalog, const LayerManifest& meta) {
  std::set<const LayerManifest*> reached;
  std::vector<const LayerManifest*> pending = {&meta};
  while (!pending.empty()) {
    const LayerManifest* layer = pending.back();
    pending.pop_back();
    for (const std::string& name : layer->component_layers) {
      const LayerManifest* component = catalog.FindComponent(*layer, name);
      if (component == &meta) return true;
      if (component != nullptr && reached.insert(component).second) pending.push_back(component);
    }
  }
  return false;
}

}  // namespace

std::vector<const LayerManifest*> LayerCatalog::FoundAfter(const LayerManifest& layer) const {
  std::vector<const LayerManifest*> found;
  for (const LayerManifest& other : repeated_) {
    if (other.name == layer.name && other.implicit == layer.implicit) found.push_back(&other);
  }
  return found;
}

const LayerManifest* LayerCatalog::Find(const std::string& name) const {
  for (const LayerManifest& layer : layers_) {
    if (layer.name == name) return &layer;
  }
  return nullptr;
}

const LayerManifest* LayerCatalog::OverrideLayer() const {
  for (const LayerManifest& layer : layers_) {
    if (layer.IsOverrideLayer()) return &layer;
  }
  return nullptr;
}

const LayerManifest* LayerCatalog::FindComponent(const LayerManifest& meta,
                                                 const std::string& name) const {
  // With override paths, all explicit layers were found there, and all implicit ones elsewhere.
  const bool only_override_paths = meta.IsOverrideLayer() && !meta.override_paths.empty();
  for (const LayerManifest& layer : layers_) {
    if (layer.name == name && !(only_override_paths && layer.implicit)) return &layer;
  }
  return nullptr;
}

bool LayerCatalog::IsBlacklisted(const std::string& name) const {
  const LayerManifest* override_layer = OverrideLayer();
  return override_layer != nullptr && Contains(override_layer->blacklisted_layers, name);
}

void LayerCatalog::Append(std::vector<LayerManifest> found) {
  layers_.reserve(layers_.size() + found.size());
  // Names with implicit or not; whether the implicit or the explicit layer is used is decided
  // separately.
  std::set<std::pair<std::string, bool>> known;
  for (const LayerManifest& layer : layers_) known.emplace(layer.name, layer.implicit);
  for (LayerManifest& layer : found) {
    // Which of several override layers applies is decided separately.
    const bool repeated =
        !known.emplace(layer.name, layer.implicit).second && !layer.IsOverrideLayer();
    if (repeated && !layer.IsMetaLayer()) repeated_.push_back(layer);
    if (!repeated) layers_.push_back(std::move(layer));
  }
}

void LayerCatalog::RemoveOverrideLayersExceptFirstThatApplies(const Platform& platform,
                                                              const Log& log) {
  bool found = false;
  const LayerFilters filters = ReadLayerFilters(platform);
  std::erase_if(layers_, [&](const LayerManifest& layer) {
    if (!layer.IsOverrideLayer()) return false;
    const bool applies = !found && AppliesToApplication(platform, layer) &&
                         IsEnabledByOwnEnvironment(platform, layer) && !filters.IsDisabled(layer);
    found |= applies;
    if (!applies) log.Write(kLogInfo | kLogLayer, layer.manifest_path + ": does not apply");
    return !applies;
  });
}

bool LayerCatalog::IsValidMetaLayer(const LayerManifest& meta, const Log& log) const {
  for (const std::string& name : meta.component_layers) {
    const LayerManifest* component = FindComponent(meta, name);
    if (component != nullptr && IsSuitableComponent(meta, *component)) continue;
    log.Write(kLogWarning | kLogLayer, "Meta-layer \"" + meta.name +
                                           "\" ignored: its component \"" + name +
                                           "\" is missing or of another API version");
    return false;
  }
  if (!ContainsItself(*this, meta)) return true;
  log.Write(kLogWarning | kLogLayer, "Meta-layer \"" + meta.name + "\" ignored: contains itself");
  return false;
}

void LayerCatalog::RemoveInvalidMetaLayers(const Log& log) {
  // Removing a meta-layer can make another one invalid. Each iteration removes one, except the
  // last.
  for (;;) {
    const auto invalid =
        std::find_if(layers_.begin(), layers_.end(), [this, &log](const LayerManifest& layer) {
          return layer.IsMetaLayer() && !IsValidMetaLayer(layer, log);
        });
    if (invalid == layers_.end()) return;
    layers_.erase(invalid);
  }
}

LayerCatalog DiscoverLayers(const Platform& platform, const Log& log) {
  LayerCatalog catalog;
  if (platform.rules().is_android) {
    catalog.Append(FindLayerLibraries(platform, log));
    return catalog;
  }
  catalog.Append(ReadLayers(
      platform, SearchPaths(platform, ImplicitLayerVariables(), kImplicitLayerFolder), true, log));
  catalog.RemoveOverrideLayersExceptFirstThatApplies(platform, log);
  const LayerManifest* override_layer = catalog.OverrideLayer();
  if (override_layer != nullptr && !override_layer->override_paths.empty()) {
    LayerCatalog overridden = catalog;
    overridden.Append(ReadLayers(platform, override_layer->override_paths, false, log));
    overridden.RemoveInvalidMetaLayers(log);
    if (overridden.OverrideLayer() != nullptr) return overridden;
    // The override layer is invalid, so its paths do not apply either.
    std::erase_if(catalog.layers_,
                  [](const LayerManifest& layer) { return layer.IsOverrideLayer(); });
  }
  catalog.Append(ReadLayers(
      platform, SearchPaths(platform, ExplicitLayerVariables(), kExplicitLayerFolder), false, log));
  catalog.RemoveInvalidMetaLayers(log);
  return catalog;
}

}  // namespace reference_loader::vulkan

// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/layer_selection.h"

#include <algorithm>
#include <set>

#include "reference_loader/vulkan/layer_filters.h"

namespace reference_loader::vulkan {
namespace {

class Selector {
 public:
  Selector(const Platform& platform, const LayerCatalog& catalog, const Log& log)
      : platform_(platform),
        catalog_(catalog),
        log_(log),
        filters_(ReadLayerFilters(platform)),
        override_layer_(catalog.OverrideLayer()) {}

  void AddImplicitLayers() {
    for (const LayerManifest& layer : catalog_.layers()) {
      if (!layer.implicit || layer.IsOverrideLayer() || IsOverridden(layer)) continue;
      if (IsEnabledByOwnEnvironment(platform_, layer)) Add(layer, LayerReason::kImplicit);
      if (IsDisabledByOwnEnvironment(platform_, layer)) {
        log_.Write(kLogInfo | kLogLayer,
                   "Layer \"" + layer.name + "\" disabled by an env var of its manifest");
      }
    }
  }

  void AddOverrideLayer() {
    if (override_layer_ != nullptr) Add(*override_layer_, LayerReason::kOverride);
  }

  void AddLayersOfEnvironment() {
    for (const std::string& name : filters_.instance_layers) {
      const LayerManifest* layer = catalog_.Find(name);
      if (layer != nullptr) {
        Add(*layer, LayerReason::kEnvironment);
      } else {
        log_.Write(kLogWarning | kLogLayer,
                   "Layer \"" + name + "\" of env var 'VK_INSTANCE_LAYERS' not found");
      }
    }
    for (const LayerManifest& layer : catalog_.layers()) {
      if (!filters_.MatchesEnable(layer)) continue;
      log_.Write(kLogWarning | kLogLayer, "Layer \"" + layer.name +
                                              "\" force enabled due to env var "
                                              "'VK_LOADER_LAYERS_ENABLE'");
      Add(layer, LayerReason::kEnvironment);
    }
  }

  void AddLayersOfApplication(const std::vector<std::string>& requested) {
    for (const std::string& name : requested) {
      const LayerManifest* layer = catalog_.Find(name);
      if (layer != nullptr) {
        Add(*layer, LayerReason::kApplication);
      } else if (!selection_.missing) {
        selection_.missing = name;
      }
    }
  }

  void ReportDisabledLayers() {
    for (const LayerManifest& layer : catalog_.layers()) {
      if (!filters_.IsDisabled(layer)) continue;
      log_.Write(kLogWarning | kLogLayer, "Layer \"" + layer.name +
                                              "\" disabled because name matches filter of env var "
                                              "'VK_LOADER_LAYERS_DISABLE'");
    }
  }

  LayerSelection Take() { return std::move(selection_); }

 private:
  // Whether a component of the override layer, which must come from the override paths, replaces
  // this implicit layer of the same name.
  bool IsOverridden(const LayerManifest& layer) const {
    if (override_layer_ == nullptr || override_layer_->override_paths.empty()) return false;
    const std::vector<std::string>& components = override_layer_->component_layers;
    return std::find(components.begin(), components.end(), layer.name) != components.end();
  }

  // Adds a layer, or instead of a meta-layer its components, unless a filter or the override layer
  // disables it. The environment variables of a component itself are ignored (Versioning and
  // Activation Interactions).
  void Add(const LayerManifest& layer, LayerReason reason) {
    if (catalog_.IsBlacklisted(layer.name)) {
      log_.Write(kLogInfo | kLogLayer,
                 "Layer \"" + layer.name + "\" disabled by the override layer");
      return;
    }
    if (filters_.IsDisabled(layer)) return;
    if (!layer.IsMetaLayer()) {
      if (!names_.insert(layer.name).second) return;
      selection_.layers.push_back({&layer, reason});
      selection_.with_meta_layers.push_back(&layer);
      return;
    }
    // The catalogue has no cycles, but a meta-layer may be a component of several others.
    if (!meta_layers_.insert(&layer).second) return;
    selection_.with_meta_layers.push_back(&layer);
    for (const std::string& name : layer.component_layers) {
      const LayerManifest* component = catalog_.FindComponent(layer, name);
      if (component != nullptr) Add(*component, reason);
    }
  }

  const Platform& platform_;
  const LayerCatalog& catalog_;
  const Log& log_;
  const LayerFilters filters_;
  const LayerManifest* const override_layer_;
  std::set<std::string> names_;
  std::set<const LayerManifest*> meta_layers_;
  LayerSelection selection_;
};

}  // namespace

LayerSelection SelectLayers(const Platform& platform, const LayerCatalog& catalog,
                            const std::vector<std::string>& requested, const Log& log) {
  Selector selector(platform, catalog, log);
  selector.ReportDisabledLayers();
  selector.AddImplicitLayers();
  selector.AddOverrideLayer();
  selector.AddLayersOfEnvironment();
  selector.AddLayersOfApplication(requested);
  return selector.Take();
}

std::vector<const LayerManifest*> Candidates(const Platform& platform, const LayerCatalog& catalog,
                                             const ChosenLayer& chosen) {
  std::vector<const LayerManifest*> candidates = {chosen.layer};
  for (const LayerManifest* other : catalog.FoundAfter(*chosen.layer)) {
    if (chosen.reason == LayerReason::kImplicit && !IsEnabledByOwnEnvironment(platform, *other)) {
      continue;
    }
    candidates.push_back(other);
  }
  return candidates;
}

LayerSelection SelectImplicitLayers(const Platform& platform, const LayerCatalog& catalog,
                                    const Log& log) {
  Selector selector(platform, catalog, log);
  selector.AddImplicitLayers();
  selector.AddOverrideLayer();
  return selector.Take();
}

}  // namespace reference_loader::vulkan

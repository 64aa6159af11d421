// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/layer_catalog.h"

#include <set>

namespace reference_loader::openxr {
namespace {

// Collects layers; of those with the same name the first, which refers to the others.
class Collection {
 public:
  Collection(const Platform& platform, const Log& log) : platform_(platform), log_(log) {}

  void Discover(LayerKind kind) {
    for (const std::string& path : LayerManifestPaths(platform_, kind)) {
      std::optional<LayerManifest> layer = ReadLayerManifest(platform_, path, kind, log_);
      if (!layer) continue;
      AddToEarlier(*layer);
      if (names_.insert(layer->name).second) {
        layers_.push_back(*std::move(layer));
      } else if (log_.IsEnabled(LogLevel::kInfo)) {
        log_.Info("API layer " + layer->name + " is there more than once; the one in " + path +
                  " is only used if those before it cannot be");
      }
    }
  }
  std::vector<LayerManifest> Take() { return std::move(layers_); }

 private:
  void AddToEarlier(const LayerManifest& layer) {
    for (LayerManifest& earlier : layers_) {
      if (earlier.name != layer.name || earlier.kind != layer.kind) continue;
      earlier.found_after.push_back(layer);
    }
  }

  const Platform& platform_;
  const Log& log_;
  std::set<std::string> names_;
  std::vector<LayerManifest> layers_;
};

}  // namespace

std::vector<LayerManifest> DiscoverLayers(const Platform& platform, LayerKind kind,
                                          const Log& log) {
  Collection layers(platform, log);
  layers.Discover(kind);
  return layers.Take();
}

std::vector<LayerManifest> DiscoverAllLayers(const Platform& platform, const Log& log) {
  Collection layers(platform, log);
  layers.Discover(LayerKind::kImplicit);
  layers.Discover(LayerKind::kExplicit);
  return layers.Take();
}

const LayerManifest* FindLayer(const std::vector<LayerManifest>& layers, std::string_view name) {
  for (const LayerManifest& layer : layers) {
    if (layer.name == name) return &layer;
  }
  return nullptr;
}

}  // namespace reference_loader::openxr

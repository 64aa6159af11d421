#include "reference_loader/openxr/layer_catalog.h"

namespace loadstone::openxr {
namespace {

// Appends a layer whose name is not there yet.
void AddOnce(LayerManifest layer, const Log& log, std::vector<LayerManifest>* layers) {
  if (FindLayer(*layers, layer.name) == nullptr) {
    layers->push_back(std::move(layer));
  } else if (log.Wants(LogLevel::kInfo)) {
    log.Info("API layer " + layer.name + " is there more than once; the one in " +
             layer.manifest_path + " is ignored");
  }
}

}  // namespace

std::vector<LayerManifest> DiscoverLayers(const Platform& platform, LayerKind kind,
                                          const Log& log) {
  std::vector<LayerManifest> layers;
  for (const std::string& path : LayerManifestPaths(platform, kind)) {
    std::optional<LayerManifest> layer = ReadLayerManifest(platform, path, kind, log);
    if (layer) AddOnce(*std::move(layer), log, &layers);
  }
  return layers;
}

std::vector<LayerManifest> DiscoverAllLayers(const Platform& platform, const Log& log) {
  std::vector<LayerManifest> layers = DiscoverLayers(platform, LayerKind::kImplicit, log);
  for (LayerManifest& layer : DiscoverLayers(platform, LayerKind::kExplicit, log)) {
    AddOnce(std::move(layer), log, &layers);
  }
  return layers;
}

const LayerManifest* FindLayer(const std::vector<LayerManifest>& layers, std::string_view name) {
  for (const LayerManifest& layer : layers) {
    if (layer.name == name) return &layer;
  }
  return nullptr;
}

}  // namespace loadstone::openxr

// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/layer_library.h"

namespace reference_loader::openxr {
namespace {

std::optional<LoadedLayer> LoadFrom(const Platform& platform, const LayerManifest& manifest,
                                    const Log& log) {
  std::string error;
  LoadedLayer layer = {manifest.name, manifest.extensions,
                       Library(platform, manifest.library_path, &error), Agreement()};
  const char* problem = error.c_str();
  if (layer.library.IsOpen()) {
    problem = NegotiateWithLayer(
        layer.library.Get<PFN_xrNegotiateLoaderApiLayerInterface>(manifest.negotiate_function),
        manifest.name.c_str(), &layer.functions);
  }
  if (problem != nullptr) {
    log.Error("API layer " + manifest.name + " cannot be used: " + manifest.library_path + " " +
              problem);
    return std::nullopt;
  }
  if (log.IsEnabled(LogLevel::kInfo)) {
    log.Info("loaded API layer " + manifest.name + " from " + manifest.library_path);
  }
  return layer;
}

}  // namespace

std::optional<LoadedLayer> LoadLayer(const Platform& platform, const LayerManifest& manifest,
                                     const Log& log) {
  std::optional<LoadedLayer> layer = LoadFrom(platform, manifest, log);
  for (const LayerManifest& other : manifest.found_after) {
    if (layer) break;
    if (other.kind == LayerKind::kImplicit && !IsSwitchedOn(platform, other)) continue;
    layer = LoadFrom(platform, other, log);
  }
  return layer;
}

}  // namespace reference_loader::openxr

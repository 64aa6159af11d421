// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/layer_selection.h"

#include <string>

#include "reference_loader/common/path_list.h"
#include "reference_loader/openxr/layer_catalog.h"

namespace reference_loader::openxr {
namespace {

SelectedLayer* FindSelected(std::vector<SelectedLayer>* selected, std::string_view name) {
  for (SelectedLayer& layer : *selected) {
    if (layer.manifest.name == name) return &layer;
  }
  return nullptr;
}

// Enables the layer of that name. False when there is none.
bool Enable(const std::vector<LayerManifest>& explicit_layers, std::string_view name, bool required,
            std::vector<SelectedLayer>* selected) {
  if (SelectedLayer* present = FindSelected(selected, name)) {
    present->required |= required;
    return true;
  }
  const LayerManifest* layer = FindLayer(explicit_layers, name);
  if (layer == nullptr) return false;
  selected->push_back({*layer, required});
  return true;
}

}  // namespace

XrResult SelectLayers(const Platform& platform, const std::vector<std::string_view>& application,
                      const Log& log, std::vector<SelectedLayer>* selected) {
  for (LayerManifest& layer : DiscoverLayers(platform, LayerKind::kImplicit, log)) {
    if (IsSwitchedOn(platform, layer)) {
      selected->push_back({std::move(layer), false});
    } else if (log.IsEnabled(LogLevel::kInfo)) {
      log.Info("implicit API layer " + layer.name + " is switched off by the environment");
    }
  }
  const char separator = platform.rules().list_separator;
  const std::vector<std::string> environment =
      SplitList(platform.SecureEnvironment("XR_ENABLE_API_LAYERS").value_or(""), separator);
  if (environment.empty() && application.empty()) return XR_SUCCESS;
  // Explicit layers are discovered only if one is requested.
  const std::vector<LayerManifest> explicit_layers =
      DiscoverLayers(platform, LayerKind::kExplicit, log);
  for (const std::string& name : environment) {
    if (!Enable(explicit_layers, name, false, selected)) {
      log.Warning("API layer " + name + " in XR_ENABLE_API_LAYERS is not there");
    }
  }
  for (const std::string_view name : application) {
    if (Enable(explicit_layers, name, true, selected)) continue;
    log.Error("API layer " + std::string(name) + " is not there");
    return XR_ERROR_API_LAYER_NOT_PRESENT;
  }
  return XR_SUCCESS;
}

}  // namespace reference_loader::openxr

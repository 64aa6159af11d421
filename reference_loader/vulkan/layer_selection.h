// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_SELECTION_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_SELECTION_H_

#include <optional>
#include <string>
#include <vector>

#include "reference_loader/common/platform.h"
#include "reference_loader/vulkan/layer_catalog.h"
#include "reference_loader/vulkan/log.h"

namespace reference_loader::vulkan {

// Why a layer is in the chain; also the order of the parts of the chain, starting at the
// application.
enum class LayerReason { kImplicit, kOverride, kEnvironment, kApplication };

struct ChosenLayer {
  const LayerManifest* layer;  // owned by the catalogue
  LayerReason reason;
};

// The layers with libraries that form a call chain, the first nearest the application, each name
// once (LLP_LOADER_3).
struct LayerSelection {
  std::vector<ChosenLayer> layers;
  // The same layers and the enabled meta-layers, each before its components.
  std::vector<const LayerManifest*> with_meta_layers;
  // The first layer name, which may be empty, that the application requested and that is not in the
  // catalogue.
  std::optional<std::string> missing;
};

// Selects the layers for an instance of an application that requests `requested`: implicit layers,
// then the override layer's components, then those that the environment enables, then those that
// the application enables (LoaderApplicationInterface, Overall Layer Ordering; LLP_LOADER_11).
LayerSelection SelectLayers(const Platform& platform, const LayerCatalog& catalog,
                            const std::vector<std::string>& requested, const Log& log);

// The manifests that may be loaded for a layer of a selection, in this order: its own, and those of
// its name and kind that were found after it. For an implicit layer, each must be enabled.
std::vector<const LayerManifest*> Candidates(const Platform& platform, const LayerCatalog& catalog,
                                             const ChosenLayer& chosen);

// Like SelectLayers without an application's request: the active layers before there is an
// instance.
LayerSelection SelectImplicitLayers(const Platform& platform, const LayerCatalog& catalog,
                                    const Log& log);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_SELECTION_H_

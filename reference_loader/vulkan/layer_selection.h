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

// Why a layer is in the chain; also the order of the parts of the chain, from the application down.
enum class LayerReason { kImplicit, kOverride, kEnvironment, kApplication };

struct ChosenLayer {
  const LayerManifest* layer;  // points into the catalogue
  LayerReason reason;
};

// The layers with libraries that make up a call chain, the first nearest the application, each name
// once (LLP_LOADER_3).
struct LayerSelection {
  std::vector<ChosenLayer> layers;
  // The same with the meta-layers that are enabled, each before its components.
  std::vector<const LayerManifest*> with_meta_layers;
  // The first name that the application asked for and the catalogue does not have, if any; it may
  // be the empty name.
  std::optional<std::string> missing;
};

// Chooses the layers for an instance of an application that asks for `requested`: implicit layers,
// then the override layer's components, then what the environment enables, then what the
// application enables (LoaderApplicationInterface, Overall Layer Ordering; LLP_LOADER_11).
LayerSelection SelectLayers(const Platform& platform, const LayerCatalog& catalog,
                            const std::vector<std::string>& requested, const Log& log);

// Like SelectLayers without an application: what is active before there is an instance.
LayerSelection SelectImplicitLayers(const Platform& platform, const LayerCatalog& catalog,
                                    const Log& log);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_SELECTION_H_

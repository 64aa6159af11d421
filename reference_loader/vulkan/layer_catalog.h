// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_CATALOG_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_CATALOG_H_

#include <string>
#include <vector>

#include "reference_loader/common/platform.h"
#include "reference_loader/vulkan/layer_manifest.h"
#include "reference_loader/vulkan/log.h"

namespace reference_loader::vulkan {

// All usable layers on the system, in the order of discovery: implicit layers, then explicit ones.
// Of layers with the same name and kind it has the first. It has no meta-layer with missing or
// unsuitable components, and the override layer only when that applies.
class LayerCatalog {
 public:
  const std::vector<LayerManifest>& layers() const { return layers_; }

  // The layers that have the name of `layer`, are of its kind and were found after it. They are not
  // among layers(), and can be used where the library of `layer` cannot, as where a layer is
  // installed for several architectures.
  std::vector<const LayerManifest*> FoundAfter(const LayerManifest& layer) const;

  // The layer of that name, or null.
  const LayerManifest* Find(const std::string& name) const;

  // The override layer if there is one that applies to this application, else null.
  const LayerManifest* OverrideLayer() const;

  // The layer that a meta-layer refers to by a component name, or null. Components of the override
  // layer come from its own paths when it has any.
  const LayerManifest* FindComponent(const LayerManifest& meta, const std::string& name) const;

  // True when the override layer forbids the layer (LLP_LOADER_12).
  bool IsBlacklisted(const std::string& name) const;

 private:
  friend LayerCatalog DiscoverLayers(const Platform& platform, const Log& log);

  void Append(std::vector<LayerManifest> found);
  void RemoveOverrideLayersExceptFirstThatApplies(const Platform& platform, const Log& log);
  void RemoveInvalidMetaLayers(const Log& log);
  bool IsValidMetaLayer(const LayerManifest& meta, const Log& log) const;

  std::vector<LayerManifest> layers_;
  std::vector<LayerManifest> repeated_;
};

// Finds and reads the manifests of all layers (LoaderLayerInterface, Layer Discovery and Override
// Meta-Layer). Opens no library, except on Android, where layers have no manifests.
LayerCatalog DiscoverLayers(const Platform& platform, const Log& log);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_CATALOG_H_

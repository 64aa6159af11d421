// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_META_LAYERS_H_
#define LOADSTONE_ORACLE_VULKAN_META_LAYERS_H_

#include <string>

#include "oracle/vulkan/activation.h"
#include "oracle/vulkan/expectation.h"
#include "oracle/vulkan/situation.h"

namespace loadstone::oracle::vulkan {

// The state of meta-layers, including the override layer, and their effect on other layers
// (Meta-layers and Override Meta-Layer of LoaderLayerInterface).
class MetaLayers {
 public:
  // Both arguments must outlive it.
  MetaLayers(const Situation& situation, const Activation& activation)
      : situation_(situation), activation_(activation) {}

  // LLP_LOADER_10 and the restrictions under Meta-layers.
  Tristate IsComplete(const ModelLayer& meta) const;
  // The expectation for the name of a meta-layer.
  Expected ExpectMeta(const std::string& name, const Candidates& candidates) const;

  // LS_VK_OVERRIDE_2. With override_paths, other layers may be visible or not, layers that only
  // VK_LAYER_PATH locates must not be visible, and components come only from these paths.
  void ApplyOverridePaths(Expectation& expectation) const;
  // A component is in the chain if its meta-layer is, and may be if its meta-layer may be.
  // Meta-layers may contain meta-layers, so this is repeated until nothing changes.
  void ActivateComponents(Expectation& expectation) const;
  // If only incomplete meta-layers contain a layer, LLP_LOADER_10 keeps it out of the chain.
  void AttributeToIncompleteMetaLayers(Expectation& expectation) const;

 private:
  Tristate IsComponent(const ModelLayer& meta, const std::string& name,
                       const Candidates& candidates) const;
  // Whether the override paths contain all components of `meta`, and these can be used.
  Tristate IsInPaths(const ModelLayer& meta) const;
  Candidates InPaths(const std::string& name) const;
  bool ActivateComponentsOf(const ModelLayer& meta, Tristate active,
                            Expectation& expectation) const;

  const Situation& situation_;
  const Activation& activation_;
};

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_META_LAYERS_H_

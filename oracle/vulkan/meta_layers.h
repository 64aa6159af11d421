// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_META_LAYERS_H_
#define LOADSTONE_ORACLE_VULKAN_META_LAYERS_H_

#include <string>

#include "oracle/vulkan/activation.h"
#include "oracle/vulkan/expectation.h"
#include "oracle/vulkan/situation.h"

namespace loadstone::oracle::vulkan {

// What meta-layers, and the override layer among them, make of themselves and of other layers
// (Meta-layers and Override Meta-Layer of LoaderLayerInterface).
class MetaLayers {
 public:
  // Both must outlive it.
  MetaLayers(const Situation& situation, const Activation& activation)
      : situation_(situation), activation_(activation) {}

  // LLP_LOADER_10 and the restrictions under Meta-layers.
  Tristate IsComplete(const ModelLayer& meta) const;
  // What is expected of a name that stands for a meta-layer.
  Expected ExpectMeta(const std::string& name, const Candidates& candidates) const;

  // LS_VK_OVERRIDE_2. Beside override_paths other layers may be seen or not, but none to which only
  // VK_LAYER_PATH leads, and components come from these paths alone.
  void ApplyOverridePaths(Expectation& expectation) const;
  // A component is in the chain when its meta-layer is; it may be where that may be. Meta-layers
  // may contain meta-layers, so this is done until nothing changes.
  void ActivateComponents(Expectation& expectation) const;
  // A layer that only incomplete meta-layers ask for is kept out by LLP_LOADER_10.
  void BlameIncomplete(Expectation& expectation) const;

 private:
  Tristate IsComponent(const ModelLayer& meta, const std::string& name,
                       const Candidates& candidates) const;
  // Whether the override paths have all components of `meta`, and those can be used.
  Tristate IsInPaths(const ModelLayer& meta) const;
  Candidates InPaths(const std::string& name) const;
  bool ActivateComponentsOf(const ModelLayer& meta, Tristate active,
                            Expectation& expectation) const;

  const Situation& situation_;
  const Activation& activation_;
};

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_META_LAYERS_H_

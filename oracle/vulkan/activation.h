// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_ACTIVATION_H_
#define LOADSTONE_ORACLE_VULKAN_ACTIVATION_H_

#include "oracle/vulkan/expectation.h"
#include "oracle/vulkan/layers.h"
#include "oracle/vulkan/situation.h"
#include "policies/policy_ids.h"

namespace loadstone::oracle::vulkan {

// The policy about an explicit layer that is not requested.
inline constexpr const char* kUnasked = policy::LS_VK_ACTIVATION_3.text;

// What enables and disables single layers: their own variables, the application,
// VK_INSTANCE_LAYERS, the filters and the blacklist (Implicit vs Explicit Layers, Forcing Layer
// Source Folders and Filter Environment Variables of LoaderLayerInterface). For meta-layers see
// meta_layers.h.
class Activation {
 public:
  // `situation` must outlive it.
  explicit Activation(const Situation& situation) : situation_(situation) {}

  // Sets the state of an implicit layer according to its own variables, VK_LOADER_LAYERS_DISABLE
  // and VK_LOADER_LAYERS_ALLOW only.
  void Default(const ModelLayer& layer, Expected& expected) const;
  // Sets whether the layer is enabled, considering everything that may enable or disable it.
  void Activate(const ModelLayer& layer, Expected& expected) const;
  // Whether a loader may leave out a requested explicit layer because of the variables in its
  // manifest, which are for implicit layers: LS_VK_ACTIVATION_3.r1. It may not if VK_LAYER_PATH
  // leads to the layer (LS_VK_ACTIVATION_2).
  bool MayTurnItselfOff(const ModelLayer& layer) const;

 private:
  vulkan::Variables OwnVariables(const ModelLayer& layer) const;
  void ApplyDisable(const ModelLayer& layer, Expected& expected) const;
  void ActivateExplicit(const ModelLayer& layer, bool asked, bool named, Tristate enabled,
                        bool component, Expected& expected) const;

  const Situation& situation_;
};

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_ACTIVATION_H_

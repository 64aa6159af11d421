// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_ACTIVATION_H_
#define LOADSTONE_ORACLE_VULKAN_ACTIVATION_H_

#include "oracle/vulkan/expectation.h"
#include "oracle/vulkan/situation.h"
#include "policies/policy_ids.h"

namespace loadstone::oracle::vulkan {

// The policy of an explicit layer that nobody asks for.
inline constexpr const char* kUnasked = policy::LS_VK_ACTIVATION_3.text;

// What turns single layers on and off: their own variables, the application, VK_INSTANCE_LAYERS,
// the filters and the blacklist (Implicit vs Explicit Layers, Forcing Layer Source Folders and
// Filter Environment Variables of LoaderLayerInterface). Of meta-layers see meta_layers.h.
class Activation {
 public:
  // `situation` must outlive it.
  explicit Activation(const Situation& situation) : situation_(situation) {}

  // The state of an implicit layer by its own variables and the filters, without anything else.
  void Default(const ModelLayer& layer, Expected& expected) const;
  // Whether the layer is turned on, by whatever may.
  void Activate(const ModelLayer& layer, Expected& expected) const;

 private:
  void ApplyDisable(const ModelLayer& layer, Expected& expected) const;
  void ActivateExplicit(const ModelLayer& layer, bool asked, bool named, Tristate enabled,
                        bool component, Expected& expected) const;

  const Situation& situation_;
};

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_ACTIVATION_H_

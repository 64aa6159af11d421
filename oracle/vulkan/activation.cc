// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/activation.h"

#include <algorithm>

#include "policies/policy_ids.h"

namespace loadstone::oracle::vulkan {

vulkan::Variables Activation::OwnVariables(const ModelLayer& layer) const {
  vulkan::Variables variables;
  variables.disable = situation_.Find(layer.disable);
  if (layer.enable.has_value()) {
    variables.enable_value = layer.enable->second;
    variables.enable = situation_.Find(layer.enable->first);
  }
  return variables;
}

void Activation::Default(const ModelLayer& layer, Expected& expected) const {
  expected.active = Tristate::kYes;
  expected.active_policy = policy::LLP_LOADER_6.text;
  expected.why = "an implicit layer is on by default";
  expected.section = Section::kImplicit;
  const vulkan::Variables variables = OwnVariables(layer);
  if (layer.enable.has_value()) {
    expected.why = variables.enable.has_value() ? "the layer's enabling variable is set as asked"
                                                : "the layer's enabling variable is not set";
  }
  expected.active = vulkan::IsImplicitLayerOn(variables);
  if (vulkan::IsDisabledByVariable(variables)) {
    expected.active_policy = policy::LLP_LOADER_7.text;
    expected.why = "the layer's disabling variable is set";
  }
  ApplyDisable(layer, expected);
}

void Activation::ApplyDisable(const ModelLayer& layer, Expected& expected) const {
  const Tristate disabled =
      situation_.Filter("VK_LOADER_LAYERS_DISABLE", layer.name, layer.implicit, kFilters);
  if (disabled == Tristate::kNo || expected.active == Tristate::kNo) return;
  const Tristate allowed =
      situation_.Filter("VK_LOADER_LAYERS_ALLOW", layer.name, layer.implicit, kAllow);
  if (allowed == Tristate::kYes) {
    expected.active_policy = policy::LS_VK_FILTER_3.text;
    return;
  }
  const bool sure = disabled == Tristate::kYes && allowed == Tristate::kNo;
  expected.active = sure ? Tristate::kNo : Tristate::kMaybe;
  expected.active_policy = policy::LS_VK_FILTER_2.text;
  expected.why = "VK_LOADER_LAYERS_DISABLE covers the layer";
}

void Activation::Activate(const ModelLayer& layer, Expected& expected) const {
  const bool asked = situation_.IsAsked(layer.name);
  const bool named = situation_.IsNamed(layer.name);
  const Tristate enabled =
      situation_.Filter("VK_LOADER_LAYERS_ENABLE", layer.name, layer.implicit, kFilters);
  const bool component = situation_.IsComponent(layer.name);
  if (layer.implicit) {
    Default(layer, expected);
    if (expected.active != Tristate::kYes &&
        (asked || named || component || enabled != Tristate::kNo)) {
      // Documents and readings differ on what takes precedence: LLP_LOADER_7.r2, LS_VK_FILTER_1.r3.
      const bool by_variable = expected.active_policy == policy::LLP_LOADER_7.text;
      const bool filtered = expected.active_policy == policy::LS_VK_FILTER_2.text;
      const bool stays = filtered && !named && !component && enabled == Tristate::kNo;
      if (!stays || by_variable) expected.active = Tristate::kMaybe;
    }
    if (asked || named || component || enabled != Tristate::kNo) {
      expected.section = Section::kAnywhere;
    }
  } else {
    ActivateExplicit(layer, asked, named, enabled, component, expected);
  }
  if (situation_.OnBlacklist(layer.name)) {
    const bool unclear = named || component || enabled != Tristate::kNo;
    expected.active = unclear ? Tristate::kMaybe : Tristate::kNo;
    expected.active_policy = policy::LLP_LOADER_12.text;
    expected.why = "the override layer's blacklist names the layer";
  }
}

void Activation::ActivateExplicit(const ModelLayer& layer, bool asked, bool named, Tristate enabled,
                                  bool component, Expected& expected) const {
  expected.active = Tristate::kNo;
  expected.active_policy = kUnasked;
  expected.why = "nobody asks for the layer";
  if (asked) {
    expected.active = Tristate::kYes;
    expected.why = "the application asks for the layer";
    expected.active_policy = layer.place_policy;
    expected.section = Section::kApplication;
    ApplyDisable(layer, expected);
  }
  if (named || enabled == Tristate::kYes) {
    const bool filtered =
        expected.active_policy == policy::LS_VK_FILTER_2.text ||
        situation_.Filter("VK_LOADER_LAYERS_DISABLE", layer.name, false, kFilters) != Tristate::kNo;
    expected.active = Tristate::kYes;
    expected.active_policy = filtered ? policy::LS_VK_FILTER_4.text
                             : named  ? policy::LS_VK_ACTIVATION_4.text
                                      : policy::LS_VK_FILTER_1.text;
    expected.why =
        named ? "VK_INSTANCE_LAYERS names the layer" : "VK_LOADER_LAYERS_ENABLE covers the layer";
    expected.section = Section::kEnvironment;
    if (named && enabled == Tristate::kNo) expected.position = situation_.Position(layer.name);
  } else if (enabled == Tristate::kMaybe) {
    expected.active = Tristate::kMaybe;
  }
  if (component) {
    expected.section = Section::kAnywhere;
    expected.position = 0;
    // Open until the state of the meta-layers with this component is known: LS_VK_FILTER_2.r2.
    if (expected.active_policy == policy::LS_VK_FILTER_2.text) expected.active = Tristate::kMaybe;
  }
  if (MayTurnItselfOff(layer)) expected.active = std::min(expected.active, Tristate::kMaybe);
}

bool Activation::MayTurnItselfOff(const ModelLayer& layer) const {
  return !layer.implicit && layer.place_policy != policy::LLP_LOADER_2.text &&
         vulkan::IsImplicitLayerOn(OwnVariables(layer)) != Tristate::kYes;
}

}  // namespace loadstone::oracle::vulkan

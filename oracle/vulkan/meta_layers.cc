// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/meta_layers.h"

#include <algorithm>

#include "harness/world/vulkan_components.h"
#include "oracle/vulkan/layers.h"
#include "policies/policy_ids.h"

namespace loadstone::oracle::vulkan {
namespace {

bool IsUnusable(const Expected& expected) {
  return expected.active_policy == policy::LLP_LOADER_4.text ||
         expected.active_policy == policy::LLP_LOADER_5.text;
}

}  // namespace

Tristate MetaLayers::IsComplete(const ModelLayer& meta) const {
  if (meta.name == kOverrideLayer && !meta.override_paths.empty()) return IsInPaths(meta);
  Tristate complete = Tristate::kYes;
  for (const std::string& name : meta.components) {
    const auto candidates = situation_.by_name().find(name);
    if (candidates == situation_.by_name().end()) {
      if (!situation_.model().IsAmbiguous(name)) return Tristate::kNo;
      complete = std::min(complete, Tristate::kMaybe);
      continue;
    }
    complete = std::min(complete, IsComponent(meta, name, candidates->second));
    if (complete == Tristate::kNo) return complete;
  }
  return complete;
}

Tristate MetaLayers::IsComponent(const ModelLayer& meta, const std::string& name,
                                 const Candidates& candidates) const {
  if (!situation_.IsUnambiguous(name, candidates) || IsMeta(candidates)) return Tristate::kMaybe;
  const ModelLayer& layer = *First(candidates).front();
  if (First(candidates).size() > 1 || situation_.OnBlacklist(name)) return Tristate::kMaybe;
  if (layer.library->use != Use::kWorks || situation_.IsCompatible(layer) != Tristate::kYes) {
    return Tristate::kMaybe;
  }
  if (situation_.Filter("VK_LOADER_LAYERS_DISABLE", name, layer.implicit, kFilters) !=
      Tristate::kNo) {
    return Tristate::kMaybe;
  }
  if (activation_.MayTurnItselfOff(layer)) return Tristate::kMaybe;
  if (layer.implicit) {
    Expected own;
    activation_.Default(layer, own);
    if (own.active != Tristate::kYes) return Tristate::kMaybe;
  }
  return vulkan::IsComponentVersion(layer.version, meta.version);
}

Tristate MetaLayers::IsInPaths(const ModelLayer& meta) const {
  Tristate complete = Tristate::kYes;
  for (const std::string& name : meta.components) {
    const Candidates there = InPaths(name);
    if (there.empty()) {
      if (!situation_.model().IsAmbiguous(name)) return Tristate::kNo;
      complete = Tristate::kMaybe;
      continue;
    }
    const Candidates& all = situation_.by_name().at(name);
    // An implicit layer with the same name is enabled by default, and no document says which of the
    // two is used.
    const bool has_twin = std::any_of(all.begin(), all.end(),
                                      [](const ModelLayer* layer) { return layer->implicit; });
    const bool good = there.size() == 1 && !has_twin && !situation_.model().IsAmbiguous(name) &&
                      !situation_.OnBlacklist(name) && !there.front()->meta() &&
                      !there.front()->device_type && there.front()->version == meta.version &&
                      situation_.IsCompatible(*there.front()) == Tristate::kYes &&
                      there.front()->library->use == Use::kWorks &&
                      !activation_.MayTurnItselfOff(*there.front());
    // The documents describe the effect of a filter only on components in other folders.
    if (!good ||
        situation_.Filter("VK_LOADER_LAYERS_DISABLE", name, false, kFilters) != Tristate::kNo) {
      complete = Tristate::kMaybe;
    }
  }
  return complete;
}

Candidates MetaLayers::InPaths(const std::string& name) const {
  Candidates there;
  for (const ModelLayer& layer : situation_.model().layers) {
    if (layer.name == name && layer.in_override_paths) there.push_back(&layer);
  }
  return there;
}

void MetaLayers::ApplyOverridePaths(Expectation& expectation) const {
  const Tristate applies = IsComplete(*situation_.override_layer());
  for (auto& [name, expected] : expectation.layers) {
    if (name == kOverrideLayer) continue;
    const Candidates& all = situation_.by_name().at(name);
    if (applies == Tristate::kYes && Contains(situation_.override_layer()->components, name)) {
      expected = Expected();
      expected.used = InPaths(name);
      // Another request may select another layer with this name.
      expected.exclusive =
          situation_.Occurrences(name) == 1 &&
          situation_.Filter("VK_LOADER_LAYERS_ENABLE", name, false, kFilters) == Tristate::kNo;
      expected.exclusive_policy = kOverridePathsPolicy;
      continue;
    }
    const bool hidden = applies == Tristate::kYes && !situation_.IsComponent(name) &&
                        !situation_.model().IsAmbiguous(name) &&
                        std::all_of(all.begin(), all.end(),
                                    [](const auto* one) { return one->hidden_by_override_paths; });
    // LS_VK_OVERRIDE_2.r1: other layers of the standard folders may be visible or not.
    expected.exclusive = false;
    expected.enumerated = hidden ? Tristate::kNo : std::min(expected.enumerated, Tristate::kMaybe);
    expected.active = hidden ? Tristate::kNo : std::min(expected.active, Tristate::kMaybe);
    // The effect of the blacklist of an override layer that does not apply is open, too.
    if (!hidden && applies != Tristate::kYes && situation_.OnBlacklist(name)) {
      expected.active = Tristate::kMaybe;
    }
    if (!hidden) continue;
    expected.enumerated_policy = expected.active_policy = kOverridePathsPolicy;
    expected.why = "only VK_LAYER_PATH leads to the layer, beside override_paths";
  }
}

Expected MetaLayers::ExpectMeta(const std::string& name, const Candidates& candidates) const {
  Expected expected;
  expected.used = candidates;
  if (!situation_.IsUnambiguous(name, candidates) || candidates.size() > 1 ||
      situation_.IsCompatible(*candidates.front()) != Tristate::kYes) {
    return expected;
  }
  const ModelLayer& meta = *candidates.front();
  const Tristate complete = IsComplete(meta);
  if (&meta == situation_.override_layer()) {
    expected.active = complete;
    // LLP_LOADER_11.r2: the override layer may be hidden from applications.
    expected.enumerated = Tristate::kMaybe;
    return expected;
  }
  if (name == kOverrideLayer) return expected;
  activation_.Activate(meta, expected);
  expected.active = std::min(expected.active, complete);
  expected.enumerated_policy =
      complete == Tristate::kNo ? policy::LLP_LOADER_10.text : meta.place_policy;
  const bool filtered = situation_.Filter("VK_LOADER_LAYERS_DISABLE", name, meta.implicit,
                                          kFilters) != Tristate::kNo ||
                        activation_.MayTurnItselfOff(meta);
  // "must be present ... for this meta-layer to be available".
  expected.enumerated = complete == Tristate::kYes && !filtered && !situation_.OnBlacklist(name) &&
                                (!meta.implicit || expected.active == Tristate::kYes)
                            ? Tristate::kYes
                            : Tristate::kMaybe;
  return expected;
}

void MetaLayers::ActivateComponents(Expectation& expectation) const {
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [name, expected] : expectation.layers) {
      for (const ModelLayer* layer : expected.used) {
        if (layer->meta() && expected.active != Tristate::kNo) {
          changed |= ActivateComponentsOf(*layer, expected.active, expectation);
        }
      }
    }
  }
}

bool MetaLayers::ActivateComponentsOf(const ModelLayer& meta, Tristate active,
                                      Expectation& expectation) const {
  bool changed = false;
  for (const std::string& name : meta.components) {
    const auto found = expectation.layers.find(name);
    if (found == expectation.layers.end()) continue;
    Expected& component = found->second;
    if (component.used.front()->meta() || active == Tristate::kMaybe) {
      // A layer that no loader can load stays out of the chain even if it is requested.
      if (component.active == Tristate::kNo && !IsUnusable(component)) {
        component.active = Tristate::kMaybe;
        changed = true;
      }
      continue;
    }
    if (component.active == Tristate::kYes) continue;
    component.active = Tristate::kYes;
    changed = true;
    const bool of_override = &meta == situation_.override_layer();
    component.active_policy = !of_override                  ? policy::LS_VK_META_2.text
                              : meta.override_paths.empty() ? policy::LLP_LOADER_11.text
                                                            : kOverridePathsPolicy;
    component.why = "an active meta-layer contains the layer";
    component.section =
        of_override && situation_.Occurrences(name) == 1 ? Section::kOverride : Section::kAnywhere;
  }
  return changed;
}

void MetaLayers::AttributeToIncompleteMetaLayers(Expectation& expectation) const {
  for (const ModelLayer& meta : situation_.model().layers) {
    if (!meta.meta() || IsComplete(meta) != Tristate::kNo) continue;
    for (const std::string& name : meta.components) {
      const auto found = expectation.layers.find(name);
      if (found == expectation.layers.end() || found->second.active != Tristate::kNo ||
          found->second.active_policy != kUnasked) {
        continue;
      }
      const bool paths = &meta == situation_.override_layer() && !meta.override_paths.empty();
      found->second.active_policy = paths ? kOverridePathsPolicy : policy::LLP_LOADER_10.text;
      found->second.why = paths ? "the override paths do not have all components"
                                : "the meta-layer with the layer is not complete";
    }
  }
}

}  // namespace loadstone::oracle::vulkan

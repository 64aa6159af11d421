// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/oracle.h"

#include <algorithm>

#include "harness/world/platform.h"
#include "harness/world/vulkan_components.h"
#include "oracle/elevated.h"
#include "oracle/path_list.h"
#include "oracle/vulkan/activation.h"
#include "oracle/vulkan/drivers.h"
#include "oracle/vulkan/meta_layers.h"
#include "oracle/vulkan/situation.h"
#include "policies/policy_ids.h"

namespace loadstone::oracle::vulkan {
namespace {

class Oracle {
 public:
  Oracle(const Machine& machine, const Model& model, const Subject& subject)
      : machine_(machine),
        model_(model),
        subject_(subject),
        situation_(machine, model, subject),
        activation_(situation_),
        meta_layers_(situation_, activation_) {}

  Expectation Make() {
    ReadOverride();
    if (result_.layers_unknown) return std::move(result_);
    for (const auto& [name, candidates] : situation_.by_name()) {
      result_.layers[name] = IsMeta(candidates) ? meta_layers_.ExpectMeta(name, candidates)
                                                : ExpectLayer(name, candidates);
    }
    const ModelLayer* override_layer = situation_.override_layer();
    if (override_layer != nullptr && !override_layer->override_paths.empty()) {
      meta_layers_.ApplyOverridePaths(result_);
    }
    meta_layers_.ActivateComponents(result_);
    meta_layers_.AttributeToIncompleteMetaLayers(result_);
    ExpectCreation();
    ExpectDriver();
    return std::move(result_);
  }

 private:
  // Determines whether and how the override layer applies; if that is unclear, all layers are
  // unknown.
  void ReadOverride() {
    const auto found = situation_.by_name().find(kOverrideLayer);
    if (model_.IsAmbiguous(kOverrideLayer)) result_.layers_unknown = true;
    if (found == situation_.by_name().end() || result_.layers_unknown) return;
    const ModelLayer& layer = *found->second.front();
    result_.layers_unknown = found->second.size() != 1 || !layer.meta() || !layer.implicit ||
                             layer.found != Tristate::kYes || !ArePlain(layer.override_paths) ||
                             situation_.IsComponent(kOverrideLayer) ||
                             situation_.IsNamed(kOverrideLayer) ||
                             situation_.IsAsked(kOverrideLayer) || layer.device_type ||
                             Contains(layer.blacklist, kOverrideLayer);
    if (result_.layers_unknown || !AppliesToApplication(layer)) return;
    Expected own;
    activation_.Default(layer, own);
    // If it has override_paths, it may depend on them whether it applies; the effect of that is
    // known.
    const bool complete =
        !layer.override_paths.empty() || meta_layers_.IsComplete(layer) == Tristate::kYes;
    // The documents do not say whether override paths count in an elevated application.
    result_.layers_unknown |= own.active != Tristate::kYes || !complete ||
                              (machine_.elevated && !layer.override_paths.empty());
    situation_.set_override_layer(&layer);
  }

  static bool ArePlain(const std::vector<std::string>& paths) {
    return std::all_of(paths.begin(), paths.end(), [](const std::string& path) {
      return path.front() == '/' && IsPlainPath(path);
    });
  }

  bool AppliesToApplication(const ModelLayer& layer) {
    if (layer.app_keys.empty() || Contains(layer.app_keys, InstallationOf(machine_).executable))
      return true;
    // A path that is not plain may refer to the same file; any other plain path refers to another
    // file.
    result_.layers_unknown |= !ArePlain(layer.app_keys);
    return false;
  }

  Expected ExpectLayer(const std::string& name, const Candidates& candidates) const {
    Expected expected;
    if (!situation_.IsUnambiguous(name, candidates)) {
      if (IsSkipped(candidates) && !model_.IsAmbiguous(name)) {
        expected.enumerated = expected.active = Tristate::kNo;
        expected.enumerated_policy = expected.active_policy = policy::LS_VK_MANIFEST_11.text;
        expected.why = "a layer of type DEVICE is skipped";
      }
      expected.used = candidates;
      return expected;
    }
    expected.used = First(candidates);
    const ModelLayer& layer = *expected.used.front();
    expected.enumerated_policy = layer.place_policy;
    activation_.Activate(layer, expected);
    expected.enumerated =
        layer.implicit ? std::max(expected.active, Tristate::kMaybe) : Tristate::kYes;
    // A loader may hide a disabled layer: LS_VK_DISCOVERY_19.r1.
    if (situation_.Filter("VK_LOADER_LAYERS_DISABLE", name, layer.implicit, kFilters) !=
            Tristate::kNo ||
        situation_.OnBlacklist(name) || activation_.MayTurnItselfOff(layer)) {
      expected.enumerated = Tristate::kMaybe;
    }
    expected.exclusive = true;
    for (const ModelLayer* one : expected.used) {
      // A loader may use the next manifest instead of one whose layer turns itself off.
      expected.exclusive &= situation_.IsCompatible(*one) == Tristate::kYes &&
                            one->library->use == Use::kWorks && !activation_.MayTurnItselfOff(*one);
      Degrade(*one, expected);
    }
    // Each of several implicit layers has its own variables.
    if (layer.implicit && expected.used.size() > 1) {
      expected.active = expected.enumerated = Tristate::kMaybe;
    }
    return expected;
  }

  static bool IsSkipped(const Candidates& candidates) {
    return std::all_of(candidates.begin(), candidates.end(),
                       [](const ModelLayer* layer) { return layer->device_type; });
  }

  // Adjusts the expectation for a layer that cannot be used (LLP_LOADER_5.r1, LLP_LOADER_5.r3,
  // LLP_LOADER_5.r4).
  void Degrade(const ModelLayer& layer, Expected& expected) const {
    const Tristate compatible = situation_.IsCompatible(layer);
    if (compatible == Tristate::kYes && layer.library->use == Use::kWorks) return;
    expected.enumerated = Tristate::kMaybe;
    if (expected.used.size() > 1) {
      expected.active = std::min(expected.active, Tristate::kMaybe);
    } else if (compatible == Tristate::kNo) {
      expected.active = Tristate::kNo;
      expected.active_policy = policy::LLP_LOADER_4.text;
      expected.why = "the layer has another major API version";
    } else if (layer.library->use == Use::kNever) {
      expected.active = Tristate::kNo;
      expected.active_policy = policy::LLP_LOADER_5.text;
      expected.why = "no interface can be agreed on with the layer";
    } else {
      expected.active = std::min(expected.active, Tristate::kMaybe);
    }
  }

  // Whether the instance is created without the layer: an implicit layer that refuses to negotiate,
  // and that is not requested.
  bool IsOmitted(const ModelLayer& layer) const {
    return layer.implicit && layer.library->refuses && !situation_.IsAsked(layer.name) &&
           !situation_.IsNamed(layer.name) && !situation_.IsComponent(layer.name) &&
           situation_.Filter("VK_LOADER_LAYERS_ENABLE", layer.name, true, kFilters) ==
               Tristate::kNo;
  }

  void ExpectCreation() {
    const bool filtered = !situation_.Value("VK_LOADER_LAYERS_DISABLE").empty();
    // If VK_INSTANCE_LAYERS names a layer that does not exist or cannot be used, the instance may
    // fail or not.
    bool all_good = std::all_of(
        situation_.named().begin(), situation_.named().end(), [&](const std::string& name) {
          const auto found = result_.layers.find(name);
          return found != result_.layers.end() && found->second.active == Tristate::kYes;
        });
    for (const std::string& name : machine_.layers) {
      const auto found = result_.layers.find(name);
      if (found == result_.layers.end()) {
        all_good = false;
        if (filtered || model_.IsAmbiguous(name)) continue;
        result_.created = Tristate::kNo;
        result_.unknown_layer = true;
        return;
      }
      all_good &= found->second.active == Tristate::kYes;
      const std::string& policy = found->second.active_policy;
      if (policy.starts_with("LS_VK_FILTER_")) {
        result_.created_policy = result_.layers_policy = policy;
      }
    }
    for (const auto& [name, expected] : result_.layers) {
      for (const ModelLayer* layer : expected.used) {
        all_good &= layer->meta() || layer->library->use == Use::kWorks || IsOmitted(*layer);
      }
    }
    all_good &= !AsksForPortability(machine_) || !(subject_.spec < kPortability);
    if (all_good && model_.ambiguous.empty()) result_.created = Tristate::kYes;
  }

  // LDP_LOADER_1, which covers an application that requests nothing missing (LDP_LOADER_1.r1).
  void ExpectDriver() {
    result_.driver = HasDriver(machine_, subject_);
    if (machine_.elevated && HasDriversOfUser(machine_, subject_)) {
      result_.driver_policy = kElevatedDriverPolicy;
      result_.created_policy = kElevatedDriverPolicy;
    }
    if (machine_.elevated && IsWindows(subject_)) {
      // What a value names must be found, and what none names is not what the user chose.
      result_.created_policy = policy::LS_VK_DRIVER_DISCOVERY_10.text;
      if (!NamesDriversByVariable(machine_)) result_.driver_policy = result_.created_policy;
    }
    // That one driver misreports must not keep the application from the others.
    if (HasDriverThat(machine_, &Library::misreports_lists)) {
      result_.created_policy = policy::LS_VK_ROBUSTNESS_4.text;
    }
    // What fails while the list of a driver changes is left open.
    if (HasDriverThat(machine_, &Library::changes_lists) && result_.created == Tristate::kYes) {
      result_.created = Tristate::kMaybe;
    }
    if (!machine_.elevated && NamesPortabilityDriver(machine_)) {
      result_.driver_policy = policy::LS_VK_PORTABILITY_1.text;
      if (result_.layers_policy == result_.created_policy) {
        result_.created_policy = policy::LS_VK_PORTABILITY_1.text;
      }
    }
    if (result_.driver == Tristate::kYes) return;
    result_.incompatible = result_.driver == Tristate::kNo && result_.created == Tristate::kYes;
    result_.created = Tristate::kMaybe;
  }

  const Machine& machine_;
  const Model& model_;
  const Subject& subject_;
  Situation situation_;
  const Activation activation_;
  const MetaLayers meta_layers_;
  Expectation result_;
};

void MergeExpectations(Expectation& one, const Expectation& other) {
  for (auto& [name, expected] : one.layers) {
    const Expected& second = other.layers.at(name);
    MergeLayerReading(expected, second);
    expected.exclusive &= second.exclusive;
  }
  MergeReading(one.created, other.created);
  one.incompatible &= other.incompatible;
  one.unknown_layer &= other.unknown_layer;
}

}  // namespace

Expectation Expect(const Machine& machine, const Model& model, const Subject& subject) {
  const auto expect = [&](const Machine& reading) {
    return Oracle(reading, model, subject).Make();
  };
  if (!machine.elevated) return expect(machine);
  return ExpectElevated<Expectation>(machine, expect, MergeExpectations);
}

}  // namespace loadstone::oracle::vulkan

// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/judge.h"

#include <fmt/format.h>
#include <vulkan/vulkan.h>

#include <algorithm>
#include <functional>

#include "oracle/judgement.h"
#include "oracle/path_list.h"
#include "oracle/vulkan/chain.h"
#include "oracle/vulkan/drivers.h"
#include "oracle/vulkan/extensions.h"
#include "oracle/vulkan/instance_answers.h"
#include "oracle/vulkan/libraries.h"
#include "oracle/vulkan/oracle.h"
#include "oracle/vulkan/result_text.h"
#include "oracle/vulkan/settings.h"
#include "oracle/vulkan/unknown_layer.h"
#include "policies/policy_ids.h"

namespace loadstone::oracle::vulkan {
namespace {

class VulkanJudgement : public Judgement {
 public:
  VulkanJudgement(const Machine& machine, const Answer& answer, const Subject& subject,
                  Settings settings)
      : Judgement(answer),
        machine_(machine),
        subject_(subject),
        libraries_(InstallationOf(machine).libraries),
        model_(ReadModel(machine, subject)),
        expectation_(Expect(machine, model_, subject)) {
    expectation_.layers_unknown |= settings == Settings::kUnknown;
  }

 protected:
  void JudgeAnswer() override {
    if (expectation_.layers_unknown) return;
    JudgeEnumeration();
    if (answer_.extensions.asked) JudgeExtensions();
    if (answer_.tried_create && !Names(&Library::lacks_functions)) JudgeCreation();
  }

  bool Names(bool Library::*trait) const override { return NamesAny(libraries_, machine_, trait); }

  bool IsUnclear() const override { return !model_.ambiguous.empty(); }

  // Whether two layers have the same library. The mocks identify themselves by library, so the
  // chain does not show which of the two layers answered.
  bool SharesLibraries() const override {
    for (const Library& library : libraries_) {
      const auto uses =
          std::count_if(model_.layers.begin(), model_.layers.end(),
                        [&](const ModelLayer& layer) { return layer.library == &library; });
      const bool ambiguous = model_.IsAmbiguous(LibraryFile(library));
      if (uses > 1 || (uses == 1 && ambiguous)) return true;
    }
    return false;
  }

  std::string StepName() const override { return vulkan::StepName(answer_.step); }

  std::string EndingPolicy() const override {
    if (answer_.place == kEndOfStack && HasRecursion(model_)) return policy::LS_VK_META_1.text;
    if (!model_.ambiguous.empty()) return policy::LS_VK_DISCOVERY_6.text;
    if (HasRecursion(model_)) return policy::LS_VK_META_1.text;
    // A loader must ignore a layer that refuses to negotiate; no sentence requires it to tolerate
    // other misbehaving layers.
    if (HasLayer([](const Library& library) { return library.refuses; }))
      return policy::LLP_LOADER_5.text;
    if (MentionsDriverThat(machine_, &Library::misreports_lists))
      return policy::LS_VK_ROBUSTNESS_4.text;
    // Nor two override layers, or whatever else makes the layers unknown.
    if (expectation_.layers_unknown || HasMisbehavingLayer() || HasUndefinedValue(machine_) ||
        HasDriver(machine_, subject_) != Tristate::kYes) {
      return policy::LS_VK_ROBUSTNESS_1.text;
    }
    return policy::LLP_LOADER_1.text;
  }

  // A cache for the next call is not a leak: LS_VK_ROBUSTNESS_3.r1.
  std::string LeakPolicy() const override { return policy::LS_VK_ROBUSTNESS_3.text; }
  std::string MemoryPolicy() const override { return policy::LS_VK_ROBUSTNESS_5.text; }

 private:
  // A missing layer may be a consequence of a bad manifest; it is one if the layer is found without
  // that manifest.
  Fault& AddMissing(const std::string& policy, const std::string& cause,
                    const std::string& expected, const std::string& observed) {
    return AddUnclear(model_.ambiguous.empty() ? policy : policy::LS_VK_DISCOVERY_6.text,
                      policy + ": " + cause, cause, expected, observed);
  }

  // The same for a layer, where `policy` may be the one about the folder of its manifest.
  void AddMissingLayer(const ModelLayer& layer, const std::string& policy, const std::string& cause,
                       const std::string& expected, const std::string& observed) {
    Fault& fault = AddMissing(policy, cause, expected, observed);
    if (policy == layer.place_policy && model_.ambiguous.empty()) fault.file = layer.file;
  }

  bool HasLayer(const std::function<bool(const Library&)>& wanted) const {
    return std::any_of(model_.layers.begin(), model_.layers.end(), [&](const ModelLayer& layer) {
      return !layer.meta() && wanted(*layer.library);
    });
  }
  // Whether there is a layer that does not behave well.
  bool HasMisbehavingLayer() const {
    return HasLayer([](const Library& library) { return library.use != Use::kWorks; });
  }

  void JudgeEnumeration() {
    const bool failed = answer_.enumerate_result != VK_SUCCESS;
    std::vector<std::string> names;
    for (const Enumerated& layer : answer_.layers) names.push_back(layer.name);
    for (const auto& [name, expected] : expectation_.layers) {
      if (expected.enumerated != Tristate::kYes ||
          std::find(names.begin(), names.end(), name) != names.end()) {
        continue;
      }
      const std::string good =
          fmt::format("{} of {} is enumerated", name, expected.used.front()->file);
      if (failed) {
        const std::string result = ResultText(answer_.enumerate_result);
        AddMissing(policy::LLP_LOADER_1.text, "the layers cannot be enumerated: " + result, good,
                   result);
        return;
      }
      AddMissingLayer(*expected.used.front(), expected.enumerated_policy,
                      "a good layer is not enumerated", good, "enumerated: " + ListText(names));
    }
    for (const Enumerated& layer : answer_.layers) JudgeEnumerated(layer);
  }

  void JudgeEnumerated(const Enumerated& layer) {
    const auto found = expectation_.layers.find(layer.name);
    if (model_.IsAmbiguous(layer.name)) return;
    if (found == expectation_.layers.end()) {
      // The ambiguous manifest may define this layer.
      if (!model_.ambiguous.empty() && !HasManifestOf(machine_, layer.name)) return;
      Add(PolicyOfUnknown(machine_, subject_, layer.name),
          "a layer is enumerated that is in no folder that is searched",
          fmt::format("no layer {}", layer.name), fmt::format("{} is enumerated", layer.name));
      return;
    }
    if (found->second.enumerated == Tristate::kNo) {
      Add(found->second.enumerated_policy, "enumerated although " + found->second.why,
          fmt::format("{} is not enumerated", layer.name), "it is");
      return;
    }
    JudgeProperties(layer);
  }

  void JudgeExtensions() {
    for (const auto& find :
         {FindExtensionFaults, FindLayerExtensionFaults, FindDeviceExtensionFaults}) {
      for (const Fault& fault : find(machine_, model_, expectation_, answer_)) Add(fault);
    }
  }

  void JudgeProperties(const Enumerated& layer) {
    // The property that differs from the manifest determines the policy.
    std::string policy;
    std::vector<std::string> manifests;
    for (const ModelLayer& one : model_.layers) {
      if (one.name != layer.name) continue;
      if (layer.api_version !=
          VK_MAKE_API_VERSION(0, one.version.major, one.version.minor, one.version.patch)) {
        policy = policy::LS_VK_MANIFEST_2.text;
      } else if (layer.implementation != one.implementation) {
        policy = policy::LS_VK_MANIFEST_3.text;
      } else if (layer.description != one.description) {
        policy = policy::LS_VK_MANIFEST_4.text;
      } else {
        return;
      }
      manifests.push_back(
          fmt::format("{} / {} / {}", one.version.ToString(), one.implementation, one.description));
    }
    Add(machine_.elevated && IsInUserFolderOnly(machine_, subject_, layer.name) ? kElevatedPolicy
                                                                                : policy,
        "other properties than in the manifest",
        fmt::format("{}: {}", layer.name, ListText(manifests)),
        fmt::format("{}.{}.{} / {} / {}", VK_API_VERSION_MAJOR(layer.api_version),
                    VK_API_VERSION_MINOR(layer.api_version),
                    VK_API_VERSION_PATCH(layer.api_version), layer.implementation,
                    layer.description));
  }

  void JudgeCreation() {
    if (SharesLibraries()) return;
    const std::string result = ResultText(answer_.create_result);
    if (expectation_.created == Tristate::kYes && answer_.create_result != VK_SUCCESS) {
      AddNoInstance(expectation_.created_policy, "VK_SUCCESS");
    }
    // A bad manifest may cause another error.
    const bool another_error = expectation_.created == Tristate::kNo && model_.ambiguous.empty() &&
                               answer_.create_result != VK_ERROR_LAYER_NOT_PRESENT;
    if (another_error || (expectation_.unknown_layer && answer_.create_result == VK_SUCCESS)) {
      Add(PolicyOfUnknown(machine_, subject_, UnknownLayer()),
          "an unknown layer is requested: " + result,
          "VK_ERROR_LAYER_NOT_PRESENT of vkCreateInstance", result);
    }
    JudgeDriver();
    if (answer_.create_result != VK_SUCCESS) return;
    for (const std::string& library : answer_.chain) JudgeLibrary(library);
    for (const auto& [name, expected] : expectation_.layers) JudgePresence(name, expected);
    if (const auto fault = FindOrderFault(expectation_, answer_)) Add(*fault);
    const std::vector<std::string> chain = WithoutIncompleteLayers(libraries_, answer_.chain);
    if (answer_.tried_device && answer_.device_result == VK_SUCCESS &&
        WithoutIncompleteLayers(libraries_, answer_.device_chain) != chain) {
      Add(policy::LLP_LOADER_9.text, "another chain for the device", "device: " + ListText(chain),
          ListText(answer_.device_chain));
    }
    // With a layer that lacks functions, other layers may have no next function.
    if (HasMisbehavingLayer() || !model_.ambiguous.empty()) return;
    for (const std::string& violation : answer_.violations) {
      Add(policy::LLP_LOADER_8.text, violation, "layers are called as the interface says",
          violation);
    }
    if (machine_.installation != nullptr) return;
    const bool odd = HasDriverWithOddLists(machine_);
    for (const Fault& fault : odd ? FindFaultsBesideOddLists(machine_, expectation_.driver, answer_)
                                  : FindInstanceFaults(answer_)) {
      Add(fault);
    }
    if (odd) return;
    for (const Fault& fault : FindFaultsOfGroups(machine_, expectation_.driver, answer_)) {
      Add(fault);
    }
  }

  // LoaderDriverInterface: a driver that refuses to negotiate is ignored, and so is a portability
  // driver unless the application requests portability drivers. Without any driver there is no
  // instance.
  void JudgeDriver() {
    for (const std::string& driver : answer_.runtimes) {
      if (RefusesToNegotiate(driver)) {
        // LDP_LOADER_5.r1.
        Add(policy::LDP_LOADER_5.text, "a driver is used that refused to negotiate",
            "it is ignored", "vkCreateInstance of " + driver);
      } else if (!AsksForPortability(machine_) && !(subject_.spec < kPortability)) {
        Add(policy::LS_VK_PORTABILITY_1.text, "a portability driver is used that nobody asks for",
            "it is ignored", "vkCreateInstance of " + driver);
      }
    }
    JudgePortability();
    if (expectation_.driver == Tristate::kNo && answer_.create_result == VK_SUCCESS) {
      Add(expectation_.driver_policy, "no driver can be used: VK_SUCCESS",
          "VK_ERROR_INCOMPATIBLE_DRIVER of vkCreateInstance", "VK_SUCCESS");
    } else if (expectation_.incompatible && answer_.create_result != VK_ERROR_INCOMPATIBLE_DRIVER) {
      AddNoInstance(expectation_.driver_policy, "VK_ERROR_INCOMPATIBLE_DRIVER");
    }
  }

  // Judges whether a requested portability driver is used, if other drivers can be used in any
  // case.
  void JudgePortability() {
    const bool asked = AsksForPortability(machine_) && NamesPortabilityDriver(machine_) &&
                       !machine_.elevated && expectation_.driver == Tristate::kYes;
    if (!asked || answer_.create_result != VK_SUCCESS) return;
    const auto& used = answer_.runtimes;
    if (std::find(used.begin(), used.end(), kPortabilityDriver) != used.end()) return;
    Add(policy::LS_VK_PORTABILITY_1.text, "a portability driver is not used that is asked for",
        std::string("vkCreateInstance of ") + kPortabilityDriver, "none");
  }

  // The result determines the policy: VK_ERROR_LAYER_NOT_PRESENT is about layers.
  void AddNoInstance(const std::string& policy, const std::string& expected) {
    const std::string result = ResultText(answer_.create_result);
    const bool layers = answer_.create_result == VK_ERROR_LAYER_NOT_PRESENT;
    Add(layers ? expectation_.layers_policy : policy, "no instance: " + result,
        expected + " of vkCreateInstance", result);
  }

  // The first layer that the application requests and that does not exist.
  std::string UnknownLayer() const {
    for (const std::string& name : machine_.layers) {
      if (!expectation_.layers.contains(name)) return name;
    }
    return {};
  }

  // Judges whether a library may be in the chain.
  void JudgeLibrary(const std::string& library) {
    if (model_.IsAmbiguous(LibraryFile(libraries_, library))) return;
    if (std::count(answer_.chain.begin(), answer_.chain.end(), library) > 1) {
      Add(policy::LLP_LOADER_3.text, "one layer twice in the chain",
          library + " is in the chain once", "chain: " + ListText(answer_.chain));
    }
    const Fault* first = nullptr;
    std::vector<Fault> reasons;
    for (const ModelLayer& layer : model_.layers) {
      if (layer.meta() || layer.library->name != library) continue;
      const auto reason = WhyNot(layer);
      if (!reason.has_value()) return;
      reasons.push_back(*reason);
      first = &reasons.front();
    }
    if (first != nullptr) {
      Add(*first);
    } else {
      Add(PolicyOfUnknown(machine_, subject_, LibraryFile(libraries_, library)),
          "a layer is loaded from a folder that is not searched", library + " is not loaded",
          "chain: " + ListText(answer_.chain));
    }
  }

  std::optional<Fault> WhyNot(const ModelLayer& layer) const {
    if (model_.IsAmbiguous(layer.name)) return std::nullopt;
    const Expected& expected = expectation_.layers.at(layer.name);
    const bool used =
        std::find(expected.used.begin(), expected.used.end(), &layer) != expected.used.end();
    const std::string chain = "chain: " + ListText(answer_.chain);
    if (!used && expected.exclusive) {
      const std::string cause = expected.exclusive_policy == kOverridePathsPolicy
                                    ? "a component is used that is not in the override paths"
                                    : "a layer is used that is found later";
      return MakeFault(
          expected.exclusive_policy, cause,
          fmt::format("{} of {}, not of {}", layer.name, expected.used.front()->file, layer.file),
          chain);
    }
    if (used && expected.active == Tristate::kNo) {
      return MakeFault(expected.active_policy, "in the chain although " + expected.why,
                       fmt::format("{} is not in the chain", layer.name), chain);
    }
    return std::nullopt;
  }

  void JudgePresence(const std::string& name, const Expected& expected) {
    if (expected.used.front()->meta() || expected.active != Tristate::kYes) return;
    if (!PositionsInChain(expected, answer_).empty() || IsOtherLayerUsed(name, expected)) return;
    AddMissingLayer(*expected.used.front(), expected.active_policy,
                    "not in the chain although " + expected.why,
                    fmt::format("{} of {} is in the chain", name, expected.used.front()->file),
                    "chain: " + ListText(answer_.chain));
  }

  // Whether another layer with this name is in the chain, which is already reported as a fault.
  bool IsOtherLayerUsed(const std::string& name, const Expected& expected) const {
    return std::any_of(model_.layers.begin(), model_.layers.end(), [&](const ModelLayer& layer) {
      const bool used =
          std::find(expected.used.begin(), expected.used.end(), &layer) != expected.used.end();
      return layer.name == name && !layer.meta() && !used &&
             std::find(answer_.chain.begin(), answer_.chain.end(), layer.library->name) !=
                 answer_.chain.end();
    });
  }

  const Machine& machine_;
  const Subject& subject_;
  const std::vector<Library>& libraries_;
  const Model model_;
  Expectation expectation_;
};

}  // namespace

std::vector<Fault> Judge(const Machine& machine, const Answer& answer, const Subject& subject) {
  const Settings settings = SettingsOf(machine);
  std::vector<Fault> faults = VulkanJudgement(machine, answer, subject, settings).Make();
  if (settings == Settings::kSetsNothing) AttributeToSettings(faults);
  return faults;
}

}  // namespace loadstone::oracle::vulkan

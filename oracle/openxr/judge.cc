// SPDX-License-Identifier: Apache-2.0
#include "oracle/openxr/judge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <openxr/openxr.h>

#include <algorithm>

#include "harness/world/platform.h"
#include "oracle/judgement.h"
#include "oracle/openxr/libraries.h"
#include "oracle/openxr/oracle.h"
#include "oracle/openxr/result_text.h"
#include "policies/policy_ids.h"

namespace loadstone::oracle::openxr {
namespace {

constexpr const char* kBadLayer = policy::LS_XR_LAYER_MANIFEST_13.text;
constexpr const char* kBadRuntime = policy::LS_XR_RUNTIME_MANIFEST_10.text;

bool Contains(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

class OpenXrJudgement : public Judgement {
 public:
  OpenXrJudgement(const Machine& machine, const Answer& answer, const Subject& subject)
      : Judgement(answer),
        machine_(machine),
        subject_(subject),
        places_(LayerPlaces(machine, subject)),
        model_(ReadModel(machine, subject)),
        expectation_(Expect(machine, model_, subject)) {}

 protected:
  void JudgeAnswer() override {
    if (expectation_.layers_unknown) return;
    JudgeEnumeration();
    if (answer_.extensions.asked) JudgeExtensions();
    if (answer_.tried_create && !Names(&Library::lacks_functions)) JudgeCreation();
  }

  bool Names(bool Library::*trait) const override {
    return NamesAny(InstallationOf(machine_).libraries, machine_, trait);
  }

  std::string StepName() const override { return openxr::StepName(answer_.step); }

  bool IsUnclear() const override { return !model_.ambiguous.empty(); }

  // Whether two manifests name the library of one mock layer, which is part of one call chain at a
  // time.
  bool SharesLibraries() const override {
    const auto& layers = LayerLibraries();
    return std::any_of(layers.begin(), layers.end(), [&](const LayerLibrary& one) {
      const std::string name = LibraryFile(*one.library);
      return std::count_if(machine_.files.begin(), machine_.files.end(), [&](const auto& file) {
               return file.second.find(name) != std::string::npos;
             }) > 1;
    });
  }

  std::string EndingPolicy() const override {
    // No sentence says that a layer that is found twice is loaded once, nor that it may end the
    // process.
    if (answer_.place == kEndOfStack && HasDuplicateFolders())
      return policy::LS_XR_ROBUSTNESS_1.text;
    if (!model_.ambiguous.empty()) return kBadLayer;
    for (const ModelRuntime& runtime : model_.runtimes) {
      if (runtime.library == nullptr || runtime.library->name.empty()) return kBadRuntime;
    }
    // The documents do not say what happens to a loader whose layer or runtime lacks functions, nor
    // to one with unusual paths and names in the environment.
    if (HasMisbehavingLayers() || HasMisbehavingRuntimes() || HasUndefinedValue(machine_))
      return policy::LS_XR_ROBUSTNESS_1.text;
    return answer_.tried_create ? policy::LS_XR_CHAIN_10.text
                                : policy::LS_XR_LAYER_DISCOVERY_12.text;
  }

  // A cache for the next call is not a leak: LS_XR_ROBUSTNESS_2.r1.
  std::string LeakPolicy() const override { return policy::LS_XR_ROBUSTNESS_2.text; }
  std::string MemoryPolicy() const override { return policy::LS_XR_ROBUSTNESS_3.text; }

 private:
  bool HasMisbehavingRuntimes() const {
    return std::any_of(model_.runtimes.begin(), model_.runtimes.end(),
                       [](const ModelRuntime& runtime) { return runtime.use != Use::kWorks; });
  }

  // Whether there are layers that do not behave well.
  bool HasMisbehavingLayers() const {
    return std::any_of(model_.layers.begin(), model_.layers.end(),
                       [](const ModelLayer& layer) { return layer.use != Use::kWorks; });
  }

  // Whether a folder is searched twice.
  bool HasDuplicateFolders() const {
    return std::any_of(places_.begin(), places_.end(), [&](const LayerPlace& one) {
      return std::count_if(places_.begin(), places_.end(), [&](const LayerPlace& other) {
               return other.folder == one.folder && other.file == one.file &&
                      other.implicit == one.implicit;
             }) > 1;
    });
  }

  // A missing layer may be a consequence of a bad manifest; it is one if the layer is found without
  // that manifest.
  Fault& AddMissing(const std::string& policy, const std::string& cause,
                    const std::string& expected, const std::string& observed) {
    return AddUnclear(model_.ambiguous.empty() ? policy : kBadLayer, policy + ": " + cause, cause,
                      expected, observed);
  }

  std::string UnknownPolicy() const {
    if (IsWindows(subject_) && !machine_.environment.contains("XR_API_LAYER_PATH")) {
      return policy::LS_XR_LAYER_DISCOVERY_16.text;
    }
    return machine_.environment.contains("XR_API_LAYER_PATH")
               ? policy::LS_XR_LAYER_DISCOVERY_9.text
               : policy::LS_XR_LAYER_DISCOVERY_12.text;
  }

  void JudgeEnumeration() {
    if (answer_.enumerate_result != XR_SUCCESS) {
      AddMissing(policy::LS_XR_LOADER_5.text,
                 "the API layers cannot be enumerated: " + ResultText(answer_.enumerate_result),
                 "XR_SUCCESS of xrEnumerateApiLayerProperties",
                 ResultText(answer_.enumerate_result));
      return;
    }
    std::vector<std::string> names;
    for (const Enumerated& layer : answer_.layers) names.push_back(layer.name);
    for (const auto& [name, expected] : expectation_.layers) {
      if (expected.enumerated != Tristate::kYes || Contains(names, name)) continue;
      const ModelLayer& layer = *expected.used.front();
      Fault& fault = AddMissing(expected.enumerated_policy, "a good API layer is not enumerated",
                                fmt::format("{} of {} is enumerated", name, layer.file),
                                "enumerated: " + ListText(names));
      if (model_.ambiguous.empty()) fault.file = layer.file;
    }
    for (const Enumerated& layer : answer_.layers) JudgeEnumerated(layer);
  }

  void JudgeEnumerated(const Enumerated& layer) {
    if (model_.IsAmbiguous(layer.name)) return;
    const auto found = expectation_.layers.find(layer.name);
    if (found == expectation_.layers.end()) {
      // The ambiguous manifest may define this layer.
      if (!model_.ambiguous.empty() && !layer.name.starts_with("XR_APILAYER_LS_")) return;
      Add(UnknownPolicy(), "an API layer is enumerated that is in no folder that is searched",
          fmt::format("no layer {}", layer.name), fmt::format("{} is enumerated", layer.name));
      return;
    }
    JudgeProperties(layer, found->second);
  }

  void JudgeProperties(const Enumerated& layer, const Expected& expected) {
    // The property that differs from the manifest, and its policy.
    std::string wrong;
    std::string policy;
    for (const ModelLayer* one : expected.used) {
      if (XR_VERSION_MAJOR(layer.api_version) != one->major ||
          XR_VERSION_MINOR(layer.api_version) != one->minor) {
        policy = policy::LS_XR_LAYER_MANIFEST_5.text;
      } else if (layer.implementation != one->implementation) {
        policy = policy::LS_XR_LAYER_MANIFEST_6.text;
      } else if (layer.description != one->description) {
        policy = policy::LS_XR_LAYER_MANIFEST_7.text;
      } else {
        return;
      }
      wrong += fmt::format("{}{}.{} / {} / {}", wrong.empty() ? "" : ", ", one->major, one->minor,
                           one->implementation, one->description);
    }
    Add(policy, "other properties than in the manifest", layer.name + ": " + wrong,
        fmt::format("{}.{} / {} / {}", XR_VERSION_MAJOR(layer.api_version),
                    XR_VERSION_MINOR(layer.api_version), layer.implementation, layer.description));
  }

  void JudgeExtensions() {
    if (expectation_.extensions_listed != Tristate::kYes) return;
    if (answer_.extensions.result != XR_SUCCESS) {
      Add(policy::LS_XR_LOADER_8.text,
          "the extensions cannot be enumerated: " + ResultText(answer_.extensions.result),
          "XR_SUCCESS of xrEnumerateInstanceExtensionProperties",
          ResultText(answer_.extensions.result));
      return;
    }
    for (const std::string& extension : expectation_.extensions) {
      const auto count =
          std::count(answer_.extensions.names.begin(), answer_.extensions.names.end(), extension);
      if (count == 1) {
        JudgeVersion(extension);
        continue;
      }
      const bool missing = count == 0;
      Add(missing ? policy::LS_XR_LOADER_8.text : policy::LS_XR_LOADER_11.text,
          missing ? "an extension of the runtime or of an implicit API layer is not listed"
                  : "an extension is listed twice",
          extension + " once", ListText(answer_.extensions.names));
    }
    for (const std::string& extension : expectation_.no_extensions) {
      if (!Contains(answer_.extensions.names, extension)) continue;
      Add(policy::LS_XR_LOADER_8.text, "an extension is listed of an API layer that is not enabled",
          "no " + extension, ListText(answer_.extensions.names));
    }
  }

  // Judges the version of an extension that is listed once.
  void JudgeVersion(const std::string& extension) {
    const auto at =
        std::find(answer_.extensions.names.begin(), answer_.extensions.names.end(), extension);
    const auto index = static_cast<size_t>(at - answer_.extensions.names.begin());
    if (index >= answer_.extensions.versions.size()) return;
    const uint32_t version = answer_.extensions.versions[index];
    const std::set<uint32_t>& versions = expectation_.extension_versions.at(extension);
    if (versions.contains(version)) return;
    const bool of_runtime = Contains(model_.runtimes.front().library->extensions, extension);
    Add(of_runtime ? policy::LS_XR_LOADER_8.text : policy::LS_XR_LAYER_MANIFEST_8.text,
        of_runtime ? "an extension of the runtime is listed with another version"
                   : "an extension of an API layer is listed with another version",
        fmt::format("{} in version {}", extension, fmt::join(versions, " or ")),
        fmt::format("version {}", version));
  }

  void JudgeCreation() {
    const std::string result = ResultText(answer_.create_result);
    if (expectation_.created == Tristate::kYes && !answer_.created) {
      if (IsNamedTwice()) {
        Add(policy::LS_XR_ACTIVATION_9.text, "an API layer is named twice: " + result,
            "XR_SUCCESS of xrCreateInstance", result);
      } else {
        Add(expectation_.created_policy, "no instance: " + result, "XR_SUCCESS of xrCreateInstance",
            result);
      }
    }
    if (expectation_.created == Tristate::kNo) {
      const bool wrong_error =
          expectation_.error != 0 && answer_.create_result != expectation_.error;
      if (answer_.created || (wrong_error && model_.ambiguous.empty())) {
        Add(expectation_.created_policy, expectation_.created_why + ": " + result,
            expectation_.error != 0 ? ResultText(expectation_.error) : "an error", result);
      }
    }
    for (const std::string& violation : answer_.violations) {
      // The ambiguous manifest may give the layer another name.
      const bool name = violation.starts_with("negotiate: ");
      if (name && !model_.ambiguous.empty()) continue;
      // With a layer that lacks functions, other layers may have no next function.
      if (!name && (HasMisbehavingLayers() || !model_.ambiguous.empty())) continue;
      Add(name ? policy::LS_XR_LAYER_NEGOTIATION_6.text : policy::LS_XR_CHAIN_4.text, violation,
          "mocks are called as the interface says", violation);
    }
    if (!answer_.created) return;
    JudgeRuntime();
    JudgeChain();
  }

  bool IsNamedTwice() const {
    std::vector<std::string> names = machine_.layers;
    const auto named = machine_.environment.find("XR_ENABLE_API_LAYERS");
    std::sort(names.begin(), names.end());
    if (std::adjacent_find(names.begin(), names.end()) != names.end()) return true;
    if (named == machine_.environment.end()) return false;
    const std::string list = ":" + named->second + ":";
    return std::any_of(
        expectation_.layers.begin(), expectation_.layers.end(), [&](const auto& entry) {
          const std::string word = ":" + entry.first + ":";
          const size_t first = list.find(word);
          return first != std::string::npos &&
                 (Contains(names, entry.first) || list.find(word, first + 1) != std::string::npos);
        });
  }

  void JudgeRuntime() {
    const std::string observed = "used: " + ListText(answer_.runtimes);
    // If a layer made the instance fail, a loader may try again without that layer.
    if (answer_.runtimes.size() > 1 && HasMisbehavingLayers()) return;
    if (answer_.runtimes.size() != 1) {
      Add(policy::LS_XR_CHAIN_10.text, "the runtime's xrCreateInstance is not called once",
          "one call of the runtime's xrCreateInstance", observed);
      return;
    }
    if (Contains(expectation_.runtimes, answer_.runtimes.front())) return;
    Add(expectation_.runtime_policy, "another runtime is used",
        "used: " + ListText(expectation_.runtimes), observed);
  }

  void JudgeChain() {
    for (const std::string& library : answer_.chain) JudgeLibrary(library);
    for (const auto& [name, expected] : expectation_.layers) {
      if (expected.active != Tristate::kYes || !Positions(expected).empty()) continue;
      AddMissing(expected.active_policy, "not in the chain although " + expected.why,
                 fmt::format("{} of {} is in the chain", name, expected.used.front()->file),
                 "chain: " + ListText(answer_.chain));
    }
    JudgeOrder();
  }

  // Judges whether a library may be in the chain.
  void JudgeLibrary(const std::string& library) {
    if (model_.IsAmbiguous(LibraryFile(InstallationOf(machine_).libraries, library))) return;
    const std::string chain = "chain: " + ListText(answer_.chain);
    // No sentence says that a layer that is found twice, but not named twice, is loaded once.
    const bool found_twice = HasDuplicateFolders() && !IsNamedTwice();
    if (!found_twice && std::count(answer_.chain.begin(), answer_.chain.end(), library) > 1) {
      Add(policy::LS_XR_ACTIVATION_9.text, "one API layer twice in the chain", library + " once",
          chain);
    }
    for (const auto& [name, expected] : expectation_.layers) {
      for (const ModelLayer* layer : expected.used) {
        if (layer->library->name != library) continue;
        if (expected.active != Tristate::kNo || model_.IsAmbiguous(name)) return;
        Add(expected.active_policy, "in the chain although " + expected.why,
            name + " is not in the chain", chain);
        return;
      }
    }
    Add(UnknownPolicy(), "an API layer is loaded from a folder that is not searched",
        library + " is not loaded", chain);
  }

  // The positions in the chain of the layers to which `expected` may refer.
  std::vector<size_t> Positions(const Expected& expected) const {
    std::vector<size_t> positions;
    for (size_t i = 0; i < answer_.chain.size(); ++i) {
      for (const ModelLayer* layer : expected.used) {
        if (layer->library->name == answer_.chain[i]) positions.push_back(i);
      }
    }
    return positions;
  }

  void JudgeOrder() {
    for (const auto& [name, one] : expectation_.layers) {
      for (const auto& [other_name, other] : expectation_.layers) {
        if (one.active != Tristate::kYes || other.active != Tristate::kYes ||
            !IsBefore(one, other)) {
          continue;
        }
        const std::vector<size_t> first = Positions(one);
        const std::vector<size_t> second = Positions(other);
        if (first.size() != 1 || second.size() != 1 || first.front() < second.front()) continue;
        const std::string policy = one.section != other.section ? policy::LS_XR_CHAIN_1.text
                                   : one.section == Section::kEnvironment
                                       ? policy::LS_XR_CHAIN_2.text
                                       : policy::LS_XR_CHAIN_3.text;
        Add(policy, "the API layers stand in another order",
            fmt::format("{} before {}", name, other_name), "chain: " + ListText(answer_.chain));
        return;
      }
    }
  }

  const Machine& machine_;
  const Subject& subject_;
  const std::vector<LayerPlace> places_;
  const Model model_;
  const Expectation expectation_;
};

}  // namespace

std::vector<Fault> Judge(const Machine& machine, const Answer& answer, const Subject& subject) {
  return OpenXrJudgement(machine, answer, subject).Make();
}

}  // namespace loadstone::oracle::openxr

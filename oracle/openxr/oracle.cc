// SPDX-License-Identifier: Apache-2.0
#include "oracle/openxr/oracle.h"

#include <openxr/openxr.h>

#include <algorithm>

#include "oracle/elevated.h"
#include "oracle/openxr/layers.h"
#include "oracle/openxr/libraries.h"
#include "oracle/path_list.h"
#include "policies/policy_ids.h"

namespace loadstone::oracle::openxr {
namespace {

constexpr policy::Version kLayersKeepTheirs = {1, 0, 25};

bool Contains(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

size_t PositionOf(const std::vector<std::string>& list, const std::string& text) {
  return static_cast<size_t>(std::find(list.begin(), list.end(), text) - list.begin()) + 1;
}

class Oracle {
 public:
  Oracle(const Machine& machine, const Model& model, const Subject& subject)
      : machine_(machine),
        model_(model),
        subject_(subject),
        libraries_(InstallationOf(machine).libraries) {
    const auto named = machine_.environment.find("XR_ENABLE_API_LAYERS");
    if (named == machine_.environment.end()) return;
    for (const std::string& name : SplitPaths(named->second)) {
      odd_names_ |= name.empty() && !named->second.empty();
      if (!name.empty()) named_.push_back(name);
    }
  }

  Expectation Make() {
    std::map<std::string, std::vector<const ModelLayer*>> by_name;
    for (const ModelLayer& layer : model_.layers) by_name[layer.name].push_back(&layer);
    for (const auto& [name, candidates] : by_name) result_.layers[name] = Expect(name, candidates);
    ExpectRuntime();
    ExpectExtensions();
    ExpectCreation();
    return std::move(result_);
  }

 private:
  bool IsNamed(const std::string& name) const { return Contains(named_, name); }
  bool IsAsked(const std::string& name) const { return Contains(machine_.layers, name); }

  Expected Expect(const std::string& name, const std::vector<const ModelLayer*>& candidates) const {
    Expected expected;
    expected.used = candidates;
    const ModelLayer& layer = *candidates.front();
    const bool clear =
        std::all_of(candidates.begin(), candidates.end(), [&](const ModelLayer* one) {
          return one->found == Tristate::kYes && one->implicit == layer.implicit;
        });
    if (!clear || model_.IsAmbiguous(name)) return expected;
    const bool usable = std::all_of(candidates.begin(), candidates.end(),
                                    [](const ModelLayer* one) { return one->use != Use::kNever; });
    if (!layer.implicit && usable) {
      expected.enumerated = Tristate::kYes;
      expected.enumerated_policy = layer.place_policy;
    }
    if (layer.implicit) {
      ActivateImplicit(candidates, expected);
    } else {
      ActivateExplicit(name, expected);
    }
    Degrade(candidates, expected);
    return expected;
  }

  void ActivateImplicit(const std::vector<const ModelLayer*>& candidates,
                        Expected& expected) const {
    const ModelLayer& layer = *candidates.front();
    expected.section = Section::kImplicit;
    expected.active = Tristate::kYes;
    expected.why = "an implicit API layer is enabled because it exists";
    const bool enable = machine_.environment.contains(layer.enable);
    const bool disable = machine_.environment.contains(layer.disable);
    const bool on = openxr::IsImplicitLayerOn(
        {.has_enable = !layer.enable.empty(), .enable = enable, .disable = disable});
    expected.active = on ? Tristate::kYes : Tristate::kNo;
    if (!layer.enable.empty()) {
      expected.active_policy = policy::LS_XR_ACTIVATION_3.text;
      expected.why = enable ? "its enabling variable is set" : "its enabling variable is not set";
    }
    if (disable) {
      expected.active_policy =
          layer.enable.empty() ? policy::LS_XR_ACTIVATION_2.text : policy::LS_XR_ACTIVATION_4.text;
      expected.why = "its disabling variable is set";
    }
    // LS_XR_ACTIVATION_2.r1: a disabled layer that the application names is used or not.
    if (IsNamed(layer.name) || IsAsked(layer.name)) {
      expected.section = Section::kAnywhere;
      if (expected.active == Tristate::kNo) expected.active = Tristate::kMaybe;
    }
    // Each of several layers has its own variables.
    if (candidates.size() > 1) expected.active = Tristate::kMaybe;
  }

  void ActivateExplicit(const std::string& name, Expected& expected) const {
    expected.active = Tristate::kNo;
    expected.active_policy = policy::LS_XR_ACTIVATION_5.text;
    expected.why = "nobody names the layer";
    if (IsNamed(name)) {
      expected.active = Tristate::kYes;
      expected.active_policy = policy::LS_XR_ACTIVATION_7.text;
      expected.why = "XR_ENABLE_API_LAYERS names the layer";
      expected.section = Section::kEnvironment;
      expected.position = PositionOf(named_, name);
    } else if (IsAsked(name)) {
      expected.active = Tristate::kYes;
      expected.active_policy = policy::LS_XR_ACTIVATION_6.text;
      expected.why = "the application names the layer";
      expected.section = Section::kApplication;
      expected.position = PositionOf(machine_.layers, name);
    }
  }

  // Adjusts the expectation for libraries that cannot be used.
  static void Degrade(const std::vector<const ModelLayer*>& candidates, Expected& expected) {
    const ModelLayer& layer = *candidates.front();
    const bool all_work =
        std::all_of(candidates.begin(), candidates.end(),
                    [](const ModelLayer* one) { return one->use == Use::kWorks; });
    if (all_work) return;
    const bool none_works =
        std::all_of(candidates.begin(), candidates.end(),
                    [](const ModelLayer* one) { return one->use == Use::kNever; });
    if (!none_works) {
      expected.active = std::min(expected.active, Tristate::kMaybe);
      return;
    }
    expected.active = Tristate::kNo;
    const bool refuses = layer.library->name == "refuses";
    expected.active_policy = layer.library->binary.empty() ? policy::LS_XR_LAYER_MANIFEST_15.text
                             : refuses                     ? policy::LS_XR_LAYER_NEGOTIATION_7.text
                                                           : policy::LS_XR_LAYER_NEGOTIATION_8.text;
    expected.why = "no negotiation with the layer succeeds";
  }

  void ExpectRuntime() {
    if (model_.runtimes.empty()) return;
    const ModelRuntime& first = model_.runtimes.front();
    result_.runtime_policy = first.policy;
    for (const ModelRuntime& runtime : model_.runtimes) {
      // The ambiguous manifest may name any of these libraries.
      if (runtime.library == nullptr) {
        for (const Library& library : libraries_) {
          if (library.runtime && (runtime.text.find(library.name) != std::string::npos ||
                                  runtime.text.find('\\') != std::string::npos)) {
            result_.runtimes.push_back(library.name);
          }
        }
      } else if (runtime.use != Use::kNever) {
        result_.runtimes.push_back(runtime.library->name);
      }
      if (model_.runtime_is_certain && IsUsable()) break;
    }
  }

  // Whether the preferred runtime certainly works.
  bool IsUsable() const {
    return !model_.runtimes.empty() && model_.runtime_is_certain &&
           model_.runtimes.front().library != nullptr && model_.runtimes.front().use == Use::kWorks;
  }

  void ExpectExtensions() {
    if (!IsUsable() || !model_.ambiguous.empty()) return;
    result_.extensions_listed = Tristate::kYes;
    result_.extensions = model_.runtimes.front().library->extensions;
    for (const auto& [name, expected] : result_.layers) {
      const ModelLayer& layer = *expected.used.front();
      const bool only = expected.used.size() == 1 && !IsNamed(name) && !IsAsked(name);
      if (layer.use == Use::kEither || layer.found != Tristate::kYes) {
        result_.extensions_listed = Tristate::kMaybe;
      }
      for (const std::string& extension : layer.extensions) {
        const bool own = only && Contains(layer.library->extensions, extension);
        if (!own) continue;
        if (layer.implicit && expected.active == Tristate::kYes && layer.use == Use::kWorks) {
          result_.extensions.push_back(extension);
        }
        if (expected.active == Tristate::kNo && layer.use == Use::kWorks) {
          result_.no_extensions.push_back(extension);
        }
      }
    }
    for (const std::string& extension : result_.extensions) {
      result_.extension_versions[extension] = VersionsOf(extension);
    }
  }

  // If several versions exist, the edition of the document (LS_XR_LOADER_12) and the enabled layers
  // determine which one is listed: any is accepted.
  std::set<uint32_t> VersionsOf(const std::string& extension) const {
    std::set<uint32_t> versions;
    const Library& runtime = *model_.runtimes.front().library;
    if (Contains(runtime.extensions, extension)) versions.insert(runtime.extension_version);
    for (const ModelLayer& layer : model_.layers) {
      const auto of_layer = layer.extension_versions.find(extension);
      if (of_layer == layer.extension_versions.end()) continue;
      versions.insert(of_layer->second.begin(), of_layer->second.end());
    }
    return versions;
  }

  void Refuse(const std::string& policy, const std::string& why, int error) {
    if (result_.created == Tristate::kNo) {
      result_.error = 0;  // either of the two errors
      return;
    }
    result_.created = Tristate::kNo;
    result_.created_policy = policy;
    result_.created_why = why;
    result_.error = error;
  }

  void ExpectCreation() {
    const bool none_works = std::all_of(
        model_.runtimes.begin(), model_.runtimes.end(), [](const ModelRuntime& runtime) {
          return runtime.library != nullptr && runtime.use == Use::kNever;
        });
    if (none_works) Refuse(policy::LS_XR_LOADER_15.text, "no runtime can be used", 0);
    bool all_good = IsUsable() && model_.ambiguous.empty() && !odd_names_;
    for (const std::string& name : named_) all_good &= result_.layers.contains(name);
    for (const std::string& name : machine_.layers) {
      if (result_.layers.contains(name)) continue;
      all_good = false;
      if (model_.IsAmbiguous(name)) continue;
      Refuse(policy::LS_XR_ACTIVATION_11.text, "the application names an unknown API layer",
             IsOnlyPossibleError() ? XR_ERROR_API_LAYER_NOT_PRESENT : 0);
    }
    for (const auto& [name, expected] : result_.layers) {
      const bool wanted = IsNamed(name) || IsAsked(name);
      // A loader may not let applications name implicit layers.
      if (wanted) {
        all_good &= expected.active == Tristate::kYes && expected.section != Section::kAnywhere;
      }
      // A layer that fails may make the instance fail.
      for (const ModelLayer* layer : expected.used) {
        all_good &= layer->use == Use::kWorks && layer->found == Tristate::kYes;
      }
    }
    for (const std::string& extension : machine_.extensions) all_good &= IsProvided(extension);
    if (result_.created != Tristate::kNo && all_good) {
      result_.created = Tristate::kYes;
      result_.created_policy = policy::LS_XR_RUNTIME_DISCOVERY_1.text;
    }
    for (const std::string& extension : machine_.extensions) {
      if (IsUnknown(extension)) {
        Refuse(policy::LS_XR_LOADER_13.text, "the application names an unknown extension",
               IsOnlyPossibleError() ? XR_ERROR_EXTENSION_NOT_PRESENT : 0);
      }
    }
  }

  // Whether an unknown name that the application gives is the only possible reason for a failure.
  bool IsOnlyPossibleError() const {
    if (!IsUsable() || !model_.ambiguous.empty() || odd_names_) return false;
    for (const std::string& name : named_) {
      if (!result_.layers.contains(name) || std::count(named_.begin(), named_.end(), name) > 1) {
        return false;
      }
    }
    return std::all_of(result_.layers.begin(), result_.layers.end(), [&](const auto& entry) {
      const auto& [name, expected] = entry;
      const bool wanted = IsAsked(name) || IsNamed(name);
      if (wanted && (expected.active != Tristate::kYes || expected.section == Section::kAnywhere)) {
        return false;
      }
      if (IsAsked(name) &&
          (IsNamed(name) || std::count(machine_.layers.begin(), machine_.layers.end(), name) > 1)) {
        return false;
      }
      return std::all_of(expected.used.begin(), expected.used.end(), [](const ModelLayer* layer) {
        return layer->use == Use::kWorks && layer->found == Tristate::kYes;
      });
    });
  }

  // Whether the runtime certainly has the extension, or a layer that is certainly in the chain.
  bool IsProvided(const std::string& extension) const {
    if (IsUsable() && Contains(model_.runtimes.front().library->extensions, extension)) return true;
    // In earlier editions a loader may pass a layer's extension to the runtime.
    if (subject_.spec < kLayersKeepTheirs) return false;
    return std::any_of(result_.layers.begin(), result_.layers.end(), [&](const auto& entry) {
      const ModelLayer& layer = *entry.second.used.front();
      return entry.second.active == Tristate::kYes && entry.second.used.size() == 1 &&
             Contains(layer.library->extensions, extension) &&
             Contains(layer.extensions, extension);
    });
  }

  // Whether certainly neither the runtime, nor a layer, nor the loader has the extension. Loaders
  // implement one extension themselves.
  bool IsUnknown(const std::string& extension) const {
    if (extension == XR_EXT_DEBUG_UTILS_EXTENSION_NAME) return false;
    for (const Library& library : libraries_) {
      if (library.runtime && Contains(library.extensions, extension) &&
          (result_.any_runtime || Contains(result_.runtimes, library.name))) {
        return false;
      }
    }
    if (model_.IsAmbiguous(extension)) return false;
    return std::none_of(model_.layers.begin(), model_.layers.end(), [&](const ModelLayer& layer) {
      return Contains(layer.library->extensions, extension) ||
             Contains(layer.extensions, extension);
    });
  }

  const Machine& machine_;
  const Model& model_;
  const Subject& subject_;
  const std::vector<Library>& libraries_;
  std::vector<std::string> named_;  // in XR_ENABLE_API_LAYERS
  bool odd_names_ = false;
  Expectation result_;
};

void KeepCommon(std::vector<std::string>& list, const std::vector<std::string>& other) {
  std::erase_if(list, [&](const std::string& text) { return !Contains(other, text); });
}

void MergeExpectations(Expectation& one, const Expectation& other) {
  for (auto& [name, expected] : one.layers) MergeLayerReading(expected, other.layers.at(name));
  MergeReading(one.created, other.created);
  if (one.error != other.error) one.error = 0;
  MergeReading(one.extensions_listed, other.extensions_listed);
  KeepCommon(one.extensions, other.extensions);
  KeepCommon(one.no_extensions, other.no_extensions);
  for (const auto& [extension, versions] : other.extension_versions) {
    one.extension_versions[extension].insert(versions.begin(), versions.end());
  }
}

}  // namespace

Expectation Expect(const Machine& machine, const Model& model, const Subject& subject) {
  const auto expect = [&](const Machine& reading) {
    return Oracle(reading, model, subject).Make();
  };
  if (!machine.elevated) return expect(machine);
  return ExpectElevated<Expectation>(machine, expect, MergeExpectations);
}

}  // namespace loadstone::oracle::openxr

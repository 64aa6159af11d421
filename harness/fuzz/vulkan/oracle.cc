#include "harness/fuzz/vulkan/oracle.h"

#include <algorithm>
#include <set>

#include "harness/fuzz/elevated.h"
#include "harness/fuzz/path_list.h"
#include "harness/fuzz/vulkan/drivers.h"
#include "harness/fuzz/vulkan/filters.h"
#include "harness/world/vulkan_components.h"

namespace loadstone::fuzz::vulkan {
namespace {

constexpr policy::Version kFilters = {1, 3, 234};
constexpr policy::Version kAllow = {1, 3, 262};
constexpr char kApplicationPath[] = "/opt/application/bin/application";

bool Contains(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

class Oracle {
 public:
  Oracle(const Input& input, const Model& model, const Subject& subject)
      : input_(input), model_(model), subject_(subject) {
    named_ = InstanceLayers(Value("VK_INSTANCE_LAYERS"));
  }

  Expectation Make() {
    for (const ModelLayer& layer : model_.layers) {
      by_name_[layer.name].push_back(&layer);
      for (const std::string& component : layer.components) components_.insert(component);
    }
    ReadOverride();
    if (result_.blind) return std::move(result_);
    for (const auto& [name, candidates] : by_name_) {
      if (!IsMeta(candidates)) result_.layers[name] = ExpectLayer(name, candidates);
    }
    for (const auto& [name, candidates] : by_name_) {
      if (IsMeta(candidates)) result_.layers[name] = ExpectMeta(name, candidates);
    }
    if (override_ != nullptr && !override_->override_paths.empty()) ApplyOverridePaths();
    ActivateComponents();
    BlameIncomplete();
    ExpectCreation();
    ExpectDriver();
    return std::move(result_);
  }

 private:
  using Candidates = std::vector<const ModelLayer*>;

  std::string Value(const char* variable) const {
    const auto found = input_.environment.find(variable);
    return found == input_.environment.end() ? std::string() : found->second;
  }

  static bool IsMeta(const Candidates& candidates) {
    return std::any_of(candidates.begin(), candidates.end(),
                       [](const ModelLayer* layer) { return layer->meta(); });
  }

  Sure Filter(const char* variable, const std::string& name, bool implicit,
              const policy::Version& since) const {
    const std::string value = Value(variable);
    if (value.empty()) return Sure::kNo;
    if (subject_.spec < since) return Sure::kMaybe;
    const bool special = variable == std::string("VK_LOADER_LAYERS_DISABLE");
    return Covers(value, name, implicit, special);
  }

  // Whether and how the override layer applies; what is not clear about it makes all unclear.
  void ReadOverride() {
    const auto found = by_name_.find(kOverrideLayer);
    if (model_.Doubtful(kOverrideLayer)) result_.blind = true;
    if (found == by_name_.end() || result_.blind) return;
    const ModelLayer& layer = *found->second.front();
    result_.blind = found->second.size() != 1 || !layer.meta() || !layer.implicit ||
                    layer.found != Sure::kYes || !ArePlain(layer.override_paths) ||
                    components_.contains(kOverrideLayer) || IsNamed(kOverrideLayer) ||
                    Contains(input_.layers, kOverrideLayer) || layer.device_type;
    if (result_.blind || !AppliesToApplication(layer)) return;
    Expected own;
    Default(layer, own);
    // Whether it applies may depend on its paths, and what that changes is known.
    const bool complete = !layer.override_paths.empty() || IsComplete(layer) == Sure::kYes;
    // Whether the override paths count for an elevated application is open.
    result_.blind |=
        own.active != Sure::kYes || !complete || (input_.elevated && !layer.override_paths.empty());
    override_ = &layer;
  }

  static bool ArePlain(const std::vector<std::string>& paths) {
    return std::all_of(paths.begin(), paths.end(), [](const std::string& path) {
      return path.front() == '/' && IsPlainPath(path);
    });
  }

  bool AppliesToApplication(const ModelLayer& layer) {
    if (layer.app_keys.empty() || Contains(layer.app_keys, kApplicationPath)) return true;
    for (const std::string& key : layer.app_keys) {
      // What may mean the same file in another way.
      if (key.find("application") != std::string::npos || key.front() != '/') result_.blind = true;
    }
    return false;
  }

  bool IsNamed(const std::string& name) const { return Contains(named_, name); }

  // The state of an implicit layer by its own variables and the filters, without anything else.
  void Default(const ModelLayer& layer, Expected& expected) const {
    expected.active = Sure::kYes;
    expected.active_policy = "LLP_LOADER_6";
    expected.why = "an implicit layer is on by default";
    expected.section = Section::kImplicit;
    if (layer.enable.has_value()) {
      const auto [variable, value] = *layer.enable;
      const bool set = input_.environment.contains(variable);
      expected.why = set ? "the layer's enabling variable is set as asked"
                         : "the layer's enabling variable is not set";
      expected.active = !set                               ? Sure::kNo
                        : Value(variable.c_str()) == value ? Sure::kYes
                                                           : Sure::kMaybe;
    }
    if (input_.environment.contains(layer.disable)) {
      const bool empty = Value(layer.disable.c_str()).empty();
      if (!empty) {
        expected.active = Sure::kNo;
        expected.active_policy = "LLP_LOADER_7";
        expected.why = "the layer's disabling variable is set";
      } else if (expected.active == Sure::kYes) {
        expected.active = Sure::kMaybe;
      }
    }
    ApplyDisable(layer, expected);
  }

  void ApplyDisable(const ModelLayer& layer, Expected& expected) const {
    const Sure disabled = Filter("VK_LOADER_LAYERS_DISABLE", layer.name, layer.implicit, kFilters);
    if (disabled == Sure::kNo || expected.active == Sure::kNo) return;
    const Sure allowed = Filter("VK_LOADER_LAYERS_ALLOW", layer.name, layer.implicit, kAllow);
    if (allowed == Sure::kYes) {
      expected.active_policy = "LS_VK_FILTER_3";
      return;
    }
    const bool sure = disabled == Sure::kYes && allowed == Sure::kNo;
    expected.active = sure ? Sure::kNo : Sure::kMaybe;
    expected.active_policy = "LS_VK_FILTER_2";
    expected.why = "VK_LOADER_LAYERS_DISABLE covers the layer";
  }

  // The layers that a name means: of those found first, any.
  static Candidates First(const Candidates& candidates) {
    int rank = candidates.front()->rank;
    for (const ModelLayer* layer : candidates) rank = std::min(rank, layer->rank);
    Candidates first;
    for (const ModelLayer* layer : candidates) {
      if (layer->rank == rank) first.push_back(layer);
    }
    return first;
  }

  // Whether it is clear what the name stands for: every manifest with it is surely found, and all
  // are of one kind.
  bool IsClear(const std::string& name, const Candidates& candidates) const {
    if (model_.Doubtful(name)) return false;
    return std::all_of(candidates.begin(), candidates.end(), [&](const ModelLayer* layer) {
      return layer->found == Sure::kYes && layer->implicit == candidates.front()->implicit &&
             !layer->device_type;
    });
  }

  // LLP_LOADER_4: the same major version, and not a newer minor one.
  Sure IsCompatible(const ModelLayer& layer) const {
    if (layer.version.major != subject_.api_version.major) return Sure::kNo;
    return layer.version.minor <= subject_.api_version.minor ? Sure::kYes : Sure::kMaybe;
  }

  Expected ExpectLayer(const std::string& name, const Candidates& candidates) const {
    Expected expected;
    if (!IsClear(name, candidates)) {
      if (Dead(candidates) && !model_.Doubtful(name)) {
        expected.enumerated = expected.active = Sure::kNo;
        expected.enumerated_policy = expected.active_policy = "LLP_LOADER_1";
        expected.why = "a layer of type DEVICE is skipped";
      }
      expected.used = candidates;
      return expected;
    }
    expected.used = First(candidates);
    const ModelLayer& layer = *expected.used.front();
    expected.enumerated_policy = layer.place_policy;
    Activate(layer, expected);
    expected.enumerated = layer.implicit ? std::max(expected.active, Sure::kMaybe) : Sure::kYes;
    // A layer that is disabled may be hidden.
    if (Filter("VK_LOADER_LAYERS_DISABLE", name, layer.implicit, kFilters) != Sure::kNo ||
        OnBlacklist(name)) {
      expected.enumerated = Sure::kMaybe;
    }
    expected.exclusive = true;
    for (const ModelLayer* one : expected.used) {
      expected.exclusive &= IsCompatible(*one) == Sure::kYes && one->library->use == Use::kWorks;
      Degrade(*one, expected);
    }
    // Each of several implicit layers has variables of its own.
    if (layer.implicit && expected.used.size() > 1) {
      expected.active = expected.enumerated = Sure::kMaybe;
    }
    return expected;
  }

  static bool Dead(const Candidates& candidates) {
    return std::all_of(candidates.begin(), candidates.end(),
                       [](const ModelLayer* layer) { return layer->device_type; });
  }

  bool OnBlacklist(const std::string& name) const {
    return override_ != nullptr && Contains(override_->blacklist, name);
  }

  // What a layer that cannot be used makes of what is expected of its name.
  void Degrade(const ModelLayer& layer, Expected& expected) const {
    const Sure compatible = IsCompatible(layer);
    if (compatible == Sure::kYes && layer.library->use == Use::kWorks) return;
    expected.enumerated = Sure::kMaybe;
    if (expected.used.size() > 1) {
      expected.active = std::min(expected.active, Sure::kMaybe);
    } else if (compatible == Sure::kNo) {
      expected.active = Sure::kNo;
      expected.active_policy = "LLP_LOADER_4";
      expected.why = "the layer has another major API version";
    } else if (layer.library->use == Use::kNever) {
      expected.active = Sure::kNo;
      expected.active_policy = "LLP_LOADER_5";
      expected.why = "no interface can be agreed on with the layer";
    } else {
      expected.active = std::min(expected.active, Sure::kMaybe);
    }
  }

  // Whether the layer is turned on, by whatever may.
  void Activate(const ModelLayer& layer, Expected& expected) const {
    const bool asked = Contains(input_.layers, layer.name);
    const bool named = IsNamed(layer.name);
    const Sure enabled = Filter("VK_LOADER_LAYERS_ENABLE", layer.name, layer.implicit, kFilters);
    const bool component = components_.contains(layer.name);
    if (layer.implicit) {
      Default(layer, expected);
      if (expected.active != Sure::kYes && (asked || named || component || enabled != Sure::kNo)) {
        // Documents and readings differ on what wins.
        const bool by_variable = expected.active_policy == "LLP_LOADER_7";
        const bool filtered = expected.active_policy == "LS_VK_FILTER_2";
        const bool stays = filtered && !named && !component && enabled == Sure::kNo;
        if (!stays || by_variable) expected.active = Sure::kMaybe;
      }
      if (asked || named || component || enabled != Sure::kNo) {
        expected.section = Section::kAnywhere;
      }
    } else {
      ActivateExplicit(layer, asked, named, enabled, component, expected);
    }
    if (OnBlacklist(layer.name)) {
      const bool unclear = named || component || enabled != Sure::kNo;
      expected.active = unclear ? Sure::kMaybe : Sure::kNo;
      expected.active_policy = "LLP_LOADER_12";
      expected.why = "the override layer's blacklist names the layer";
    }
  }

  void ActivateExplicit(const ModelLayer& layer, bool asked, bool named, Sure enabled,
                        bool component, Expected& expected) const {
    expected.active = Sure::kNo;
    expected.why = "nobody asks for the layer";
    if (asked) {
      expected.active = Sure::kYes;
      expected.why = "the application asks for the layer";
      expected.active_policy = layer.place_policy;
      expected.section = Section::kApplication;
      ApplyDisable(layer, expected);
    }
    if (named || enabled == Sure::kYes) {
      const bool filtered =
          expected.active_policy == "LS_VK_FILTER_2" ||
          Filter("VK_LOADER_LAYERS_DISABLE", layer.name, false, kFilters) != Sure::kNo;
      expected.active = Sure::kYes;
      expected.active_policy = filtered ? "LS_VK_FILTER_4"
                               : named  ? "LS_VK_CHAIN_1"
                                        : "LS_VK_FILTER_1";
      expected.why =
          named ? "VK_INSTANCE_LAYERS names the layer" : "VK_LOADER_LAYERS_ENABLE covers the layer";
      expected.section = Section::kEnvironment;
      const auto first = std::find(named_.begin(), named_.end(), layer.name);
      if (named && enabled == Sure::kNo) {
        expected.position = static_cast<size_t>(first - named_.begin()) + 1;
      }
    } else if (enabled == Sure::kMaybe) {
      expected.active = Sure::kMaybe;
    }
    if (component) {
      expected.section = Section::kAnywhere;
      expected.position = 0;
      // Until it is known what becomes of the meta-layers with it.
      if (expected.active_policy == "LS_VK_FILTER_2") expected.active = Sure::kMaybe;
    }
  }

  // LLP_LOADER_10 and the restrictions under Meta-layers.
  Sure IsComplete(const ModelLayer& meta) const {
    if (meta.name == kOverrideLayer && !meta.override_paths.empty()) return IsInPaths(meta);
    Sure complete = Sure::kYes;
    for (const std::string& name : meta.components) {
      const auto candidates = by_name_.find(name);
      if (candidates == by_name_.end()) {
        if (!model_.Doubtful(name)) return Sure::kNo;
        complete = std::min(complete, Sure::kMaybe);
        continue;
      }
      complete = std::min(complete, IsComponent(meta, name, candidates->second));
      if (complete == Sure::kNo) return complete;
    }
    return complete;
  }

  Sure IsComponent(const ModelLayer& meta, const std::string& name,
                   const Candidates& candidates) const {
    if (!IsClear(name, candidates) || IsMeta(candidates)) return Sure::kMaybe;
    const ModelLayer& layer = *First(candidates).front();
    if (First(candidates).size() > 1 || OnBlacklist(name)) return Sure::kMaybe;
    if (layer.library->use != Use::kWorks || IsCompatible(layer) != Sure::kYes) {
      return Sure::kMaybe;
    }
    if (Filter("VK_LOADER_LAYERS_DISABLE", name, layer.implicit, kFilters) != Sure::kNo) {
      return Sure::kMaybe;
    }
    if (layer.implicit) {
      Expected own;
      Default(layer, own);
      if (own.active != Sure::kYes) return Sure::kMaybe;
    }
    const auto version = [](const ModelLayer& one) {
      return std::pair(one.version.major, one.version.minor);
    };
    if (version(layer) < version(meta)) return Sure::kNo;
    return layer.version == meta.version ? Sure::kYes : Sure::kMaybe;
  }

  // Whether the override paths have all components of `meta`, and those can be used.
  Sure IsInPaths(const ModelLayer& meta) const {
    Sure complete = Sure::kYes;
    for (const std::string& name : meta.components) {
      const Candidates there = InPaths(name);
      if (there.empty() && !model_.Doubtful(name)) return Sure::kNo;
      const bool good = there.size() == 1 && !model_.Doubtful(name) && !there.front()->meta() &&
                        !there.front()->device_type && there.front()->version == meta.version &&
                        IsCompatible(*there.front()) == Sure::kYes &&
                        there.front()->library->use == Use::kWorks;
      // What a filter makes of a component is said of those in other folders only.
      if (!good || Filter("VK_LOADER_LAYERS_DISABLE", name, false, kFilters) != Sure::kNo) {
        complete = Sure::kMaybe;
      }
    }
    return complete;
  }

  Candidates InPaths(const std::string& name) const {
    Candidates there;
    for (const ModelLayer& layer : model_.layers) {
      if (layer.name == name && layer.in_override_paths) there.push_back(&layer);
    }
    return there;
  }

  // LS_VK_OVERRIDE_2. Beside override_paths other layers may be seen or not, but none to which only
  // VK_LAYER_PATH leads, and components come from these paths alone.
  void ApplyOverridePaths() {
    const Sure applies = IsComplete(*override_);
    for (auto& [name, expected] : result_.layers) {
      if (name == kOverrideLayer) continue;
      const Candidates& all = by_name_.at(name);
      if (applies == Sure::kYes && Contains(override_->components, name)) {
        expected = Expected();
        expected.used = InPaths(name);
        // Whoever else asks may get another.
        expected.exclusive =
            Occurrences(name) == 1 &&
            Filter("VK_LOADER_LAYERS_ENABLE", name, false, kFilters) == Sure::kNo &&
            std::none_of(all.begin(), all.end(), [](const auto* one) { return one->implicit; });
        expected.exclusive_policy = kOverridePathsPolicy;
        continue;
      }
      const bool hidden =
          applies == Sure::kYes && !components_.contains(name) && !model_.Doubtful(name) &&
          std::all_of(all.begin(), all.end(),
                      [](const auto* one) { return one->hidden_by_override_paths; });
      expected.exclusive = false;
      expected.enumerated = hidden ? Sure::kNo : std::min(expected.enumerated, Sure::kMaybe);
      expected.active = hidden ? Sure::kNo : std::min(expected.active, Sure::kMaybe);
      // Nor is it known what the blacklist of one that does not apply is good for.
      if (!hidden && applies != Sure::kYes && OnBlacklist(name)) expected.active = Sure::kMaybe;
      if (!hidden) continue;
      expected.enumerated_policy = expected.active_policy = kOverridePathsPolicy;
      expected.why = "only VK_LAYER_PATH leads to the layer, beside override_paths";
    }
  }

  Expected ExpectMeta(const std::string& name, const Candidates& candidates) {
    Expected expected;
    expected.used = candidates;
    if (!IsClear(name, candidates) || candidates.size() > 1 ||
        IsCompatible(*candidates.front()) != Sure::kYes) {
      return expected;
    }
    const ModelLayer& meta = *candidates.front();
    const Sure complete = IsComplete(meta);
    if (&meta == override_) {
      expected.active = complete;
      expected.enumerated = Sure::kMaybe;
      return expected;
    }
    if (name == kOverrideLayer) return expected;
    Activate(meta, expected);
    expected.active = std::min(expected.active, complete);
    expected.enumerated_policy = complete == Sure::kNo ? "LLP_LOADER_10" : meta.place_policy;
    const bool filtered =
        Filter("VK_LOADER_LAYERS_DISABLE", name, meta.implicit, kFilters) != Sure::kNo;
    // "must be present ... for this meta-layer to be available".
    expected.enumerated = complete == Sure::kYes && !filtered && !OnBlacklist(name) &&
                                  (!meta.implicit || expected.active == Sure::kYes)
                              ? Sure::kYes
                              : Sure::kMaybe;
    return expected;
  }

  // A component is in the chain when its meta-layer is; it may be where that may be. Meta-layers
  // may contain meta-layers, so this is done until nothing changes.
  void ActivateComponents() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const auto& [name, expected] : result_.layers) {
        for (const ModelLayer* layer : expected.used) {
          if (layer->meta() && expected.active != Sure::kNo) {
            changed |= ActivateComponentsOf(*layer, expected.active);
          }
        }
      }
    }
  }

  bool ActivateComponentsOf(const ModelLayer& meta, Sure active) {
    bool changed = false;
    for (const std::string& name : meta.components) {
      const auto found = result_.layers.find(name);
      if (found == result_.layers.end()) continue;
      Expected& component = found->second;
      if (component.used.front()->meta() || active == Sure::kMaybe) {
        // A layer that no loader can load stays out whoever asks.
        if (component.active == Sure::kNo && !IsUnusable(component)) {
          component.active = Sure::kMaybe;
          changed = true;
        }
        continue;
      }
      if (component.active == Sure::kYes) continue;
      component.active = Sure::kYes;
      changed = true;
      const bool of_override = &meta == override_;
      component.active_policy = !of_override                  ? "LS_VK_META_2"
                                : meta.override_paths.empty() ? "LLP_LOADER_11"
                                                              : kOverridePathsPolicy;
      component.why = "an active meta-layer contains the layer";
      component.section =
          of_override && Occurrences(name) == 1 ? Section::kOverride : Section::kAnywhere;
    }
    return changed;
  }

  // A layer that only incomplete meta-layers ask for is kept out by LLP_LOADER_10.
  void BlameIncomplete() {
    for (const ModelLayer& meta : model_.layers) {
      if (!meta.meta() || IsComplete(meta) != Sure::kNo) continue;
      for (const std::string& name : meta.components) {
        const auto found = result_.layers.find(name);
        if (found == result_.layers.end() || found->second.active != Sure::kNo ||
            found->second.active_policy != Expected().active_policy) {
          continue;
        }
        const bool paths = &meta == override_ && !meta.override_paths.empty();
        found->second.active_policy = paths ? kOverridePathsPolicy : "LLP_LOADER_10";
        found->second.why = paths ? "the override paths do not have all components"
                                  : "the meta-layer with the layer is not complete";
      }
    }
  }

  size_t Occurrences(const std::string& component) const {
    size_t count = Contains(input_.layers, component) || IsNamed(component) ? 1 : 0;
    for (const ModelLayer& layer : model_.layers) {
      count += static_cast<size_t>(
          std::count(layer.components.begin(), layer.components.end(), component));
    }
    return count;
  }

  static bool IsUnusable(const Expected& expected) {
    return expected.active_policy == "LLP_LOADER_4" || expected.active_policy == "LLP_LOADER_5";
  }

  // An implicit layer that refuses to negotiate, and that nobody asks for: the instance does
  // without.
  bool IsLeftOut(const ModelLayer& layer) const {
    return layer.implicit && layer.library->refuses && !Contains(input_.layers, layer.name) &&
           !IsNamed(layer.name) && !components_.contains(layer.name) &&
           Filter("VK_LOADER_LAYERS_ENABLE", layer.name, true, kFilters) == Sure::kNo;
  }

  void ExpectCreation() {
    const bool filtered = !Value("VK_LOADER_LAYERS_DISABLE").empty();
    bool all_good = true;
    for (const std::string& name : input_.layers) {
      const auto found = result_.layers.find(name);
      if (found == result_.layers.end()) {
        all_good = false;
        if (filtered || model_.Doubtful(name)) continue;
        result_.created = Sure::kNo;
        return;
      }
      all_good &= found->second.active == Sure::kYes;
      const std::string& policy = found->second.active_policy;
      if (policy.starts_with("LS_VK_FILTER_")) result_.created_policy = policy;
    }
    for (const auto& [name, expected] : result_.layers) {
      for (const ModelLayer* layer : expected.used) {
        all_good &= layer->meta() || layer->library->use == Use::kWorks || IsLeftOut(*layer);
      }
    }
    if (all_good && model_.doubtful.empty()) result_.created = Sure::kYes;
  }

  // LDP_LOADER_1, which holds for an application that asks for nothing that is missing.
  void ExpectDriver() {
    result_.driver = HasDriver(input_, subject_);
    if (input_.elevated && HasDriversOfUser(input_, subject_)) {
      result_.driver_policy = kElevatedDriverPolicy;
      result_.created_policy = kElevatedDriverPolicy;
    }
    if (result_.driver == Sure::kYes) return;
    result_.incompatible = result_.driver == Sure::kNo && result_.created == Sure::kYes;
    result_.created = Sure::kMaybe;
  }

  const Input& input_;
  const Model& model_;
  const Subject& subject_;
  std::vector<std::string> named_;
  std::map<std::string, Candidates> by_name_;
  std::set<std::string> components_;
  const ModelLayer* override_ = nullptr;
  Expectation result_;
};

void WeakenAll(Expectation& one, const Expectation& other) {
  for (auto& [name, expected] : one.layers) {
    const Expected& second = other.layers.at(name);
    WeakenLayer(expected, second);
    expected.exclusive &= second.exclusive;
  }
  Weaken(one.created, other.created);
  one.incompatible &= other.incompatible;
}

}  // namespace

Expectation Expect(const Input& input, const Model& model, const Subject& subject) {
  const auto expect = [&](const Input& reading) { return Oracle(reading, model, subject).Make(); };
  if (!input.elevated) return expect(input);
  return ExpectOfElevated<Expectation>(input, expect, WeakenAll);
}

}  // namespace loadstone::fuzz::vulkan

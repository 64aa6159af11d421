#include "harness/fuzz/vulkan/judge.h"

#include <fmt/format.h>
#include <vulkan/vulkan.h>

#include <algorithm>

#include "harness/fuzz/api.h"
#include "harness/fuzz/judgement.h"
#include "harness/fuzz/path_list.h"
#include "harness/fuzz/vulkan/libraries.h"
#include "harness/fuzz/vulkan/oracle.h"

namespace loadstone::fuzz::vulkan {
namespace {

std::string ResultText(int result) {
  switch (result) {
    case VK_SUCCESS:
      return "VK_SUCCESS";
    case VK_ERROR_LAYER_NOT_PRESENT:
      return "VK_ERROR_LAYER_NOT_PRESENT";
    case VK_ERROR_INITIALIZATION_FAILED:
      return "VK_ERROR_INITIALIZATION_FAILED";
    case VK_ERROR_OUT_OF_HOST_MEMORY:
      return "VK_ERROR_OUT_OF_HOST_MEMORY";
    case VK_ERROR_INCOMPATIBLE_DRIVER:
      return "VK_ERROR_INCOMPATIBLE_DRIVER";
    default:
      return fmt::format("VkResult {}", result);
  }
}

class VulkanJudgement : public Judgement {
 public:
  VulkanJudgement(const Input& input, const Answer& answer, const Subject& subject)
      : Judgement(answer),
        input_(input),
        subject_(subject),
        model_(ReadModel(input, subject)),
        expectation_(Expect(input, model_, subject)) {}

 protected:
  void JudgeAnswer() override {
    if (expectation_.blind) return;
    JudgeEnumeration();
    if (answer_.tried_create && !Names(&Library::hollow)) JudgeCreation();
  }

  bool Names(bool Library::*trait) const override { return NamesAny(Libraries(), input_, trait); }

  bool IsUnclear() const override { return !model_.doubtful.empty(); }

  bool IsEndOfMocks() const override {
    return answer_.step != Step::kEnumerate && SharesLibraries();
  }

  std::string StepName() const override { return VulkanApi().StepName(answer_.step); }

  std::string EndingPolicy() const override {
    if (answer_.place == kEndOfStack && HasRecursion()) return "LS_VK_META_1";
    if (!model_.doubtful.empty()) return "LS_VK_DISCOVERY_6";
    if (HasRecursion()) return "LS_VK_META_1";
    for (const ModelLayer& layer : model_.layers) {
      if (!layer.meta() && layer.library->use != Use::kWorks) return "LLP_LOADER_5";
    }
    return "LLP_LOADER_1";
  }

 private:
  // What is missing beside a bad manifest may be missing because of it; it is, if it is not missing
  // without.
  void AddMissing(const std::string& policy, const std::string& cause, const std::string& expected,
                  const std::string& observed) {
    AddUnclear(model_.doubtful.empty() ? policy : "LS_VK_DISCOVERY_6", policy + ": " + cause, cause,
               expected, observed);
  }

  // Whether a meta-layer contains itself, directly or through others.
  bool HasRecursion() const {
    return std::any_of(model_.layers.begin(), model_.layers.end(), [&](const ModelLayer& layer) {
      std::vector<std::string> reached = layer.components;
      for (size_t i = 0; i < reached.size(); ++i) {
        if (reached[i] == layer.name) return true;
        for (const ModelLayer& other : model_.layers) {
          if (other.name != reached[i]) continue;
          for (const std::string& component : other.components) {
            if (std::find(reached.begin(), reached.end(), component) == reached.end()) {
              reached.push_back(component);
            }
          }
        }
      }
      return false;
    });
  }

  // The policy of a loader that has what it cannot have. Its manifest holds `text`, if there is
  // one.
  std::string UnknownPolicy(const std::string& text) const {
    if (input_.elevated && IsOfUser(text)) return kElevatedPolicy;
    if (input_.environment.contains("VK_LAYER_PATH")) return "LLP_LOADER_2";
    if (input_.environment.contains("VK_IMPLICIT_LAYER_PATH")) return "LS_VK_DISCOVERY_8";
    return "LLP_LOADER_1";
  }

  // Whether only an application without special rights may have what holds `text`.
  bool IsOfUser(const std::string& text) const {
    Input plain = input_;
    plain.elevated = false;
    const std::vector<Place> of_plain = Places(plain, subject_);
    const std::vector<Place> own = Places(input_, subject_);
    return std::any_of(input_.files.begin(), input_.files.end(), [&](const auto& file) {
      const auto is_here = [&](const Place& place) { return place.folder == FolderOf(file.first); };
      return file.second.find(text) != std::string::npos &&
             std::any_of(of_plain.begin(), of_plain.end(), is_here) &&
             std::none_of(own.begin(), own.end(), is_here);
    });
  }

  void JudgeEnumeration() {
    const bool failed = answer_.enumerate_result != VK_SUCCESS;
    std::vector<std::string> names;
    for (const Enumerated& layer : answer_.layers) names.push_back(layer.name);
    for (const auto& [name, expected] : expectation_.layers) {
      if (expected.enumerated != Sure::kYes ||
          std::find(names.begin(), names.end(), name) != names.end()) {
        continue;
      }
      AddMissing(failed ? "LLP_LOADER_1" : expected.enumerated_policy,
                 failed ? "the layers cannot be enumerated: " + ResultText(answer_.enumerate_result)
                        : "a good layer is not enumerated",
                 fmt::format("{} of {} is enumerated", name, expected.used.front()->file),
                 failed ? ResultText(answer_.enumerate_result) : "enumerated: " + ListText(names));
      if (failed) return;
    }
    for (const Enumerated& layer : answer_.layers) JudgeEnumerated(layer);
  }

  void JudgeEnumerated(const Enumerated& layer) {
    const auto found = expectation_.layers.find(layer.name);
    if (model_.Doubtful(layer.name)) return;
    if (found == expectation_.layers.end()) {
      // Whatever a doubtful manifest may be taken to say.
      if (!model_.doubtful.empty() && !IsNamedElsewhere(layer.name)) return;
      Add(UnknownPolicy(layer.name), "a layer is enumerated that is in no folder that is searched",
          fmt::format("no layer {}", layer.name), fmt::format("{} is enumerated", layer.name));
      return;
    }
    if (found->second.enumerated == Sure::kNo) {
      Add(found->second.enumerated_policy, "enumerated although " + found->second.why,
          fmt::format("{} is not enumerated", layer.name), "it is");
      return;
    }
    JudgeProperties(layer);
  }

  // Whether a good manifest in a folder that is not searched has the name.
  bool IsNamedElsewhere(const std::string& name) const {
    for (const auto& [path, text] : input_.files) {
      for (const bool implicit : {false, true}) {
        const auto layers = ReadManifest(text, implicit);
        if (!layers.has_value()) continue;
        for (const ModelLayer& layer : *layers) {
          if (layer.name == name) return true;
        }
      }
    }
    return false;
  }

  void JudgeProperties(const Enumerated& layer) {
    std::vector<std::string> manifests;
    for (const ModelLayer& one : model_.layers) {
      if (one.name != layer.name) continue;
      const uint32_t version =
          VK_MAKE_API_VERSION(0, one.version.major, one.version.minor, one.version.patch);
      if (version == layer.api_version && one.implementation == layer.implementation &&
          one.description == layer.description) {
        return;
      }
      manifests.push_back(
          fmt::format("{} / {} / {}", one.version.ToString(), one.implementation, one.description));
    }
    Add(input_.elevated && IsOfUser(layer.name) ? kElevatedPolicy : "LLP_LOADER_1",
        "other properties than in the manifest",
        fmt::format("{}: {}", layer.name, ListText(manifests)),
        fmt::format("{}.{}.{} / {} / {}", VK_API_VERSION_MAJOR(layer.api_version),
                    VK_API_VERSION_MINOR(layer.api_version),
                    VK_API_VERSION_PATCH(layer.api_version), layer.implementation,
                    layer.description));
  }

  // One library behind two layers answers as one, so the chain does not tell them apart.
  bool SharesLibraries() const {
    for (const Library& library : Libraries()) {
      const auto uses =
          std::count_if(model_.layers.begin(), model_.layers.end(),
                        [&](const ModelLayer& layer) { return layer.library == &library; });
      const bool doubtful = model_.Doubtful("lib" + library.name + ".so");
      if (uses > 1 || (uses == 1 && doubtful)) return true;
    }
    return false;
  }

  void JudgeCreation() {
    if (SharesLibraries()) return;
    const std::string result = ResultText(answer_.create_result);
    if (expectation_.created == Sure::kYes && answer_.create_result != VK_SUCCESS) {
      AddNoInstance(expectation_.created_policy, "VK_SUCCESS");
    }
    // A bad manifest may bring about another error.
    if (expectation_.created == Sure::kNo && answer_.create_result != VK_ERROR_LAYER_NOT_PRESENT &&
        (answer_.create_result == VK_SUCCESS || model_.doubtful.empty())) {
      Add(UnknownPolicy(UnknownLayer()), "an unknown layer is requested: " + result,
          "VK_ERROR_LAYER_NOT_PRESENT of vkCreateInstance", result);
    }
    JudgeDriver();
    if (answer_.create_result != VK_SUCCESS) return;
    for (const std::string& library : answer_.chain) JudgeLibrary(library);
    for (const auto& [name, expected] : expectation_.layers) JudgePresence(name, expected);
    JudgeOrder();
    if (answer_.tried_device && answer_.device_result == VK_SUCCESS &&
        answer_.device_chain != answer_.chain) {
      Add("LLP_LOADER_9", "another chain for the device", "device: " + ListText(answer_.chain),
          ListText(answer_.device_chain));
    }
    for (const std::string& violation : answer_.violations) {
      Add("LLP_LOADER_8", violation, "layers are called as the interface says", violation);
    }
  }

  // LoaderDriverInterface: a driver that refuses to negotiate is ignored, and without any there is
  // no instance.
  void JudgeDriver() {
    if (!answer_.runtimes.empty()) {
      Add("LDP_LOADER_5", "a driver is used that refused to negotiate", "it is ignored",
          "vkCreateInstance of " + ListText(answer_.runtimes));
    }
    if (expectation_.driver == Sure::kNo && answer_.create_result == VK_SUCCESS) {
      Add(expectation_.driver_policy, "no driver can be used: VK_SUCCESS",
          "VK_ERROR_INCOMPATIBLE_DRIVER of vkCreateInstance", "VK_SUCCESS");
    } else if (expectation_.incompatible && answer_.create_result != VK_ERROR_INCOMPATIBLE_DRIVER) {
      AddNoInstance(expectation_.driver_policy, "VK_ERROR_INCOMPATIBLE_DRIVER");
    }
  }

  // A wrong result is the fault of whatever it speaks of.
  void AddNoInstance(const std::string& policy, const std::string& expected) {
    const std::string result = ResultText(answer_.create_result);
    const bool layers = answer_.create_result == VK_ERROR_LAYER_NOT_PRESENT;
    Add(layers ? expectation_.layers_policy : policy, "no instance: " + result,
        expected + " of vkCreateInstance", result);
  }

  // The first layer that the application asks for and that is nowhere.
  std::string UnknownLayer() const {
    for (const std::string& name : input_.layers) {
      if (!expectation_.layers.contains(name)) return name;
    }
    return {};
  }

  // Whether what is in the chain may be there.
  void JudgeLibrary(const std::string& library) {
    if (model_.Doubtful("lib" + library + ".so")) return;
    if (std::count(answer_.chain.begin(), answer_.chain.end(), library) > 1) {
      Add("LLP_LOADER_3", "one layer twice in the chain", library + " is in the chain once",
          "chain: " + ListText(answer_.chain));
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
      Add(UnknownPolicy("lib" + library + ".so"),
          "a layer is loaded from a folder that is not searched", library + " is not loaded",
          "chain: " + ListText(answer_.chain));
    }
  }

  std::optional<Fault> WhyNot(const ModelLayer& layer) const {
    if (model_.Doubtful(layer.name)) return std::nullopt;
    const Expected& expected = expectation_.layers.at(layer.name);
    const bool used =
        std::find(expected.used.begin(), expected.used.end(), &layer) != expected.used.end();
    const std::string chain = "chain: " + ListText(answer_.chain);
    if (!used && expected.exclusive) {
      const std::string cause = expected.exclusive_policy == kOverridePathsPolicy
                                    ? "a component is used that is not in the override paths"
                                    : "a layer is used that is found later";
      return Fault{
          expected.exclusive_policy, cause,
          fmt::format("{} of {}, not of {}", layer.name, expected.used.front()->file, layer.file),
          chain, expected.exclusive_policy + ": " + cause};
    }
    if (used && expected.active == Sure::kNo) {
      return Fault{expected.active_policy, "in the chain although " + expected.why,
                   fmt::format("{} is not in the chain", layer.name), chain,
                   expected.active_policy + ": in the chain although " + expected.why};
    }
    return std::nullopt;
  }

  // The places in the chain of the layers that `expected` may mean.
  std::vector<size_t> Positions(const Expected& expected) const {
    std::vector<size_t> positions;
    for (size_t i = 0; i < answer_.chain.size(); ++i) {
      for (const ModelLayer* layer : expected.used) {
        if (!layer->meta() && layer->library->name == answer_.chain[i]) positions.push_back(i);
      }
    }
    return positions;
  }

  void JudgePresence(const std::string& name, const Expected& expected) {
    if (expected.used.front()->meta() || expected.active != Sure::kYes) return;
    if (!Positions(expected).empty() || IsAnotherUsed(name, expected)) return;
    AddMissing(expected.active_policy, "not in the chain although " + expected.why,
               fmt::format("{} of {} is in the chain", name, expected.used.front()->file),
               "chain: " + ListText(answer_.chain));
  }

  // Whether a layer of the name is in the chain that should not be, which is said already.
  bool IsAnotherUsed(const std::string& name, const Expected& expected) const {
    return std::any_of(model_.layers.begin(), model_.layers.end(), [&](const ModelLayer& layer) {
      const bool used =
          std::find(expected.used.begin(), expected.used.end(), &layer) != expected.used.end();
      return layer.name == name && !layer.meta() && !used &&
             std::find(answer_.chain.begin(), answer_.chain.end(), layer.library->name) !=
                 answer_.chain.end();
    });
  }

  // Whether the documents want the first before the second.
  static bool IsBefore(const Expected& one, const Expected& other) {
    if (one.section == Section::kAnywhere || other.section == Section::kAnywhere) return false;
    if (one.section != other.section) return one.section < other.section;
    return one.position != 0 && other.position != 0 && one.position < other.position;
  }

  void JudgeOrder() {
    for (const auto& [name, one] : expectation_.layers) {
      for (const auto& [other_name, other] : expectation_.layers) {
        if (one.active != Sure::kYes || other.active != Sure::kYes || !IsBefore(one, other)) {
          continue;
        }
        const std::vector<size_t> first = Positions(one);
        const std::vector<size_t> second = Positions(other);
        if (first.size() != 1 || second.size() != 1 || first.front() < second.front()) continue;
        const bool override =
            one.section == Section::kOverride || other.section == Section::kOverride;
        Add(override ? "LLP_LOADER_11" : "LS_VK_CHAIN_1", "the layers stand in another order",
            fmt::format("{} before {}", name, other_name), "chain: " + ListText(answer_.chain));
        return;
      }
    }
  }

  const Input& input_;
  const Subject& subject_;
  const Model model_;
  const Expectation expectation_;
};

}  // namespace

std::vector<Fault> Judge(const Input& input, const Answer& answer, const Subject& subject) {
  return VulkanJudgement(input, answer, subject).Make();
}

}  // namespace loadstone::fuzz::vulkan

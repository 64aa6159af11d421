#include "oracle/vulkan/extensions.h"

#include <fmt/format.h>
#include <vulkan/vulkan.h>

#include <algorithm>

#include "oracle/judgement.h"
#include "oracle/vulkan/result_text.h"
#include "policies/policy_ids.h"

namespace loadstone::oracle::vulkan {
namespace {

Fault Make(const char* policy, const std::string& cause, const std::string& expected,
           const std::string& observed) {
  return {policy, cause, expected, observed, std::string(policy) + ": " + cause};
}

class ExtensionList {
 public:
  ExtensionList(const Machine& machine, const Model& model, const Expectation& expectation,
                const Answer& answer)
      : machine_(machine), model_(model), expectation_(expectation), answer_(answer) {}

  std::vector<Fault> Judge() {
    // Which layers a variable or a meta-layer adds may count for the list, or not.
    if (!IsPlain()) return {};
    for (const ModelLayer& layer : model_.layers) {
      for (const auto& [extension, version] : layer.instance_extensions) {
        if (!IsOfOneLayer(extension)) continue;
        if (IsEnabled(layer)) JudgeWanted(layer, extension, version);
        if (!layer.implicit && layer.found == Tristate::kYes) JudgeUnwanted(layer, extension);
      }
    }
    return std::move(faults_);
  }

 private:
  bool IsPlain() const {
    const bool adds = machine_.environment.contains("VK_INSTANCE_LAYERS") ||
                      machine_.environment.contains("VK_LOADER_LAYERS_ENABLE") ||
                      machine_.environment.contains("VK_LOADER_LAYERS_ALLOW") ||
                      machine_.environment.contains("VK_LOADER_LAYERS_DISABLE");
    return !adds && model_.ambiguous.empty() &&
           std::none_of(model_.layers.begin(), model_.layers.end(),
                        [](const ModelLayer& layer) { return layer.meta(); });
  }

  bool IsOfOneLayer(const std::string& extension) const {
    return std::count_if(model_.layers.begin(), model_.layers.end(), [&](const ModelLayer& layer) {
             return layer.instance_extensions.contains(extension);
           }) == 1;
  }

  // An implicit layer that is there for every application, whatever this one asks for.
  bool IsEnabled(const ModelLayer& layer) const {
    const auto expected = expectation_.layers.find(layer.name);
    const bool asked = std::find(machine_.layers.begin(), machine_.layers.end(), layer.name) !=
                       machine_.layers.end();
    return layer.implicit && !asked && expected != expectation_.layers.end() &&
           expected->second.active == Tristate::kYes && expected->second.used.size() == 1 &&
           expected->second.used.front() == &layer;
  }

  void JudgeWanted(const ModelLayer& layer, const std::string& extension, uint32_t version) {
    const std::string wanted = fmt::format("{} {} of {}", extension, version, layer.file);
    if (answer_.extensions.result != VK_SUCCESS) {
      const std::string result = ResultText(answer_.extensions.result);
      Fault fault = Make(policy::LS_VK_EXTENSION_1.text,
                         "the instance extensions cannot be enumerated: " + result, wanted, result);
      fault.file = layer.file;
      faults_.push_back(fault);
      return;
    }
    const auto& names = answer_.extensions.names;
    const auto first = std::find(names.begin(), names.end(), extension);
    if (first == names.end()) {
      Fault fault = Make(policy::LS_VK_EXTENSION_1.text,
                         "an instance extension of an implicit layer is not listed", wanted,
                         "listed: " + ListText(names));
      fault.file = layer.file;
      faults_.push_back(fault);
      return;
    }
    if (std::find(first + 1, names.end(), extension) != names.end()) {
      faults_.push_back(Make(policy::LS_VK_EXTENSION_3.text,
                             "an instance extension is listed twice", extension + " once",
                             "listed: " + ListText(names)));
    }
    const auto place = static_cast<size_t>(first - names.begin());
    if (place >= answer_.extensions.versions.size()) return;
    const uint32_t told = answer_.extensions.versions[place];
    if (told == version) return;
    faults_.push_back(Make(policy::LS_VK_MANIFEST_5.text,
                           "an instance extension has another version than in the manifest", wanted,
                           fmt::format("{} {}", extension, told)));
  }

  void JudgeUnwanted(const ModelLayer& layer, const std::string& extension) {
    const auto& names = answer_.extensions.names;
    if (std::find(names.begin(), names.end(), extension) == names.end()) return;
    faults_.push_back(
        Make(policy::LS_VK_EXTENSION_1.text, "an instance extension of an explicit layer is listed",
             fmt::format("no {} of {}", extension, layer.file), "listed: " + ListText(names)));
  }

  const Machine& machine_;
  const Model& model_;
  const Expectation& expectation_;
  const Answer& answer_;
  std::vector<Fault> faults_;
};

}  // namespace

std::vector<Fault> FindExtensionFaults(const Machine& machine, const Model& model,
                                       const Expectation& expectation, const Answer& answer) {
  return ExtensionList(machine, model, expectation, answer).Judge();
}

}  // namespace loadstone::oracle::vulkan

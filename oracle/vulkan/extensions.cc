// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/extensions.h"

#include <fmt/format.h>
#include <vulkan/vulkan.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "oracle/judgement.h"
#include "oracle/vulkan/drivers.h"
#include "oracle/vulkan/result_text.h"
#include "policies/policy_ids.h"

namespace loadstone::oracle::vulkan {
namespace {

// The policies and texts for faults of a list that is enumerated without a layer name.
struct ListKind {
  std::map<std::string, uint32_t> ModelLayer::*of_layer;
  ListedExtensions Answer::*listed;
  const char* policy;          // those of implicit layers are listed
  const char* version_policy;  // with the versions of the manifest
  const char* one;             // for the cause of the fault
  const char* all;
};

constexpr ListKind kInstanceList = {&ModelLayer::instance_extensions, &Answer::extensions,
                                    policy::LS_VK_EXTENSION_1.text,   policy::LS_VK_MANIFEST_5.text,
                                    "an instance extension",          "instance extensions"};
constexpr ListKind kDeviceList = {&ModelLayer::device_extensions, &Answer::device_extensions,
                                  policy::LS_VK_EXTENSION_5.text, policy::LS_VK_MANIFEST_6.text,
                                  "a device extension",           "device extensions"};

class ExtensionList {
 public:
  ExtensionList(const Machine& machine, const Model& model, const Expectation& expectation,
                const Answer& answer, const ListKind& kind)
      : machine_(machine),
        model_(model),
        expectation_(expectation),
        kind_(kind),
        listed_(answer.*kind.listed) {}

  std::vector<Fault> Judge() {
    // A loader may list the extensions of layers that a variable or a meta-layer adds, or not.
    if (!IsPlain()) return {};
    for (const ModelLayer& layer : model_.layers) {
      for (const auto& [extension, version] : layer.*kind_.of_layer) {
        if (!IsOfOneLayer(extension)) continue;
        if (IsEnabled(layer)) JudgeRequiredExtension(layer, extension, version);
        if (!layer.implicit && layer.found == Tristate::kYes)
          JudgeForbiddenExtension(layer, extension);
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

  // Whether exactly one layer has the extension. One without the prefix may be the loader's or a
  // driver's.
  bool IsOfOneLayer(const std::string& extension) const {
    return extension.starts_with(kExtensionPrefix) &&
           std::count_if(model_.layers.begin(), model_.layers.end(), [&](const ModelLayer& layer) {
             return (layer.*kind_.of_layer).contains(extension);
           }) == 1;
  }

  bool IsRequested(const ModelLayer& layer) const {
    return std::find(machine_.layers.begin(), machine_.layers.end(), layer.name) !=
           machine_.layers.end();
  }

  // Whether the implicit layer is enabled for every application, whatever this one requests.
  bool IsEnabled(const ModelLayer& layer) const {
    const auto expected = expectation_.layers.find(layer.name);
    return layer.implicit && !IsRequested(layer) && expected != expectation_.layers.end() &&
           expected->second.active == Tristate::kYes && expected->second.used.size() == 1 &&
           expected->second.used.front() == &layer;
  }

  void JudgeRequiredExtension(const ModelLayer& layer, const std::string& extension,
                              uint32_t version) {
    const std::string wanted = fmt::format("{} {} of {}", extension, version, layer.file);
    if (listed_.result != VK_SUCCESS) {
      JudgeFailure(wanted);
      return;
    }
    const auto& names = listed_.names;
    const auto first = std::find(names.begin(), names.end(), extension);
    if (first == names.end()) {
      faults_.push_back(MakeFault(kind_.policy,
                                  fmt::format("{} of an implicit layer is not listed", kind_.one),
                                  wanted, "listed: " + ListText(names)));
      return;
    }
    if (std::find(first + 1, names.end(), extension) != names.end()) {
      faults_.push_back(MakeFault(policy::LS_VK_EXTENSION_3.text,
                                  fmt::format("{} is listed twice", kind_.one), extension + " once",
                                  "listed: " + ListText(names)));
    }
    const uint32_t told = listed_.versions.at(static_cast<size_t>(first - names.begin()));
    if (told == version) return;
    faults_.push_back(MakeFault(
        kind_.version_policy, fmt::format("{} has another version than in the manifest", kind_.one),
        wanted, fmt::format("{} {}", extension, told)));
  }

  // A driver may have another list at each query: the application then has too little room, or the
  // loader that queries twice in one call.
  void JudgeFailure(const std::string& wanted) {
    if (HasDriverThat(machine_, &Library::changes_lists)) return;
    const bool misreports = HasDriverThat(machine_, &Library::misreports_lists);
    if (misreports && listed_.result == VK_INCOMPLETE) return;
    const std::string result = ResultText(listed_.result);
    faults_.push_back(MakeFault(misreports ? policy::LS_VK_ROBUSTNESS_4.text : kind_.policy,
                                fmt::format("the {} cannot be enumerated: {}", kind_.all, result),
                                wanted, result));
  }

  // Judges an extension of an explicit layer. For a device, a requested layer is part of the
  // instance's chain.
  void JudgeForbiddenExtension(const ModelLayer& layer, const std::string& extension) {
    if (&kind_ == &kDeviceList && IsRequested(layer)) return;
    const auto& names = listed_.names;
    if (std::find(names.begin(), names.end(), extension) == names.end()) return;
    faults_.push_back(
        MakeFault(kind_.policy, fmt::format("{} of an explicit layer is listed", kind_.one),
                  fmt::format("no {} of {}", extension, layer.file), "listed: " + ListText(names)));
  }

  const Machine& machine_;
  const Model& model_;
  const Expectation& expectation_;
  const ListKind& kind_;
  const ListedExtensions& listed_;
  std::vector<Fault> faults_;
};

// Whether every loader must handle the name: it is shorter than the API's limit and consists of
// letters, digits and underscores.
bool IsUsualName(const std::string& name) {
  const auto is_word = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  return !name.empty() && name.size() < VK_MAX_EXTENSION_NAME_SIZE &&
         std::all_of(name.begin(), name.end(), is_word);
}

// Judges the answer for a name that no layer has.
std::vector<Fault> JudgeUnknownLayer(const Machine& machine, const Answer& answer) {
  const ListedExtensions& listed = answer.layer_extensions;
  if (HasManifestOf(machine, answer.asked_layer) || !IsUsualName(answer.asked_layer) ||
      listed.result == VK_ERROR_LAYER_NOT_PRESENT) {
    return {};
  }
  const std::string result = ResultText(listed.result);
  return {MakeFault(policy::LS_VK_EXTENSION_2.text,
                    "the extensions of a layer are asked for that is not there: " + result,
                    "VK_ERROR_LAYER_NOT_PRESENT for " + answer.asked_layer, result)};
}

std::vector<Fault> JudgeLayer(const ModelLayer& layer, const ListedExtensions& listed) {
  std::map<std::string, uint32_t> told;
  for (size_t i = 0; i < listed.names.size(); ++i) told[listed.names[i]] = listed.versions.at(i);
  std::vector<std::string> of_manifest;
  for (const auto& [name, version] : layer.instance_extensions) of_manifest.push_back(name);
  const std::string expected = fmt::format("{} of {}", ListText(of_manifest), layer.file);
  const std::string observed = "listed: " + ListText(listed.names);
  if (listed.result != VK_SUCCESS) {
    const std::string result = ResultText(listed.result);
    return {MakeFault(policy::LS_VK_MANIFEST_5.text,
                      "the extensions of a layer cannot be enumerated: " + result, expected,
                      result)};
  }
  for (const auto& [name, version] : layer.instance_extensions) {
    const auto found = told.find(name);
    if (found == told.end()) {
      return {MakeFault(policy::LS_VK_MANIFEST_5.text,
                        "an extension of a layer is not listed by the layer's name", expected,
                        observed)};
    }
    if (found->second != version) {
      return {MakeFault(policy::LS_VK_MANIFEST_5.text,
                        "an extension of a layer has another version by the layer's name",
                        fmt::format("{} {} of {}", name, version, layer.file),
                        fmt::format("{} {}", name, found->second))};
    }
  }
  if (listed.names.size() == layer.instance_extensions.size()) return {};
  return {MakeFault(policy::LS_VK_EXTENSION_2.text,
                    "more is listed by a layer's name than its extensions", expected, observed)};
}

}  // namespace

std::vector<Fault> FindExtensionFaults(const Machine& machine, const Model& model,
                                       const Expectation& expectation, const Answer& answer) {
  return ExtensionList(machine, model, expectation, answer, kInstanceList).Judge();
}

std::vector<Fault> FindLayerExtensionFaults(const Machine& machine, const Model& model,
                                            const Expectation& expectation, const Answer& answer) {
  if (!answer.layer_extensions.asked || !model.ambiguous.empty()) return {};
  const auto has_name = [&](const ModelLayer& layer) { return layer.name == answer.asked_layer; };
  const auto layer = std::find_if(model.layers.begin(), model.layers.end(), has_name);
  if (layer == model.layers.end()) return JudgeUnknownLayer(machine, answer);
  // A meta-layer has the extensions of its components, or none; if several layers have the name, it
  // may be open which one is meant.
  const auto expected = expectation.layers.find(answer.asked_layer);
  if (layer->meta() || std::count_if(layer, model.layers.end(), has_name) != 1 ||
      expected == expectation.layers.end() || expected->second.enumerated != Tristate::kYes) {
    return {};
  }
  return JudgeLayer(*layer, answer.layer_extensions);
}

std::vector<Fault> FindDeviceExtensionFaults(const Machine& machine, const Model& model,
                                             const Expectation& expectation, const Answer& answer) {
  const bool all_work = std::all_of(
      model.layers.begin(), model.layers.end(),
      [](const ModelLayer& layer) { return !layer.meta() && layer.library->use == Use::kWorks; });
  if (!answer.device_extensions.asked || !all_work) return {};
  return ExtensionList(machine, model, expectation, answer, kDeviceList).Judge();
}

}  // namespace loadstone::oracle::vulkan

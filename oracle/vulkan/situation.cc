// SPDX-License-Identifier: Apache-2.0
#include "oracle/vulkan/situation.h"

#include <algorithm>

#include "oracle/vulkan/filters.h"
#include "oracle/vulkan/layers.h"

namespace loadstone::oracle::vulkan {

bool Contains(const std::vector<std::string>& list, const std::string& text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

bool IsMeta(const Candidates& candidates) {
  return std::any_of(candidates.begin(), candidates.end(),
                     [](const ModelLayer* layer) { return layer->meta(); });
}

Candidates First(const Candidates& candidates) {
  int rank = candidates.front()->rank;
  for (const ModelLayer* layer : candidates) rank = std::min(rank, layer->rank);
  Candidates first;
  for (const ModelLayer* layer : candidates) {
    if (layer->rank == rank) first.push_back(layer);
  }
  return first;
}

Situation::Situation(const Machine& machine, const Model& model, const Subject& subject)
    : machine_(machine), model_(model), subject_(subject) {
  named_ = InstanceLayers(Value("VK_INSTANCE_LAYERS"));
  for (const ModelLayer& layer : model_.layers) {
    by_name_[layer.name].push_back(&layer);
    for (const std::string& component : layer.components) components_.insert(component);
  }
}

std::optional<std::string> Situation::Find(const std::string& variable) const {
  const auto found = machine_.environment.find(variable);
  return found == machine_.environment.end() ? std::nullopt : std::optional(found->second);
}

std::string Situation::Value(const char* variable) const {
  return Find(variable).value_or(std::string());
}

size_t Situation::Position(const std::string& name) const {
  const auto found = std::find(named_.begin(), named_.end(), name);
  return found == named_.end() ? 0 : static_cast<size_t>(found - named_.begin()) + 1;
}

Tristate Situation::Filter(const char* variable, const std::string& name, bool implicit,
                           const policy::Version& since) const {
  const std::string value = Value(variable);
  if (value.empty()) return Tristate::kNo;
  if (subject_.spec < since) return Tristate::kMaybe;
  const bool special = variable == std::string("VK_LOADER_LAYERS_DISABLE");
  return vulkan::Covers(value, name, implicit, special);
}

bool Situation::OnBlacklist(const std::string& name) const {
  return override_layer_ != nullptr && Contains(override_layer_->blacklist, name);
}

bool Situation::IsUnambiguous(const std::string& name, const Candidates& candidates) const {
  if (model_.IsAmbiguous(name)) return false;
  return std::all_of(candidates.begin(), candidates.end(), [&](const ModelLayer* layer) {
    return layer->found == Tristate::kYes && layer->implicit == candidates.front()->implicit &&
           !layer->device_type;
  });
}

Tristate Situation::IsCompatible(const ModelLayer& layer) const {
  return vulkan::LoadsApiVersion(layer.version, subject_.api_version);
}

size_t Situation::Occurrences(const std::string& component) const {
  size_t count = IsAsked(component) || IsNamed(component) ? 1 : 0;
  for (const ModelLayer& layer : model_.layers) {
    count += static_cast<size_t>(
        std::count(layer.components.begin(), layer.components.end(), component));
  }
  return count;
}

}  // namespace loadstone::oracle::vulkan

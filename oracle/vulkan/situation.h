// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_ORACLE_VULKAN_SITUATION_H_
#define LOADSTONE_ORACLE_VULKAN_SITUATION_H_

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "oracle/vulkan/filters.h"
#include "oracle/vulkan/model.h"

namespace loadstone::oracle::vulkan {

bool Contains(const std::vector<std::string>& list, const std::string& text);

// The layers with one name, of all manifests.
using Candidates = std::vector<const ModelLayer*>;

// Whether one of them is a meta-layer.
bool IsMeta(const Candidates& candidates);
// The layers to which a name may refer: any of those with the lowest rank.
Candidates First(const Candidates& candidates);

// The facts about the layers with a name, before rules are applied: which exist, what requests
// them, which filters cover them. The arguments of the constructor must outlive it.
class Situation {
 public:
  Situation(const Machine& machine, const Model& model, const Subject& subject);

  const Machine& machine() const { return machine_; }
  const Model& model() const { return model_; }
  const Subject& subject() const { return subject_; }
  const std::map<std::string, Candidates>& by_name() const { return by_name_; }

  // The value of a variable, if it is set.
  std::optional<std::string> Find(const std::string& variable) const;
  // The value of a variable; empty if it is not set.
  std::string Value(const char* variable) const;
  // Whether the application, VK_INSTANCE_LAYERS or a meta-layer requests the layer.
  bool IsAsked(const std::string& name) const { return Contains(machine_.layers, name); }
  bool IsNamed(const std::string& name) const { return Contains(named_, name); }
  bool IsComponent(const std::string& name) const { return components_.contains(name); }
  // The names in VK_INSTANCE_LAYERS.
  const std::vector<std::string>& named() const { return named_; }
  // The position in VK_INSTANCE_LAYERS, counted from 1; 0: not there.
  size_t Position(const std::string& name) const;
  // How often the layer is requested.
  size_t Occurrences(const std::string& component) const;
  // Whether a filter variable covers the layer; loaders support the variable since an edition.
  Tristate Filter(const char* variable, const std::string& name, bool implicit,
                  const policy::Version& since) const;

  // Whether the meaning of the name is certain: every manifest with it is certainly found, and all
  // are of one kind.
  bool IsUnambiguous(const std::string& name, const Candidates& candidates) const;
  // LLP_LOADER_4.
  Tristate IsCompatible(const ModelLayer& layer) const;

  // The override layer, if one applies to the application; else null.
  const ModelLayer* override_layer() const { return override_layer_; }
  void set_override_layer(const ModelLayer* layer) { override_layer_ = layer; }
  // Whether the override layer's blacklist contains the layer.
  bool OnBlacklist(const std::string& name) const;

 private:
  const Machine& machine_;
  const Model& model_;
  const Subject& subject_;
  std::vector<std::string> named_;
  std::map<std::string, Candidates> by_name_;
  std::set<std::string> components_;
  const ModelLayer* override_layer_ = nullptr;
};

}  // namespace loadstone::oracle::vulkan

#endif  // LOADSTONE_ORACLE_VULKAN_SITUATION_H_

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

// The layers of manifests with one name.
using Candidates = std::vector<const ModelLayer*>;

// Whether one of them is a meta-layer.
bool IsMeta(const Candidates& candidates);
// The layers that a name means: of those found first, any.
Candidates First(const Candidates& candidates);

// What a machine says of the layers with a name, before any rule makes something of it: which there
// are, who asks for them, which filters cover them. All that it is made of must outlive it.
class Situation {
 public:
  Situation(const Machine& machine, const Model& model, const Subject& subject);

  const Machine& machine() const { return machine_; }
  const Model& model() const { return model_; }
  const Subject& subject() const { return subject_; }
  const std::map<std::string, Candidates>& by_name() const { return by_name_; }

  // Of a variable, if it is set.
  std::optional<std::string> Find(const std::string& variable) const;
  // The same; empty if it is not set.
  std::string Value(const char* variable) const;
  // Whether the application, VK_INSTANCE_LAYERS or a meta-layer asks for the layer.
  bool IsAsked(const std::string& name) const { return Contains(machine_.layers, name); }
  bool IsNamed(const std::string& name) const { return Contains(named_, name); }
  bool IsComponent(const std::string& name) const { return components_.contains(name); }
  // The names in VK_INSTANCE_LAYERS.
  const std::vector<std::string>& named() const { return named_; }
  // In VK_INSTANCE_LAYERS, counted from 1; 0: it is not there.
  size_t Position(const std::string& name) const;
  // How often the layer is asked for.
  size_t Occurrences(const std::string& component) const;
  // Whether a filter variable, which loaders have since an edition, covers the layer.
  Tristate Filter(const char* variable, const std::string& name, bool implicit,
                  const policy::Version& since) const;

  // Whether it is clear what the name stands for: every manifest with it is surely found, and all
  // are of one kind.
  bool IsClear(const std::string& name, const Candidates& candidates) const;
  // LLP_LOADER_4.
  Tristate IsCompatible(const ModelLayer& layer) const;

  // The override layer, if one applies to the application, else null.
  const ModelLayer* override_layer() const { return override_layer_; }
  void set_override_layer(const ModelLayer* layer) { override_layer_ = layer; }
  // Whether it forbids the layer.
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

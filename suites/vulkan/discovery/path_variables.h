// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_DISCOVERY_PATH_VARIABLES_H_
#define LOADSTONE_SUITES_VULKAN_DISCOVERY_PATH_VARIABLES_H_

#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

#include "suites/vulkan/discovery/layer_kinds.h"

// The four variables with which a user changes where layers are loaded from (LLP_LOADER_2): for
// each kind of layer, one that replaces the standard folders and one that adds to them.
namespace loadstone::suites {

struct PathVariable {
  const char* name;
  const char* word;  // for case names
  LayerKind kind;
  bool adds;
  std::vector<policy::Id> policies;  // with the versions since which the variable exists
};

inline std::vector<PathVariable> PathVariables() {
  using policy::LLP_LOADER_2;
  using policy::LS_VK_DISCOVERY_7;
  using policy::LS_VK_DISCOVERY_8;
  constexpr LayerKind kExplicit = LayerKind::kExplicit;
  constexpr LayerKind kImplicit = LayerKind::kImplicit;
  return {
      {"VK_LAYER_PATH", "layer_path", kExplicit, false, {LLP_LOADER_2}},
      {"VK_ADD_LAYER_PATH", "add_layer_path", kExplicit, true, {LLP_LOADER_2, LS_VK_DISCOVERY_7}},
      {"VK_IMPLICIT_LAYER_PATH",
       "implicit_layer_path",
       kImplicit,
       false,
       {LLP_LOADER_2, LS_VK_DISCOVERY_8}},
      {"VK_ADD_IMPLICIT_LAYER_PATH",
       "add_implicit_layer_path",
       kImplicit,
       true,
       {LLP_LOADER_2, LS_VK_DISCOVERY_8}},
  };
}

// The variable for the same kind of layers that replaces the folders if this one adds folders, and
// vice versa.
inline std::string Counterpart(const PathVariable& variable) {
  for (const PathVariable& other : PathVariables()) {
    if (other.kind == variable.kind && other.adds != variable.adds) return other.name;
  }
  return {};
}

inline LayerKind OtherKind(LayerKind kind) {
  return kind == LayerKind::kExplicit ? LayerKind::kImplicit : LayerKind::kExplicit;
}

// The standard folders of the subject for layers of this kind.
inline std::vector<std::string> StandardFolders(const Subject& subject, LayerKind kind) {
  return kind == LayerKind::kImplicit ? subject.folders.implicit_layers
                                      : subject.folders.explicit_layers;
}

// Registers a case for each variable for which `wanted` is true, as <variable>_<name>.
inline void RegisterForPaths(
    const std::string& name, const std::function<void(Case&, const PathVariable&)>& body,
    const std::function<bool(const PathVariable&)>& wanted = [](const PathVariable&) {
      return true;
    }) {
  for (const PathVariable& variable : PathVariables()) {
    if (!wanted(variable)) continue;
    RegisterCase(Api::kVulkan, variable.policies, fmt::format("{}_{}", variable.word, name),
                 [=](Case& c) { body(c, variable); });
  }
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DISCOVERY_PATH_VARIABLES_H_

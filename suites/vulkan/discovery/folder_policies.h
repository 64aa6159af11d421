// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_DISCOVERY_FOLDER_POLICIES_H_
#define LOADSTONE_SUITES_VULKAN_DISCOVERY_FOLDER_POLICIES_H_

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/case/unjudged.h"
#include "suites/vulkan/discovery/layer_kinds.h"

// LoaderLayerInterface, "Linux Layer Discovery": which policy says that a folder is searched. A
// case about the order of two folders, or about equal names in them, also needs the loader to
// search both: where it does not, that policy is the one it breaks.
namespace loadstone::suites {

// The policy for the folders below `root`: the fallback of a variable, or a path that these cases
// give to one. Nothing for the folder of the system configuration.
inline std::optional<policy::Id> SearchedBy(const std::string& root) {
  struct Row {
    const char* prefix;
    policy::Id policy;
  };
  static const Row kRows[] = {
      {"/set/XDG_CONFIG_HOME", policy::LS_VK_DISCOVERY_1},
      {"/config/home", policy::LS_VK_DISCOVERY_1},
      {"/home/user/.config", policy::LS_VK_DISCOVERY_1},
      {"/set/XDG_CONFIG_DIRS", policy::LS_VK_DISCOVERY_2},
      {"/config/", policy::LS_VK_DISCOVERY_2},
      {"/set/XDG_DATA_HOME", policy::LS_VK_DISCOVERY_3},
      {"/data/home", policy::LS_VK_DISCOVERY_3},
      {"/home/user/.local/share", policy::LS_VK_DISCOVERY_3},
      {"/set/XDG_DATA_DIRS", policy::LS_VK_DISCOVERY_4},
      {"/data/", policy::LS_VK_DISCOVERY_4},
      {"/etc/xdg", policy::LS_VK_DISCOVERY_18},
      {"/usr/", policy::LS_VK_DISCOVERY_18},
  };
  for (const Row& row : kRows) {
    if (root.rfind(row.prefix, 0) == 0) return row.policy;
  }
  return std::nullopt;
}

// `policies` and those for the folders below `roots`, for a case that attributes failures to them.
inline std::vector<policy::Id> AndSearching(std::vector<policy::Id> policies,
                                            const std::vector<std::string>& roots) {
  for (const std::string& root : roots) {
    const std::optional<policy::Id> searched = SearchedBy(root);
    if (!searched.has_value()) continue;
    const auto is_searched = [&](policy::Id each) {
      return std::string_view(each.text) == searched->text;
    };
    if (std::none_of(policies.begin(), policies.end(), is_searched)) policies.push_back(*searched);
  }
  return policies;
}

constexpr char kFolderControl[] = "VK_LAYER_LS_control_of_the_folder";

// A layer that no application requests, in the folder for explicit layers beside `folder`: it is
// enumerated if the loader searches the root of both.
inline Layer FolderControl(const std::string& folder) {
  return Layer(kFolderControl).In(folder.substr(0, folder.rfind('/')) + "/explicit_layer.d");
}

// Attributes a failure to the policy for `root`, which the case cites, if the application finished
// and the loader did not enumerate `layer`, which is there.
inline void AttributeToRoot(const Observation& seen, const std::string& layer,
                            const std::string& root) {
  const std::optional<policy::Id> policy = SearchedBy(root);
  if (!policy.has_value() || !seen.FinishedNormally()) return;
  const std::vector<std::string> listed = EnumeratedLayers(seen);
  if (std::find(listed.begin(), listed.end(), layer) != listed.end()) return;
  AttributeFailureTo(policy->text);
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DISCOVERY_FOLDER_POLICIES_H_

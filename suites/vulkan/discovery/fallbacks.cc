// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <string_view>

#include "harness/case/unjudged.h"
#include "suites/vulkan/discovery/folder_policies.h"
#include "suites/vulkan/discovery/layer_kinds.h"

// LoaderLayerInterface, "Linux Layer Discovery": what replaces XDG_CONFIG_DIRS and XDG_DATA_DIRS if
// they are not set, whatever the other variables are, and the position of these folders in the
// search order.
namespace loadstone::suites::fallbacks {
namespace {

constexpr char kLayer[] = "VK_LAYER_LS_fallback";
constexpr char kSame[] = "VK_LAYER_LS_same";

// A folder that is searched if a variable is not set.
struct Fallback {
  const char* name;
  const char* variable;
  const char* root;
};

constexpr Fallback kFallbacks[] = {
    {"etc_xdg", "XDG_CONFIG_DIRS", "/etc/xdg"},
    {"usr_local_share", "XDG_DATA_DIRS", "/usr/local/share"},
    {"usr_share", "XDG_DATA_DIRS", "/usr/share"},
};

constexpr const char* kVariables[] = {"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME",
                                      "XDG_DATA_DIRS"};

// A machine on which exactly the variables `set` are set, each to its own folder. No variable is
// set but empty, for which the fallback is open: LS_VK_DISCOVERY_18.r1. The driver is in the user's
// data folder, wherever that is.
VulkanWorld WorldWithSet(const Subject& subject, const std::vector<std::string>& set) {
  VulkanWorld world(subject);
  std::string home = "/home/user/.local/share";
  for (const std::string& variable : set) {
    world.Env(variable, "/set/" + variable);
    if (variable == "XDG_DATA_HOME") home = "/set/" + variable;
  }
  return world.WithoutDriver().With(Driver(kDefaultDriver).In(DriverFolder(home)));
}

void JudgeFound(Case& c, const Fallback& fallback, LayerKind kind,
                const std::vector<std::string>& set) {
  VulkanWorld world = WorldWithSet(c.subject(), set);
  world.With(KindLayer(kind, kLayer).In(KindFolder(kind, fallback.root)));
  const Observation seen = RunWithLayers(c, world, kind, {kLayer});
  const std::string why = fmt::format("if {} is not set, a layer in {} must be found",
                                      fallback.variable, fallback.root);
  EXPECT_SEEN(EnumeratedLayers(seen), Contains(kLayer)) << why;
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kLayer)) << why;
}

// Each subset of the three other variables.
std::vector<std::vector<std::string>> SetsWithout(const std::string& variable) {
  std::vector<std::vector<std::string>> sets = {{}};
  for (const std::string other : kVariables) {
    if (other == variable) continue;
    const size_t count = sets.size();
    for (size_t i = 0; i < count; ++i) {
      sets.push_back(sets[i]);
      sets.back().push_back(other);
    }
  }
  return sets;
}

// "config_home_and_data_home" for XDG_CONFIG_HOME and XDG_DATA_HOME.
std::string SetName(const std::vector<std::string>& set) {
  std::string name;
  for (const std::string& variable : set) {
    if (!name.empty()) name += "_and_";
    for (const char letter : variable.substr(4)) name += static_cast<char>(std::tolower(letter));
  }
  return name.empty() ? "nothing" : name;
}

REGISTER_CASES {
  for (const LayerKind kind : kLayerKinds) {
    for (const Fallback& fallback : kFallbacks) {
      for (const std::vector<std::string>& set : SetsWithout(fallback.variable)) {
        RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_18},
                     fmt::format("{}_{}_with_{}_set", KindName(kind), fallback.name, SetName(set)),
                     [=, &fallback](Case& c) { JudgeFound(c, fallback, kind, set); });
      }
    }
  }
}

// A layer, and the policy that says that its folder is searched.
struct Found {
  std::string layer;
  policy::Id by;
};

// Where each fallback is searched and another folder is not, the policy of that one is broken.
void AttributeToFolder(const Observation& seen, const std::vector<Found>& layers) {
  if (!seen.FinishedNormally()) return;
  const std::vector<std::string> listed = EnumeratedLayers(seen);
  const Found* missing = nullptr;
  for (const Found& each : layers) {
    if (std::find(listed.begin(), listed.end(), each.layer) != listed.end()) continue;
    if (std::string_view(each.by.text) == policy::LS_VK_DISCOVERY_18.text) return;
    missing = &each;
  }
  if (missing != nullptr) AttributeFailureTo(missing->by.text);
}

// All folders of a machine at once, for variables that are set and that are not.
void JudgeAll(Case& c, LayerKind kind, const std::vector<std::string>& set) {
  VulkanWorld world = WorldWithSet(c.subject(), set);
  std::vector<std::string> names;
  std::vector<Found> layers;
  const auto add = [&](const std::string& root) {
    names.push_back(fmt::format("VK_LAYER_LS_{}", names.size()));
    layers.push_back({names.back(), SearchedBy(root).value()});
    world.With(KindLayer(kind, names.back()).In(KindFolder(kind, root)));
  };
  for (const std::string variable : kVariables) {
    const bool is_set = std::find(set.begin(), set.end(), variable) != set.end();
    if (is_set) {
      add("/set/" + variable);
    } else if (variable == "XDG_CONFIG_HOME") {
      add("/home/user/.config");
    } else if (variable == "XDG_DATA_HOME") {
      add("/home/user/.local/share");
    }
    for (const Fallback& fallback : kFallbacks) {
      if (!is_set && variable == fallback.variable) add(fallback.root);
    }
  }
  const Observation seen = RunWithLayers(c, world, kind, names);
  AttributeToFolder(seen, layers);
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(names))
      << "a variable that is set defines its folders; the fallback applies only to a variable that "
         "is not set";
}

REGISTER_CASES {
  for (const LayerKind kind : kLayerKinds) {
    for (const std::vector<std::string>& set : SetsWithout("")) {
      RegisterCase(
          Api::kVulkan,
          {policy::LS_VK_DISCOVERY_18, policy::LS_VK_DISCOVERY_1, policy::LS_VK_DISCOVERY_2,
           policy::LS_VK_DISCOVERY_3, policy::LS_VK_DISCOVERY_4},
          fmt::format("{}_every_folder_with_{}_set", KindName(kind), SetName(set)),
          [=](Case& c) { JudgeAll(c, kind, set); });
    }
  }
}

// Two layers with the same name. A root that begins with "XDG" is the folder of that variable,
// which is set.
struct Pair {
  const char* name;
  const char* earlier;
  const char* later;
};

constexpr Pair kPairs[] = {
    {"etc_xdg_before_home_data", "/etc/xdg", "/home/user/.local/share"},
    {"etc_xdg_before_usr_local_share", "/etc/xdg", "/usr/local/share"},
    {"etc_xdg_before_usr_share", "/etc/xdg", "/usr/share"},
    {"etc_xdg_before_data_home", "/etc/xdg", "XDG_DATA_HOME"},
    {"etc_xdg_before_data_dirs", "/etc/xdg", "XDG_DATA_DIRS"},
    {"home_config_before_usr_local_share", "/home/user/.config", "/usr/local/share"},
    {"home_config_before_data_dirs", "/home/user/.config", "XDG_DATA_DIRS"},
    {"home_data_before_usr_local_share", "/home/user/.local/share", "/usr/local/share"},
    {"home_data_before_usr_share", "/home/user/.local/share", "/usr/share"},
    {"home_data_before_data_dirs", "/home/user/.local/share", "XDG_DATA_DIRS"},
    {"usr_local_share_before_usr_share", "/usr/local/share", "/usr/share"},
    {"config_home_before_usr_share", "XDG_CONFIG_HOME", "/usr/share"},
    {"config_dirs_before_home_data", "XDG_CONFIG_DIRS", "/home/user/.local/share"},
    {"config_dirs_before_usr_local_share", "XDG_CONFIG_DIRS", "/usr/local/share"},
    {"data_home_before_usr_local_share", "XDG_DATA_HOME", "/usr/local/share"},
};

// The root itself, or what a variable is set to.
std::string ValueOf(const std::string& root) { return root[0] == '/' ? root : "/set/" + root; }

void JudgePair(Case& c, const Pair& pair, LayerKind kind) {
  std::vector<std::string> set;
  for (const std::string root : {pair.earlier, pair.later}) {
    if (root[0] != '/') set.push_back(root);
  }
  const std::string earlier = KindFolder(kind, ValueOf(pair.earlier));
  const std::string later = KindFolder(kind, ValueOf(pair.later));
  VulkanWorld world = WorldWithSet(c.subject(), set);
  world.With(KindLayer(kind, kSame).In(later).Who("in_the_later_folder"))
      .With(KindLayer(kind, kSame).In(earlier).Who("in_the_earlier_folder"))
      .With(FolderControl(earlier));
  const Observation seen = RunWithLayers(c, world, kind, {kSame});
  AttributeToRoot(seen, kFolderControl, ValueOf(pair.earlier));
  EXPECT_SEEN(InstanceChain(seen), ElementsAre("in_the_earlier_folder")) << fmt::format(
      "if {} and {} contain layers with the same name, only the first is used", earlier, later);
}

REGISTER_CASES {
  for (const LayerKind kind : kLayerKinds) {
    for (const Pair& pair : kPairs) {
      RegisterCase(Api::kVulkan,
                   AndSearching({policy::LS_VK_DISCOVERY_5, policy::LS_VK_DISCOVERY_18},
                                {ValueOf(pair.earlier)}),
                   fmt::format("{}_{}", KindName(kind), pair.name),
                   [=, &pair](Case& c) { JudgePair(c, pair, kind); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::fallbacks

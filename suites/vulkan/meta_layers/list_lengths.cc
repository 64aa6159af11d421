// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/common/list_limits.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Meta-layers" and "Override Meta-Layer": the lists of a meta-layer and of
// the override layer have no length at which they end.
namespace loadstone::suites::meta_layer_lists {
namespace {

constexpr char kMeta[] = "VK_LAYER_LS_meta";
constexpr char kComponent[] = "VK_LAYER_LS_component";
constexpr char kApplication[] = "/opt/application/bin/application";
// More layers than an application has on top of each other; each has a library of its own.
constexpr int kMostComponents = 65;

std::string Numbered(const char* prefix, int number) { return fmt::format("{}{}", prefix, number); }

std::vector<std::string> Chain(Case& c, const VulkanWorld& world,
                               const std::vector<std::string>& layers = {}) {
  return InstanceChain(
      Observe(c, world, [&](VulkanApp& app) { app.RunFullSequence({.layers = layers}); }));
}

void JudgeComponents(Case& c, int count) {
  VulkanWorld world(c.subject());
  const std::vector<std::string> components = NumberedLayers(count);
  for (const std::string& name : components) world.With(Layer(name));
  world.With(Layer::Meta(kMeta, components));
  EXPECT_SEEN(Chain(c, world, {kMeta}), ElementsAreArray(components))
      << "all components are in the chain, in the order of the list";
}

// What matters in the list is at the positions around the usual sizes of tables.
void JudgeBlacklist(Case& c, int count) {
  VulkanWorld world(c.subject());
  const std::vector<std::string> names = NumberedLayers(count);
  for (const int position : PositionsAtLimits(count))
    world.With(Layer(names[position - 1]).Implicit());
  world.With(Layer(kComponent)).With(Layer::Override({kComponent}).Blacklist(names));
  EXPECT_SEEN(Chain(c, world), ElementsAre(kComponent))
      << "every layer on the blacklist of the override layer is disabled";
}

void JudgeAppKeys(Case& c, int count) {
  std::vector<std::string> keys;
  for (int i = 1; i < count; ++i) keys.push_back(Numbered("/usr/bin/number_", i));
  keys.emplace_back(kApplication);
  VulkanWorld world(c.subject());
  world.Application(kApplication)
      .With(Layer(kComponent))
      .With(Layer::Override({kComponent}).AppKeys(keys));
  EXPECT_SEEN(Chain(c, world), ElementsAre(kComponent))
      << "an override layer whose app_keys contain the application's path applies";
}

void JudgeOverridePaths(Case& c, int count) {
  std::vector<std::string> paths;
  for (int i = 1; i <= count; ++i) paths.push_back(Numbered("/opt/override_", i));
  VulkanWorld world(c.subject());
  world.With(Layer(kComponent).In(paths.back()))
      .With(Layer::Override({kComponent}).OverridePaths(paths));
  EXPECT_SEEN(Chain(c, world), ElementsAre(kComponent))
      << "every folder of override_paths is searched for components";
}

REGISTER_CASES {
  for (const int count : kListLengths) {
    const auto add = [count](std::vector<policy::Id> policies, const char* list,
                             void (*judge)(Case&, int)) {
      RegisterCase(Api::kVulkan, std::move(policies), fmt::format("{}_{}", list, count),
                   [count, judge](Case& c) { judge(c, count); });
    };
    if (count <= kMostComponents) {
      add({policy::LS_VK_META_2, policy::LLP_LOADER_10}, "components", JudgeComponents);
    }
    add({policy::LLP_LOADER_12}, "blacklist_of", JudgeBlacklist);
    add({policy::LS_VK_OVERRIDE_1, policy::LLP_LOADER_11}, "app_keys", JudgeAppKeys);
    add({policy::LS_VK_OVERRIDE_2, policy::LLP_LOADER_11}, "override_paths", JudgeOverridePaths);
  }
}

}  // namespace
}  // namespace loadstone::suites::meta_layer_lists

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/filters/filters.h"

// LoaderLayerInterface, "Layer Enable Filtering" and "Layer Disable Filtering": the messages about
// layers that a filter forced on or off, where these are meta-layers, or many layers.
namespace loadstone::suites::meta_layer_messages {
namespace {

constexpr char kMeta[] = "VK_LAYER_LS_meta";
constexpr char kComponent[] = "VK_LAYER_LS_component";

struct Row {
  const char* name;
  const char* debug;  // the value of VK_LOADER_DEBUG
  bool implicit;
};

constexpr Row kRows[] = {{"warnings_of_an_explicit_meta_layer", "warn", false},
                         {"layer_messages_of_an_explicit_meta_layer", "layer", false},
                         {"warnings_of_an_implicit_meta_layer", "warn", true},
                         {"layer_messages_of_an_implicit_meta_layer", "layer", true}};

// An implicit meta-layer is off without the filter that enables it, and on without the one that
// disables it.
Layer Meta(bool implicit, bool off) {
  Layer meta = Layer::Meta(kMeta, {kComponent});
  if (implicit) meta.Implicit();
  if (implicit && off) meta.EnabledBy("LS_ON", "1");
  return meta;
}

VulkanWorld WorldOf(const Subject& subject, const Row& row, const Layer& meta) {
  VulkanWorld world(subject);
  world.With(meta).With(Layer(kComponent)).Env("VK_LOADER_DEBUG", row.debug);
  return world;
}

void JudgeEnabling(Case& c, const Row& row) {
  const Observation seen =
      RunAsking(c, WorldOf(c.subject(), row, Meta(row.implicit, true)).Env(kEnableFilter, kMeta));
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kComponent))
      << "the filter must enable the meta-layer";
  ExpectFilterMessages(seen, kEnableFilter, {kMeta});
}

void JudgeDisabling(Case& c, const Row& row) {
  const Observation seen =
      RunAsking(c, WorldOf(c.subject(), row, Meta(row.implicit, false)).Env(kDisableFilter, kMeta));
  EXPECT_SEEN(InstanceChain(seen), IsEmpty()) << "the filter must disable the meta-layer";
  ExpectFilterMessages(seen, kDisableFilter, {kMeta});
}

REGISTER_CASES {
  for (const Row& row : kRows) {
    RegisterCase(Api::kVulkan,
                 {policy::LS_VK_FILTER_6, policy::LS_VK_FILTER_1, policy::LS_VK_DEBUG_1}, row.name,
                 [&row](Case& c) { JudgeEnabling(c, row); });
    // Whether a filter forces off an explicit layer that nobody requests is open.
    if (!row.implicit) continue;
    RegisterCase(Api::kVulkan,
                 {policy::LS_VK_FILTER_7, policy::LS_VK_FILTER_2, policy::LS_VK_DEBUG_1}, row.name,
                 [&row](Case& c) { JudgeDisabling(c, row); });
  }
}

// One pattern matches 40 layers; each has its message.
VULKAN_CASE(LS_VK_FILTER_6, forty_layers_of_one_pattern, policy::LS_VK_FILTER_1,
            policy::LS_VK_DEBUG_1) {
  VulkanWorld world(c.subject());
  std::vector<std::string> names;
  for (int i = 0; i < 40; ++i) {
    names.push_back(fmt::format("VK_LAYER_LS_number_{:02}", i));
    world.With(Layer(names.back()));
  }
  world.Env(kEnableFilter, "*_number_*").Env("VK_LOADER_DEBUG", "warn,layer");
  const Observation seen = RunAsking(c, world);
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(names))
      << "the filter must enable the layers";
  ExpectFilterMessages(seen, kEnableFilter, names);
}

VULKAN_CASE(LS_VK_FILTER_7, forty_layers_of_one_pattern, policy::LS_VK_FILTER_2,
            policy::LS_VK_DEBUG_1) {
  VulkanWorld world(c.subject());
  std::vector<std::string> names;
  for (int i = 0; i < 40; ++i) {
    names.push_back(fmt::format("VK_LAYER_LS_number_{:02}", i));
    world.With(Layer(names.back()).Implicit());
  }
  world.Env(kDisableFilter, "*_number_*").Env("VK_LOADER_DEBUG", "warn,layer");
  const Observation seen = RunAsking(c, world);
  EXPECT_SEEN(InstanceChain(seen), IsEmpty()) << "the filter must disable the layers";
  ExpectFilterMessages(seen, kDisableFilter, names);
}

}  // namespace
}  // namespace loadstone::suites::meta_layer_messages

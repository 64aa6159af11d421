// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/vulkan/discovery/layer_kinds.h"

// LoaderLayerInterface, "Layer Discovery" and "Meta-layers": if several lists enable a layer, only
// its first occurrence counts.
namespace loadstone::suites::duplicates {
namespace {

constexpr char kA[] = "VK_LAYER_LS_a";
constexpr char kB[] = "VK_LAYER_LS_b";
constexpr char kC[] = "VK_LAYER_LS_c";
constexpr char kMeta[] = "VK_LAYER_LS_meta";

VULKAN_CASE(LLP_LOADER_3, application_names_a_layer_twice) {
  const Observation seen =
      Observe(c, VulkanWorld(c.subject()).With(Layer("VK_LAYER_LS_twice")), [](VulkanApp& app) {
        app.RunFullSequence({.layers = {"VK_LAYER_LS_twice", "VK_LAYER_LS_twice"}});
      });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre("VK_LAYER_LS_twice"))
      << "a layer that the application names twice must be in the instance chain once";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre("VK_LAYER_LS_twice"))
      << "a layer that the application names twice must be in the device chain once";
}

// Three explicit layers and the lists that enable them; `chain` is the result of the first
// occurrences.
struct Lists {
  const char* name;
  std::vector<std::string> application;
  std::string instance_layers;  // VK_INSTANCE_LAYERS; empty: not set
  std::string enable;           // VK_LOADER_LAYERS_ENABLE; empty: not set
  std::vector<std::string> chain;
  // False if several names of VK_INSTANCE_LAYERS are in the chain: their order is not a question of
  // duplicates.
  bool ordered = true;
};

std::string Joined(const std::vector<std::string>& parts, char separator) {
  std::string text;
  for (const std::string& part : parts)
    text += (text.empty() ? "" : std::string(1, separator)) + part;
  return text;
}

std::vector<Lists> AllLists() {
  const std::string both = Joined({kA, kB}, ':');
  return {
      {"application_repeats_the_first", {kA, kB, kA}, "", "", {kA, kB}},
      {"application_repeats_the_last", {kA, kB, kB}, "", "", {kA, kB}},
      {"application_repeats_all", {kC, kA, kB, kA, kC, kB}, "", "", {kC, kA, kB}},
      {"application_repeats_backwards", {kA, kB, kC, kC, kB, kA}, "", "", {kA, kB, kC}},
      {"application_repeats_100_times", std::vector<std::string>(100, kA), "", "", {kA}},
      {"environment_names_a_layer_twice", {}, Joined({kA, kA}, ':'), "", {kA}},
      {"environment_repeats_the_first", {}, Joined({kA, kB, kA}, ':'), "", {kA, kB}, false},
      {"environment_repeats_all", {}, Joined({kB, kA, kA, kB}, ':'), "", {kB, kA}, false},
      {"environment_repeats_100_times",
       {},
       Joined(std::vector<std::string>(100, kA), ':'),
       "",
       {kA}},
      {"environment_and_application_name_one", {kA}, kA, "", {kA}},
      {"environment_and_application_name_two", {kA, kB}, both, "", {kA, kB}, false},
      {"environment_and_application_in_other_orders", {kB, kA}, both, "", {kA, kB}, false},
      {"environment_names_the_last_of_the_application", {kA, kB}, kB, "", {kB, kA}},
      {"environment_names_one_of_three", {kA, kB, kC}, kC, "", {kC, kA, kB}},
      {"filter_and_application_name_one", {kA}, "", kA, {kA}},
      {"filter_names_a_layer_twice", {}, "", Joined({kA, kA}, ','), {kA}},
      {"filter_matches_a_layer_twice", {}, "", Joined({kA, "*_LS_a", "VK_LAYER_LS_A*"}, ','), {kA}},
      {"filter_and_environment_name_one", {}, kA, kA, {kA}},
      {"filter_environment_and_application_name_one", {kA}, kA, kA, {kA}},
      {"filter_environment_and_application_name_all",
       {kA, kB, kC},
       Joined({kB, kC, kA}, ':'),
       "VK_LAYER_LS_*",
       {kA, kB, kC},
       false},
      {"filter_names_the_last_of_the_application", {kA, kB}, "", kB, {kB, kA}},
  };
}

void JudgeLists(Case& c, const Lists& lists) {
  VulkanWorld world(c.subject());
  world.With(Layer(kA)).With(Layer(kB)).With(Layer(kC));
  if (!lists.instance_layers.empty()) world.Env("VK_INSTANCE_LAYERS", lists.instance_layers);
  if (!lists.enable.empty()) world.Env("VK_LOADER_LAYERS_ENABLE", lists.enable);
  const Observation seen = Observe(
      c, world, [&](VulkanApp& app) { app.RunFullSequence({.layers = lists.application}); });
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(lists.chain))
      << "each layer must be in the instance chain once, however often it is named";
  EXPECT_SEEN(DeviceChain(seen), UnorderedElementsAreArray(lists.chain))
      << "each layer must be in the device chain once, however often it is named";
  if (!lists.ordered) return;
  EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(lists.chain))
      << "the first occurrence of a layer's name determines its place in the chain";
  EXPECT_SEEN(DeviceChain(seen), ElementsAreArray(lists.chain))
      << "the first occurrence of a layer's name determines its place in the chain";
}

REGISTER_CASES {
  for (const Lists& lists : AllLists()) {
    std::vector<policy::Id> policies = {policy::LLP_LOADER_3};
    if (!lists.enable.empty()) {
      policies.insert(policies.end(), {policy::LS_VK_FILTER_1, policy::LS_VK_FILTER_5});
    }
    RegisterCase(Api::kVulkan, policies, lists.name, [lists](Case& c) { JudgeLists(c, lists); });
  }
}

// Meta-layers: their components count like requested layers.
Observation RunMeta(Case& c, const std::vector<std::string>& components,
                    const std::vector<std::string>& application, const std::string& environment,
                    bool implicit = false) {
  VulkanWorld world(c.subject());
  Layer meta = Layer::Meta(kMeta, components);
  if (implicit) meta.Implicit();
  world.With(meta).With(Layer(kA)).With(Layer(kB)).With(Layer(kC));
  if (!environment.empty()) world.Env("VK_INSTANCE_LAYERS", environment);
  return Observe(c, world, [&](VulkanApp& app) { app.RunFullSequence({.layers = application}); });
}

constexpr char kWhyFirst[] =
    "a layer that is enabled before a meta-layer is used there, and dropped from the components";

VULKAN_CASE(LLP_LOADER_3, meta_layer_contains_a_layer_twice) {
  EXPECT_SEEN(InstanceChain(RunMeta(c, {kA, kB, kA}, {kMeta}, "")), ElementsAre(kA, kB))
      << "if a component is listed twice, only the first occurrence counts";
}

VULKAN_CASE(LLP_LOADER_3, application_names_a_meta_layer_twice) {
  EXPECT_SEEN(InstanceChain(RunMeta(c, {kA, kB}, {kMeta, kMeta}, "")), ElementsAre(kA, kB))
      << "a meta-layer that is named twice adds its components once";
}

VULKAN_CASE(LLP_LOADER_3, application_names_a_component_after_the_meta_layer) {
  EXPECT_SEEN(InstanceChain(RunMeta(c, {kA, kB}, {kMeta, kA}, "")), ElementsAre(kA, kB))
      << "a component that is enabled separately after its meta-layer is ignored";
}

VULKAN_CASE(LLP_LOADER_3, application_names_a_component_before_the_meta_layer) {
  EXPECT_SEEN(InstanceChain(RunMeta(c, {kA, kB}, {kB, kMeta}, "")), ElementsAre(kB, kA))
      << kWhyFirst;
}

VULKAN_CASE(LLP_LOADER_3, environment_names_a_component) {
  EXPECT_SEEN(InstanceChain(RunMeta(c, {kA, kB}, {kMeta}, kB)), ElementsAre(kB, kA)) << kWhyFirst;
}

VULKAN_CASE(LLP_LOADER_3, environment_names_meta_layer_and_component) {
  EXPECT_SEEN(InstanceChain(RunMeta(c, {kA, kB}, {}, Joined({kMeta, kB}, ':'))),
              ElementsAre(kA, kB))
      << "a component that is enabled separately after its meta-layer is ignored";
}

VULKAN_CASE(LLP_LOADER_3, application_names_a_component_of_an_implicit_meta_layer) {
  EXPECT_SEEN(InstanceChain(RunMeta(c, {kA, kB}, {kB, kC}, "", true)), ElementsAre(kA, kB, kC))
      << "what an implicit meta-layer contains comes before what the application enables, once";
}

VULKAN_CASE(LLP_LOADER_3, two_meta_layers_contain_a_layer) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta(kMeta, {kA, kB})).With(Layer::Meta("VK_LAYER_LS_meta_2", {kC, kB}));
  world.With(Layer(kA)).With(Layer(kB)).With(Layer(kC));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.RunFullSequence({.layers = {kMeta, "VK_LAYER_LS_meta_2"}});
  });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kA, kB, kC))
      << "if two meta-layers contain a layer, the first occurrence counts";
}

VULKAN_CASE(LLP_LOADER_3, application_names_a_component_of_the_override_layer) {
  VulkanWorld world(c.subject());
  world.With(Layer::Override({kA, kB})).With(Layer(kA)).With(Layer(kB));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.RunFullSequence({.layers = {kB, kA}});
  });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kA, kB))
      << "what the override layer contains comes before what the application enables, once";
}

}  // namespace
}  // namespace loadstone::suites::duplicates

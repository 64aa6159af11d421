// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/vulkan/filters/filters.h"

// LoaderApplicationInterface, "Forcing Layers to be Enabled on Windows, Linux and macOS":
// VK_INSTANCE_LAYERS. LoaderLayerInterface, "Versioning and Activation Interactions": a disabled
// layer that is a component of an active meta-layer.
namespace loadstone::suites::instance_layers_variable {
namespace {

constexpr char kA[] = "VK_LAYER_LS_a";
constexpr char kB[] = "VK_LAYER_LS_b";
constexpr char kC[] = "VK_LAYER_LS_c";
constexpr char kNames[] = "VK_INSTANCE_LAYERS";
constexpr char kEveryApplication[] =
    "layers that VK_INSTANCE_LAYERS names are enabled for every application";

VulkanWorld WorldOfThree(const Subject& subject) {
  VulkanWorld world(subject);
  return world.With(Layer(kA)).With(Layer(kB)).With(Layer(kC));
}

// What `value` enables. The application requests the third layer.
struct Row {
  const char* name;
  const char* value;
  std::vector<std::string> chain;
};

const Row kRows[] = {
    {"one_name", kA, {kA, kC}},
    {"two_names", "VK_LAYER_LS_a:VK_LAYER_LS_b", {kA, kB, kC}},
    {"empty", "", {kC}},
    {"globs_are_not_known", "VK_LAYER_LS_*", {kC}},
    {"part_of_a_name", "VK_LAYER_LS_", {kC}},
    {"longer_than_a_name", "VK_LAYER_LS_ab", {kC}},
};

REGISTER_CASES {
  for (const Row& row : kRows) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_ACTIVATION_4}, row.name, [&row](Case& c) {
      const Observation seen = RunAsking(c, WorldOfThree(c.subject()).Env(kNames, row.value), {kC});
      // An element that names no layer may make the creation fail.
      const bool refused = ResultOf(seen, "vkCreateInstance") == "VK_ERROR_LAYER_NOT_PRESENT" &&
                           row.chain.size() == 1 && row.value[0] != '\0';
      if (refused) return;
      EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(row.chain)) << kEveryApplication;
      EXPECT_SEEN(DeviceChain(seen), UnorderedElementsAreArray(row.chain)) << kEveryApplication;
    });
  }
}

VULKAN_CASE(LS_VK_ACTIVATION_4, application_asks_for_nothing) {
  EXPECT_SEEN(InstanceChain(RunAsking(c, WorldOfThree(c.subject()).Env(kNames, kB))),
              ElementsAre(kB))
      << kEveryApplication;
}

VULKAN_CASE(LS_VK_ACTIVATION_4, every_instance_of_an_application) {
  const Observation seen =
      Observe(c, WorldOfThree(c.subject()).Env(kNames, kB), [](VulkanApp& app) {
        app.RunFullSequence();
        app.RunFullSequence({.layers = {kA}});
        app.RunFullSequence();
      });
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kB, kB, kA, kB)) << kEveryApplication;
}

VULKAN_CASE(LS_VK_CHAIN_1, environment_before_application, policy::LS_VK_ACTIVATION_4) {
  EXPECT_SEEN(InstanceChain(RunAsking(c, WorldOfThree(c.subject()).Env(kNames, kC), {kA, kB})),
              ElementsAre(kC, kA, kB))
      << "what the environment enables comes before what the application enables";
}

// "The order of the names is relevant", whatever that of their manifests is: neither sorted nor
// reversed names have this one.
void JudgeOrder(Case& c, const std::string& names) {
  const Observation seen = RunAsking(c, WorldOfThree(c.subject()).Env(kNames, names));
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kC, kA, kB))
      << "the first name in VK_INSTANCE_LAYERS is the layer nearest to the application";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kC, kA, kB))
      << "the device chain has the order of the instance chain";
}

VULKAN_CASE(LS_VK_CHAIN_1, environment_order_of_three, policy::LS_VK_ACTIVATION_4) {
  JudgeOrder(c, JoinedBy({kC, kA, kB}, ':'));
}

// Of a name that stands there twice, the first place counts (LLP_LOADER_3).
VULKAN_CASE(LS_VK_CHAIN_1, environment_order_with_a_name_repeated, policy::LS_VK_ACTIVATION_4,
            policy::LLP_LOADER_3) {
  JudgeOrder(c, JoinedBy({kC, kA, kC, kB, kA}, ':'));
}

VULKAN_CASE(LS_VK_CHAIN_1, environment_meta_layer_between_others, policy::LS_VK_ACTIVATION_4,
            policy::LS_VK_META_2) {
  VulkanWorld world = WorldOfThree(c.subject());
  world.With(Layer("VK_LAYER_LS_d"))
      .With(Layer::Meta("VK_LAYER_LS_meta", {kC, kB}))
      .Env(kNames, "VK_LAYER_LS_d:VK_LAYER_LS_meta:VK_LAYER_LS_a");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre("VK_LAYER_LS_d", kC, kB, kA))
      << "the components of a meta-layer take its place in VK_INSTANCE_LAYERS";
}

VULKAN_CASE(LS_VK_ACTIVATION_4, meta_layer) {
  VulkanWorld world = WorldOfThree(c.subject());
  world.With(Layer::Meta("VK_LAYER_LS_meta", {kB, kA})).Env(kNames, "VK_LAYER_LS_meta");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), UnorderedElementsAre(kB, kA))
      << "a meta-layer that VK_INSTANCE_LAYERS names adds its components";
}

VULKAN_CASE(LS_VK_ACTIVATION_4, layer_of_the_path_variable) {
  VulkanWorld world(c.subject());
  world.With(Layer(kA).In("/chosen")).Env("VK_LAYER_PATH", "/chosen").Env(kNames, kA);
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(kA)) << kEveryApplication;
}

VULKAN_CASE(LS_VK_ACTIVATION_4, implicit_layer_that_is_on_anyway) {
  VulkanWorld world = WorldOfThree(c.subject());
  world.With(Layer("VK_LAYER_LS_implicit").Implicit()).Env(kNames, "VK_LAYER_LS_implicit");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {kA})),
              UnorderedElementsAre("VK_LAYER_LS_implicit", kA))
      << "an implicit layer that VK_INSTANCE_LAYERS names is in the chain once"
      << reading::LS_VK_CHAIN_1_r2;
}

VULKAN_CASE(LS_VK_ACTIVATION_4, layers_64) {
  VulkanWorld world(c.subject());
  std::vector<std::string> names;
  for (int i = 0; i < 64; ++i) {
    names.push_back(fmt::format("VK_LAYER_LS_{:02}", i));
    world.With(Layer(names.back()));
  }
  EXPECT_SEEN(InstanceChain(RunAsking(c, world.Env(kNames, JoinedBy(names, ':')))),
              UnorderedElementsAreArray(names))
      << "each of 64 layers that VK_INSTANCE_LAYERS names is enabled";
}

// Accepted results: the element is ignored, or the instance is refused.
void JudgeUnknown(Case& c, const std::string& value) {
  const Observation seen = RunAsking(c, WorldOfThree(c.subject()).Env(kNames, value), {kC});
  const std::string result = ResultOf(seen, "vkCreateInstance");
  EXPECT_SEEN(result, AnyOf("VK_SUCCESS", "VK_ERROR_LAYER_NOT_PRESENT"))
      << "an element that names no layer is ignored, or makes instance creation fail"
      << reading::LS_VK_ACTIVATION_4_r1;
  if (result != "VK_SUCCESS") return;
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kA, kC))
      << "an element that names no layer does not remove another layer";
}

VULKAN_CASE(LS_VK_ACTIVATION_4, unknown_name_first) { JudgeUnknown(c, "missing:VK_LAYER_LS_a"); }
VULKAN_CASE(LS_VK_ACTIVATION_4, unknown_name_last) { JudgeUnknown(c, "VK_LAYER_LS_a:missing"); }
VULKAN_CASE(LS_VK_ACTIVATION_4, empty_elements) { JudgeUnknown(c, "::VK_LAYER_LS_a::"); }
VULKAN_CASE(LS_VK_ACTIVATION_4, enormous_element) {
  JudgeUnknown(c, std::string(100000, 'x') + ":VK_LAYER_LS_a");
}

// Accepted results: the disabled component is in the chain or not. The other layers must be.
Observation RunDisabledComponent(Case& c, const Layer& meta, const std::string& asked) {
  VulkanWorld world(c.subject());
  world.With(meta).With(Layer(kA)).With(Layer(kC).Implicit());
  world.With(Layer(kB).Implicit().DisabledBy("LS_NO_B")).Env("LS_NO_B", "1");
  if (asked.empty()) return RunAsking(c, world);
  return RunAsking(c, world, {asked});
}

constexpr char kEither[] =
    "a component that its variable disables may be in the chain or not; the other components are "
    "in it";

VULKAN_CASE(LS_VK_ACTIVATION_5, application_names_the_meta_layer) {
  const Observation seen =
      RunDisabledComponent(c, Layer::Meta("VK_LAYER_LS_meta", {kA, kB}), "VK_LAYER_LS_meta");
  EXPECT_SEEN(InstanceChain(seen),
              AnyOf(UnorderedElementsAre(kC, kA), UnorderedElementsAre(kC, kA, kB)))
      << kEither << reading::LS_VK_ACTIVATION_5_r1 << reading::LLP_LOADER_7_r2;
}

VULKAN_CASE(LS_VK_ACTIVATION_5, disabled_component_first) {
  const Observation seen =
      RunDisabledComponent(c, Layer::Meta("VK_LAYER_LS_meta", {kB, kA}), "VK_LAYER_LS_meta");
  EXPECT_SEEN(InstanceChain(seen),
              AnyOf(UnorderedElementsAre(kC, kA), UnorderedElementsAre(kC, kB, kA)))
      << kEither << reading::LS_VK_ACTIVATION_5_r1 << reading::LLP_LOADER_7_r2;
}

VULKAN_CASE(LS_VK_ACTIVATION_5, implicit_meta_layer) {
  const Observation seen =
      RunDisabledComponent(c, Layer::Meta("VK_LAYER_LS_meta", {kA, kB}).Implicit(), "");
  EXPECT_SEEN(InstanceChain(seen),
              AnyOf(UnorderedElementsAre(kC, kA), UnorderedElementsAre(kC, kA, kB)))
      << kEither << reading::LS_VK_ACTIVATION_5_r1 << reading::LLP_LOADER_7_r2;
}

VULKAN_CASE(LS_VK_ACTIVATION_5, override_layer) {
  const Observation seen = RunDisabledComponent(c, Layer::Override({kA, kB}), "");
  EXPECT_SEEN(InstanceChain(seen),
              AnyOf(UnorderedElementsAre(kC, kA), UnorderedElementsAre(kC, kA, kB)))
      << kEither << reading::LS_VK_ACTIVATION_5_r1 << reading::LLP_LOADER_7_r2;
}

VULKAN_CASE(LS_VK_ACTIVATION_5, meta_layer_that_is_not_active) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta("VK_LAYER_LS_meta", {kA, kB})).With(Layer(kA)).With(Layer(kC).Implicit());
  world.With(Layer(kB).Implicit().DisabledBy("LS_NO_B")).Env("LS_NO_B", "1");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(kC))
      << "a meta-layer that nothing names does not change its components";
}

}  // namespace
}  // namespace loadstone::suites::instance_layers_variable

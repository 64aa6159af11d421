// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/filters/filters.h"

// LoaderInterfaceArchitecture, "Environment Variable Priority", and LoaderLayerInterface, "Layer
// Filtering": VK_LOADER_LAYERS_DISABLE is applied before VK_LOADER_LAYERS_ENABLE and
// VK_INSTANCE_LAYERS, which enable layers in spite of it.
namespace loadstone::suites::priority {
namespace {

constexpr char kWhyEnabledAnyway[] =
    "a layer that is enabled by name or filter is enabled despite VK_LOADER_LAYERS_DISABLE, and "
    "the others stay disabled";

// The layers that VK_LOADER_LAYERS_DISABLE disables, those that `by` enables again, and the
// resulting chain.
struct Row {
  const char* name;
  const char* disable;
  const char* by;
  const char* value;
  std::vector<std::string> chain;
};

constexpr char kNames[] = "VK_INSTANCE_LAYERS";

REGISTER_CASES {
  // Outside of the function, every probe would construct it before main.
  static const Row kRows[] = {
      {"filter_implicit_over_name",
       "*_implicit_a,*_implicit_b",
       kEnableFilter,
       kImplicitA,
       {kImplicitA}},
      {"filter_implicit_over_the_same_name",
       kImplicitA,
       kEnableFilter,
       kImplicitA,
       {kImplicitA, kImplicitB}},
      {"filter_implicit_over_implicit", "~implicit~", kEnableFilter, kImplicitB, {kImplicitB}},
      {"filter_implicit_over_all", "~all~", kEnableFilter, kImplicitB, {kImplicitB}},
      {"filter_explicit_over_the_same_name",
       kExplicitA,
       kEnableFilter,
       kExplicitA,
       {kImplicitA, kImplicitB, kExplicitA}},
      {"filter_explicit_over_explicit",
       "~explicit~",
       kEnableFilter,
       kExplicitB,
       {kImplicitA, kImplicitB, kExplicitB}},
      {"filter_explicit_over_all", "~all~", kEnableFilter, kExplicitB, {kExplicitB}},
      {"filter_both_kinds_over_all", "~all~", kEnableFilter, "*_a", {kImplicitA, kExplicitA}},
      {"filter_everything_over_all",
       "~all~",
       kEnableFilter,
       "VK_LAYER_LS_*",
       {kImplicitA, kImplicitB, kExplicitA, kExplicitB}},
      {"filter_glob_over_the_same_glob",
       "VK_LAYER_LS_*",
       kEnableFilter,
       "VK_LAYER_LS_*",
       {kImplicitA, kImplicitB, kExplicitA, kExplicitB}},
      {"filter_glob_over_name", kImplicitA, kEnableFilter, "*IMPLICIT_a", {kImplicitA, kImplicitB}},
      {"filter_other_case_over_all",
       "~all~",
       kEnableFilter,
       "vk_layer_ls_implicit_a",
       {kImplicitA}},
      {"environment_implicit_over_implicit", "~implicit~", kNames, kImplicitB, {kImplicitB}},
      {"environment_implicit_over_all", "~all~", kNames, kImplicitA, {kImplicitA}},
      {"environment_implicit_over_the_same_name",
       kImplicitA,
       kNames,
       kImplicitA,
       {kImplicitA, kImplicitB}},
      {"environment_explicit_over_explicit",
       "~explicit~",
       kNames,
       kExplicitA,
       {kImplicitA, kImplicitB, kExplicitA}},
      {"environment_explicit_over_all", "~all~", kNames, kExplicitA, {kExplicitA}},
      {"environment_explicit_over_the_same_name",
       kExplicitA,
       kNames,
       kExplicitA,
       {kImplicitA, kImplicitB, kExplicitA}},
      {"environment_explicit_over_glob",
       "*_explicit_*",
       kNames,
       kExplicitB,
       {kImplicitA, kImplicitB, kExplicitB}},
      {"environment_two_over_all",
       "~all~",
       kNames,
       "VK_LAYER_LS_implicit_b:VK_LAYER_LS_explicit_a",
       {kImplicitB, kExplicitA}},
  };
  for (const Row& row : kRows) {
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_FILTER_4, policy::LS_VK_FILTER_1, policy::LS_VK_FILTER_2},
        row.name, [&row](Case& c) {
          const Observation seen = RunAsking(
              c, WorldOfFour(c.subject()).Env(kDisableFilter, row.disable).Env(row.by, row.value));
          EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(row.chain))
              << kWhyEnabledAnyway;
          EXPECT_SEEN(DeviceChain(seen), UnorderedElementsAreArray(row.chain)) << kWhyEnabledAnyway;
        });
  }
}

VULKAN_CASE(LS_VK_FILTER_4, application_asks_for_what_the_filter_enables, policy::LS_VK_FILTER_1,
            policy::LS_VK_FILTER_2) {
  VulkanWorld world = WorldOfFour(c.subject());
  world.Env(kDisableFilter, "~all~").Env(kEnableFilter, kExplicitA);
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {kExplicitA})), ElementsAre(kExplicitA))
      << kWhyEnabledAnyway;
}

VULKAN_CASE(LS_VK_FILTER_4, filter_and_environment_over_all, policy::LS_VK_FILTER_1,
            policy::LS_VK_FILTER_2) {
  VulkanWorld world = WorldOfFour(c.subject());
  world.Env(kDisableFilter, "~all~").Env(kEnableFilter, kImplicitB).Env(kNames, kExplicitA);
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), UnorderedElementsAre(kImplicitB, kExplicitA))
      << kWhyEnabledAnyway;
}

// A meta-layer that is enabled again together with its components.
void JudgeMeta(Case& c, Layer meta, const char* by, const std::string& value) {
  VulkanWorld world = WorldOfFour(c.subject());
  world.With(meta).Env(kDisableFilter, "~all~").Env(by, value);
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)),
              UnorderedElementsAreArray({kExplicitB, kExplicitA}))
      << "a meta-layer and its components are enabled despite VK_LOADER_LAYERS_DISABLE";
}

VULKAN_CASE(LS_VK_FILTER_4, filter_meta_layer_and_components_over_all, policy::LS_VK_FILTER_1,
            policy::LS_VK_FILTER_2) {
  JudgeMeta(c, Layer::Meta("VK_LAYER_LS_meta", {kExplicitB, kExplicitA}), kEnableFilter,
            "*_meta,*_explicit_*");
}

VULKAN_CASE(LS_VK_FILTER_4, environment_meta_layer_and_components_over_all, policy::LS_VK_FILTER_1,
            policy::LS_VK_FILTER_2) {
  JudgeMeta(c, Layer::Meta("VK_LAYER_LS_meta", {kExplicitB, kExplicitA}), kNames,
            JoinedBy({"VK_LAYER_LS_meta", kExplicitB, kExplicitA}, ':'));
}

VULKAN_CASE(LS_VK_FILTER_4, filter_override_layer_and_components_over_all, policy::LS_VK_FILTER_1,
            policy::LS_VK_FILTER_2) {
  JudgeMeta(c, Layer::Override({kExplicitB, kExplicitA}), kEnableFilter,
            "VK_LAYER_LUNARG_override,*_explicit_*");
}

VULKAN_CASE(LS_VK_FILTER_4, filter_override_layer_over_implicit, policy::LS_VK_FILTER_1,
            policy::LS_VK_FILTER_2) {
  VulkanWorld world = WorldOfFour(c.subject());
  world.With(Layer::Override({kExplicitB, kExplicitA}))
      .Env(kDisableFilter, "~implicit~")
      .Env(kEnableFilter, kOverrideLayer);
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), UnorderedElementsAre(kExplicitB, kExplicitA))
      << "the override layer is enabled despite ~implicit~, and its components are explicit";
}

// An implicit meta-layer, whose components are explicit and so not disabled.
void JudgeImplicitMeta(Case& c, const char* by) {
  VulkanWorld world = WorldOfFour(c.subject());
  world.With(Layer::Meta("VK_LAYER_LS_meta", {kExplicitB, kExplicitA}).Implicit())
      .Env(kDisableFilter, "~implicit~")
      .Env(by, "VK_LAYER_LS_meta");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), UnorderedElementsAre(kExplicitB, kExplicitA))
      << "an implicit meta-layer is enabled despite ~implicit~, and its components are explicit";
}

VULKAN_CASE(LS_VK_FILTER_4, filter_implicit_meta_layer_over_implicit, policy::LS_VK_FILTER_1,
            policy::LS_VK_FILTER_2) {
  JudgeImplicitMeta(c, kEnableFilter);
}
VULKAN_CASE(LS_VK_FILTER_4, environment_implicit_meta_layer_over_implicit, policy::LS_VK_FILTER_1,
            policy::LS_VK_FILTER_2) {
  JudgeImplicitMeta(c, kNames);
}

}  // namespace
}  // namespace loadstone::suites::priority

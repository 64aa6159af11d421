// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/filters/filters.h"

// LoaderLayerInterface, "Layer Disable Filtering" and "Layer Special Case Disable".
namespace loadstone::suites::disable {
namespace {

// The chain of the four layers when the application requests `asked`, none of which is disabled.
struct Row {
  const char* name;
  const char* value;
  std::vector<std::string> asked;
  std::vector<std::string> chain;
};

std::vector<Row> AllRows() {
  const std::vector<std::string> explicit_layers = {kExplicitA, kExplicitB};
  return {
      {"implicit", "~implicit~", explicit_layers, explicit_layers},
      {"explicit", "~explicit~", {}, {kImplicitA, kImplicitB}},
      {"implicit_after_a_name", "VK_LAYER_LS_other,~implicit~", explicit_layers, explicit_layers},
      {"implicit_before_a_name", "~implicit~,VK_LAYER_LS_explicit_b", {kExplicitA}, {kExplicitA}},
      {"explicit_with_a_name", "~explicit~,VK_LAYER_LS_implicit_a", {}, {kImplicitB}},
      {"explicit_with_a_suffix", "*_a,~explicit~", {}, {kImplicitB}},
      {"implicit_twice", "~implicit~,~implicit~", explicit_layers, explicit_layers},
      {"implicit_without_tildes",
       "implicit,all,explicit",
       explicit_layers,
       {kImplicitA, kImplicitB, kExplicitA, kExplicitB}},
      {"nothing", "", explicit_layers, {kImplicitA, kImplicitB, kExplicitA, kExplicitB}},
  };
}

REGISTER_CASES {
  for (const Row& row : AllRows()) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_FILTER_2}, fmt::format("special_{}", row.name),
                 [row](Case& c) {
                   const Observation seen = RunAsking(
                       c, WorldOfFour(c.subject()).Env(kDisableFilter, row.value), row.asked);
                   EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(row.chain))
                       << "~implicit~ disables every implicit layer, ~explicit~ every explicit one";
                   EXPECT_SEEN(DeviceChain(seen), UnorderedElementsAreArray(row.chain))
                       << "a disabled layer is not in the device chain either";
                 });
  }
}

// If all layers are disabled, the driver's event shows that there is an instance.
void JudgeAllOff(Case& c, const char* value) {
  const Observation seen = RunAsking(c, WorldOfFour(c.subject()).Env(kDisableFilter, value));
  EXPECT_SEEN(InstanceChain(seen), IsEmpty()) << "every implicit layer is disabled";
  EXPECT_SEEN(DriversReached(seen), Contains(kDefaultDriver))
      << "the application gets its instance without the layers";
}

VULKAN_CASE(LS_VK_FILTER_2, special_all) { JudgeAllOff(c, "~all~"); }

VULKAN_CASE(LS_VK_FILTER_2, special_implicit_and_explicit) {
  JudgeAllOff(c, "~implicit~,~explicit~");
}

VULKAN_CASE(LS_VK_FILTER_2, special_all_after_names) {
  JudgeAllOff(c, "VK_LAYER_LS_other,*_LS_none,~all~");
}

// An application that requests a disabled layer: success without it, or VK_ERROR_LAYER_NOT_PRESENT
// (LS_VK_FILTER_2.r1).
void JudgeAskedFor(Case& c, const char* value, const std::vector<std::string>& left) {
  const Observation seen =
      RunAsking(c, WorldOfFour(c.subject()).Env(kDisableFilter, value), {kExplicitA});
  EXPECT_SEEN(InstanceChain(seen), Not(Contains(kExplicitA)))
      << "a disabled layer is not enabled even when the application requests it";
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), AnyOf("VK_SUCCESS", "VK_ERROR_LAYER_NOT_PRESENT"))
      << "the application gets an instance without the disabled layer, or an error that the layer "
         "is not present";
  if (ResultOf(seen, "vkCreateInstance") != "VK_SUCCESS") return;
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(left))
      << "the other layers are enabled as usual";
}

VULKAN_CASE(LS_VK_FILTER_2, application_asks_for_a_layer_disabled_by_name) {
  JudgeAskedFor(c, kExplicitA, {kImplicitA, kImplicitB});
}

VULKAN_CASE(LS_VK_FILTER_2, application_asks_with_all_explicit_layers_disabled) {
  JudgeAskedFor(c, "~explicit~", {kImplicitA, kImplicitB});
}

VULKAN_CASE(LS_VK_FILTER_2, application_asks_with_all_layers_disabled) {
  JudgeAskedFor(c, "~all~", {});
}

VULKAN_CASE(LS_VK_FILTER_2, override_layer_disabled) {
  VulkanWorld world(c.subject());
  world.With(Layer::Override({kExplicitA}))
      .With(Layer(kExplicitA))
      .With(Layer(kImplicitA).Implicit())
      .Env(kDisableFilter, kOverrideLayer);
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(kImplicitA))
      << "an override layer that is disabled adds no components";
}

VULKAN_CASE(LS_VK_FILTER_2, override_layer_disabled_with_all_implicit_layers) {
  VulkanWorld world(c.subject());
  world.With(Layer::Override({kExplicitA})).With(Layer(kExplicitA)).With(Layer(kExplicitB));
  world.Env(kDisableFilter, "~implicit~");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {kExplicitB})), ElementsAre(kExplicitB))
      << "the override layer is an implicit layer and adds no components when it is disabled";
}

VULKAN_CASE(LS_VK_FILTER_2, meta_layer_disabled) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta("VK_LAYER_LS_meta", {kExplicitA}).Implicit())
      .With(Layer(kExplicitA))
      .With(Layer(kImplicitA).Implicit())
      .Env(kDisableFilter, "*_meta");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(kImplicitA))
      << "a meta-layer that is disabled adds no components";
}

// A meta-layer that is disabled in another way, or that is explicit and requested.
struct DisabledMeta {
  const char* name;
  bool implicit;
  const char* value;
};

constexpr DisabledMeta kDisabledMeta[] = {
    {"implicit_meta_layer_disabled_by_its_name", true, "VK_LAYER_LS_meta"},
    {"implicit_meta_layer_disabled_by_a_prefix", true, "VK_LAYER_LS_m*"},
    {"implicit_meta_layer_disabled_by_implicit", true, "~implicit~"},
    {"implicit_meta_layer_disabled_by_all", true, "~all~"},
    {"requested_meta_layer_disabled_by_its_name", false, "VK_LAYER_LS_meta"},
    {"requested_meta_layer_disabled_by_a_glob", false, "*_meta"},
    {"requested_meta_layer_disabled_by_explicit", false, "~explicit~"},
    {"requested_meta_layer_disabled_by_all", false, "~all~"},
};

void JudgeDisabledMeta(Case& c, const DisabledMeta& row) {
  VulkanWorld world(c.subject());
  Layer meta = Layer::Meta("VK_LAYER_LS_meta", {kExplicitA, kExplicitB});
  if (row.implicit) meta.Implicit();
  world.With(meta).With(Layer(kExplicitA)).With(Layer(kExplicitB)).Env(kDisableFilter, row.value);
  const Observation seen = Observe(c, world, [&row](VulkanApp& app) {
    if (!row.implicit) app.RunFullSequence({.layers = {"VK_LAYER_LS_meta"}});
    if (!app.created()) app.RunFullSequence();
  });
  EXPECT_SEEN(InstanceChain(seen), IsEmpty()) << "a meta-layer that is disabled adds no components";
  EXPECT_SEEN(DriversReached(seen), Contains(kDefaultDriver)) << "an instance can be created";
}

REGISTER_CASES {
  for (const DisabledMeta& row : kDisabledMeta) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_FILTER_2}, row.name,
                 [&row](Case& c) { JudgeDisabledMeta(c, row); });
  }
}

VULKAN_CASE(LS_VK_FILTER_2, component_that_is_requested_beside_a_disabled_meta_layer) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta("VK_LAYER_LS_meta", {kExplicitA, kExplicitB}).Implicit())
      .With(Layer(kExplicitA))
      .With(Layer(kExplicitB))
      .Env(kDisableFilter, "*_meta");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {kExplicitB})), ElementsAre(kExplicitB))
      << "a component of a disabled meta-layer is not disabled itself";
}

// Accepted results: the component is in the chain or not (LS_VK_FILTER_2.r2).
VULKAN_CASE(LS_VK_FILTER_2, component_of_a_meta_layer_disabled) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta("VK_LAYER_LS_meta", {kExplicitA, kExplicitB}))
      .With(Layer(kExplicitA))
      .With(Layer(kExplicitB))
      .With(Layer(kImplicitA).Implicit())
      .Env(kDisableFilter, kExplicitB);
  const Observation seen = RunAsking(c, world, {"VK_LAYER_LS_meta"});
  EXPECT_SEEN(InstanceChain(seen), Contains(kImplicitA))
      << "the implicit layer is enabled, whether or not the components are";
  EXPECT_SEEN(DriversReached(seen), Contains(kDefaultDriver)) << "an instance exists";
}

VULKAN_CASE(LS_VK_FILTER_2, enabled_by_its_own_variable) {
  VulkanWorld world(c.subject());
  world.With(Layer(kImplicitA).Implicit().EnabledBy("LS_A", "1"))
      .With(Layer(kImplicitB).Implicit().EnabledBy("LS_B", "1"))
      .Env("LS_A", "1")
      .Env("LS_B", "1")
      .Env(kDisableFilter, kImplicitA);
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(kImplicitB))
      << "the filter disables an implicit layer that its own variable turns on";
}

}  // namespace
}  // namespace loadstone::suites::disable

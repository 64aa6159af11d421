// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/vulkan/filters/filters.h"

// LoaderLayerInterface, "Layer Enable Filtering": layers that VK_LOADER_LAYERS_ENABLE matches are
// enabled for every application, after the implicit layers and before other explicit ones.
namespace loadstone::suites::enable {
namespace {

constexpr char kForced[] = "VK_LAYER_LS_forced";
constexpr char kAsked[] = "VK_LAYER_LS_asked";
constexpr char kImplicit[] = "VK_LAYER_LS_implicit";

VULKAN_CASE(LS_VK_FILTER_1, application_asks_for_nothing) {
  VulkanWorld world(c.subject());
  world.With(Layer(kForced)).With(Layer(kAsked)).Env(kEnableFilter, kForced);
  const Observation seen = RunAsking(c, world);
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kForced))
      << "the layer that the filter matches is enabled, and the other is not";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kForced))
      << "a layer that the filter enables is in the device chain as well";
}

VULKAN_CASE(LS_VK_FILTER_1, between_implicit_layers_and_those_of_the_application) {
  VulkanWorld world(c.subject());
  world.With(Layer(kForced)).With(Layer(kAsked)).With(Layer(kImplicit).Implicit());
  const Observation seen = RunAsking(c, world.Env(kEnableFilter, kForced), {kAsked});
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kImplicit, kForced, kAsked))
      << "the filter enables layers after implicit layers and before other explicit ones";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kImplicit, kForced, kAsked))
      << "the filter enables layers after implicit layers and before other explicit ones";
}

VULKAN_CASE(LS_VK_FILTER_1, variable_empty) {
  VulkanWorld world(c.subject());
  world.With(Layer(kForced)).With(Layer(kAsked)).Env(kEnableFilter, "");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {kAsked})), ElementsAre(kAsked))
      << "an empty filter enables no layer";
}

VULKAN_CASE(LS_VK_FILTER_1, implicit_layer_whose_enable_variable_is_not_set) {
  VulkanWorld world(c.subject());
  world.With(Layer(kForced).Implicit().EnabledBy("LS_FORCED", "1"))
      .With(Layer("VK_LAYER_LS_sleeping").Implicit().EnabledBy("LS_SLEEPING", "1"))
      .Env(kEnableFilter, kForced);
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(kForced))
      << "the filter enables an implicit layer whose own enable variable is not set, and leaves "
         "the other one disabled";
}

VULKAN_CASE(LS_VK_FILTER_1, implicit_meta_layer_whose_enable_variable_is_not_set) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta("VK_LAYER_LS_meta", {kForced}).Implicit().EnabledBy("LS_META", "1"))
      .With(Layer::Meta("VK_LAYER_LS_other", {kAsked}).Implicit().EnabledBy("LS_META", "1"))
      .With(Layer(kForced))
      .With(Layer(kAsked))
      .Env(kEnableFilter, "*_meta");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(kForced))
      << "the filter enables an implicit meta-layer whose own enable variable is not set, and "
         "leaves the other one disabled";
}

VULKAN_CASE(LS_VK_FILTER_1, implicit_layer_that_is_on_anyway) {
  VulkanWorld world(c.subject());
  world.With(Layer(kForced).Implicit()).With(Layer(kImplicit).Implicit());
  EXPECT_SEEN(InstanceChain(RunAsking(c, world.Env(kEnableFilter, kForced))),
              UnorderedElementsAre(kForced, kImplicit))
      << "an implicit layer that the filter names is in the chain once, together with the other "
         "layers"
      << reading::LS_VK_FILTER_1_r2;
}

VULKAN_CASE(LS_VK_FILTER_1, meta_layer) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta("VK_LAYER_LS_meta", {"VK_LAYER_LS_one", "VK_LAYER_LS_two"}))
      .With(Layer("VK_LAYER_LS_one"))
      .With(Layer("VK_LAYER_LS_two"))
      .With(Layer(kAsked))
      .Env(kEnableFilter, "VK_LAYER_LS_meta");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {kAsked})),
              ElementsAre("VK_LAYER_LS_one", "VK_LAYER_LS_two", kAsked))
      << "the filter enables the components of a meta-layer in their order";
}

VULKAN_CASE(LS_VK_FILTER_1, after_the_override_layer) {
  VulkanWorld world(c.subject());
  world.With(Layer::Override({"VK_LAYER_LS_component"}))
      .With(Layer("VK_LAYER_LS_component"))
      .With(Layer(kForced))
      .Env(kEnableFilter, kForced);
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre("VK_LAYER_LS_component", kForced))
      << "the components of the override layer come before what the filter enables";
}

VULKAN_CASE(LS_VK_FILTER_1, layer_of_the_path_variable) {
  VulkanWorld world(c.subject());
  world.With(Layer(kForced).In("/chosen"))
      .With(Layer("VK_LAYER_LS_not_known"))
      .Env("VK_LAYER_PATH", "/chosen")
      .Env(kEnableFilter, "VK_LAYER_LS_*");
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(kForced))
      << "the filter applies to the layers that the loader finds with the current VK_LAYER_PATH";
}

VULKAN_CASE(LS_VK_FILTER_1, file_name_and_library_are_not_compared) {
  VulkanWorld world(c.subject());
  world.With(Layer(kForced).ManifestFile("VK_LAYER_LS_asked.json"))
      .With(Layer(kAsked).ManifestFile("another.json"))
      .Env(kEnableFilter, kAsked);
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(kAsked))
      << "a filter is compared with the name in the manifest, not with that of its file";
}

VULKAN_CASE(LS_VK_FILTER_1, layers_64) {
  VulkanWorld world(c.subject());
  std::vector<std::string> chain;
  for (int i = 0; i < 64; ++i) {
    chain.push_back(fmt::format("VK_LAYER_LS_{:02}", i));
    world.With(Layer(chain.back()));
  }
  world.With(Layer("VK_LAYER_SOMEBODY_else")).Env(kEnableFilter, "VK_LAYER_LS_*");
  const Observation seen = RunAsking(c, world);
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(chain))
      << "each of 64 layers that the filter matches is enabled";
  EXPECT_SEEN(InstanceChain(seen), Not(Contains("VK_LAYER_SOMEBODY_else")))
      << "a layer that the filter does not match is not enabled";
}

}  // namespace
}  // namespace loadstone::suites::enable

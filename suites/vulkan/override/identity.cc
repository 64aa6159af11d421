// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/suites.h"

// LoaderLayerInterface, "Override Meta-Layer": the override layer is an implicit meta-layer with
// this name. Other layers override nothing.
namespace loadstone::suites::identity {
namespace {

constexpr char kImplicit[] = "VK_LAYER_LS_implicit";
constexpr char kExplicit[] = "VK_LAYER_LS_explicit";
constexpr char kComponent[] = "VK_LAYER_LS_component";

// A meta-layer that, if it were the override layer, would disable both other layers and locate its
// component elsewhere.
Layer Overriding(const std::string& name) {
  return Layer::Meta(name, {kComponent}).Blacklist({kImplicit, kExplicit});
}

Observation RunBeside(Case& c, const Layer& meta, const std::string& enable = "") {
  VulkanWorld world(c.subject());
  world.With(Layer(kImplicit).Implicit()).With(Layer(kExplicit)).With(Layer(kComponent)).With(meta);
  if (!enable.empty()) world.Env("VK_INSTANCE_LAYERS", enable);
  return Observe(c, world, [](VulkanApp& app) {
    app.RunFullSequence({.layers = {kExplicit}});
    if (!app.created()) app.RunFullSequence();
  });
}

VULKAN_CASE(LS_VK_OVERRIDE_3, override_layer_itself) {
  EXPECT_SEEN(InstanceChain(RunBeside(c, Overriding(kOverrideLayer).Implicit())),
              ElementsAre(kComponent))
      << "an implicit meta-layer with the override layer's name blacklists the layers on its list";
}

VULKAN_CASE(LS_VK_OVERRIDE_3, explicit_layer_of_its_name) {
  EXPECT_SEEN(InstanceChain(RunBeside(c, Overriding(kOverrideLayer))),
              UnorderedElementsAre(kImplicit, kExplicit))
      << "an explicit layer with the override layer's name must override nothing";
}

VULKAN_CASE(LS_VK_OVERRIDE_3, explicit_layer_of_its_name_that_is_enabled) {
  EXPECT_SEEN(InstanceChain(RunBeside(c, Overriding(kOverrideLayer), kOverrideLayer)),
              UnorderedElementsAre(kImplicit, kComponent, kExplicit))
      << "an explicit layer with the override layer's name is a meta-layer like any other";
}

REGISTER_CASES {
  constexpr std::pair<const char*, const char*> kNames[] = {
      {"other_vendor", "VK_LAYER_LS_override"},
      {"other_case", "VK_LAYER_LUNARG_Override"},
      {"something_behind", "VK_LAYER_LUNARG_override_2"},
      {"last_letter_missing", "VK_LAYER_LUNARG_overrid"},
      {"blank_behind", "VK_LAYER_LUNARG_override "},
      {"blank_before", " VK_LAYER_LUNARG_override"},
  };
  for (const auto& [word, name] : kNames) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_OVERRIDE_3}, fmt::format("name_with_{}", word),
                 [name = name](Case& c) {
                   EXPECT_SEEN(InstanceChain(RunBeside(
                                   c, Overriding(name).Implicit().DisabledBy("DISABLE_IT"))),
                               AnyOf(UnorderedElementsAre(kImplicit, kComponent, kExplicit),
                                     ElementsAre(kImplicit, kExplicit)))
                       << "an implicit meta-layer with another name, which may be loaded or left "
                          "out because of its name, must override nothing";
                 });
  }
}

// Its paths have no effect, either.
VULKAN_CASE(LS_VK_OVERRIDE_3, paths_of_a_layer_of_another_name) {
  VulkanWorld world(c.subject());
  world.With(Layer(kExplicit)).With(Layer(kComponent));
  world.With(Layer("VK_LAYER_LS_elsewhere").In("/elsewhere"));
  world.With(
      Layer::Meta("VK_LAYER_LS_override", {kComponent}).Implicit().OverridePaths({"/elsewhere"}));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = {kExplicit}});
  });
  EXPECT_SEEN(EnumeratedLayers(seen), Not(Contains("VK_LAYER_LS_elsewhere")))
      << "the override_paths of a layer with another name must not be searched";
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kComponent, kExplicit))
      << "the override_paths of a layer with another name must not replace the folders";
}

}  // namespace
}  // namespace loadstone::suites::identity

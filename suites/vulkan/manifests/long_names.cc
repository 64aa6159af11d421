// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/discovery/layer_kinds.h"

// LoaderLayerInterface, "Layer Manifest File Format" (name): the section requires no length, but
// VkLayerProperties::layerName has room for 255 characters and the terminating null. A loader that
// supports fewer fails only here (LS_VK_MANIFEST_1.r2).
namespace loadstone::suites::long_names {
namespace {

constexpr char kWhyLoaded[] =
    "a layer whose name fills VkLayerProperties::layerName must be loaded";

std::string LongestName() { return fmt::format("VK_LAYER_LS_{:n<243}", ""); }

Layer LongestNamed(LayerKind kind) {
  return KindLayer(kind, LongestName()).Who("long").ManifestFile("long.json");
}

void JudgeKind(Case& c, LayerKind kind) {
  const Observation seen =
      RunWithLayers(c, VulkanWorld(c.subject()).With(LongestNamed(kind)), kind, {LongestName()});
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(LongestName()))
      << "a name that fills VkLayerProperties::layerName must be returned completely";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre("long")) << kWhyLoaded;
}

VULKAN_CASE(LS_VK_MANIFEST_1, explicit_name_of_255_characters) {
  JudgeKind(c, LayerKind::kExplicit);
}

VULKAN_CASE(LS_VK_MANIFEST_1, implicit_name_of_255_characters) {
  JudgeKind(c, LayerKind::kImplicit);
}

VULKAN_CASE(LS_VK_MANIFEST_1, environment_names_a_layer_with_255_characters,
            policy::LS_VK_ACTIVATION_4) {
  VulkanWorld world(c.subject());
  world.With(LongestNamed(LayerKind::kExplicit)).Env("VK_INSTANCE_LAYERS", LongestName());
  const Observation seen = Observe(c, world, [](VulkanApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre("long")) << kWhyLoaded;
}

// Two names that differ only in their last character are different.
VULKAN_CASE(LS_VK_MANIFEST_1, unknown_name_of_255_characters, policy::LLP_LOADER_1) {
  std::string unknown = LongestName();
  unknown.back() = 'm';
  const VulkanWorld world = VulkanWorld(c.subject())
                                .With(LongestNamed(LayerKind::kExplicit))
                                .With(Layer("VK_LAYER_LS_a"));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    app.CreateInstance({.layers = {"VK_LAYER_LS_a", unknown}});
    app.RunFullSequence({.layers = {"VK_LAYER_LS_a"}});
  });
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_ERROR_LAYER_NOT_PRESENT")
      << "no instance is created with a layer that is not present";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre("VK_LAYER_LS_a"))
      << "the layers that are present can be enabled afterwards";
}

}  // namespace
}  // namespace loadstone::suites::long_names

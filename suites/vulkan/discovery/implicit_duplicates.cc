// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/discovery/layer_kinds.h"

// LoaderLayerInterface, "Layer Discovery": an implicit layer that is found or enabled in additional
// ways is in the chain once.
namespace loadstone::suites::implicit_duplicates {
namespace {

constexpr char kA[] = "VK_LAYER_LS_a";
constexpr char kB[] = "VK_LAYER_LS_b";
constexpr char kWhyOnce[] =
    "a layer must be in the chain once, however often it is found or enabled";

VULKAN_CASE(LLP_LOADER_3, application_names_an_implicit_layer) {
  const Observation seen = Observe(
      c, VulkanWorld(c.subject()).With(Layer(kA).Implicit()).With(Layer(kB)), [](VulkanApp& app) {
        app.RunFullSequence({.layers = {kB, kA, kA}});
      });
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kA, kB))
      << "an implicit layer that the application names is in the chain once, and so is the other";
}

VULKAN_CASE(LLP_LOADER_3, environment_names_an_implicit_layer) {
  const Observation seen = Observe(c,
                                   VulkanWorld(c.subject())
                                       .With(Layer(kA).Implicit())
                                       .With(Layer(kB).Implicit())
                                       .Env("VK_INSTANCE_LAYERS", std::string(kA) + ":" + kB),
                                   [](VulkanApp& app) { app.RunFullSequence({.layers = {kA}}); });
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kA, kB)) << kWhyOnce;
  EXPECT_SEEN(DeviceChain(seen), UnorderedElementsAre(kA, kB)) << kWhyOnce;
}

VULKAN_CASE(LLP_LOADER_3, filter_matches_an_implicit_layer, policy::LS_VK_FILTER_1) {
  const Observation seen = Observe(c,
                                   VulkanWorld(c.subject())
                                       .With(Layer(kA).Implicit())
                                       .With(Layer(kB))
                                       .Env("VK_LOADER_LAYERS_ENABLE", std::string(kA) + "," + kB),
                                   [](VulkanApp& app) {
                                     app.RunFullSequence({.layers = {kA, kB}});
                                   });
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kA, kB))
      << "an implicit layer that a filter enables as well is in the chain once, and so is the "
         "other";
}

VULKAN_CASE(LLP_LOADER_3, implicit_meta_layer_contains_an_implicit_layer) {
  const Observation seen = Observe(c,
                                   VulkanWorld(c.subject())
                                       .With(Layer::Meta("VK_LAYER_LS_meta", {kA, kB}).Implicit())
                                       .With(Layer(kA).Implicit())
                                       .With(Layer(kB)),
                                   [](VulkanApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kA, kB)) << kWhyOnce;
}

VULKAN_CASE(LLP_LOADER_3, override_layer_contains_an_implicit_layer) {
  const Observation seen = Observe(c,
                                   VulkanWorld(c.subject())
                                       .With(Layer::Override({kA, kB}))
                                       .With(Layer(kA).Implicit())
                                       .With(Layer(kB)),
                                   [](VulkanApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kA, kB)) << kWhyOnce;
}

// LS_VK_DISCOVERY_5 covers which of several layers with one name is used; this case requires only
// that it is one of them.
void JudgeSeveral(Case& c, LayerKind kind, int count) {
  VulkanWorld world(c.subject());
  std::string list;
  for (int i = 0; i < count; ++i) {
    const std::string root = fmt::format("/list/{}", i);
    list += (i == 0 ? "" : ":") + root;
    world.With(KindLayer(kind, kA).Who(fmt::format("copy {}", i)).In(KindFolder(kind, root)));
  }
  world.Env("XDG_CONFIG_DIRS", list).With(KindLayer(kind, kB).In(KindFolder(kind, "/list/0")));
  const Observation seen = RunWithLayers(c, world, kind, {kA, kB});
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kB, StartsWith("copy ")))
      << "exactly one of the layers with the same name in " << count
      << " folders must be in the chain";
  EXPECT_SEEN(DeviceChain(seen), UnorderedElementsAre(kB, StartsWith("copy ")))
      << "exactly one of the layers with the same name in " << count
      << " folders must be in the device chain";
}

REGISTER_CASES {
  for (const LayerKind kind : kLayerKinds) {
    for (const int count : {2, 3, 32}) {
      RegisterCase(Api::kVulkan, {policy::LLP_LOADER_3, policy::LS_VK_DISCOVERY_2},
                   fmt::format("{}_layer_in_{}_folders", KindName(kind), count),
                   [=](Case& c) { JudgeSeveral(c, kind, count); });
    }
    RegisterCase(
        Api::kVulkan, {policy::LLP_LOADER_3},
        fmt::format("{}_layer_twice_in_one_folder", KindName(kind)), [=](Case& c) {
          VulkanWorld world(c.subject());
          world.With(KindLayer(kind, kA).Who("copy 1").ManifestFile("1.json"))
              .With(KindLayer(kind, kA).Who("copy 2").ManifestFile("2.json"))
              .With(KindLayer(kind, kB));
          const Observation seen = RunWithLayers(c, world, kind, {kA, kB});
          EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kB, StartsWith("copy ")))
              << "exactly one of two layers with the same name in one folder must be in the chain";
        });
    RegisterCase(
        Api::kVulkan, {policy::LLP_LOADER_3, policy::LS_VK_DISCOVERY_2},
        fmt::format("{}_folder_searched_twice", KindName(kind)), [=](Case& c) {
          VulkanWorld world(c.subject());
          world.Env("XDG_CONFIG_HOME", "/same")
              .Env("XDG_CONFIG_DIRS", "/same:/same/:/link")
              .Symlink("/link", "/same")
              .With(KindLayer(kind, kA).In(KindFolder(kind, "/same")));
          EXPECT_SEEN(InstanceChain(RunWithLayers(c, world, kind, {kA})), ElementsAre(kA))
              << "a layer whose folder is searched several times must be in the chain once";
        });
  }
}

// An explicit layer and an implicit one with the same name.
VULKAN_CASE(LLP_LOADER_3, layer_both_explicit_and_implicit) {
  VulkanWorld world(c.subject());
  world.With(Layer(kA).Who("explicit")).With(Layer(kA).Implicit().Who("implicit")).With(Layer(kB));
  const Observation seen = RunWithLayers(c, world, LayerKind::kExplicit, {kA, kB});
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kB, AnyOf("explicit", "implicit")))
      << kWhyOnce;
  EXPECT_SEEN(DeviceChain(seen), UnorderedElementsAre(kB, AnyOf("explicit", "implicit")))
      << kWhyOnce;
}

}  // namespace
}  // namespace loadstone::suites::implicit_duplicates

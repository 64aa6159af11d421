// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "policies/reading_ids.h"
#include "suites/vulkan/layer_questions.h"

// LoaderLayerInterface, "Meta-layers" and "Versioning and Activation Interactions": a meta-layer
// that is present but not requested, and the extensions of its components.
namespace loadstone::suites::presence {
namespace {

constexpr char kMeta[] = "VK_LAYER_LS_meta";
constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kTwo[] = "VK_LAYER_LS_two";
constexpr char kGood[] = "VK_LAYER_LS_good";
constexpr char kWhyPresent[] = "the presence of an explicit meta-layer must not activate it";

VulkanWorld WorldWithMeta(const Subject& subject, const Layer& meta) {
  VulkanWorld world(subject);
  world.With(meta).With(Layer(kOne)).With(Layer(kTwo)).With(Layer(kGood));
  return world;
}

VULKAN_CASE(LS_VK_META_3, nobody_asks_for_it) {
  const Observation seen =
      Observe(c, WorldWithMeta(c.subject(), Layer::Meta(kMeta, {kOne, kTwo})),
              [](VulkanApp& app) { app.RunFullSequence({.layers = {kGood}}); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kGood)) << kWhyPresent;
}

VULKAN_CASE(LS_VK_META_3, application_asks_for_it_afterwards) {
  const Observation seen =
      Observe(c, WorldWithMeta(c.subject(), Layer::Meta(kMeta, {kOne, kTwo})), [](VulkanApp& app) {
        app.RunFullSequence({.layers = {kGood}});
        app.RunFullSequence({.layers = {kMeta}});
      });
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kGood, kOne, kTwo))
      << "an explicit meta-layer is active only where it is requested";
}

VULKAN_CASE(LS_VK_META_3, application_asks_for_a_component) {
  const Observation seen = Observe(c, WorldWithMeta(c.subject(), Layer::Meta(kMeta, {kOne, kTwo})),
                                   [](VulkanApp& app) { app.RunFullSequence({.layers = {kTwo}}); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kTwo)) << kWhyPresent;
}

VULKAN_CASE(LS_VK_META_3, environment_of_an_implicit_layer_in_its_manifest) {
  const Layer meta =
      Layer::Meta(kMeta, {kOne, kTwo}).Manifest(R"({"enable_environment": {"ENABLE_META": "1"},
                                       "disable_environment": {"DISABLE_META": "1"}})");
  VulkanWorld world = WorldWithMeta(c.subject(), meta);
  const Observation seen = Observe(c, world.Env("ENABLE_META", "1"), [](VulkanApp& app) {
    app.RunFullSequence({.layers = {kGood}});
  });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kGood)) << kWhyPresent;
}

VULKAN_CASE(LS_VK_META_3, several_meta_layers) {
  VulkanWorld world = WorldWithMeta(c.subject(), Layer::Meta(kMeta, {kOne}));
  world.With(Layer::Meta("VK_LAYER_LS_meta_2", {kTwo}));
  const Observation seen = Observe(
      c, world, [](VulkanApp& app) { app.RunFullSequence({.layers = {"VK_LAYER_LS_meta_2"}}); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kTwo)) << kWhyPresent;
}

// LS_VK_META_4. For device extensions by its name: LS_VK_META_4.r1.
constexpr char kWhyExtensions[] =
    "when asked for the extensions of a meta-layer, the loader must return those of its components";

Layer WithExtensions(const char* name, const std::vector<std::string>& instance,
                     const std::vector<std::string>& device) {
  return Layer(name)
      .Manifest(fmt::format(R"({{"instance_extensions": {}, "device_extensions": {}}})",
                            ManifestExtensions(instance), ManifestExtensions(device)))
      .Behaviour(fmt::format(R"({{"instance_extensions": {}, "device_extensions": {}}})",
                             MockExtensions(instance), MockExtensions(device)));
}

VulkanWorld WorldOfExtensions(const Subject& subject) {
  VulkanWorld world(subject);
  world.With(WithExtensions(kOne, {"VK_LS_a 1", "VK_LS_b 2"}, {"VK_LS_device_a 3"}));
  world.With(WithExtensions(kTwo, {"VK_LS_c 4"}, {"VK_LS_device_b 5", "VK_LS_device_c 6"}));
  world.With(WithExtensions(kGood, {"VK_LS_of_another 7"}, {"VK_LS_device_of_another 8"}));
  return world;
}

Observation AskMeta(Case& c, const Layer& meta) {
  VulkanWorld world = WorldOfExtensions(c.subject());
  return Observe(c, world.With(meta), [&](VulkanApp& app) {
    AskInstanceExtensions(app, kMeta);
    InstanceRequest request;
    if (!meta.implicit()) request.layers = {kMeta};
    app.CreateInstance(request);
    AskDeviceExtensions(app, kMeta);
  });
}

REGISTER_CASES {
  for (const bool implicit : {false, true}) {
    const std::string kind = implicit ? "implicit" : "explicit";
    const auto meta = [implicit](const std::vector<std::string>& components) {
      Layer layer = Layer::Meta(kMeta, components);
      return implicit ? layer.Implicit() : layer;
    };
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_META_4}, kind + "_with_two_components", [meta](Case& c) {
          const Observation seen = AskMeta(c, meta({kOne, kTwo}));
          EXPECT_SEEN(InstanceExtensionsOf(seen, kMeta),
                      UnorderedElementsAre("VK_LS_a 1", "VK_LS_b 2", "VK_LS_c 4"))
              << kWhyExtensions;
          EXPECT_SEEN(
              DeviceExtensionsOf(seen, kMeta),
              UnorderedElementsAre("VK_LS_device_a 3", "VK_LS_device_b 5", "VK_LS_device_c 6"))
              << kWhyExtensions;
        });
    RegisterCase(Api::kVulkan, {policy::LS_VK_META_4}, kind + "_with_one_component",
                 [meta](Case& c) {
                   const Observation seen = AskMeta(c, meta({kTwo}));
                   EXPECT_SEEN(InstanceExtensionsOf(seen, kMeta), ElementsAre("VK_LS_c 4"))
                       << kWhyExtensions;
                   EXPECT_SEEN(DeviceExtensionsOf(seen, kMeta),
                               UnorderedElementsAre("VK_LS_device_b 5", "VK_LS_device_c 6"))
                       << kWhyExtensions;
                 });
  }
}

// An extension of two components is listed once, with the version of one of them.
VULKAN_CASE(LS_VK_META_4, extension_of_two_components) {
  VulkanWorld world(c.subject());
  world.With(WithExtensions(kOne, {"VK_LS_a 1", "VK_LS_b 1"}, {}));
  world.With(WithExtensions(kTwo, {"VK_LS_b 2", "VK_LS_c 2"}, {}));
  world.With(Layer::Meta(kMeta, {kOne, kTwo}));
  const Observation seen =
      Observe(c, world, [](VulkanApp& app) { AskInstanceExtensions(app, kMeta); });
  EXPECT_SEEN(InstanceExtensionsOf(seen, kMeta),
              AnyOf(UnorderedElementsAre("VK_LS_a 1", "VK_LS_b 1", "VK_LS_c 2"),
                    UnorderedElementsAre("VK_LS_a 1", "VK_LS_b 2", "VK_LS_c 2")))
      << kWhyExtensions;
}

VULKAN_CASE(LS_VK_META_4, components_without_extensions) {
  VulkanWorld world = WorldOfExtensions(c.subject());
  world.With(Layer("VK_LAYER_LS_bare")).With(Layer::Meta(kMeta, {"VK_LAYER_LS_bare"}));
  world.With(Layer::Meta("VK_LAYER_LS_meta_2", {"VK_LAYER_LS_bare", kTwo}));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    AskInstanceExtensions(app, kMeta);
    AskInstanceExtensions(app, "VK_LAYER_LS_meta_2");
  });
  EXPECT_SEEN(InstanceExtensionsOf(seen, kMeta), IsEmpty()) << kWhyExtensions;
  EXPECT_SEEN(InstanceExtensionsOf(seen, "VK_LAYER_LS_meta_2"), ElementsAre("VK_LS_c 4"))
      << kWhyExtensions;
}

constexpr char kWhyNested[] =
    "a nested meta-layer that is loaded has the extensions of all components";

// A meta-layer as a component, which no sentence mentions: if its components are loaded with the
// outer meta-layer, the extensions of the outer one are theirs as well.
void JudgeNested(Case& c, int depth, bool implicit) {
  VulkanWorld world = WorldOfExtensions(c.subject());
  const auto name = [](int level) {
    return level == 0 ? std::string(kMeta) : fmt::format("VK_LAYER_LS_inner_{}", level);
  };
  for (int level = 0; level < depth; ++level) {
    Layer meta = Layer::Meta(name(level), {name(level + 1)});
    world.With(implicit && level == 0 ? meta.Implicit() : meta);
  }
  world.With(Layer::Meta(name(depth), {kOne, kTwo}));
  const Observation seen = Observe(c, world, [implicit](VulkanApp& app) {
    AskInstanceExtensions(app, kMeta);
    InstanceRequest request;
    if (!implicit) request.layers = {kMeta};
    app.CreateInstance(request);
    AskDeviceExtensions(app, kMeta);
  });
  const std::vector<std::string> chain = InstanceChain(seen);
  EXPECT_SEEN(chain, AnyOf(IsEmpty(), ElementsAre(kOne, kTwo)))
      << "a nested meta-layer is loaded completely or not at all";
  if (chain.empty()) return;
  EXPECT_SEEN(InstanceExtensionsOf(seen, kMeta),
              UnorderedElementsAre("VK_LS_a 1", "VK_LS_b 2", "VK_LS_c 4"))
      << kWhyNested;
  EXPECT_SEEN(DeviceExtensionsOf(seen, kMeta),
              UnorderedElementsAre("VK_LS_device_a 3", "VK_LS_device_b 5", "VK_LS_device_c 6"))
      << kWhyNested;
}

REGISTER_CASES {
  for (const int depth : {1, 2}) {
    for (const bool implicit : {false, true}) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_META_5},
                   fmt::format("{}_nested_at_depth_{}", implicit ? "implicit" : "explicit", depth),
                   [depth, implicit](Case& c) { JudgeNested(c, depth, implicit); });
    }
  }
}

// The override layer is a meta-layer, which may be hidden (LLP_LOADER_11.r2).
VULKAN_CASE(LS_VK_META_4, override_layer_that_is_listed, policy::LLP_LOADER_11) {
  VulkanWorld world = WorldOfExtensions(c.subject());
  world.With(Layer::Override({kOne, kTwo}));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    AskInstanceExtensions(app, kOverrideLayer);
    app.RunFullSequence();
  });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne, kTwo)) << "the override layer is used";
  const std::vector<std::string> listed = EnumeratedLayers(seen);
  if (std::find(listed.begin(), listed.end(), kOverrideLayer) == listed.end()) return;
  EXPECT_SEEN(InstanceExtensionsOf(seen, kOverrideLayer),
              UnorderedElementsAre("VK_LS_a 1", "VK_LS_b 2", "VK_LS_c 4"))
      << kWhyExtensions << reading::LLP_LOADER_11_r2;
}

}  // namespace
}  // namespace loadstone::suites::presence

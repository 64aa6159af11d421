// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/suites.h"
#include "suites/vulkan/activation/environment_names.h"

// LoaderLayerInterface, "Override Meta-Layer" (blacklisted_layers), "Versioning and Activation
// Interactions", and LLP_LOADER_12. It covers explicit and implicit layers: LLP_LOADER_12.r1.
namespace loadstone::suites::blacklist {
namespace {

constexpr char kComponent[] = "VK_LAYER_LS_component";
constexpr char kListed[] = "VK_LAYER_LS_listed";
constexpr char kSecond[] = "VK_LAYER_LS_second";
constexpr char kFree[] = "VK_LAYER_LS_free";
constexpr char kWhy[] = "a layer on the blacklist of the override layer must not be loaded";

Layer Blacklist(const std::vector<std::string>& names) {
  return Layer::Override({kComponent}).Blacklist(names);
}

VulkanWorld With(Case& c, const Layer& override_layer) {
  VulkanWorld world(c.subject());
  world.With(Layer(kComponent)).With(override_layer);
  return world;
}

Observation RunAsking(Case& c, const VulkanWorld& world, const std::vector<std::string>& layers) {
  return Observe(c, world, [&](VulkanApp& app) {
    app.CreateInstance({.layers = layers});
    if (app.instance() == VK_NULL_HANDLE) app.CreateInstance();
    app.UseInstance();
  });
}

VULKAN_CASE(LLP_LOADER_12, explicit_layer_of_the_application) {
  VulkanWorld world = With(c, Blacklist({kListed}));
  world.With(Layer(kListed)).With(Layer(kFree));
  const Observation seen = RunAsking(c, world, {kFree, kListed});
  EXPECT_SEEN(Loaded(seen), Not(Contains(kListed))) << kWhy;
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), AnyOf("VK_SUCCESS", "VK_ERROR_LAYER_NOT_PRESENT"))
      << "a blacklisted layer is left out or treated as absent" << reading::LLP_LOADER_12_r2;
  EXPECT_SEEN(InstanceChain(seen), Contains(kComponent)) << "the override layer itself is loaded";
}

VULKAN_CASE(LLP_LOADER_12, layer_of_the_environment) {
  VulkanWorld world = With(c, Blacklist({kListed}));
  world.With(Layer(kListed))
      .With(Layer(kFree))
      .Env("VK_INSTANCE_LAYERS", std::string(kListed) + ":" + kFree);
  const Observation seen = Observe(
      c, world, [](VulkanApp& app) { RunWithEnvironmentFallback(app, {.layers = {kFree}}); });
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kComponent, kFree)) << kWhy;
}

VULKAN_CASE(LLP_LOADER_12, implicit_layer) {
  VulkanWorld world = With(c, Blacklist({kListed}));
  world.With(Layer(kListed).Implicit()).With(Layer(kFree).Implicit());
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {})), UnorderedElementsAre(kComponent, kFree))
      << kWhy;
}

VULKAN_CASE(LLP_LOADER_12, several_layers) {
  VulkanWorld world = With(c, Blacklist({"VK_LAYER_LS_none", kListed, kSecond}));
  world.With(Layer(kListed).Implicit())
      .With(Layer(kSecond).Implicit())
      .With(Layer(kFree).Implicit());
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {})), UnorderedElementsAre(kComponent, kFree))
      << "every layer on the blacklist is disabled, whatever its place in the list";
}

VULKAN_CASE(LLP_LOADER_12, forced_on_by_filter, policy::LS_VK_FILTER_1) {
  // The filter may take precedence or not; all other layers must be used.
  VulkanWorld world = With(c, Blacklist({kListed}));
  world.With(Layer(kListed)).With(Layer(kFree).Implicit()).Env("VK_LOADER_LAYERS_ENABLE", kListed);
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {})),
              AnyOf(UnorderedElementsAre(kComponent, kFree),
                    UnorderedElementsAre(kComponent, kFree, kListed)))
      << "other layers stay in the chain";
}

VULKAN_CASE(LLP_LOADER_12, empty_blacklist) {
  VulkanWorld world = With(c, Blacklist({}));
  world.With(Layer(kListed).Implicit());
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {})), UnorderedElementsAre(kComponent, kListed))
      << "an empty blacklist disables nothing";
}

VULKAN_CASE(LLP_LOADER_12, override_of_another_application, policy::LS_VK_OVERRIDE_1) {
  VulkanWorld world = With(c, Blacklist({kListed}).AppKeys({"/usr/bin/other"}));
  world.With(Layer(kListed).Implicit());
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {})), ElementsAre(kListed))
      << "the blacklist of an override layer that does not apply to the application has no effect";
}

// A meta-layer with a component on the blacklist, or on the blacklist itself. In the first case the
// rest of it may be used or not.
constexpr char kMeta[] = "VK_LAYER_LS_meta";

enum class Way { kApplication, kEnvironment, kImplicit };

void JudgeMetaLayer(Case& c, Way way, const char* listed) {
  VulkanWorld world = With(c, Blacklist({listed}));
  Layer meta = Layer::Meta(kMeta, {kListed, kSecond});
  if (way == Way::kImplicit) meta.Implicit();
  if (way == Way::kEnvironment) world.Env("VK_INSTANCE_LAYERS", kMeta);
  world.With(meta).With(Layer(kListed)).With(Layer(kSecond));
  const Observation seen = Observe(c, world, [way](VulkanApp& app) {
    if (way == Way::kApplication) app.RunFullSequence({.layers = {kMeta}});
    if (!app.created()) RunWithEnvironmentFallback(app);
  });
  EXPECT_SEEN(Loaded(seen), Not(Contains(kListed))) << kWhy;
  if (listed == kMeta) {
    EXPECT_SEEN(InstanceChain(seen), Not(Contains(kSecond)))
        << "a meta-layer on the blacklist of the override layer does not enable its components";
  }
  EXPECT_SEEN(InstanceChain(seen), Contains(kComponent)) << "the override layer itself is loaded";
}

REGISTER_CASES {
  constexpr std::pair<const char*, Way> kWays[] = {{"of_the_application", Way::kApplication},
                                                   {"of_the_environment", Way::kEnvironment},
                                                   {"that_is_implicit", Way::kImplicit}};
  for (const auto& [name, way] : kWays) {
    RegisterCase(Api::kVulkan, {policy::LLP_LOADER_12},
                 fmt::format("component_of_a_meta_layer_{}", name),
                 [way = way](Case& c) { JudgeMetaLayer(c, way, kListed); });
    RegisterCase(Api::kVulkan, {policy::LLP_LOADER_12}, fmt::format("meta_layer_{}", name),
                 [way = way](Case& c) { JudgeMetaLayer(c, way, kMeta); });
  }
}

// Filters are compared case-insensitively ("Layer Filtering"); no sentence says so of this list.
VULKAN_CASE(LLP_LOADER_12, name_in_other_case) {
  VulkanWorld world = With(c, Blacklist({"vk_layer_ls_listed", "VK_LAYER_LS_LISTED"}));
  world.With(Layer(kListed).Implicit());
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {})), UnorderedElementsAre(kComponent, kListed))
      << "a name of other letter case is that of another layer";
}

VULKAN_CASE(LLP_LOADER_12, name_is_compared_whole) {
  VulkanWorld world = With(c, Blacklist({"VK_LAYER_LS_list", "VK_LAYER_LS_listed_2", "*"}));
  world.With(Layer(kListed).Implicit());
  EXPECT_SEEN(InstanceChain(RunAsking(c, world, {})), UnorderedElementsAre(kComponent, kListed))
      << "the blacklist contains names, not prefixes of names or globs";
}

}  // namespace
}  // namespace loadstone::suites::blacklist

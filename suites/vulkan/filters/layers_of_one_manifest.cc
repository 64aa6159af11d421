// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/filters/filters.h"
#include "suites/vulkan/manifest_of_several.h"
#include "suites/vulkan/pre_instance/pre_instance.h"

// LoaderLayerInterface, "Layer Manifest File Version 1.0.1": one manifest with three layers. "Layer
// Filtering", "Override Meta-Layer", "Meta-Layers" and "Versioning and Activation Interactions"
// name layers, not manifests: what they say of one of the three holds for it alone, whatever its
// place in the manifest is.
namespace loadstone::suites::layers_of_one_manifest {
namespace {

constexpr char kComponent[] = "VK_LAYER_LS_component";
constexpr char kFolder[] = "/opt/override";

// The layers in the order of the manifest, and their places for names of cases.
const std::vector<std::string> kLayers = {"VK_LAYER_LS_one", "VK_LAYER_LS_two",
                                          "VK_LAYER_LS_three"};
constexpr const char* kPlaces[] = {"first", "second", "third"};

// What disables or enables the layer `name`.
struct Rule {
  const char* name;
  std::vector<policy::Id> policies;
  bool implicit;
  bool disables;  // else it enables, and the other two are off
  bool of_filters;
  void (*add)(VulkanWorld& world, const std::string& name);
};

const Rule kRules[] = {
    {"disabled_by_the_filter",
     {policy::LS_VK_FILTER_2},
     true,
     true,
     true,
     [](VulkanWorld& world, const std::string& name) { world.Env(kDisableFilter, name); }},
    {"enabled_by_the_filter",
     {policy::LS_VK_FILTER_1},
     false,
     false,
     true,
     [](VulkanWorld& world, const std::string& name) { world.Env(kEnableFilter, name); }},
    {"enabled_again_by_the_filter",
     {policy::LS_VK_FILTER_4, policy::LS_VK_FILTER_1, policy::LS_VK_FILTER_2},
     true,
     false,
     true,
     [](VulkanWorld& world, const std::string& name) {
       world.Env(kDisableFilter, "~implicit~").Env(kEnableFilter, name);
     }},
    {"allowed_by_the_filter",
     {policy::LS_VK_FILTER_3, policy::LS_VK_FILTER_2},
     true,
     false,
     true,
     [](VulkanWorld& world, const std::string& name) {
       world.Env(kDisableFilter, "~all~").Env(kAllowFilter, name);
     }},
    {"named_by_the_environment",
     {policy::LS_VK_ACTIVATION_4},
     false,
     false,
     false,
     [](VulkanWorld& world, const std::string& name) { world.Env("VK_INSTANCE_LAYERS", name); }},
    {"on_the_blacklist",
     {policy::LLP_LOADER_12},
     true,
     true,
     false,
     [](VulkanWorld& world, const std::string& name) {
       world.With(Layer(kComponent)).With(Layer::Override({kComponent}).Blacklist({name}));
     }},
    {"component_of_an_implicit_meta_layer",
     {policy::LS_VK_MANIFEST_12},
     false,
     false,
     false,
     [](VulkanWorld& world, const std::string& name) {
       world.With(Layer::Meta("VK_LAYER_LS_meta", {name}).Implicit());
     }},
    {"component_of_the_override_layer",
     {policy::LLP_LOADER_11, policy::LS_VK_MANIFEST_12},
     false,
     false,
     false,
     [](VulkanWorld& world, const std::string& name) { world.With(Layer::Override({name})); }},
};

// The layers that are on: those of the manifest that the rule does not disable, or the one that it
// enables.
std::vector<std::string> Enabled(const Rule& rule, const std::string& name) {
  if (!rule.disables) return {name};
  std::vector<std::string> others = kLayers;
  std::erase(others, name);
  return others;
}

void Judge(Case& c, const Rule& rule, const std::string& name) {
  VulkanWorld world(c.subject());
  std::vector<Layer> layers;
  for (const std::string& each : kLayers) {
    layers.emplace_back(each);
    if (rule.implicit) layers.back().Implicit();
  }
  AddInOneManifest(world, c.subject(), layers);
  rule.add(world, name);
  const Observation seen = RunAsking(c, world);
  std::vector<std::string> chain = InstanceChain(seen);
  std::erase(chain, kComponent);
  EXPECT_SEEN(chain, UnorderedElementsAreArray(Enabled(rule, name)))
      << "of three layers of one manifest, only the one that is named is enabled or disabled";
}

REGISTER_CASES {
  for (const Rule& rule : kRules) {
    for (size_t i = 0; i < kLayers.size(); ++i) {
      RegisterCase(Api::kVulkan, rule.policies,
                   fmt::format("{}_layer_of_a_manifest_{}", kPlaces[i], rule.name),
                   [&rule, i](Case& c) { Judge(c, rule, kLayers[i]); });
    }
  }
}

// The component of an override layer with override_paths is one of the layers of a manifest there.
void JudgeOverridePath(Case& c, const std::string& name) {
  VulkanWorld world(c.subject());
  std::vector<Layer> layers;
  for (const std::string& each : kLayers) layers.push_back(Layer(each).In(kFolder));
  AddInOneManifest(world, c.subject(), layers);
  world.With(Layer::Override({name}).OverridePaths({kFolder}));
  EXPECT_SEEN(InstanceChain(RunAsking(c, world)), ElementsAre(name))
      << "each layer of a manifest in override_paths can be a component of the override layer";
}

// Functions that are intercepted before there is an instance are called in the layers of the
// manifest that are not disabled.
void JudgeIntercepting(Case& c, const Rule& rule, const std::string& name) {
  VulkanWorld world(c.subject());
  std::vector<Layer> layers;
  for (const std::string& each : kLayers) layers.push_back(PreInstanceLayer(each).Implicit());
  AddInOneManifest(world, c.subject(), layers);
  rule.add(world, name);
  const Observation seen = RunPreInstance(c, world);
  for (const PreInstanceFunction& function : kPreInstanceFunctions) {
    EXPECT_SEEN(Intercepting(seen, function.symbol), UnorderedElementsAreArray(Enabled(rule, name)))
        << "of three implicit layers of one manifest, those that are not disabled intercept the "
           "function";
  }
}

REGISTER_CASES {
  for (size_t i = 0; i < kLayers.size(); ++i) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_OVERRIDE_2, policy::LLP_LOADER_11},
                 fmt::format("{}_layer_of_a_manifest_as_component", kPlaces[i]),
                 [i](Case& c) { JudgeOverridePath(c, kLayers[i]); });
    for (const Rule& rule : kRules) {
      if (!rule.implicit || !rule.of_filters) continue;
      std::vector<policy::Id> policies = {policy::LS_VK_PREINSTANCE_1};
      policies.insert(policies.end(), rule.policies.begin(), rule.policies.end());
      RegisterCase(Api::kVulkan, policies,
                   fmt::format("{}_layer_of_a_manifest_{}", kPlaces[i], rule.name),
                   [&rule, i](Case& c) { JudgeIntercepting(c, rule, kLayers[i]); });
    }
  }
}

// The override layer, or another meta-layer, in a manifest with other layers.
void JudgeMetaLayer(Case& c, Layer meta, size_t place) {
  VulkanWorld world(c.subject());
  std::vector<Layer> layers = {Layer("VK_LAYER_LS_one").Implicit(),
                               Layer("VK_LAYER_LS_two").Implicit()};
  layers.insert(layers.begin() + static_cast<std::ptrdiff_t>(place), meta);
  AddInOneManifest(world, c.subject(), layers);
  world.With(Layer(kComponent));
  const std::vector<std::string> chain = InstanceChain(RunAsking(c, world));
  EXPECT_SEEN(chain, UnorderedElementsAre("VK_LAYER_LS_one", "VK_LAYER_LS_two", kComponent))
      << "the meta-layer and the other layers of its manifest are enabled";
}

REGISTER_CASES {
  for (size_t i = 0; i < std::size(kPlaces); ++i) {
    RegisterCase(Api::kVulkan, {policy::LLP_LOADER_11, policy::LS_VK_MANIFEST_12},
                 fmt::format("override_layer_{}_in_a_manifest", kPlaces[i]),
                 [i](Case& c) { JudgeMetaLayer(c, Layer::Override({kComponent}), i); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_MANIFEST_12},
                 fmt::format("implicit_meta_layer_{}_in_a_manifest", kPlaces[i]), [i](Case& c) {
                   JudgeMetaLayer(c, Layer::Meta("VK_LAYER_LS_meta", {kComponent}).Implicit(), i);
                 });
  }
}

}  // namespace
}  // namespace loadstone::suites::layers_of_one_manifest

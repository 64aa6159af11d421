// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/manifest_of_several.h"

// LoaderLayerInterface, "Layer Manifest File Format", enable_environment and disable_environment,
// with LLP_LOADER_6 and LLP_LOADER_7: the variables of implicit meta-layers, of the override layer,
// and of one of two layers in a manifest.
namespace loadstone::suites::enable_variables {
namespace {

constexpr char kAlways[] = "VK_LAYER_LS_always";
constexpr char kSwitched[] = "VK_LAYER_LS_switched";
constexpr char kSecond[] = "VK_LAYER_LS_second";
constexpr char kMeta[] = "VK_LAYER_LS_meta";
constexpr char kEnable[] = "LS_ENABLE_SWITCHED";
constexpr char kDisable[] = "LS_DISABLE_SWITCHED";

Layer WithVariables(Layer layer) {
  return layer.Implicit().EnabledBy(kEnable, "1").DisabledBy(kDisable);
}

// What has the variables, and what it adds to the chain if they turn it on.
struct Kind {
  const char* name;
  void (*add)(VulkanWorld& world, const Subject& subject);
  std::vector<std::string> always;  // in the chain whatever the variables are
  std::vector<std::string> switched;
};

const Kind kKinds[] = {
    {"meta_layer",
     [](VulkanWorld& world, const Subject&) {
       world.With(WithVariables(Layer::Meta(kMeta, {kSwitched, kSecond})));
       world.With(Layer(kSwitched)).With(Layer(kSecond));
     },
     {kAlways},
     {kSwitched, kSecond}},
    {"override_layer",
     [](VulkanWorld& world, const Subject&) {
       world.With(WithVariables(Layer::Override({kSwitched, kSecond})));
       world.With(Layer(kSwitched)).With(Layer(kSecond));
     },
     {kAlways},
     {kSwitched, kSecond}},
    {"override_layer_with_override_paths",
     [](VulkanWorld& world, const Subject&) {
       world.With(WithVariables(Layer::Override({kSwitched})).OverridePaths({"/opt/override"}));
       world.With(Layer(kSwitched).In("/opt/override"));
     },
     {kAlways},
     {kSwitched}},
    {"one_of_two_layers_of_a_manifest",
     [](VulkanWorld& world, const Subject& subject) {
       AddInOneManifest(world, subject,
                        {Layer(kSecond).Implicit(), WithVariables(Layer(kSwitched))});
     },
     {kAlways, kSecond},
     {kSwitched}},
};

struct Setting {
  const char* name;
  policy::Id owner;
  bool enable;
  bool disable;
};

const Setting kSettings[] = {
    {"unset", policy::LLP_LOADER_6, false, false},
    {"set", policy::LLP_LOADER_6, true, false},
    {"set_beside_the_disabling_one", policy::LLP_LOADER_7, true, true},
};

// The first instance and one after it.
void Judge(Case& c, const Kind& kind, const Setting& setting) {
  VulkanWorld world(c.subject());
  kind.add(world, c.subject());
  world.With(Layer(kAlways).Implicit());
  if (setting.enable) world.Env(kEnable, "1");
  if (setting.disable) world.Env(kDisable, "1");
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.RunFullSequence();
    app.RunFullSequence();
  });
  std::vector<std::string> expected;
  for (int instance = 0; instance < 2; ++instance) {
    expected.insert(expected.end(), kind.always.begin(), kind.always.end());
    if (!setting.enable || setting.disable) continue;
    expected.insert(expected.end(), kind.switched.begin(), kind.switched.end());
  }
  const char* why = setting.enable && !setting.disable
                        ? "an implicit layer whose enabling variable is set to the value of its "
                          "manifest is enabled"
                        : "an implicit layer whose enabling variable is not set, or whose "
                          "disabling variable is set, is not enabled";
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(expected)) << why;
  EXPECT_SEEN(DeviceChain(seen), UnorderedElementsAreArray(expected)) << why;
}

REGISTER_CASES {
  for (const Kind& kind : kKinds) {
    for (const Setting& setting : kSettings) {
      RegisterCase(Api::kVulkan, {setting.owner},
                   fmt::format("variable_of_{}_{}", kind.name, setting.name),
                   [&kind, &setting](Case& c) { Judge(c, kind, setting); });
    }
  }
}

// With its variable set, all of the override layer applies.
VULKAN_CASE(LLP_LOADER_6, variable_of_the_override_layer_and_its_blacklist, policy::LLP_LOADER_12) {
  VulkanWorld world(c.subject());
  world.With(WithVariables(Layer::Override({kSecond})).Blacklist({kSwitched}))
      .With(Layer(kSecond))
      .With(Layer(kSwitched).Implicit())
      .Env(kEnable, "1");
  const Observation seen = Observe(c, world, [](VulkanApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kSecond))
      << "an override layer whose enabling variable is set adds its components and disables the "
         "layers on its blacklist";
}

}  // namespace
}  // namespace loadstone::suites::enable_variables

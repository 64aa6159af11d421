// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/suites.h"

// LoaderLayerInterface, "Override Meta-Layer" and "Meta-layers": what is in their manifests applies
// to each instance of an application, whatever the loader did with it before.
namespace loadstone::suites::every_instance {
namespace {

constexpr char kComponent[] = "VK_LAYER_LS_component";
constexpr char kListed[] = "VK_LAYER_LS_listed";
constexpr char kApplication[] = "/opt/application/bin/application";

struct Machine {
  const char* name;
  std::vector<policy::Id> policies;
  void (*add)(VulkanWorld& world);  // what enables kComponent, and nothing else
};

const Machine kMachines[] = {
    {"override_layer",
     {policy::LLP_LOADER_11},
     [](VulkanWorld& world) { world.With(Layer::Override({kComponent})).With(Layer(kComponent)); }},
    {"app_keys",
     {policy::LS_VK_OVERRIDE_1, policy::LLP_LOADER_11},
     [](VulkanWorld& world) {
       world.With(Layer::Override({kComponent}).AppKeys({"/usr/bin/other", kApplication}));
       world.With(Layer(kComponent)).Application(kApplication);
     }},
    {"app_keys_of_others",
     {policy::LS_VK_OVERRIDE_1, policy::LLP_LOADER_11},
     [](VulkanWorld& world) {
       world.With(Layer::Override({kListed}).AppKeys({"/usr/bin/other"}).Blacklist({kComponent}));
       world.With(Layer(kListed)).With(Layer(kComponent).Implicit());
     }},
    {"blacklist",
     {policy::LLP_LOADER_12},
     [](VulkanWorld& world) {
       world.With(Layer::Override({kComponent}).Blacklist({kListed})).With(Layer(kComponent));
       world.With(Layer(kListed).Implicit());
     }},
    {"override_paths",
     {policy::LS_VK_OVERRIDE_2, policy::LLP_LOADER_11},
     [](VulkanWorld& world) {
       world.With(Layer::Override({kComponent}).OverridePaths({"/opt/override"}));
       world.With(Layer(kComponent).In("/opt/override"));
     }},
    {"implicit_meta_layer",
     {policy::LLP_LOADER_10},
     [](VulkanWorld& world) {
       world.With(Layer::Meta("VK_LAYER_LS_meta", {kComponent}).Implicit());
       world.With(Layer(kComponent));
     }},
};

void Judge(Case& c, const Machine& machine, const std::function<void(VulkanApp&)>& app,
           size_t instances) {
  VulkanWorld world(c.subject());
  machine.add(world);
  const Observation seen = Observe(c, world, app);
  const std::vector<std::string> chains(instances, kComponent);
  EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(chains))
      << "the manifests of meta-layers apply to each instance alike";
  EXPECT_SEEN(DeviceChain(seen), ElementsAreArray(chains))
      << "the manifests of meta-layers apply to each instance alike";
}

void UseTwice(VulkanApp& app) {
  app.RunFullSequence();
  app.RunFullSequence();
}

void ListFirst(VulkanApp& app) {
  app.EnumerateVersion();
  app.EnumerateExtensions();
  app.EnumerateLayers();
  app.RunFullSequence();
}

REGISTER_CASES {
  for (const Machine& machine : kMachines) {
    RegisterCase(Api::kVulkan, machine.policies,
                 fmt::format("{}_for_each_of_two_instances", machine.name),
                 [&machine](Case& c) { Judge(c, machine, UseTwice, 2); });
    RegisterCase(Api::kVulkan, machine.policies, fmt::format("{}_after_enumerations", machine.name),
                 [&machine](Case& c) { Judge(c, machine, ListFirst, 1); });
  }
}

}  // namespace
}  // namespace loadstone::suites::every_instance

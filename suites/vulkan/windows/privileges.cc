// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/windows/keys.h"

// LoaderLayerInterface, "Windows Layer Discovery": applications with administrator rights do not
// use the user's own keys. Each case has a counterpart for an ordinary user, in which the layer
// must be found; otherwise the elevated one would prove nothing.
namespace loadstone::suites::privileges {
namespace {

constexpr char kMachine[] = "VK_LAYER_LS_machine";
constexpr char kUser[] = "VK_LAYER_LS_user";

// A way in which a layer of the user's keys could be used.
struct Way {
  const char* name;
  LayerKind kind;
  void (*set)(VulkanWorld& world);
  bool requested = false;  // by the application
};

constexpr Way kWays[] = {
    {"implicit_layer", LayerKind::kImplicit, [](VulkanWorld&) {}},
    {"implicit_layer_with_its_variable", LayerKind::kImplicit,
     [](VulkanWorld& world) { world.Env("ENABLE_IT", "1"); }},
    {"explicit_layer_of_the_environment", LayerKind::kExplicit,
     [](VulkanWorld& world) { world.Env("VK_INSTANCE_LAYERS", kUser); }},
    {"explicit_layer_of_the_application", LayerKind::kExplicit, [](VulkanWorld&) {}, true},
};

Observation Look(Case& c, const Way& way, bool elevated) {
  VulkanWorld world(c.subject());
  world.With(Layer(kMachine).Implicit());
  const bool explicit_kind = way.kind == LayerKind::kExplicit;
  const SearchFolders& keys = c.subject().folders;
  Layer layer = KindLayer(way.kind, kUser)
                    .In(explicit_kind ? keys.explicit_layers.back() : keys.implicit_layers.back());
  way.set(world);
  if (world.machine().environment().contains("ENABLE_IT")) layer.EnabledBy("ENABLE_IT", "1");
  world.With(layer);
  if (elevated) world.Elevated();
  return Observe(c, world, [&way](VulkanApp& app) {
    app.EnumerateLayers();
    // A loader may refuse the instance because the layer that is named is missing.
    app.RunFullSequence(
        {.layers = way.requested ? std::vector<std::string>{kUser} : std::vector<std::string>{}});
  });
}

REGISTER_CASES {
  for (const Way& way : kWays) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_11}, fmt::format("ordinary_{}", way.name),
                 [&way](Case& c) {
                   const Observation seen = Look(c, way, false);
                   EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAre(kMachine, kUser))
                       << "an ordinary user has the layers of both trees";
                   EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kMachine, kUser))
                       << "an ordinary user has the layers of both trees";
                 });
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_DISCOVERY_11}, fmt::format("elevated_{}", way.name),
        [&way](Case& c) {
          const Observation seen = Look(c, way, true);
          EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kMachine))
              << "an application with the rights of an administrator has only the machine's layers";
          EXPECT_SEEN(Loaded(seen), Not(Contains(kUser)))
              << "an application with the rights of an administrator gets no layer from "
                 "the user's keys";
        });
  }
}

// A layer with the same name in both trees: the machine's layer remains.
Observation LookAtBoth(Case& c, LayerKind kind, bool elevated) {
  VulkanWorld world(c.subject());
  const SearchFolders& keys = c.subject().folders;
  const std::vector<std::string>& both =
      kind == LayerKind::kExplicit ? keys.explicit_layers : keys.implicit_layers;
  world.With(KindLayer(kind, kMachine).Who("of_machine").In(both.front()))
      .With(KindLayer(kind, kMachine).Who("of_user").In(both.back()));
  if (elevated) world.Elevated();
  return RunWithLayers(c, world, kind, {kMachine});
}

void ElevatedGetsTheMachines(Case& c, LayerKind kind) {
  EXPECT_SEEN(InstanceChain(LookAtBoth(c, kind, true)), ElementsAre("of_machine"))
      << "an application with the rights of an administrator gets the machine's layer";
}

void ElevatedFindsMachineKeys(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  world.With(KindLayer(kind, kMachine)).Elevated();
  EXPECT_SEEN(InstanceChain(RunWithLayers(c, world, kind, {kMachine})), ElementsAre(kMachine))
      << "the machine's keys apply to every user";
}

REGISTER_CASES {
  for (const LayerKind kind : kLayerKinds) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_11},
                 fmt::format("elevated_{}_layer_in_both_trees", KindName(kind)),
                 [kind](Case& c) { ElevatedGetsTheMachines(c, kind); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_9},
                 fmt::format("elevated_machine_{}_key", KindName(kind)),
                 [kind](Case& c) { ElevatedFindsMachineKeys(c, kind); });
  }
}

}  // namespace
}  // namespace loadstone::suites::privileges

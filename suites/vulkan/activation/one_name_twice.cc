// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/discovery/layer_kinds.h"
#include "suites/vulkan/pre_instance/pre_instance.h"

// LoaderLayerInterface, "Override Meta-Layer" and "Layer Disable Filtering": what disables a layer
// by its name disables each manifest with that name, for each instance and, if it is a filter, also
// before there is one.
namespace loadstone::suites::one_name_twice {
namespace {

constexpr char kTwice[] = "VK_LAYER_LS_twice";
constexpr char kGood[] = "VK_LAYER_LS_good";

// What disables the layer. None adds another layer than kGood to the chain.
struct Means {
  const char* name;
  std::vector<policy::Id> policies;
  // LLP_LOADER_7 judges whether a layer on the blacklist intercepts functions.
  bool before_an_instance;
  void (*add)(VulkanWorld& world);
};

const Means kMeans[] = {
    {"blacklist",
     {policy::LLP_LOADER_12},
     false,
     [](VulkanWorld& world) {
       world.With(Layer::Override({kGood}).Blacklist({kTwice})).With(Layer(kGood));
     }},
    {"filter",
     {policy::LS_VK_FILTER_2},
     true,
     [](VulkanWorld& world) {
       world.With(Layer(kGood).Implicit()).Env("VK_LOADER_LAYERS_DISABLE", kTwice);
     }},
};

// Of both kinds: both manifests are of this kind, or they are of different ones.
enum class Kinds { kExplicit, kImplicit, kBoth };

constexpr std::pair<const char*, Kinds> kKinds[] = {{"explicit", Kinds::kExplicit},
                                                    {"implicit", Kinds::kImplicit},
                                                    {"explicit_and_implicit", Kinds::kBoth}};

void AddTwice(VulkanWorld& world, const Subject& subject, Kinds kinds) {
  Layer first = PreInstanceLayer(kTwice).Who("first of two");
  Layer second = PreInstanceLayer(kTwice).Who("second of two");
  if (kinds == Kinds::kBoth) {
    world.With(first).With(second.Implicit());
    return;
  }
  const LayerKind kind = kinds == Kinds::kImplicit ? LayerKind::kImplicit : LayerKind::kExplicit;
  if (kind == LayerKind::kImplicit) first.Implicit(), second.Implicit();
  const MorePlaces more = AddPlaces(world, subject, kind);
  world.With(first.In(more.earlier)).With(second.In(more.later));
}

void Judge(Case& c, const Means& means, Kinds kinds) {
  VulkanWorld world(c.subject());
  means.add(world);
  AddTwice(world, c.subject(), kinds);
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    for (const PreInstanceFunction& function : kPreInstanceFunctions) function.call(app);
    for (int instance = 0; instance < 2; ++instance) {
      app.RunFullSequence({.layers = {kTwice}});
      app.RunFullSequence();
    }
  });
  for (const PreInstanceFunction& function : kPreInstanceFunctions) {
    if (!means.before_an_instance) break;
    EXPECT_SEEN(Intercepting(seen, function.symbol), IsEmpty())
        << "a layer that is disabled by its name intercepts nothing, whichever manifest it has";
  }
  EXPECT_SEEN(InstanceChain(seen), AllOf(Contains(kGood), Each(kGood)))
      << "a layer that is disabled by its name is not in the chain, whichever manifest it has";
}

REGISTER_CASES {
  for (const Means& means : kMeans) {
    for (const auto& [word, kinds] : kKinds) {
      RegisterCase(Api::kVulkan, means.policies,
                   fmt::format("{}_and_two_manifests_of_one_name_{}", means.name, word),
                   [&means, kinds = kinds](Case& c) { Judge(c, means, kinds); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::one_name_twice

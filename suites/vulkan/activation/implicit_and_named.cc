// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/discovery/layer_kinds.h"

// LoaderLayerInterface, "Layer Discovery" and LLP_LOADER_3: a name that several lists enable counts
// where it occurs first, and is in the chain once: implicit layers that the application names too,
// and two manifests with one name.
namespace loadstone::suites::implicit_and_named {
namespace {

using Names = std::vector<std::string>;

constexpr char kImplicit[] = "VK_LAYER_LS_implicit";
constexpr char kSecond[] = "VK_LAYER_LS_second_implicit";
constexpr char kA[] = "VK_LAYER_LS_a";
constexpr char kB[] = "VK_LAYER_LS_b";
constexpr char kMeta[] = "VK_LAYER_LS_meta";

// Machines with implicit layers, and explicit layers kA and kB.
struct Lists {
  const char* name;
  Names application;
  Names chain;
  void (*change)(VulkanWorld& world) = [](VulkanWorld&) {};
  std::vector<policy::Id> policies = {};
};

const Lists kLists[] = {
    {"after_another", {kA, kImplicit}, {kImplicit, kA}},
    {"between_others", {kA, kImplicit, kB}, {kImplicit, kA, kB}},
    {"after_others_twice", {kB, kImplicit, kA, kImplicit}, {kImplicit, kB, kA}},
    {"after_one_of_the_environment",
     {kA, kImplicit},
     {kImplicit, kB, kA},
     [](VulkanWorld& world) { world.Env("VK_INSTANCE_LAYERS", kB); }},
    {"after_one_of_a_filter",
     {kA, kImplicit},
     {kImplicit, kB, kA},
     [](VulkanWorld& world) { world.Env("VK_LOADER_LAYERS_ENABLE", kB); },
     {policy::LS_VK_FILTER_1}},
    {"enabled_by_a_variable",
     {kA, kImplicit, kSecond},
     {kSecond, kImplicit, kA},
     [](VulkanWorld& world) {
       world.Env("LS_ON", "1")
           .With(Layer(kSecond).Implicit().EnabledBy("LS_ON", "1").ManifestFile("a.json"));
     }},
};

// Implicit layers have no order among themselves.
Names SortedImplicit(Names chain) {
  const auto is_implicit = [](const std::string& name) {
    return name == kImplicit || name == kSecond;
  };
  std::sort(chain.begin(), std::find_if_not(chain.begin(), chain.end(), is_implicit));
  return chain;
}

// The elements of `chain` of the first and of the second instance, which are equally many.
std::pair<Names, Names> Halves(const Names& chain) {
  const auto middle = chain.begin() + static_cast<Names::difference_type>(chain.size() / 2);
  return {Names(chain.begin(), middle), Names(middle, chain.end())};
}

void JudgeLists(Case& c, const Lists& lists) {
  VulkanWorld world(c.subject());
  world.With(Layer(kImplicit).Implicit().ManifestFile("b.json")).With(Layer(kA)).With(Layer(kB));
  lists.change(world);
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    app.RunFullSequence({.layers = lists.application});
    app.RunFullSequence({.layers = lists.application});
  });
  const Names chain = SortedImplicit(lists.chain);
  for (const Names& whole : {InstanceChain(seen), DeviceChain(seen)}) {
    const auto [first, second] = Halves(whole);
    for (const Names& each : {first, second}) {
      EXPECT_SEEN(SortedImplicit(each), ElementsAreArray(chain))
          << "an implicit layer that is enabled in other ways too is in the chain once, where "
             "implicit layers are";
    }
  }
}

REGISTER_CASES {
  for (const Lists& lists : kLists) {
    std::vector<policy::Id> policies = {policy::LLP_LOADER_3};
    policies.insert(policies.end(), lists.policies.begin(), lists.policies.end());
    RegisterCase(Api::kVulkan, policies, fmt::format("implicit_layer_named_{}", lists.name),
                 [&lists](Case& c) { JudgeLists(c, lists); });
  }
}

// Two manifests with one name, and a filter that matches it.
struct Means {
  const char* name;
  Names application;
  std::vector<policy::Id> policies;
  void (*change)(VulkanWorld& world) = [](VulkanWorld&) {};
};

const Means kMeans[] = {
    {"filter",
     {},
     {policy::LS_VK_FILTER_1},
     [](VulkanWorld& world) { world.Env("VK_LOADER_LAYERS_ENABLE", kA); }},
    {"filter_of_a_beginning",
     {},
     {policy::LS_VK_FILTER_1, policy::LS_VK_FILTER_5},
     [](VulkanWorld& world) { world.Env("VK_LOADER_LAYERS_ENABLE", "VK_LAYER_LS_a*"); }},
    {"filter_of_everything",
     {kB},
     {policy::LS_VK_FILTER_1, policy::LS_VK_FILTER_5},
     [](VulkanWorld& world) { world.Env("VK_LOADER_LAYERS_ENABLE", "*"); }},
    {"each_list",
     {kB, kMeta, kA},
     {policy::LS_VK_FILTER_1},
     [](VulkanWorld& world) {
       world.With(Layer::Meta(kMeta, {kA, kB}))
           .Env("VK_INSTANCE_LAYERS", kA)
           .Env("VK_LOADER_LAYERS_ENABLE", kA);
     }},
};

// Nothing: the two manifests are of different kinds.
void AddTwice(VulkanWorld& world, const Subject& subject, std::optional<LayerKind> kind) {
  if (!kind) {
    world.With(Layer(kA).Who("copy 1")).With(Layer(kA).Implicit().Who("copy 2"));
    return;
  }
  const MorePlaces more = AddPlaces(world, subject, *kind);
  world.With(KindLayer(*kind, kA).Who("copy 1").In(more.earlier))
      .With(KindLayer(*kind, kA).Who("copy 2").In(more.later));
}

void JudgeMeans(Case& c, const Means& means, std::optional<LayerKind> kind) {
  VulkanWorld world(c.subject());
  AddTwice(world, c.subject(), kind);
  world.With(Layer(kB));
  means.change(world);
  const Observation seen = Observe(
      c, world, [&](VulkanApp& app) { app.RunFullSequence({.layers = means.application}); });
  for (Names chain : {InstanceChain(seen), DeviceChain(seen)}) {
    std::erase(chain, kB);
    EXPECT_SEEN(chain, ElementsAre(StartsWith("copy ")))
        << "exactly one of two layers with one name must be in the chain, also if a "
           "filter matches both";
  }
}

REGISTER_CASES {
  const std::pair<const char*, std::optional<LayerKind>> kinds[] = {
      {"explicit", LayerKind::kExplicit},
      {"implicit", LayerKind::kImplicit},
      {"explicit_and_implicit", std::nullopt}};
  for (const Means& means : kMeans) {
    for (const auto& [word, kind] : kinds) {
      std::vector<policy::Id> policies = {policy::LLP_LOADER_3};
      policies.insert(policies.end(), means.policies.begin(), means.policies.end());
      RegisterCase(Api::kVulkan, policies, fmt::format("two_{}_manifests_and_{}", word, means.name),
                   [&means, kind = kind](Case& c) { JudgeMeans(c, means, kind); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::implicit_and_named

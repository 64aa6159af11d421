// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/suites.h"
#include "suites/vulkan/activation/environment_names.h"

// LoaderLayerInterface, "Meta-layers", LLP_LOADER_10 and LLP_LAYER_8: a meta-layer as a component,
// which no sentence mentions. The outer one is used completely, in the order of the lists, or not
// at all; if a component of the inner one cannot be used, none of them is.
namespace loadstone::suites::nested {
namespace {

constexpr char kMeta[] = "VK_LAYER_LS_meta";
constexpr char kInner[] = "VK_LAYER_LS_inner";
constexpr char kGood[] = "VK_LAYER_LS_good";
constexpr char kFirst[] = "VK_LAYER_LS_first";
constexpr char kSecond[] = "VK_LAYER_LS_second";
constexpr char kThird[] = "VK_LAYER_LS_third";
constexpr char kLast[] = "VK_LAYER_LS_last";

enum class Way { kApplication, kEnvironment, kImplicit, kOverride };

constexpr std::pair<const char*, Way> kWays[] = {{"application", Way::kApplication},
                                                 {"environment", Way::kEnvironment},
                                                 {"implicit", Way::kImplicit},
                                                 {"override", Way::kOverride}};

// Minor versions that these are older than the subject's.
struct Machine {
  const char* name;
  policy::Id owner;
  bool complete;
  bool third_missing = false;
  uint32_t inner_older = 0;
  uint32_t third_older = 0;
};

const Machine kMachines[] = {
    {"complete", policy::LS_VK_META_2, true},
    {"component_missing", policy::LLP_LOADER_10, false, true},
    {"component_older", policy::LLP_LAYER_8, false, false, 0, 1},
    {"older_meta_layer", policy::LLP_LAYER_8, false, false, 1, 1},
};

std::string Older(const Subject& subject, uint32_t minors) {
  return policy::Version{subject.api_version.major, subject.api_version.minor - minors, 0}
      .ToString();
}

Layer WithVersion(Layer layer, const Subject& subject, uint32_t minors_older) {
  return minors_older == 0 ? layer : layer.Api(Older(subject, minors_older));
}

VulkanWorld WorldOf(const Subject& subject, const Machine& machine, Way way) {
  const std::vector<std::string> components = {kFirst, kInner, kLast};
  Layer outer =
      way == Way::kOverride ? Layer::Override(components) : Layer::Meta(kMeta, components);
  if (way == Way::kImplicit) outer.Implicit();
  VulkanWorld world(subject);
  const Layer inner = Layer::Meta(kInner, {kSecond, kThird});
  world.With(outer)
      .With(WithVersion(inner, subject, machine.inner_older))
      .With(Layer(kGood).Implicit());
  for (const char* name : {kFirst, kSecond, kLast}) world.With(Layer(name));
  if (!machine.third_missing) {
    world.With(WithVersion(Layer(kThird), subject, machine.third_older));
  }
  if (way == Way::kEnvironment) world.Env("VK_INSTANCE_LAYERS", kMeta);
  return world;
}

void Judge(Case& c, const Machine& machine, Way way) {
  if (c.subject().api_version.minor < machine.third_older) {
    GTEST_SKIP() << "no minor version is older than the subject's";
  }
  const Observation seen = Observe(c, WorldOf(c.subject(), machine, way), [way](VulkanApp& app) {
    if (way == Way::kApplication) app.RunFullSequence({.layers = {kMeta}});
    if (!app.created()) RunWithEnvironmentFallback(app);
  });
  const auto alone = ElementsAre(kGood);
  if (machine.complete) {
    EXPECT_SEEN(InstanceChain(seen),
                AnyOf(alone, ElementsAre(kGood, kFirst, kSecond, kThird, kLast)))
        << "a nested meta-layer is loaded completely, with the components where its name is in "
           "the list, or not at all";
    return;
  }
  EXPECT_SEEN(InstanceChain(seen), alone)
      << "a meta-layer that contains another one with a component that is missing or of an older "
         "API version must not be loaded, and other layers stay usable";
}

REGISTER_CASES {
  for (const Machine& machine : kMachines) {
    for (const auto& [word, way] : kWays) {
      RegisterCase(Api::kVulkan, {machine.owner}, fmt::format("{}_nested_{}", word, machine.name),
                   [&machine, way = way](Case& c) { Judge(c, machine, way); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::nested

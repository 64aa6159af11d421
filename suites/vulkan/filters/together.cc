// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/filters/filters.h"

// LoaderInterfaceArchitecture, "Environment Variable Priority", and LoaderLayerInterface, "Layer
// Filtering": a layer that VK_LOADER_LAYERS_DISABLE names, and that two or more of the other
// variables and lists enable again. Each of them does so alone, so none may undo the effect of
// another, nor load the layer twice.
namespace loadstone::suites::together {
namespace {

constexpr char kLayer[] = "VK_LAYER_LS_judged";
constexpr char kOther[] = "VK_LAYER_LS_other";

// What enables the layer again.
struct Giver {
  const char* word;
  const char* variable;  // null: the application, in its list of layers
};

constexpr Giver kGivers[] = {{"enable", kEnableFilter},
                             {"environment", "VK_INSTANCE_LAYERS"},
                             {"allow", kAllowFilter},
                             {"application", nullptr}};

struct Disable {
  const char* word;
  const char* value;
};

constexpr Disable kDisables[] = {
    {"glob", "VK_LAYER_LS_*"}, {"kinds", "~implicit~,~explicit~"}, {"all", "~all~"}};

void Judge(Case& c, bool implicit, const char* disable, const std::vector<Giver>& givers) {
  Layer layer(kLayer);
  if (implicit) layer.Implicit();
  VulkanWorld world(c.subject());
  world.With(layer).With(Layer(kOther).Implicit()).Env(kDisableFilter, disable);
  std::vector<std::string> asked;
  for (const Giver& giver : givers) {
    if (giver.variable == nullptr) {
      asked.push_back(kLayer);
    } else {
      world.Env(giver.variable, kLayer);
    }
  }
  const Observation seen = RunAsking(c, world, asked);
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kLayer))
      << "a layer that is enabled again in several ways is in the chain once, and the other layer "
         "is not";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kLayer)) << "the device chain is that of the instance";
}

void Register(bool implicit, const Disable& disable, unsigned mask) {
  std::vector<Giver> givers;
  std::string words;
  std::vector<policy::Id> cited = {policy::LS_VK_FILTER_4, policy::LS_VK_FILTER_1,
                                   policy::LS_VK_FILTER_2};
  for (unsigned i = 0; i < std::size(kGivers); ++i) {
    if ((mask & 1u << i) == 0) continue;
    givers.push_back(kGivers[i]);
    words += fmt::format("_{}", kGivers[i].word);
    if (kGivers[i].variable == kAllowFilter) cited.push_back(policy::LS_VK_FILTER_3);
  }
  if (givers.size() < 2) return;
  RegisterCase(
      Api::kVulkan, cited,
      fmt::format("{}_disabled_by_{}_given_by{}", implicit ? "implicit" : "explicit", disable.word,
                  words),
      [implicit, value = disable.value, givers](Case& c) { Judge(c, implicit, value, givers); });
}

REGISTER_CASES {
  for (const bool implicit : {false, true}) {
    // The result for an application that requests an implicit layer is not tested here.
    const unsigned masks = implicit ? 8 : 16;
    for (const Disable& disable : kDisables) {
      for (unsigned mask = 0; mask < masks; ++mask) Register(implicit, disable, mask);
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::together

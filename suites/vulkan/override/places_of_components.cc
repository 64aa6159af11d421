// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/suites.h"

// LoaderLayerInterface, "Override Meta-Layer": several components in override_paths, one of which
// has the name of a layer elsewhere. "It ignores both the default explicit and implicit layer
// search locations", so that layer does not take the place of the component, even if it is enabled
// by itself.
namespace loadstone::suites::places_of_components {
namespace {

constexpr int kComponents = 3;
constexpr char kPath[] = "/opt/override";
constexpr char kOther[] = "/opt/other";
constexpr char kFromElsewhere[] = "from elsewhere";

// The layer of the same name.
struct Elsewhere {
  const char* name;
  std::vector<policy::Id> policies;
  bool implicit;
  const char* variable;  // names the folder; null: a standard folder
};

const Elsewhere kElsewhere[] = {
    {"an_implicit_layer", {}, true, nullptr},
    {"an_explicit_layer", {}, false, nullptr},
    {"an_implicit_layer_that_is_added",
     {policy::LS_VK_DISCOVERY_8},
     true,
     "VK_ADD_IMPLICIT_LAYER_PATH"},
    {"an_explicit_layer_that_is_added", {policy::LS_VK_DISCOVERY_7}, false, "VK_ADD_LAYER_PATH"},
};

std::string NameOf(int place) { return fmt::format("VK_LAYER_LS_{}", place); }
std::string FromPath(int place) { return fmt::format("component {}", place); }

// The other layer is enabled by itself if it is implicit.
void Judge(Case& c, const Elsewhere& elsewhere, int place) {
  VulkanWorld world(c.subject());
  std::vector<std::string> names;
  std::vector<std::string> components;
  for (int i = 0; i < kComponents; ++i) {
    names.push_back(NameOf(i));
    components.push_back(FromPath(i));
    world.With(Layer(NameOf(i)).In(kPath).Who(FromPath(i)));
  }
  Layer other = Layer(NameOf(place)).Who(kFromElsewhere);
  if (elsewhere.implicit) other.Implicit();
  if (elsewhere.variable != nullptr) {
    other.In(kOther);
    world.Env(elsewhere.variable, kOther);
  }
  world.With(other).With(Layer::Override(names).OverridePaths({kPath}));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    for (int instance = 0; instance < 2; ++instance) app.RunFullSequence();
  });
  std::vector<std::string> chain = InstanceChain(seen);
  // Whether other layers of these folders are visible is open: LS_VK_OVERRIDE_2.r1.
  if (elsewhere.implicit) std::erase(chain, kFromElsewhere);
  std::vector<std::string> twice = components;
  twice.insert(twice.end(), components.begin(), components.end());
  EXPECT_SEEN(chain, ElementsAreArray(twice))
      << "the override layer's components are taken only from its override_paths, in each instance";
}

REGISTER_CASES {
  for (const Elsewhere& elsewhere : kElsewhere) {
    for (int place = 0; place < kComponents; ++place) {
      std::vector<policy::Id> policies = {policy::LS_VK_OVERRIDE_2, policy::LLP_LOADER_11};
      policies.insert(policies.end(), elsewhere.policies.begin(), elsewhere.policies.end());
      RegisterCase(
          Api::kVulkan, policies,
          fmt::format("component_{}_of_{}_is_also_{}", place + 1, kComponents, elsewhere.name),
          [&elsewhere, place](Case& c) { Judge(c, elsewhere, place); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::places_of_components

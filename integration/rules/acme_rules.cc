// SPDX-License-Identifier: Apache-2.0
// Rules of ACME, a fictitious vendor, for its own loaders.

#include <string>
#include <vector>

#include "harness/case/openxr_case.h"
#include "harness/case/rules.h"
#include "harness/case/vulkan_case.h"

LOADSTONE_POLICY(ACME_1);
LOADSTONE_POLICY(ACME_2);
LOADSTONE_POLICY(ACME_3);

namespace loadstone {
namespace {

VULKAN_CASE(ACME_1, two_hundred_layers) {
  VulkanWorld world(c.subject());
  std::vector<std::string> names;
  for (int i = 100; i < 300; ++i) {
    names.push_back("VK_LAYER_ACME_" + std::to_string(i));
    world.With(Layer(names.back()));
  }
  const Observation seen = Observe(c, world, [](VulkanApp& app) { app.EnumerateLayers(); });
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAreArray(names))
      << "each layer that is installed is listed once";
}

// Also cites a policy of Khronos.
VULKAN_CASE(ACME_2, bundle_lists_a_component_twice, policy::LLP_LOADER_3) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta("VK_LAYER_ACME_bundle",
                         {"VK_LAYER_ACME_a", "VK_LAYER_ACME_b", "VK_LAYER_ACME_a"}));
  world.With(Layer("VK_LAYER_ACME_a")).With(Layer("VK_LAYER_ACME_b"));
  const Observation seen = Observe(
      c, world, [](VulkanApp& app) { app.RunFullSequence({.layers = {"VK_LAYER_ACME_bundle"}}); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre("VK_LAYER_ACME_a", "VK_LAYER_ACME_b"))
      << "the first place of a component counts";
}

// Uses a machine with an application that has more privileges than its user.
VULKAN_CASE(ACME_1, elevated_application) {
  VulkanWorld world(c.subject());
  world.With(Layer("VK_LAYER_ACME_one")).Elevated();
  const Observation seen = Observe(c, world, [](VulkanApp& app) { app.EnumerateLayers(); });
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre("VK_LAYER_ACME_one"))
      << "layers in system folders are for every application";
}

OPENXR_CASE(ACME_3, no_runtime) {
  const Observation seen = Observe(c, OpenXrWorld(c.subject()).WithoutRuntime(),
                                   [](OpenXrApp& app) { app.CreateInstance(); });
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), IsXrError())
      << "there is nothing to create an instance with";
}

}  // namespace
}  // namespace loadstone

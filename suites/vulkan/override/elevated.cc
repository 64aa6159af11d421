// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/suites.h"
#include "suites/vulkan/elevations.h"

// LoaderLayerInterface, "Override Meta-Layer", for elevated applications: no section exempts them
// from an override layer in a folder of the system. Whether its override_paths are used for them is
// open (LS_VK_OVERRIDE_2.r2), so it has none.
namespace loadstone::suites::elevated_override {
namespace {

constexpr char kComponent[] = "VK_LAYER_LS_component";
constexpr char kListed[] = "VK_LAYER_LS_listed";
constexpr char kListedImplicit[] = "VK_LAYER_LS_listed_implicit";
constexpr char kFree[] = "VK_LAYER_LS_free";

Observation Run(Case& c, const Layer& override_layer, Elevation elevation) {
  VulkanWorld world(c.subject());
  world.With(override_layer)
      .With(Layer(kComponent))
      .With(Layer(kListed))
      .With(Layer(kListedImplicit).Implicit())
      .With(Layer(kFree).Implicit())
      .Elevated(elevation);
  return Observe(c, world, [](VulkanApp& app) {
    // A layer on the blacklist may be unknown.
    app.RunFullSequence({.layers = {kListed}});
    if (!app.created()) app.RunFullSequence();
  });
}

void JudgeApplied(Case& c, Elevation elevation) {
  const Observation seen =
      Run(c, Layer::Override({kComponent}).Blacklist({kListed, kListedImplicit}), elevation);
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kFree, kComponent))
      << "the override layer of the system enables its component for an elevated application, and "
         "the layers on its blacklist are not loaded";
}

// Names another application.
void JudgeNotApplied(Case& c, Elevation elevation) {
  const Observation seen = Run(c,
                               Layer::Override({kComponent})
                                   .Blacklist({kListed, kListedImplicit})
                                   .AppKeys({"/usr/bin/other"}),
                               elevation);
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kFree, kListedImplicit, kListed))
      << "an override layer for another application has no effect on an elevated one";
}

REGISTER_CASES {
  for (const NamedElevation& way : kElevations) {
    RegisterCase(Api::kVulkan, {policy::LLP_LOADER_12, policy::LLP_LOADER_11},
                 fmt::format("blacklist_for_{}_application", way.name),
                 [&way](Case& c) { JudgeApplied(c, way.elevation); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_OVERRIDE_1, policy::LLP_LOADER_11},
                 fmt::format("{}_application_that_is_not_named", way.name),
                 [&way](Case& c) { JudgeNotApplied(c, way.elevation); });
  }
}

}  // namespace
}  // namespace loadstone::suites::elevated_override

// SPDX-License-Identifier: Apache-2.0
#include "suites/suites.h"

// Gapii Packaging on Fuchsia, "Enabling or Disabling Vulkan Tracing": if tracing is on, an override
// layer adds a layer for tracing from a folder in its override_paths; if the list is empty, it does
// nothing. The requirements for a loader are in LoaderLayerInterface, "Override Meta-Layer", for
// every platform with override layers.
namespace loadstone::suites::tracing {
namespace {

constexpr char kGapii[] = "VK_LAYER_GOOGLE_gapii";
constexpr char kGapiiFolder[] = "/gapii_pkg/data/vulkan/explicit_layer.d";
constexpr char kImplicit[] = "VK_LAYER_LS_implicit_of_the_application";
constexpr char kExplicit[] = "VK_LAYER_LS_explicit_of_the_application";

// The layer for tracing is in its folder whether tracing is on or off.
Observation Run(Case& c, const std::vector<std::string>& override_paths) {
  VulkanWorld world(c.subject());
  world.With(Layer(kGapii).In(kGapiiFolder))
      .With(Layer::Override({kGapii}).AppKeys({}).Blacklist({}).OverridePaths(override_paths))
      .With(Layer(kImplicit).Implicit())
      .With(Layer(kExplicit));
  return Observe(c, world, [](VulkanApp& app) {
    app.RunFullSequence({.layers = {kExplicit}});
    if (!app.created()) app.RunFullSequence();
  });
}

// With override_paths the application's own layers in the standard folders are found or not:
// LS_VK_OVERRIDE_2.r1.
VULKAN_CASE(LS_VK_OVERRIDE_2, tracing_on, policy::LLP_LOADER_11) {
  const Observation seen = Run(c, {kGapiiFolder});
  const std::vector<std::string> chain = InstanceChain(seen);
  EXPECT_SEEN(chain, AnyOf(ElementsAre(kGapii), UnorderedElementsAre(kGapii, kImplicit),
                           UnorderedElementsAre(kGapii, kExplicit),
                           UnorderedElementsAre(kGapii, kImplicit, kExplicit)))
      << "the override layer's component is loaded once, from override_paths, and apart from it "
         "only the application's own layers are loaded";
  EXPECT_SEEN(DeviceChain(seen), ElementsAreArray(chain))
      << "the layers of the instance are those of the device";
  EXPECT_SEEN(DriversReached(seen), Contains(kDefaultDriver)) << "an instance can be created";
}

// Whether an empty list means no list or no folders, the component is not found.
VULKAN_CASE(LS_VK_OVERRIDE_2, tracing_off, policy::LLP_LOADER_11) {
  const Observation seen = Run(c, {});
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kImplicit, kExplicit))
      << "an override layer whose component is found nowhere is not applied and does not change "
         "other layers";
  EXPECT_SEEN(DriversReached(seen), Contains(kDefaultDriver)) << "an instance can be created";
}

}  // namespace
}  // namespace loadstone::suites::tracing

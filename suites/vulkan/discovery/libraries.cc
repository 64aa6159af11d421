// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/probe/app_trace.h"
#include "harness/world/places.h"
#include "suites/suites.h"

// LoaderInterfaceArchitecture, "Active Environment Variables": libraries that stay loaded; and
// LoaderDriverInterface, "Additional Interface Notes": a library that is a driver and a layer.
namespace loadstone::suites::libraries {
namespace {

constexpr char kKeep[] = "VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING";
constexpr char kImplicit[] = "VK_LAYER_LS_implicit";
constexpr char kExplicit[] = "VK_LAYER_LS_explicit";

// The components whose libraries were unloaded while an instance was destroyed. A loader may open
// and close libraries at other times: LS_VK_LIBRARY_1.r1.
std::vector<std::string> UnloadedWithAnInstance(const Observation& seen) {
  std::vector<std::string> names;
  bool destroying = false;
  for (const Event& event : seen.events()) {
    if (event.who() == kAppName && event.what() == "vkDestroyInstance") {
      destroying = event.phase() == "enter";
    }
    if (destroying && event.what() == "unload") names.push_back(event.who());
  }
  return names;
}

void ExpectKept(Case& c, const InstanceRequest& request, int instances) {
  VulkanWorld world(c.subject());
  world.With(Layer(kImplicit).Implicit()).With(Layer(kExplicit)).Env(kKeep, "1");
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    for (int i = 0; i < instances; ++i) app.RunFullSequence(request);
  });
  std::vector<std::string> used = {kImplicit, kDefaultDriver};
  if (!request.layers.empty()) used.emplace_back(kExplicit);
  EXPECT_SEEN(Loaded(seen), IsSupersetOf(used)) << "layers and driver are loaded";
  EXPECT_SEEN(UnloadedWithAnInstance(seen), IsEmpty())
      << "with " << kKeep << "=1 libraries of layers and drivers must stay loaded";
}

VULKAN_CASE(LS_VK_LIBRARY_1, layers_and_driver_of_one_instance) {
  ExpectKept(c, {.layers = {kExplicit}}, 1);
}

VULKAN_CASE(LS_VK_LIBRARY_1, implicit_layer_and_driver) { ExpectKept(c, {}, 1); }

VULKAN_CASE(LS_VK_LIBRARY_1, three_instances_one_after_another) {
  ExpectKept(c, {.layers = {kExplicit}}, 3);
}

// LS_VK_LIBRARY_2. The library forwards queries for its driver and its layer functions to the mocks
// next to it.
constexpr char kBoth[] = "/opt/loadstone/both.so";
constexpr char kLayer[] = "VK_LAYER_LS_both";

VulkanWorld WorldOfBoth(const Subject& subject, bool implicit) {
  VulkanWorld world(subject);
  world.machine().Copy(kBoth, "vulkan_layer_and_driver.so");
  const auto part = [&](const char* suffix, const char* mock, const char* who) {
    const std::string path = std::string(kBoth) + suffix;
    world.machine()
        .Copy(path, mock)
        .File(path + ".config", JsonObject().Set("who", who).Set("trace", kTracePath).Text());
  };
  part(".layer", "vulkan_layer.so", kLayer);
  part(".driver", "vulkan_driver.so", "both");
  const std::string library = JsonObject().Set("library_path", kBoth).Text();
  Layer layer = Layer(kLayer).Who("unused").Manifest(library);
  world.With(implicit ? layer.Implicit() : layer);
  return world.WithoutDriver().With(Driver("both").Manifest(library));
}

void ExpectBoth(const Observation& seen) {
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "a library may be a driver and a layer at once";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kLayer))
      << "a library that a layer's and a driver's manifest name must serve as the layer";
  EXPECT_SEEN(DriversReached(seen), ElementsAre("both"))
      << "a library that a layer's and a driver's manifest name must serve as the driver";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kLayer))
      << "a library that a layer's and a driver's manifest name must serve as the layer";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "no handle or function of the layer and the driver is confused";
}

VULKAN_CASE(LS_VK_LIBRARY_2, explicit_layer_and_driver) {
  ExpectBoth(Observe(c, WorldOfBoth(c.subject(), false),
                     [](VulkanApp& app) { app.RunFullSequence({.layers = {kLayer}}); }));
}

VULKAN_CASE(LS_VK_LIBRARY_2, implicit_layer_and_driver) {
  ExpectBoth(
      Observe(c, WorldOfBoth(c.subject(), true), [](VulkanApp& app) { app.RunFullSequence(); }));
}

VULKAN_CASE(LS_VK_LIBRARY_2, driver_without_the_layer) {
  const Observation seen =
      Observe(c, WorldOfBoth(c.subject(), false), [](VulkanApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(InstanceChain(seen), IsEmpty()) << "a layer that nothing enables must not be loaded";
  EXPECT_SEEN(DriversReached(seen), ElementsAre("both"))
      << "the driver side must work without the layer";
}

VULKAN_CASE(LS_VK_LIBRARY_2, two_instances) {
  const Observation seen = Observe(c, WorldOfBoth(c.subject(), false), [](VulkanApp& app) {
    app.RunFullSequence({.layers = {kLayer}});
    app.RunFullSequence({.layers = {kLayer}});
  });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kLayer, kLayer))
      << "a library that is both must serve every instance as the layer";
  EXPECT_SEEN(DriversReached(seen), AllOf(Contains("both"), SizeIs(2)))
      << "a library that is both must serve every instance as the driver";
}

}  // namespace
}  // namespace loadstone::suites::libraries

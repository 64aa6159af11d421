// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/suites.h"

// LoaderLayerInterface, "Versioning and Activation Interactions": an implicit layer is enabled
// whether the application states an older or a newer API version than the layer's.
namespace loadstone::suites::api_versions {
namespace {

constexpr char kLayer[] = "VK_LAYER_LS_implicit";
constexpr char kAsked[] = "VK_LAYER_LS_asked";

struct Stated {
  const char* name;
  uint32_t version;
};

const Stated kStated[] = {
    {"version_0", 0},
    {"1_0", VK_API_VERSION_1_0},
    {"1_1", VK_API_VERSION_1_1},
    {"1_2", VK_API_VERSION_1_2},
    {"1_3", VK_API_VERSION_1_3},
    {"a_version_to_come", VK_MAKE_API_VERSION(0, 1, 99, 0)},
};

void Judge(Case& c, uint32_t layer_minor, const Stated& stated) {
  const Observation seen =
      Observe(c,
              VulkanWorld(c.subject())
                  .With(Layer(kLayer).Implicit().Api(fmt::format("1.{}.0", layer_minor)))
                  .With(Layer(kAsked)),
              [&](VulkanApp& app) {
                app.RunFullSequence({.layers = {kAsked}, .api_version = stated.version});
              });
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kLayer, kAsked))
      << "an implicit layer is enabled whatever API version the application states";
  EXPECT_SEEN(DeviceChain(seen), UnorderedElementsAre(kLayer, kAsked))
      << "an implicit layer is enabled whatever API version the application states";
}

REGISTER_CASES {
  for (const uint32_t layer_minor : {0u, 1u, 2u, 3u}) {
    for (const Stated& stated : kStated) {
      // 0 means 1.0. Most other cases use an application without a version.
      const uint32_t minor = stated.version == 0 ? 0 : VK_API_VERSION_MINOR(stated.version);
      if (minor == layer_minor) continue;
      RegisterCase(Api::kVulkan, {policy::LS_VK_ACTIVATION_1},
                   fmt::format("layer_1_{}_application_{}", layer_minor, stated.name),
                   [layer_minor, &stated](Case& c) { Judge(c, layer_minor, stated); });
    }
  }
}

// The same for what enables explicit layers without the application.
struct Way {
  const char* name;
  void (*add)(VulkanWorld& world);
};

constexpr char kVersion[] = "1.1.0";
constexpr char kMeta[] = "VK_LAYER_LS_meta";

const Way kWays[] = {
    {"component_of_an_implicit_meta_layer",
     [](VulkanWorld& world) {
       world.With(Layer::Meta(kMeta, {kLayer}).Implicit().Api(kVersion));
       world.With(Layer(kLayer).Api(kVersion));
     }},
    {"component_of_the_override_layer",
     [](VulkanWorld& world) {
       world.With(Layer::Override({kLayer}).Api(kVersion)).With(Layer(kLayer).Api(kVersion));
     }},
    {"implicit_layer_with_a_variable",
     [](VulkanWorld& world) {
       world.With(Layer(kLayer).Implicit().EnabledBy("LS_ON", "1").Api(kVersion));
       world.Env("LS_ON", "1");
     }},
};

void JudgeWay(Case& c, const Way& way, const Stated& stated) {
  VulkanWorld world(c.subject());
  way.add(world);
  const Observation seen = Observe(c, world.With(Layer(kAsked)), [&stated](VulkanApp& app) {
    app.RunFullSequence({.layers = {kAsked}, .api_version = stated.version});
  });
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kLayer, kAsked))
      << "an implicit layer is enabled whatever API version the application states";
}

REGISTER_CASES {
  for (const Way& way : kWays) {
    for (const Stated& stated : kStated) {
      if (VK_API_VERSION_MINOR(stated.version) == 1) continue;  // the layers' own version
      RegisterCase(Api::kVulkan, {policy::LS_VK_ACTIVATION_1},
                   fmt::format("{}_application_{}", way.name, stated.name),
                   [&way, &stated](Case& c) { JudgeWay(c, way, stated); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::api_versions

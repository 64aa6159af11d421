// SPDX-License-Identifier: Apache-2.0
#include "policies/reading_ids.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Requirements of Well-Behaved Layers", LLP_LAYER_17: a layer passes on
// extensions that it does not know, since a component below may have them. The report names a layer
// that does not; the loader must not turn its error into success.
namespace loadstone::suites::unknown_extensions {
namespace {

constexpr char kTop[] = "VK_LAYER_LS_top";
constexpr char kRejects[] = "VK_LAYER_LS_rejects";
constexpr char kBelow[] = "VK_LAYER_LS_below";
// Every loader knows it; a loader may reject instance extensions that it does not know.
constexpr char kOfDriver[] = "VK_KHR_get_physical_device_properties2";
constexpr char kOfLayer[] = "VK_KHR_device_group_creation";
// The result of vkCreateInstance if the process ended in it, which the document allows.
constexpr char kCrashed[] = "no answer";
constexpr char kRejecting[] = R"({"misbehave": ["reject_unknown_extensions"]})";

VulkanWorld Machine(const Case& c, const char* behaviour) {
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(
          Driver(kDefaultDriver)
              .Behaviour(R"({"instance_extensions": ["VK_KHR_get_physical_device_properties2"]})"))
      .With(Layer(kTop))
      .With(Layer(kRejects).Behaviour(behaviour))
      .With(Layer(kBelow)
                .Manifest(R"({"instance_extensions": [{"name": "VK_KHR_device_group_creation",
                                                       "spec_version": "1"}]})")
                .Behaviour(R"({"instance_extensions": [{"name": "VK_KHR_device_group_creation",
                                                        "spec_version": 1}]})"));
  return world;
}

Observation Run(Case& c, const char* behaviour, const std::vector<std::string>& extensions) {
  return Observe(c, Machine(c, behaviour), [&](VulkanApp& app) {
    app.RunFullSequence({.layers = {kTop, kRejects, kBelow}, .extensions = extensions});
  });
}

// The layer that was the first to return an error.
std::string FirstToFail(const Observation& seen) {
  for (const Event& event : seen.Select({}, "vkCreateInstance")) {
    if (event.phase() == "leave" && event.Number("result") < 0) return event.who();
  }
  return {};
}

struct Row {
  const char* name;
  std::vector<std::string> extensions;
};

const std::vector<Row>& Rows() {
  static const auto* rows = new std::vector<Row>{
      {"of_the_driver", {kOfDriver}},
      {"of_a_layer_below", {kOfLayer}},
      {"of_driver_and_layer", {kOfDriver, kOfLayer}},
  };
  return *rows;
}

void JudgeGood(Case& c, const Row& row) {
  const Observation seen = Run(c, R"({})", row.extensions);
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "extensions that some component has can be enabled";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kTop, kRejects, kBelow))
      << "every layer is in the chain";
  for (const Event& event : LayerEntries(seen, "vkCreateInstance")) {
    for (const std::string& extension : row.extensions) {
      EXPECT_SEEN(event.List("extensions"), Contains(extension))
          << event.who() << " gets all extensions, whether or not it knows them";
    }
  }
}

void JudgeBad(Case& c, const Row& row) {
  c.AnyEnding();
  const Observation seen = Run(c, kRejecting, row.extensions);
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"),
              AnyOf(kCrashed, AllOf(StartsWith("VK_ERROR_"), Ne("VK_ERROR_LAYER_NOT_PRESENT"))))
      << "a layer's error is not turned into success" << reading::LLP_LAYER_17_r1;
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kTop, kRejects))
      << "the chain ends at the layer that fails";
  EXPECT_SEEN(DriversReached(seen), IsEmpty()) << "nothing below that layer is called";
  const std::string guilty = FirstToFail(seen);
  EXPECT_SEEN(guilty, kRejects) << "the layers above only pass its error on";
  NameLayer(seen, guilty, "failed for extensions that it does not know");
}

REGISTER_CASES {
  for (const Row& row : Rows()) {
    RegisterCase(Api::kVulkan, {policy::LLP_LAYER_17, policy::LS_VK_CHAIN_4},
                 std::string("extension_") + row.name, [&row](Case& c) { JudgeGood(c, row); });
    RegisterCase(Api::kVulkan, {policy::LLP_LAYER_17, policy::LS_VK_CHAIN_4},
                 std::string("layer_that_rejects_an_extension_") + row.name,
                 [&row](Case& c) { JudgeBad(c, row); });
  }
}

// Without extensions it rejects nothing, and must be in the chain.
VULKAN_CASE(LLP_LAYER_17, rejecting_layer_without_extensions, policy::LS_VK_CHAIN_4) {
  const Observation seen = Run(c, kRejecting, {});
  EXPECT_SEEN(ResultOf(seen, "vkDeviceWaitIdle"), "VK_SUCCESS")
      << "without extensions there is nothing to reject";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kTop, kRejects, kBelow))
      << "every layer is in the chain";
}

// An error of an earlier instance does not affect the next one.
VULKAN_CASE(LLP_LAYER_17, instance_after_a_rejected_one, policy::LS_VK_CHAIN_4) {
  const Observation seen = Observe(c, Machine(c, kRejecting), [](VulkanApp& app) {
    const std::vector<std::string> layers = {kTop, kRejects, kBelow};
    app.CreateInstance({.layers = layers, .extensions = {kOfDriver}});
    app.RunFullSequence({.layers = layers});
  });
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), StartsWith("VK_ERROR_"))
      << "a layer's error is not turned into success" << reading::LLP_LAYER_17_r1;
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kTop, kRejects, kBelow))
      << "an instance that the layer does not reject can be created after one that it rejects";
}

}  // namespace
}  // namespace loadstone::suites::unknown_extensions

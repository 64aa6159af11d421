// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Requirements of Well-Behaved Layers", LLP_LAYER_2: layers do not harm
// their neighbours. Below well-behaved layers, every witness and the driver get only valid calls;
// the component below a layer that makes an invalid call detects it.
namespace loadstone::suites::neighbours {
namespace {

constexpr char kMisbehaving[] = "VK_LAYER_LS_guilty";
constexpr char kBelow[] = "VK_LAYER_LS_below";

Layer Witness(const std::string& name) { return Layer(name).Behaviour(kInterceptAll); }

void JudgeValidCalls(Case& c, int count) {
  const std::vector<std::string> layers = NumberedLayers(count);
  VulkanWorld world(c.subject());
  for (const std::string& name : layers) world.With(Witness(name));
  const Observation seen =
      Observe(c, world, [&](VulkanApp& app) { RunObjects(app, {.layers = layers}); });
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "valid calls of an application cause no invalid call to a layer or a driver";
  EXPECT_SEEN(DeviceChain(seen), ElementsAreArray(layers)) << "every layer is in the device chain";
  for (const char* command : {"vkCreateBuffer", "vkBindBufferMemory", "vkQueueSubmit"}) {
    std::vector<std::string> witnesses = layers;
    witnesses.emplace_back(kDefaultDriver);
    EXPECT_SEEN(Path(seen, command), ElementsAreArray(witnesses))
        << command << " reaches every layer and the driver exactly once";
  }
  EXPECT_SEEN(Results(seen), AllOf(Contains("vkQueueSubmit 0"), Each(EndsWith(" 0"))))
      << "every call succeeds";
}

constexpr LayerPlace kPlaces[] = {
    {"the_only_layer", 0, 1}, {"the_top_layer", 0, 3},    {"the_middle_layer", 1, 3},
    {"the_last_layer", 2, 3}, {"the_first_of_16", 0, 16}, {"the_ninth_of_16", 8, 16},
};

// The invalid call is a vkCreateBuffer, which does not pass through the loader: the chain that the
// loader created determines the receiver.
void JudgeInvalidCall(Case& c, const LayerPlace& place) {
  const std::vector<std::string> layers = NumberedLayers(place.of);
  const std::string& guilty = layers[static_cast<size_t>(place.number)];
  VulkanWorld world(c.subject());
  for (const std::string& name : layers) {
    Layer layer = Witness(name);
    if (name == guilty) layer.Behaviour(R"({"misbehave": ["invalid_call_below"]})");
    world.With(layer);
  }
  const Observation seen =
      Observe(c, world, [&](VulkanApp& app) { RunObjects(app, {.layers = layers}); });
  EXPECT_SEEN(DeviceChain(seen), ElementsAreArray(layers)) << "every layer is in the device chain";
  EXPECT_SEEN(seen.Select({}, "violation"), SizeIs(1)) << "one invalid call is made";
  const std::string maker = MakerOfInvalidCall(seen, layers);
  EXPECT_SEEN(maker, guilty) << "the next entity below a layer gets the calls that it makes";
  std::vector<std::string> path(layers.begin(), layers.begin() + place.number + 1);
  path.push_back(place.number + 1 < place.of ? layers[static_cast<size_t>(place.number) + 1]
                                             : kDefaultDriver);
  EXPECT_SEEN(seen.First(path.back(), "violation"), Ne(std::nullopt))
      << path.back() << " is the witness of what " << guilty << " does";
  NameLayer(seen, maker, "made an invalid call of vkCreateBuffer");
}

REGISTER_CASES {
  for (const int count : {1, 3, 16}) {
    RegisterCase(Api::kVulkan, {policy::LLP_LAYER_2, policy::LS_VK_CHAIN_5},
                 fmt::format("valid_calls_through_{}_layers", count),
                 [count](Case& c) { JudgeValidCalls(c, count); });
  }
  for (const LayerPlace& place : kPlaces) {
    RegisterCase(Api::kVulkan, {policy::LLP_LAYER_2, policy::LS_VK_CHAIN_5},
                 fmt::format("invalid_call_by_{}", place.name),
                 [&place](Case& c) { JudgeInvalidCall(c, place); });
  }
}

// Layers that are enabled in different ways are neighbours, too.
VULKAN_CASE(LLP_LAYER_2, invalid_call_by_an_implicit_layer, policy::LS_VK_CHAIN_5) {
  const Observation seen =
      Observe(c,
              VulkanWorld(c.subject())
                  .With(Witness(kMisbehaving)
                            .Implicit()
                            .Behaviour(R"({"misbehave": ["invalid_call_below"]})"))
                  .With(Witness(kBelow)),
              [](VulkanApp& app) { RunObjects(app, {.layers = {kBelow}}); });
  EXPECT_SEEN(DeviceChain(seen), UnorderedElementsAre(kMisbehaving, kBelow))
      << "both layers are in the device chain";
  const std::string maker = MakerOfInvalidCall(seen, DeviceChain(seen));
  EXPECT_SEEN(maker, kMisbehaving) << "the next entity below a layer gets the calls that it makes";
  NameLayer(seen, maker, "made an invalid call of vkCreateBuffer");
}

}  // namespace
}  // namespace loadstone::suites::neighbours

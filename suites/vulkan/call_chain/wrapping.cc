// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Wrapping" and LLP_LAYER_10: layers return wrapped handles for any object
// and unwrap them on the way down. The loader must work with the handles of the topmost layer and
// pass each entity its own handles.
namespace loadstone::suites::wrapping {
namespace {

constexpr char kTop[] = "VK_LAYER_LS_top";
constexpr char kWrap[] = "VK_LAYER_LS_wrap";
constexpr char kBelow[] = "VK_LAYER_LS_below";

struct Types {
  const char* name;
  const char* list;  // as JSON texts
  // A call that shows the wrapping: its handle differs above and below the wrapping layer. Null for
  // objects with which no traced call is made.
  const char* call;
};

constexpr char kEverything[] =
    R"("VkInstance", "VkPhysicalDevice", "VkDevice", "VkQueue", "VkCommandBuffer", "VkBuffer",
       "VkDeviceMemory")";

constexpr Types kTypes[] = {
    {"instances", R"("VkInstance")", "vkEnumeratePhysicalDevices"},
    {"physical_devices", R"("VkPhysicalDevice")", "vkGetPhysicalDeviceProperties"},
    {"devices", R"("VkDevice")", "vkDeviceWaitIdle"},
    {"queues", R"("VkQueue")", "vkQueueSubmit"},
    {"command_buffers", R"("VkCommandBuffer")", "vkBeginCommandBuffer"},
    {"buffers", R"("VkBuffer")", nullptr},
    {"memory", R"("VkDeviceMemory")", nullptr},
    {"objects_of_instances", R"("VkInstance", "VkPhysicalDevice")", "vkEnumeratePhysicalDevices"},
    {"objects_of_devices", R"("VkDevice", "VkQueue", "VkCommandBuffer")", "vkQueueSubmit"},
    {"everything", kEverything, "vkQueueSubmit"},
};

constexpr char kIntercept[] =
    R"({"intercept": ["vkEnumeratePhysicalDevices", "vkGetPhysicalDeviceProperties",
        "vkDeviceWaitIdle", "vkQueueSubmit", "vkBeginCommandBuffer"]})";

Layer Witness(const char* name) { return Layer(name).Behaviour(kIntercept); }

Layer Wrapping(const std::string& name, const std::string& types) {
  return Layer(name).Behaviour(kIntercept).Behaviour(fmt::format(R"({{"wrap": [{}]}})", types));
}

// Expects that all calls of the application succeed, and that no component gets a handle of another
// one.
void ExpectThatAllWorks(const Observation& seen, const std::vector<std::string>& chain) {
  EXPECT_SEEN(DeviceChain(seen), ElementsAreArray(chain))
      << "each layer is in the device chain, whatever the others wrap";
  EXPECT_SEEN(Results(seen), AllOf(Contains("vkQueueSubmit 0"), Each(EndsWith(" 0"))))
      << "an application works through layers that wrap objects as it does without them";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "each layer and the driver get the handles that they returned themselves";
}

std::string HandleIn(const Observation& seen, const char* who, const char* call) {
  const auto event = seen.First(who, call);
  return event.has_value() ? event->Text("handle") : "no call";
}

void JudgeTypes(Case& c, const Types& types, bool alone) {
  VulkanWorld world(c.subject());
  std::vector<std::string> chain = {kWrap};
  if (!alone) {
    world.With(Witness(kTop)).With(Witness(kBelow));
    chain = {kTop, kWrap, kBelow};
  }
  world.With(Wrapping(kWrap, types.list));
  const Observation seen =
      Observe(c, world, [&](VulkanApp& app) { RunObjects(app, {.layers = chain}); });
  ExpectThatAllWorks(seen, chain);
  if (alone || types.call == nullptr) return;
  EXPECT_SEEN(HandleIn(seen, kTop, types.call), Not(HandleIn(seen, kBelow, types.call)))
      << "the layer above sees the wrapping handle, and the layer below sees the wrapped handle";
}

REGISTER_CASES {
  for (const Types& types : kTypes) {
    for (const bool alone : {false, true}) {
      RegisterCase(Api::kVulkan, {policy::LLP_LAYER_10, policy::LS_VK_CHAIN_8},
                   fmt::format("{}{}", types.name, alone ? "_by_the_only_layer" : ""),
                   [&types, alone](Case& c) { JudgeTypes(c, types, alone); });
    }
  }
  // All layers wrap everything, so each handle is wrapped once by every layer.
  for (const int count : {2, 16}) {
    RegisterCase(Api::kVulkan, {policy::LLP_LAYER_10, policy::LS_VK_CHAIN_8},
                 fmt::format("everything_{}_times", count), [count](Case& c) {
                   const std::vector<std::string> chain = NumberedLayers(count);
                   VulkanWorld world(c.subject());
                   for (const std::string& name : chain) world.With(Wrapping(name, kEverything));
                   const Observation seen = Observe(
                       c, world, [&](VulkanApp& app) { RunObjects(app, {.layers = chain}); });
                   ExpectThatAllWorks(seen, chain);
                 });
  }
}

// Implicit layers wrap like explicit ones, and meta-layers may contain such layers.
VULKAN_CASE(LLP_LAYER_10, everything_by_an_implicit_layer, policy::LS_VK_CHAIN_8) {
  const Observation seen = Observe(
      c,
      VulkanWorld(c.subject()).With(Wrapping(kWrap, kEverything).Implicit()).With(Witness(kBelow)),
      [](VulkanApp& app) { RunObjects(app, {.layers = {kBelow}}); });
  ExpectThatAllWorks(seen, {kWrap, kBelow});
}

VULKAN_CASE(LLP_LAYER_10, everything_by_components_of_a_meta_layer, policy::LS_VK_CHAIN_8,
            policy::LS_VK_META_2) {
  const Observation seen =
      Observe(c,
              VulkanWorld(c.subject())
                  .With(Layer::Meta("VK_LAYER_LS_meta", {kWrap, kBelow}))
                  .With(Wrapping(kWrap, kEverything))
                  .With(Wrapping(kBelow, kEverything)),
              [](VulkanApp& app) { RunObjects(app, {.layers = {"VK_LAYER_LS_meta"}}); });
  ExpectThatAllWorks(seen, {kWrap, kBelow});
}

// Two instances, each with a device, used in turn: no handle enters the wrong chain.
VULKAN_CASE(LLP_LAYER_10, everything_of_two_instances_at_once, policy::LS_VK_CHAIN_8) {
  const Observation seen =
      Observe(c,
              VulkanWorld(c.subject())
                  .With(Wrapping(kWrap, kEverything))
                  .With(Wrapping(kBelow, kEverything)),
              [](VulkanApp& app) {
                for (int i = 0; i < 2; ++i) {
                  if (app.CreateInstance({.layers = {kWrap, kBelow}}) != VK_SUCCESS) return;
                  if (app.CreateDevice() == VK_SUCCESS) UseObjects(app);
                }
              });
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kWrap, kBelow, kWrap, kBelow))
      << "each of two instances has its own chain";
  EXPECT_SEEN(Results(seen), AllOf(Contains("vkQueueSubmit 0"), Each(EndsWith(" 0"))))
      << "an application works with two instances whose layers wrap objects";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "each layer and the driver get the handles that they returned themselves";
}

// A layer that unwraps incorrectly: the behaviour is undefined. The report names the layer, and
// judges only the chain that the loader had to create before.
void JudgeLeak(Case& c, const Types& types) {
  const bool numbers = types.call == nullptr;  // no call is dispatched by them
  if (c.subject().bits == 32 && numbers) {
    GTEST_SKIP() << "on 32-bit systems the mock layers wrap only dispatchable objects";
  }
  VulkanWorld world(c.subject());
  world.With(Witness(kTop))
      .With(Wrapping(kWrap, types.list).Behaviour(R"({"misbehave": ["leak_wrapped"]})"))
      .With(Wrapping(kBelow, types.list));
  c.AnyEnding();
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    RunObjects(app, {.layers = {kTop, kWrap, kBelow}});
  });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kTop, kWrap, kBelow))
      << "a later mistake of a layer removes no layer from the chain";
  const std::string maker = MakerOfInvalidCall(seen, InstanceChain(seen));
  EXPECT_SEEN(maker, kWrap) << "the layer below a layer that leaks its handles gets them";
  NameLayer(seen, maker, "passed a handle down that it had wrapped");
}

REGISTER_CASES {
  for (const Types& types : kTypes) {
    RegisterCase(Api::kVulkan, {policy::LLP_LAYER_10, policy::LS_VK_CHAIN_4},
                 fmt::format("layer_that_passes_{}_on_wrapped", types.name),
                 [&types](Case& c) { JudgeLeak(c, types); });
  }
}

}  // namespace
}  // namespace loadstone::suites::wrapping

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <set>

#include "harness/probe/app_trace.h"
#include "suites/common/counting_allocator.h"
#include "suites/vulkan/layer_work.h"
#include "suites/vulkan/undestroyed.h"

// LoaderLayerInterface, "Requirements of Well-Behaved Layers", LLP_LAYER_14: layers should use the
// application's allocation callbacks, so every layer and the driver must get them. LS_VK_CREATION_1
// says what a loader must do if an allocation fails: free what was allocated, and destroy what was
// created.
namespace loadstone::suites::allocators {
namespace {

// More allocations than any loader makes for a few objects; ends a count that would never end.
constexpr int kTooMany = 5000;

// Creates and destroys everything from an instance to a fence once, with an allocator whose balance
// is then traced. Returns whether an allocation failed.
bool Round(VulkanApp& app, const std::vector<std::string>& layers, int failing) {
  CountingAllocator allocator(failing);
  RunObjects(app, {.layers = layers, .allocator = allocator.callbacks()});
  AppEvent("round")
      .Add("failing", int64_t{failing})
      .Add("failed", allocator.has_failed())
      .Add("asked", int64_t{allocator.asked()})
      .Add("alive", int64_t{allocator.alive()})
      .Add("foreign", int64_t{allocator.foreign()});
  return allocator.has_failed();
}

// The rounds with memory that was never freed, or freed but not allocated, a line each.
std::vector<std::string> Unbalanced(const Observation& seen) {
  std::vector<std::string> rounds;
  for (const Event& event : seen.Select(kAppName, "round")) {
    if (event.Number("alive") == 0 && event.Number("foreign") == 0) continue;
    const int64_t failing = event.Number("failing");
    rounds.push_back(
        fmt::format("{}: {} never freed, {} freed that were not allocated",
                    failing < 0 ? "nothing fails" : fmt::format("allocation {} fails", failing + 1),
                    event.Number("alive"), event.Number("foreign")));
  }
  return rounds;
}

struct Row {
  const char* name;
  int layers;
  const char* behaviour;
  int drivers;
};

constexpr Row kRows[] = {
    {"without_layers", 0, R"({})", 1},
    {"with_one_layer", 1, R"({})", 1},
    {"with_3_layers", 3, R"({})", 1},
    {"with_16_layers", 16, R"({})", 1},
    {"with_3_layers_that_wrap", 3,
     R"({"wrap": ["VkInstance", "VkPhysicalDevice", "VkDevice", "VkQueue", "VkCommandBuffer",
                  "VkBuffer", "VkDeviceMemory"]})",
     1},
    {"with_3_layers_and_two_drivers", 3, R"({})", 2},
};

VulkanWorld Machine(const Case& c, const Row& row) {
  VulkanWorld world(c.subject());
  for (const std::string& name : NumberedLayers(row.layers)) {
    world.With(Layer(name).Behaviour(row.behaviour));
  }
  if (row.drivers > 1) world.With(Driver("another"));
  return world;
}

// The components that got callbacks, or none, in the calls with an allocator parameter.
std::vector<std::string> Given(const Observation& seen, bool callbacks) {
  std::vector<std::string> given;
  for (const char* command : {"vkCreateInstance", "vkDestroyInstance", "vkCreateDevice",
                              "vkDestroyDevice", "vkCreateBuffer", "vkDestroyFence"}) {
    for (const Event& event : seen.Select({}, command)) {
      if (event.who() == kAppName || !event.Has("allocator")) continue;
      if (event.Flag("allocator") == callbacks) given.push_back(event.who() + " in " + command);
    }
  }
  return given;
}

void JudgeCallbacks(Case& c, const Row& row) {
  const std::vector<std::string> layers = NumberedLayers(row.layers);
  const Observation seen = Observe(c, Machine(c, row), [&](VulkanApp& app) {
    Round(app, layers, CountingAllocator::kNoFailure);
  });
  EXPECT_SEEN(DeviceChain(seen), ElementsAreArray(layers)) << "every layer is in the device chain";
  EXPECT_SEEN(
      Given(seen, true),
      AllOf(Contains("driver in vkCreateInstance"), Contains("driver in vkDestroyInstance"),
            Contains(EndsWith("r in vkCreateDevice")), Contains(EndsWith("r in vkCreateBuffer"))))
      << "drivers are given the application's callbacks";
  for (const std::string& layer : layers) {
    EXPECT_SEEN(
        Given(seen, true),
        AllOf(Contains(layer + " in vkCreateInstance"), Contains(layer + " in vkCreateDevice"),
              Contains(layer + " in vkDestroyInstance"), Contains(layer + " in vkDestroyDevice")))
        << "a layer is given the application's callbacks";
  }
  EXPECT_SEEN(Given(seen, false), IsEmpty())
      << "no component is called without the application's callbacks";
  EXPECT_SEEN(Unbalanced(seen), IsEmpty())
      << "what is allocated through the application's callbacks is freed through them";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "all calls are valid";
}

// "allocation 7 fails: vkCreateDevice succeeds without NAME" for each creation that the application
// takes to be complete and that a layer took no part in.
std::vector<std::string> IncompleteCreations(const Observation& seen,
                                             const std::vector<std::string>& layers) {
  std::vector<std::string> incomplete;
  std::map<std::string, std::set<std::string>> created;  // by command: who has created, this round
  std::vector<std::string> lines;
  for (const Event& event : seen.events()) {
    const std::string& what = event.what();
    if (event.who() == kAppName && what == "round") {
      for (const std::string& line : lines) {
        incomplete.push_back(
            fmt::format("allocation {} fails: {}", event.Number("failing") + 1, line));
      }
      lines.clear();
    }
    if (what != "vkCreateInstance" && what != "vkCreateDevice") continue;
    if (event.phase() == "enter" && event.who() == kAppName) created[what].clear();
    if (event.phase() != "leave" || event.Number("result") != VK_SUCCESS) continue;
    created[what].insert(event.who());
    if (event.who() != kAppName) continue;
    for (const std::string& layer : layers) {
      if (!created[what].contains(layer)) {
        lines.push_back(fmt::format("{} succeeds without {}", what, layer));
      }
    }
  }
  return incomplete;
}

// The rounds of an application in which each allocation fails once.
Observation ObserveFailures(Case& c, const Row& row, const std::vector<std::string>& layers) {
  return Observe(c, Machine(c, row), [&](VulkanApp& app) {
    int n = 0;
    while (n < kTooMany && Round(app, layers, n)) ++n;
  });
}

// A layer that the application names is in the chain, or the creation fails.
void JudgeCompleteness(Case& c, const Row& row) {
  const std::vector<std::string> layers = NumberedLayers(row.layers);
  const Observation seen = ObserveFailures(c, row, layers);
  ASSERT_SEEN(seen.Select(kAppName, "round").size(), Gt(4u))
      << "the driver alone allocates several times";
  EXPECT_SEEN(IncompleteCreations(seen, layers), IsEmpty())
      << "whichever allocation fails, a creation that succeeds has all layers that the application "
         "names";
}

// It is open whether the call fails if the allocation does: LS_VK_CREATION_1.r1.
void JudgeFailures(Case& c, const Row& row) {
  const std::vector<std::string> layers = NumberedLayers(row.layers);
  const Observation seen = ObserveFailures(c, row, layers);
  const std::vector<Event> rounds = seen.Select(kAppName, "round");
  ASSERT_SEEN(rounds, Not(IsEmpty())) << "the application finishes its first round";
  EXPECT_SEEN(rounds.size(), Gt(4u)) << "the driver alone allocates several times";
  EXPECT_HOLDS(!rounds.back().Flag("failed"))
      << "the number of allocations for a few objects is finite";
  EXPECT_SEEN(Results(seen), Contains(Not(EndsWith(" 0"))))
      << "an allocation that fails in the driver is reported to the application";
  EXPECT_SEEN(Unbalanced(seen), IsEmpty())
      << "whichever allocation fails, what was allocated before is freed";
  EXPECT_SEEN(Undestroyed(seen, layers), IsEmpty())
      << "whichever allocation fails, a layer is called to destroy what it created";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "whichever allocation fails, layers and driver get only valid calls";
}

REGISTER_CASES {
  for (const Row& row : kRows) {
    RegisterCase(Api::kVulkan, {policy::LLP_LAYER_14, policy::LS_VK_CHAIN_5},
                 fmt::format("callbacks_{}", row.name),
                 [&row](Case& c) { JudgeCallbacks(c, row); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_CREATION_1},
                 fmt::format("every_allocation_fails_once_{}", row.name),
                 [&row](Case& c) { JudgeFailures(c, row); });
    if (row.layers == 0) continue;
    RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_4, policy::LS_VK_CREATION_1},
                 fmt::format("no_layer_is_missing_if_an_allocation_fails_{}", row.name),
                 [&row](Case& c) { JudgeCompleteness(c, row); });
  }
}

VULKAN_CASE(LLP_LAYER_14, no_callbacks_where_the_application_gives_none, policy::LS_VK_CHAIN_5) {
  const std::vector<std::string> layers = NumberedLayers(3);
  const Observation seen = Observe(c, Machine(c, kRows[2]),
                                   [&](VulkanApp& app) { RunObjects(app, {.layers = layers}); });
  EXPECT_SEEN(DeviceChain(seen), ElementsAreArray(layers)) << "every layer is in the device chain";
  EXPECT_SEEN(Given(seen, true), IsEmpty()) << "callbacks come only from the application";
  EXPECT_SEEN(Given(seen, false), Contains("driver in vkCreateInstance"))
      << "the driver is called without callbacks";
}

}  // namespace
}  // namespace loadstone::suites::allocators

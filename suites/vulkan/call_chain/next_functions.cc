// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Layer Dispatch Initialization" and its examples: the next
// vkGetInstanceProcAddr returns the next vkCreateInstance without an instance, and the next
// vkCreateDevice with the created instance (LS_VK_CHAIN_6).
namespace loadstone::suites::next_functions {
namespace {

struct Row {
  const char* name;
  int count;
  const char* behaviour;
};

constexpr Row kRows[] = {
    {"one_layer", 1, R"({"trace_queries": true})"},
    {"3_layers", 3, R"({"trace_queries": true})"},
    {"16_layers", 16, R"({"trace_queries": true})"},
    {"3_layers_that_wrap_instances", 3,
     R"({"trace_queries": true, "wrap": ["VkInstance", "VkPhysicalDevice"]})"},
    {"16_layers_that_wrap_instances", 16,
     R"({"trace_queries": true, "wrap": ["VkInstance", "VkPhysicalDevice"]})"},
};

std::vector<bool> Flags(const std::vector<Event>& events, const char* key) {
  std::vector<bool> flags;
  for (const Event& event : events) flags.push_back(event.Flag(key));
  return flags;
}

// The queries for `name` that a layer got and to which it returned a function.
std::vector<Event> Answered(const Observation& seen, const std::string& layer, const char* name) {
  std::vector<Event> queries;
  for (const Event& event : seen.Select(layer, "vkGetInstanceProcAddr")) {
    if (event.Text("name") == name && event.Flag("found")) queries.push_back(event);
  }
  return queries;
}

void Judge(Case& c, const Row& row) {
  const std::vector<std::string> layers = NumberedLayers(row.count);
  VulkanWorld world(c.subject());
  for (const std::string& name : layers) world.With(Layer(name).Behaviour(row.behaviour));
  const Observation seen =
      Observe(c, world, [&](VulkanApp& app) { app.RunFullSequence({.layers = layers}); });
  ASSERT_SEEN(InstanceChain(seen), ElementsAreArray(layers)) << "every layer creates the instance";
  EXPECT_SEEN(Flags(LayerEntries(seen, "vkCreateInstance"), "next_create_instance"), Each(true))
      << "each layer finds the next vkCreateInstance through its link information";
  EXPECT_SEEN(DriversReached(seen), SizeIs(1)) << "the last one reaches the driver";
  ASSERT_SEEN(DeviceChain(seen), ElementsAreArray(layers)) << "every layer creates the device";
  EXPECT_SEEN(Flags(LayerEntries(seen, "vkCreateDevice"), "next_create_device"), Each(true))
      << "each layer finds the next vkCreateDevice through its link information";
  EXPECT_SEEN(seen.Select(kDefaultDriver, "vkCreateDevice"), SizeIs(1))
      << "the last one reaches the driver";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "no component gets an argument that belongs to another component";
  for (const std::string& layer : layers) {
    EXPECT_SEEN(Answered(seen, layer, "vkCreateInstance"), Not(IsEmpty()))
        << layer << " is asked for its vkCreateInstance through its vkGetInstanceProcAddr";
    EXPECT_SEEN(Answered(seen, layer, "vkCreateDevice"), Not(IsEmpty()))
        << layer << " is asked for its vkCreateDevice through its vkGetInstanceProcAddr";
  }
}

REGISTER_CASES {
  for (const Row& row : kRows) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_6},
                 fmt::format("next_functions_of_{}", row.name), [&row](Case& c) { Judge(c, row); });
  }
}

}  // namespace
}  // namespace loadstone::suites::next_functions

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/call_chain/command_names.h"
#include "suites/vulkan/call_chain/transcript.h"
#include "suites/vulkan/devices/devices.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Layer Call Chains and Distributed Dispatch": the loader dispatches to the
// first entity of a chain, and every layer to the next one, down to the driver (LS_VK_CHAIN_5).
namespace loadstone::suites::dispatch {
namespace {

constexpr const char* kCommands[] = {
    "vkEnumeratePhysicalDevices",
    "vkEnumeratePhysicalDeviceGroups",
    "vkGetPhysicalDeviceProperties",
    "vkGetPhysicalDeviceFeatures",
    "vkGetPhysicalDeviceQueueFamilyProperties",
    "vkGetPhysicalDeviceMemoryProperties",
    "vkGetDeviceQueue",
    "vkDeviceWaitIdle",
    "vkQueueWaitIdle",
    "vkQueueSubmit",
    "vkCreateBuffer",
    "vkDestroyBuffer",
    "vkAllocateMemory",
    "vkFreeMemory",
    "vkBindBufferMemory",
    "vkGetBufferMemoryRequirements",
    "vkCreateCommandPool",
    "vkDestroyCommandPool",
    "vkAllocateCommandBuffers",
    "vkFreeCommandBuffers",
    "vkBeginCommandBuffer",
    "vkEndCommandBuffer",
    "vkCreateFence",
    "vkDestroyFence",
};

bool IsOfInstances(const std::string& command) {
  return command.starts_with("vkEnumerate") || command.starts_with("vkGetPhysicalDevice");
}

// The entities in the order of their first entries. Entries may repeat: a loader may ask drivers
// for devices at any time, and an application calls several times.
std::vector<std::string> FirstEntries(const Observation& seen, const std::string& command) {
  std::vector<std::string> first;
  for (const std::string& who : Path(seen, command)) {
    if (std::find(first.begin(), first.end(), who) == first.end()) first.push_back(who);
  }
  return first;
}

// The layers among `entries`: for a command that a loader may call itself, the driver's position
// does not matter.
std::vector<std::string> LayersOf(std::vector<std::string> entries) {
  std::erase(entries, kDefaultDriver);
  return entries;
}

void Judge(Case& c, const std::string& command, int count) {
  const std::vector<std::string> layers = NumberedLayers(count);
  VulkanWorld world(c.subject());
  for (const std::string& name : layers) world.With(Layer(name).Behaviour(kInterceptAll));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) { WriteTranscript(app, layers); });
  std::vector<std::string> entries = FirstEntries(seen, command);
  if (IsOfInstances(command)) {
    EXPECT_SEEN(entries, Contains(std::string(kDefaultDriver))) << command << " reaches the driver";
    EXPECT_SEEN(LayersOf(entries), ElementsAreArray(layers))
        << command << " is dispatched to the first layer, which passes it on to the next";
    return;
  }
  std::vector<std::string> expected = layers;
  expected.emplace_back(kDefaultDriver);
  EXPECT_SEEN(entries, ElementsAreArray(expected))
      << command
      << " passes through every layer, starting with the first one, and ends in the driver";
}

REGISTER_CASES {
  for (const char* command : kCommands) {
    for (const int count : {0, 3}) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_5},
                   fmt::format("{}_through_{}_layers", SnakeCase(command), count),
                   [command, count](Case& c) { Judge(c, command, count); });
    }
  }
}

REGISTER_CASES {
  for (const int count : {0, 3}) {
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_CHAIN_5},
        fmt::format("groups_of_two_drivers_through_{}_layers", count), [count](Case& c) {
          const std::vector<std::string> layers = NumberedLayers(count);
          VulkanWorld world(c.subject());
          world.WithoutDriver();
          for (const char* driver : {"driver_a", "driver_b"}) {
            world.With(Driver(driver).Behaviour(
                R"({"physical_devices": [{"name": "a"}, {"name": "b"}]})"));
          }
          for (const std::string& name : layers) world.With(Layer(name).Behaviour(kInterceptAll));
          const Observation seen = Observe(c, world, [&](VulkanApp& app) {
            if (app.CreateInstance({.layers = layers, .api_version = VK_API_VERSION_1_1}) ==
                VK_SUCCESS) {
              TraceGroups(app);
            }
          });
          EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(layers))
              << "the layers are in the chain";
          const auto groups = seen.First(kAppName, "groups");
          ASSERT_HOLDS(groups.has_value()) << "the application gets its groups of devices";
          EXPECT_SEEN(groups->List("members"), UnorderedElementsAre("0", "1", "2", "3"))
              << "each device of each driver is in one group, by the handle that the application "
                 "has";
        });
  }
}

// A driver's answers about its group, besides the devices in it.
REGISTER_CASES {
  for (const int count : {0, 2}) {
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_CHAIN_5},
        fmt::format("subset_allocation_of_groups_through_{}_layers", count), [count](Case& c) {
          VulkanWorld world(c.subject());
          world.WithoutDriver()
              .With(Driver("with").Behaviour(
                  R"({"physical_devices": [{"name": "with"}], "subset_allocation": true})"))
              .With(Driver("without").Behaviour(R"({"physical_devices": [{"name": "without"}]})"))
              .With(Driver("either").Behaviour(
                  R"({"physical_devices": [{"name": "a"}, {"name": "b"}, {"name": "c"}],
                      "subset_allocation_differs": true})"));
          const std::vector<std::string> layers = NumberedLayers(count);
          for (const std::string& name : layers) world.With(Layer(name));
          const Observation seen = Observe(c, world, [&](VulkanApp& app) {
            if (app.CreateInstance({.layers = layers, .api_version = VK_API_VERSION_1_1}) !=
                VK_SUCCESS) {
              return;
            }
            std::vector<std::string> subsets;
            for (const VkPhysicalDeviceGroupProperties& group : Groups(app)) {
              // None where a loader fills in no device.
              const std::vector<VkPhysicalDevice> first(
                  group.physicalDevices, group.physicalDevices + (group.physicalDeviceCount > 0));
              for (const std::string& name : NamesOf(app, first)) {
                subsets.push_back(fmt::format("{} {}", name, group.subsetAllocation));
              }
            }
            AppEvent("groups").Add("subsets", subsets);
          });
          const auto groups = seen.First(kAppName, "groups");
          ASSERT_HOLDS(groups.has_value()) << "the application gets its groups of devices";
          EXPECT_SEEN(groups->List("subsets"),
                      UnorderedElementsAre("with 1", "without 0", "a 0", "b 1", "c 0"))
              << "subsetAllocation of each group is what its driver reports";
        });
  }
}

}  // namespace
}  // namespace loadstone::suites::dispatch

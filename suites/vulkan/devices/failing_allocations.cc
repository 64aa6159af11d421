// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <functional>

#include "harness/probe/app_trace.h"
#include "suites/common/counting_allocator.h"
#include "suites/vulkan/devices/devices.h"
#include "suites/vulkan/layer_work.h"

// LS_VK_ROBUSTNESS_1: queries of an instance whose application temporarily has no memory: each
// allocation that a query makes through the instance's callbacks fails once. The query must
// succeed or return an error for lack of memory, and work again afterwards. A loader that
// allocates its memory elsewhere passes trivially.
namespace loadstone::suites::failing_allocations {
namespace {

// More allocations than any loader makes for one query; ends a count that would never end.
constexpr int kTooMany = 1000;

// The result of a query, and the number of elements, or -1.
struct Answer {
  VkResult result = VK_SUCCESS;
  int64_t count = -1;
};

template <typename Function, typename Handle, typename Element>
Answer AskTwice(Function function, Handle handle, const Element& empty) {
  uint32_t count = 0;
  VkResult result = function(handle, &count, nullptr);
  if (result != VK_SUCCESS) return {result};
  std::vector<Element> elements(count, empty);
  result = function(handle, &count, elements.data());
  return result == VK_SUCCESS ? Answer{result, count} : Answer{result};
}

Answer PhysicalDevices(VulkanApp& app) {
  return AskTwice(app.Get<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices"),
                  app.instance(), VkPhysicalDevice{});
}

Answer Groups(VulkanApp& app) {
  VkPhysicalDeviceGroupProperties empty = {};
  empty.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
  return AskTwice(app.Get<PFN_vkEnumeratePhysicalDeviceGroups>("vkEnumeratePhysicalDeviceGroups"),
                  app.instance(), empty);
}

// Null if there is no memory.
VkPhysicalDevice FirstDevice(VulkanApp& app) {
  VkPhysicalDevice device = VK_NULL_HANDLE;
  uint32_t count = 1;
  const VkResult result = app.Get<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")(
      app.instance(), &count, &device);
  return result >= VK_SUCCESS && count == 1 ? device : VK_NULL_HANDLE;
}

Answer DeviceExtensions(VulkanApp& app) {
  const VkPhysicalDevice device = FirstDevice(app);
  if (device == VK_NULL_HANDLE) return {VK_ERROR_OUT_OF_HOST_MEMORY};
  const auto enumerate =
      app.Get<PFN_vkEnumerateDeviceExtensionProperties>("vkEnumerateDeviceExtensionProperties");
  return AskTwice(
      [enumerate](VkPhysicalDevice of, uint32_t* count, VkExtensionProperties* properties) {
        return enumerate(of, nullptr, count, properties);
      },
      device, VkExtensionProperties{});
}

// A function that the drivers have, but that the loader does not know. If there is no memory, it is
// not found.
Answer UnknownFunction(VulkanApp& app) {
  return app.InstanceProc("vkLoadstoneUnknown") != nullptr ? Answer{VK_SUCCESS, 1}
                                                           : Answer{VK_ERROR_OUT_OF_HOST_MEMORY};
}

struct Query {
  const char* name;
  Answer (*ask)(VulkanApp& app);
};

constexpr Query kQueries[] = {
    {"physical_devices", PhysicalDevices},
    {"physical_device_groups", Groups},
    {"device_extensions", DeviceExtensions},
    {"unknown_function", UnknownFunction},
};

struct Machine {
  const char* name;
  int layers;
  const char* behaviour;
  int drivers;
};

constexpr Machine kMachines[] = {
    {"without_layers", 0, "{}", 1},
    {"through_3_layers", 3, R"({"intercept": ["vkEnumeratePhysicalDevices",
        "vkEnumeratePhysicalDeviceGroups", "vkEnumerateDeviceExtensionProperties"]})",
     1},
    {"of_3_drivers", 0, "{}", 3},
};

VulkanWorld WorldOfMachine(const Case& c, const Machine& machine) {
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  for (int i = 0; i < machine.drivers; ++i) {
    world.With(Driver(fmt::format("driver_{}", i))
                   .Behaviour(R"({"physical_device_functions": ["vkLoadstoneUnknown"],
                                  "physical_devices": [{"name": "a", "extensions": ["VK_LS_a"]},
                                                       {"name": "b"}]})"));
  }
  for (const std::string& name : NumberedLayers(machine.layers)) {
    world.With(Layer(name).Behaviour(machine.behaviour));
  }
  return world;
}

// Uses one instance in which the allocation after `more` others fails during the first query.
// Returns whether that was reached.
bool Round(VulkanApp& app, const Machine& machine, const Query& query, int more) {
  CountingAllocator allocator;
  if (app.CreateInstance({.layers = NumberedLayers(machine.layers),
                          .api_version = VK_API_VERSION_1_1,
                          .allocator = allocator.callbacks()}) != VK_SUCCESS) {
    return false;
  }
  allocator.FailAfter(more);
  const Answer first = query.ask(app);
  const bool failed = allocator.has_failed();
  allocator.DisableFailures();
  const Answer second = query.ask(app);
  app.DestroyInstance(allocator.callbacks());
  AppEvent("round")
      .Add("result", int64_t{first.result})
      .Add("count", first.count)
      .Add("later_result", int64_t{second.result})
      .Add("later_count", second.count)
      .Add("alive", int64_t{allocator.alive()})
      .Add("foreign", int64_t{allocator.foreign()});
  return failed;
}

void Judge(Case& c, const Query& query, const Machine& machine) {
  const Observation seen = Observe(c, WorldOfMachine(c, machine), [&](VulkanApp& app) {
    int more = 0;
    while (more < kTooMany && Round(app, machine, query, more)) ++more;
  });
  const std::vector<Event> rounds = seen.Select(kAppName, "round");
  ASSERT_SEEN(rounds, Not(IsEmpty())) << "the application finishes its first round";
  ASSERT_SEEN(rounds.size(), Lt(static_cast<size_t>(kTooMany)))
      << "the number of allocations of a query is finite";
  const int64_t whole = rounds.back().Number("later_count");
  EXPECT_SEEN(whole, Gt(0)) << "with enough memory the query has an answer";
  for (const Event& round : rounds) {
    EXPECT_SEEN(round.Number("result"),
                AnyOf(int64_t{VK_SUCCESS}, int64_t{VK_ERROR_OUT_OF_HOST_MEMORY}))
        << "a query without enough memory returns VK_ERROR_OUT_OF_HOST_MEMORY, or succeeds";
    if (round.Number("result") == VK_SUCCESS) {
      EXPECT_SEEN(round.Number("count"), Eq(whole)) << "a query that succeeds is complete";
    }
    EXPECT_SEEN(round.Number("later_result"), Eq(VK_SUCCESS))
        << "with enough memory again the query succeeds";
    EXPECT_SEEN(round.Number("later_count"), Eq(whole)) << "the later query is complete";
    EXPECT_SEEN(round.Number("alive"), Eq(0)) << "what was allocated is freed";
    EXPECT_SEEN(round.Number("foreign"), Eq(0)) << "nothing else is freed";
  }
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "layers and drivers get only valid calls";
}

REGISTER_CASES {
  for (const Query& query : kQueries) {
    for (const Machine& machine : kMachines) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_1},
                   fmt::format("allocations_fail_in_a_query_of_{}_{}", query.name, machine.name),
                   [&query, &machine](Case& c) { Judge(c, query, machine); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::failing_allocations

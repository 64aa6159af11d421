// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/devices/devices.h"
#include "suites/vulkan/layer_work.h"

// Device groups with several physical devices: LoaderLayerInterface, "Layer Call Chains and
// Distributed Dispatch" (LS_VK_CHAIN_5), and VkPhysicalDeviceGroupProperties and
// VkDeviceGroupDeviceCreateInfo of the API.
namespace loadstone::suites::groups {
namespace {

constexpr char kGroupsOf[] = "groups_of";
constexpr char kCreated[] = "created";
constexpr char kPeers[] = "vkGetDeviceGroupPeerMemoryFeatures";

struct Member {
  const char* name;
  int group;  // -1: alone
};

struct Machine {
  const char* name;
  std::vector<std::vector<Member>> drivers;
  std::vector<std::string> groups;  // the names in each group, in alphabetical order
};

const std::vector<Machine>& Machines() {
  static const std::vector<Machine> machines = {
      {"of_two", {{{"a", 1}, {"b", 1}}}, {"a b"}},
      {"of_two_of_three", {{{"a", 1}, {"b", -1}, {"c", 1}}}, {"a c", "b"}},
      {"of_three_beside_two",
       {{{"a", 1}, {"b", 2}, {"c", 1}, {"d", 2}, {"e", 1}}},
       {"a c e", "b d"}},
      {"of_the_second_of_two_drivers", {{{"a", 1}}, {{"b", 1}, {"c", 1}}}, {"a", "b c"}},
  };
  return machines;
}

VulkanWorld WorldWith(const Subject& subject, const Machine& machine) {
  std::vector<std::vector<std::string>> drivers;
  for (const std::vector<Member>& devices : machine.drivers) {
    std::vector<std::string>& texts = drivers.emplace_back();
    for (const Member& device : devices) {
      texts.push_back(fmt::format(R"({{"name": "{}", "group": {}}})", device.name, device.group));
    }
  }
  return WorldOf(subject, drivers);
}

// In these machines, the last driver has the largest group.
std::string DriverWithGroup(const Machine& machine) {
  return fmt::format("driver_{}", machine.drivers.size() - 1);
}

// The names of the devices in the group that a driver got for vkCreateDevice, in that order.
std::vector<std::string> GroupOfDriver(const Observation& seen, const Machine& machine) {
  std::vector<std::string> names;
  for (size_t i = 0; i < machine.drivers.size(); ++i) {
    for (const Event& event : seen.Select(fmt::format("driver_{}", i), "vkCreateDevice")) {
      for (const int64_t place : event.Numbers("group")) {
        names.emplace_back(machine.drivers[i].at(static_cast<size_t>(place)).name);
      }
    }
  }
  return names;
}

struct Layers {
  const char* name;
  int count;
  const char* behaviour;
};
constexpr Layers kLayers[] = {
    {"through_0_layers", 0, kInterceptAll},
    {"through_3_layers", 3, kInterceptAll},
    {"through_3_layers_that_wrap", 3, R"({"wrap": ["VkInstance", "VkPhysicalDevice"]})"},
};

std::vector<VkPhysicalDevice> MembersOf(const VkPhysicalDeviceGroupProperties& group) {
  const uint32_t count = std::min(group.physicalDeviceCount, VK_MAX_DEVICE_GROUP_SIZE);
  return {group.physicalDevices, group.physicalDevices + count};
}

// Traces the names in each group, and whether the application enumerates all of its devices.
// Returns the largest group.
std::vector<VkPhysicalDevice> TraceNames(VulkanApp& app) {
  const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
  std::vector<VkPhysicalDevice> largest;
  std::vector<std::string> texts;
  bool known = true;
  for (const VkPhysicalDeviceGroupProperties& group : Groups(app)) {
    const std::vector<VkPhysicalDevice> members = MembersOf(group);
    for (const VkPhysicalDevice member : members) {
      known = known && std::find(devices.begin(), devices.end(), member) != devices.end();
    }
    // A handle that was not enumerated may be invalid, so it is not used.
    if (!known) break;
    std::vector<std::string> names = NamesOf(app, members);
    std::sort(names.begin(), names.end());
    texts.push_back(fmt::format("{}", fmt::join(names, " ")));
    if (members.size() > largest.size()) largest = members;
  }
  AppEvent(kGroupsOf).Add("names", texts).Add("known", known);
  return known ? largest : std::vector<VkPhysicalDevice>();
}

// Creates a device for a group, on the last of its physical devices, and queries the memory of
// another one.
void UseGroup(VulkanApp& app, std::vector<VkPhysicalDevice> members) {
  std::reverse(members.begin(), members.end());
  auto group =
      Structure<VkDeviceGroupDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO);
  group.physicalDeviceCount = static_cast<uint32_t>(members.size());
  group.pPhysicalDevices = members.data();
  const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
  const auto first = std::find(devices.begin(), devices.end(), members.front());
  const VkResult result = app.CreateDevice(
      {.physical_device = static_cast<uint32_t>(first - devices.begin()), .next = &group});
  AppEvent(kCreated)
      .Add("result", int64_t{result})
      .Add("names", NamesOf(app, members))
      .Add("whole",
           group.physicalDeviceCount == members.size() && group.pPhysicalDevices == members.data());
  if (result != VK_SUCCESS) return;
  VkPeerMemoryFeatureFlags features = 0;
  const auto peers =
      reinterpret_cast<PFN_vkGetDeviceGroupPeerMemoryFeatures>(app.DeviceProc(kPeers));
  if (peers != nullptr) peers(app.device(), 0, 0, 1, &features);
  app.DestroyDevice();
}

Observation Run(Case& c, const Machine& machine, const Layers& row) {
  VulkanWorld world = WorldWith(c.subject(), machine);
  const std::vector<std::string> layers = NumberedLayers(row.count);
  for (const std::string& name : layers) world.With(Layer(name).Behaviour(row.behaviour));
  return Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance({.layers = layers, .api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) {
      return;
    }
    const std::vector<VkPhysicalDevice> largest = TraceNames(app);
    if (largest.size() > 1) UseGroup(app, largest);
    app.DestroyInstance();
  });
}

void Judge(Case& c, const Machine& machine, const Layers& row) {
  if (c.subject().api_version < policy::Version{1, 1, 0}) {
    GTEST_SKIP() << "the loader supports only Vulkan 1.0, which has no device groups";
  }
  const Observation seen = Run(c, machine, row);
  const std::optional<Event> groups = seen.First(kAppName, kGroupsOf);
  ASSERT_HOLDS(groups.has_value()) << "the application gets its groups of devices";
  EXPECT_HOLDS(groups->Flag("known"))
      << "each device of a group is one that vkEnumeratePhysicalDevices returns";
  ASSERT_SEEN(groups->List("names"), UnorderedElementsAreArray(machine.groups))
      << "each group has the devices that its driver put into it";
  const std::optional<Event> created = seen.First(kAppName, kCreated);
  ASSERT_HOLDS(created.has_value()) << "the application creates a device on a group";
  EXPECT_SEEN(created->Number("result"), Eq(VK_SUCCESS)) << "a device of several is valid";
  EXPECT_HOLDS(created->Flag("whole")) << "the application's structure is unchanged";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "the driver gets its own physical devices";
  EXPECT_SEEN(GroupOfDriver(seen, machine), ElementsAreArray(created->List("names")))
      << "the driver gets the group in the order of the application, which defines their indices";
  EXPECT_SEEN(seen.Select(DriverWithGroup(machine), kPeers), SizeIs(1))
      << "a device of several physical devices is queried";
}

REGISTER_CASES {
  for (const Machine& machine : Machines()) {
    for (const Layers& row : kLayers) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_5},
                   fmt::format("group_{}_{}", machine.name, row.name),
                   [&](Case& c) { Judge(c, machine, row); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::groups

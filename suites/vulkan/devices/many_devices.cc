// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/common/list_limits.h"
#include "suites/vulkan/devices/devices.h"

// vkEnumeratePhysicalDevices and vkEnumeratePhysicalDeviceGroups show everything that the drivers
// have (LS_VK_CHAIN_5), and every manifest is read (LoaderDriverInterface, "Driver Manifest File
// Format"), however many there are.
namespace loadstone::suites::many_devices {
namespace {

// Each driver has a library of its own, so that there are fewer of them than devices.
constexpr int kMostDrivers = 65;

std::vector<std::string> Names(int count) {
  std::vector<std::string> names;
  for (int i = 0; i < count; ++i) names.push_back(fmt::format("number {}", i));
  return names;
}

// A device of each name.
std::vector<std::string> Devices(int count) {
  std::vector<std::string> devices;
  for (const std::string& name : Names(count)) {
    devices.push_back(Device(name, VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU));
  }
  return devices;
}

void JudgeDevices(Case& c, int count) {
  const Observation seen = RunEnumerating(c, WorldOf(c.subject(), {Devices(count)}));
  EXPECT_SEEN(Order(seen), UnorderedElementsAreArray(Names(count)))
      << "all physical devices of a driver are enumerated";
}

void JudgeGroups(Case& c, int count) {
  const Observation seen = Observe(c, WorldOf(c.subject(), {Devices(count)}), [](VulkanApp& app) {
    if (app.CreateInstance({.api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) return;
    AppEvent("groups").Add("names", NamesOf(app, DevicesOfGroups(app)));
    app.DestroyInstance();
  });
  const std::optional<Event> groups = seen.First(kAppName, "groups");
  ASSERT_HOLDS(groups.has_value()) << "an instance can be created";
  EXPECT_SEEN(groups->List("names"), UnorderedElementsAreArray(Names(count)))
      << "a device that its driver puts in no group with others is a group of its own";
}

void JudgeDrivers(Case& c, int count) {
  std::vector<std::vector<std::string>> drivers;
  for (const std::string& device : Devices(count)) drivers.push_back({device});
  const Observation seen = RunEnumerating(c, WorldOf(c.subject(), drivers));
  EXPECT_SEEN(Order(seen), UnorderedElementsAreArray(Names(count))) << "all drivers are used";
}

REGISTER_CASES {
  for (const int count : kListLengths) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_5},
                 fmt::format("devices_of_one_driver_{}", count),
                 [count](Case& c) { JudgeDevices(c, count); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_5},
                 fmt::format("groups_of_one_driver_{}", count),
                 [count](Case& c) { JudgeGroups(c, count); });
    if (count > kMostDrivers) continue;
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_MANIFEST_3, policy::LS_VK_CHAIN_5},
                 fmt::format("drivers_{}", count), [count](Case& c) { JudgeDrivers(c, count); });
  }
}

}  // namespace
}  // namespace loadstone::suites::many_devices

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "policies/reading_ids.h"
#include "suites/vulkan/devices/devices.h"

// LoaderInterfaceArchitecture, "Active Environment Variables" and LoaderApplicationInterface,
// "Physical Device Ordering": filters and the order of physical devices on a machine with drivers
// of every interface version. A loader may no longer support the oldest versions
// (LS_VK_DRIVER_INTERFACE_2.r1, LS_VK_DRIVER_INTERFACE_3.r1); it then lists no devices of them.
namespace loadstone::suites::devices_of_every_interface {
namespace {

constexpr int kNewest = 7;
constexpr int kFirstOfVulkan11 = 5;

std::string NameOf(int version) { return fmt::format("of_{}", version); }

// Each driver has a device of a type that differs from those of its neighbours.
constexpr VkPhysicalDeviceType kTypes[] = {
    VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU, VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU,
    VK_PHYSICAL_DEVICE_TYPE_OTHER, VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU};
// The place of these types in the order of devices.
constexpr int kRanks[] = {2, 0, 3, 1};

constexpr int kFirstVendor = 200;
constexpr int kFirstDevice = 100;

Driver OfInterface(int version) {
  const std::string ids = fmt::format(R"("vendor_id": {}, "device_id": {})", kFirstVendor + version,
                                      kFirstDevice + version);
  Driver driver =
      DriverOf(NameOf(version), {Device(NameOf(version), kTypes[version % 4], "", ids)});
  if (version < kFirstOfVulkan11) {
    driver.Manifest(R"({"api_version": "1.0.68"})").Behaviour(R"({"api_version": "1.0.68"})");
  }
  if (version < 2) return driver.Binary(fmt::format("vulkan_driver_v{}", version));
  return driver.Behaviour(fmt::format(R"({{"interface_version": {}}})", version));
}

VulkanWorld WorldOfAll(const Subject& subject) {
  VulkanWorld world(subject);
  world.WithoutDriver();
  for (int version = 0; version <= kNewest; ++version) world.With(OfInterface(version));
  return world;
}

// The drivers of these versions that the loader uses.
std::vector<std::string> UsedOf(const Observation& seen, const std::vector<int>& versions) {
  const std::vector<std::string> used = DriversReached(seen);
  std::vector<std::string> names;
  for (const int version : versions) {
    if (std::find(used.begin(), used.end(), NameOf(version)) != used.end()) {
      names.push_back(NameOf(version));
    }
  }
  return names;
}

// Which drivers' devices pass a filter.
struct Filter {
  policy::Id owner;
  const char* variable;
  const char* value;
  std::vector<int> passing;
};

void JudgeFilter(Case& c, const Filter& filter) {
  const Observation seen =
      Observe(c, WorldOfAll(c.subject()).Env(filter.variable, filter.value), [](VulkanApp& app) {
        if (app.CreateInstance({.api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) return;
        app.EnumeratePhysicalDevices();
        AppEvent("grouped").Add("names", NamesOf(app, DevicesOfGroups(app)));
        app.DestroyInstance();
      });
  const std::vector<std::string> expected = UsedOf(seen, filter.passing);
  ASSERT_SEEN(expected, Contains(NameOf(kNewest))) << "a driver of the newest version is used";
  EXPECT_SEEN(Order(seen), UnorderedElementsAreArray(expected))
      << "the devices that " << filter.variable
      << " accepts are enumerated, and no others, whatever the interface versions of their drivers"
      << reading::LS_VK_DRIVER_INTERFACE_2_r1;
  const std::optional<Event> grouped = seen.First(kAppName, "grouped");
  ASSERT_HOLDS(grouped.has_value()) << "the application gets its groups of devices";
  EXPECT_SEEN(grouped->List("names"), UnorderedElementsAreArray(expected))
      << "exactly the devices that pass the filter are in groups";
}

REGISTER_CASES {
  for (const Filter& filter : {Filter{policy::LS_VK_DEVICEFILTER_1,
                                      "VK_LOADER_DEVICE_ID_FILTER",
                                      "100,102,104,106:107",
                                      {0, 2, 4, 6, 7}},
                               Filter{policy::LS_VK_DEVICEFILTER_2,
                                      "VK_LOADER_VENDOR_ID_FILTER",
                                      "201,203,205:207",
                                      {1, 3, 5, 6, 7}}}) {
    RegisterCase(Api::kVulkan, {filter.owner, policy::LS_VK_DEVICEFILTER_4},
                 "drivers_of_every_interface_version",
                 [filter](Case& c) { JudgeFilter(c, filter); });
  }
}

// The place of a device's type in the order.
int RankOf(const std::string& name) {
  for (int version = 0; version <= kNewest; ++version) {
    if (name == NameOf(version)) return kRanks[version % 4];
  }
  return -1;
}

VULKAN_CASE(LS_VK_DEVICEORDER_1, drivers_of_every_interface_version) {
  const Observation seen = RunEnumerating(c, WorldOfAll(c.subject()));
  const std::vector<std::string> listed = Order(seen);
  const std::vector<std::string> expected = UsedOf(seen, {0, 1, 2, 3, 4, 5, 6, 7});
  ASSERT_SEEN(expected, Contains(NameOf(kNewest))) << "a driver of the newest version is used";
  ASSERT_SEEN(listed, UnorderedElementsAreArray(expected))
      << "the devices of all drivers are listed" << reading::LS_VK_DRIVER_INTERFACE_2_r1;
  std::vector<int> ranks;
  for (const std::string& name : listed) ranks.push_back(RankOf(name));
  std::vector<int> sorted = ranks;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_SEEN(ranks, ElementsAreArray(sorted))
      << "devices are sorted by type, whatever the interface versions of their drivers";
}

// The device of an old driver that is no better than those of the newer ones.
REGISTER_CASES {
  for (const int version : {0, 1, 2}) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DEVICEORDER_2},
                 fmt::format("device_of_interface_version_{}", version), [version](Case& c) {
                   VulkanWorld world = WorldOfAll(c.subject());
                   world.Env(
                       "VK_LOADER_DEVICE_SELECT",
                       fmt::format("{:#x}:{:#x}", kFirstVendor + version, kFirstDevice + version));
                   const Observation seen = RunEnumerating(c, world);
                   const std::vector<std::string> listed = Order(seen);
                   ASSERT_SEEN(listed, Contains(NameOf(kNewest))) << "the devices are listed";
                   if (UsedOf(seen, {version}).empty()) {
                     GTEST_SKIP() << "the loader uses no driver of interface version " << version
                                  << ", which is allowed if it no longer supports this version"
                                  << reading::LS_VK_DRIVER_INTERFACE_3_r1;
                   }
                   EXPECT_SEEN(listed.front(), NameOf(version))
                       << "the selected device comes first, whatever the interface version of its "
                          "driver";
                 });
  }
}

}  // namespace
}  // namespace loadstone::suites::devices_of_every_interface

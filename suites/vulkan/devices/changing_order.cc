// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <fstream>

#include "suites/vulkan/devices/devices.h"

// LoaderApplicationInterface, "Physical Device Ordering", and the device filters of
// LoaderInterfaceArchitecture: physical devices that appear while an instance exists are sorted
// and filtered like the earlier ones.
namespace loadstone::suites::changing_order {
namespace {

constexpr char kPresent[] = "/tmp/present_devices";

// The devices of one driver, in its own order; the last two appear between two calls.
VulkanWorld WorldOfThree(const Subject& subject) {
  const auto ids = [](int device) {
    return fmt::format(R"("vendor_id": 1, "device_id": {})", device);
  };
  VulkanWorld world(subject);
  return world.WithoutDriver().With(
      DriverOf("driver", {Device("integrated", VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, "", ids(1)),
                          Device("virtual", VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU, "", ids(2)),
                          Device("discrete", VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, "", ids(3))})
          .Behaviour(fmt::format(R"({{"present_devices_file": "{}"}})", kPresent)));
}

void MakePresent(const char* digits) { std::ofstream(kPresent, std::ios::trunc) << digits; }

std::vector<VkPhysicalDevice> Ask(VulkanApp& app, bool groups) {
  return groups ? DevicesOfGroups(app) : app.EnumeratePhysicalDevices();
}

// The names of the devices that the application gets when all are present.
std::vector<std::string> NamesAfter(Case& c, const VulkanWorld& world, bool groups) {
  const Observation seen = Observe(c, world, [groups](VulkanApp& app) {
    MakePresent("0");
    if (app.CreateInstance({.api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) return;
    Ask(app, groups);
    MakePresent("012");
    AppEvent("after").Add("names", NamesOf(app, Ask(app, groups)));
    app.DestroyInstance();
  });
  const auto after = seen.First(kAppName, "after");
  return after.has_value() ? after->List("names") : std::vector<std::string>();
}

// No document requires a loader to report devices that appear later.
constexpr char kNotTold[] =
    "the loader does not report devices that were added later, see LS_VK_ROBUSTNESS_6";

REGISTER_CASES {
  for (const bool groups : {false, true}) {
    const char* what = groups ? "groups" : "devices";
    RegisterCase(Api::kVulkan, {policy::LS_VK_DEVICEORDER_1},
                 fmt::format("{}_that_come_later", what), [groups](Case& c) {
                   const auto names = NamesAfter(c, WorldOfThree(c.subject()), groups);
                   if (names.size() < 3) GTEST_SKIP() << kNotTold;
                   EXPECT_SEEN(names, ElementsAre("discrete", "integrated", "virtual"))
                       << "devices that are added later are sorted together with the earlier ones";
                 });
    RegisterCase(Api::kVulkan, {policy::LS_VK_DEVICEFILTER_1},
                 fmt::format("{}_that_come_later", what), [groups](Case& c) {
                   VulkanWorld world = WorldOfThree(c.subject());
                   world.Env("VK_LOADER_DEVICE_ID_FILTER", "1,3");
                   const auto names = NamesAfter(c, world, groups);
                   if (names.size() < 2) GTEST_SKIP() << kNotTold;
                   EXPECT_SEEN(names, UnorderedElementsAre("integrated", "discrete"))
                       << "devices that are added later are filtered like the earlier ones";
                 });
  }
}

}  // namespace
}  // namespace loadstone::suites::changing_order

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <fstream>
#include <initializer_list>
#include <map>

#include "suites/vulkan/devices/devices.h"

// LS_VK_ROBUSTNESS_6: physical devices that appear and disappear while an instance exists: what
// it enumerates, in which order the application may ask for devices and groups, and that handles
// stay the same.
namespace loadstone::suites::changing {
namespace {

constexpr char kPresent[] = "/tmp/present_devices";

// The call of the application, and which of the devices "0" to "3" are present then. The even ones
// belong to one driver, the odd ones to another.
struct Step {
  enum What { kDevices, kGroups } what;
  const char* present;
};

struct Steps {
  const char* name;
  std::initializer_list<Step> steps;
};

constexpr Steps kSteps[] = {
    {"devices_twice", {{Step::kDevices, "0123"}, {Step::kDevices, "0123"}}},
    {"groups_twice", {{Step::kGroups, "0123"}, {Step::kGroups, "0123"}}},
    {"devices_before_groups", {{Step::kDevices, "0123"}, {Step::kGroups, "0123"}}},
    {"groups_before_devices", {{Step::kGroups, "0123"}, {Step::kDevices, "0123"}}},
    {"one_is_added", {{Step::kDevices, "01"}, {Step::kDevices, "012"}}},
    {"first_is_added", {{Step::kDevices, "23"}, {Step::kDevices, "0123"}}},
    {"first_is_removed", {{Step::kDevices, "0123"}, {Step::kDevices, "123"}}},
    {"devices_of_a_driver_are_removed", {{Step::kDevices, "0123"}, {Step::kDevices, "02"}}},
    {"all_are_removed", {{Step::kDevices, "0123"}, {Step::kDevices, ""}}},
    {"one_is_exchanged", {{Step::kDevices, "013"}, {Step::kDevices, "123"}}},
    {"all_come_back", {{Step::kDevices, "0123"}, {Step::kDevices, ""}, {Step::kDevices, "0123"}}},
    {"first_one_comes", {{Step::kDevices, ""}, {Step::kDevices, "3"}}},
    {"group_is_added", {{Step::kGroups, "01"}, {Step::kGroups, "0123"}}},
    {"group_is_removed", {{Step::kGroups, "0123"}, {Step::kGroups, "13"}}},
    {"all_groups_come_back",
     {{Step::kGroups, "0123"}, {Step::kGroups, ""}, {Step::kGroups, "0123"}}},
    {"added_between_devices_and_groups",
     {{Step::kDevices, "01"}, {Step::kGroups, "0123"}, {Step::kDevices, "0123"}}},
    {"removed_between_groups_and_devices",
     {{Step::kGroups, "0123"}, {Step::kDevices, "12"}, {Step::kGroups, "12"}}},
};

VulkanWorld WorldOfChanges(const Subject& subject) {
  const auto device = [](const char* name) {
    return Device(name, VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU);
  };
  // The digits in the file are indexes into the driver's list; no step contains the digits of the
  // other driver's devices.
  const std::string other = device("other");
  VulkanWorld world(subject);
  return world.WithoutDriver()
      .With(DriverOf("even", {device("0"), other, device("2"), other})
                .Behaviour(fmt::format(R"({{"present_devices_file": "{}_even"}})", kPresent)))
      .With(DriverOf("odd", {other, device("1"), other, device("3")})
                .Behaviour(fmt::format(R"({{"present_devices_file": "{}_odd"}})", kPresent)));
}

void MakePresent(const std::string& digits) {
  std::ofstream even(kPresent + std::string("_even"), std::ios::trunc);
  std::ofstream odd(kPresent + std::string("_odd"), std::ios::trunc);
  for (const char digit : digits) ((digit - '0') % 2 == 0 ? even : odd) << digit;
}

// One instance of the application, not necessarily the current one.
class SeparateInstance {
 public:
  explicit SeparateInstance(const VulkanApp& app)
      : instance_(app.instance()),
        enumerate_(app.Get<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices")) {}

  std::vector<VkPhysicalDevice> Devices() const {
    uint32_t count = 0;
    enumerate_(instance_, &count, nullptr);
    std::vector<VkPhysicalDevice> devices(count);
    // After an error, the number and the array are undefined: the handles may be invalid.
    if (enumerate_(instance_, &count, devices.data()) < VK_SUCCESS) count = 0;
    devices.resize(count);
    return devices;
  }

 private:
  VkInstance instance_;
  PFN_vkEnumeratePhysicalDevices enumerate_;
};

// Traces the names of the devices, and their handles as numbers in the same order.
void TraceDevices(VulkanApp& app, const std::vector<VkPhysicalDevice>& devices) {
  std::vector<std::string> handles;
  for (const VkPhysicalDevice device : devices) {
    handles.push_back(fmt::format("{}", fmt::ptr(device)));
  }
  AppEvent("step").Add("names", NamesOf(app, devices)).Add("handles", handles);
}

// Expects that the answers of one instance match the present devices, which `digits` gives for each
// step.
void ExpectSteps(const Observation& seen, const std::vector<const char*>& digits) {
  const std::vector<Event> steps = seen.Select(kAppName, "step");
  ASSERT_SEEN(steps, SizeIs(digits.size())) << "each query has its answer";
  std::map<std::string, std::string> known;
  for (size_t i = 0; i < steps.size(); ++i) {
    std::vector<std::string> present;
    for (const char* digit = digits[i]; *digit != '\0'; ++digit) present.emplace_back(1, *digit);
    const std::vector<std::string> names = steps[i].List("names");
    EXPECT_SEEN(names, UnorderedElementsAreArray(present))
        << "the answer contains the devices that drivers have at that time";
    const std::vector<std::string> handles = steps[i].List("handles");
    for (size_t n = 0; n < names.size(); ++n) {
      EXPECT_SEEN(handles[n], Eq(known.emplace(names[n], handles[n]).first->second))
          << "a device keeps its handle for the lifetime of the instance";
    }
  }
}

void Judge(Case& c, const Steps& row) {
  const Observation seen = Observe(c, WorldOfChanges(c.subject()), [&row](VulkanApp& app) {
    MakePresent(row.steps.begin()->present);
    if (app.CreateInstance({.api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) return;
    for (const Step& step : row.steps) {
      MakePresent(step.present);
      TraceDevices(app, step.what == Step::kDevices ? SeparateInstance(app).Devices()
                                                    : DevicesOfGroups(app));
    }
    app.DestroyInstance();
  });
  std::vector<const char*> present;
  for (const Step& step : row.steps) present.push_back(step.present);
  ExpectSteps(seen, present);
}

// For an instance while a second one is created, used and destroyed.
VULKAN_CASE(LS_VK_ROBUSTNESS_6, two_instances) {
  const Observation seen = Observe(c, WorldOfChanges(c.subject()), [](VulkanApp& app) {
    MakePresent("013");
    if (app.CreateInstance() != VK_SUCCESS) return;
    const SeparateInstance first(app);
    TraceDevices(app, first.Devices());
    if (app.CreateInstance() != VK_SUCCESS) return;
    MakePresent("0123");
    AppEvent("second").Add("count", static_cast<int64_t>(SeparateInstance(app).Devices().size()));
    TraceDevices(app, first.Devices());
    app.DestroyInstance();
    MakePresent("03");
    AppEvent("last").Add("count", static_cast<int64_t>(first.Devices().size()));
  });
  const auto second = seen.First(kAppName, "second");
  const auto last = seen.First(kAppName, "last");
  ASSERT_HOLDS(second.has_value() && last.has_value()) << "each query has its answer";
  EXPECT_SEEN(second->Number("count"), 4) << "the second instance has all devices";
  EXPECT_SEEN(last->Number("count"), 2) << "the first instance has the devices that are left";
  ExpectSteps(seen, {"013", "0123"});
}

REGISTER_CASES {
  for (const Steps& row : kSteps) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_6}, row.name,
                 [&row](Case& c) { Judge(c, row); });
  }
}

}  // namespace
}  // namespace loadstone::suites::changing

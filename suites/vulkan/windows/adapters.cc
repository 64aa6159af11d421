// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "suites/vulkan/devices/devices.h"

// LoaderDriverInterface, "Physical Device Sorting": a loader that asks drivers for the physical
// devices of the adapters in the system's order lists these first, and all others behind them, each
// once. The adapters are those of DXGI; each mock driver returns the same devices for all of them.
// A loader may do without: then the cases are skipped.
namespace loadstone::suites::adapters {
namespace {

using policy::LS_VK_DRIVER_INTERFACE_6;

constexpr char kQuery[] = "vk_icdEnumerateAdapterPhysicalDevices";
constexpr char kNotAsked[] =
    "the loader asks no driver for the devices of an adapter, or DXGI lists no adapter";

constexpr char kExporting[] = "vulkan_driver_adapters";
// Has the function in vk_icdGetInstanceProcAddr alone, as interface version 7 allows.
constexpr char kNotExporting[] = "vulkan_driver";

// A driver with a device for each letter of `devices`, of which those in `of_adapters` belong to
// adapters, in this order.
Driver AdapterDriver(const std::string& name, const std::string& devices,
                     const std::string& of_adapters, const char* binary = kExporting) {
  std::vector<std::string> list;
  for (const char letter : devices) {
    list.push_back(Device(std::string(1, letter), VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU));
  }
  std::string numbers;
  for (const char letter : of_adapters) {
    numbers += fmt::format("{}{}", numbers.empty() ? "" : ", ", devices.find(letter));
  }
  return DriverOf(name, list)
      .Binary(binary)
      .Behaviour(fmt::format(R"({{"adapter_devices": [{}]}})", numbers));
}

// Skips the case if no driver was asked for the devices of an adapter.
#define LS_REQUIRE_ASKED_FOR_ADAPTERS(seen) \
  if (!WasAsked(seen)) GTEST_SKIP() << kNotAsked

bool WasAsked(const Observation& seen) {
  return std::any_of(seen.events().begin(), seen.events().end(), [](const Event& event) {
    return event.Text("what", "") == kQuery && event.Flag("filled");
  });
}

// Drivers, the letters of the devices that must come first, in any order, and all others.
struct Row {
  const char* name;
  std::vector<Driver> drivers;
  std::string first;
  std::string others;
};

std::vector<Row> AllRows() {
  return {
      {"last_device_of_a_driver", {AdapterDriver("one", "ABC", "C")}, "C", "AB"},
      {"device_in_the_middle", {AdapterDriver("one", "ABC", "B")}, "B", "AC"},
      {"without_an_export", {AdapterDriver("one", "ABC", "C", kNotExporting)}, "C", "AB"},
      {"linked_adapter", {AdapterDriver("one", "ABCD", "DC")}, "CD", "AB"},
      {"all_devices", {AdapterDriver("one", "ABC", "CAB")}, "ABC", ""},
      {"behind_a_driver_without_the_function",
       {DriverOf("one", {Device("A", VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU)}),
        AdapterDriver("two", "BC", "C")},
       "C",
       "AB"},
      {"of_two_drivers",
       {AdapterDriver("one", "AB", "B"), AdapterDriver("two", "CD", "D")},
       "BD",
       "AC"},
  };
}

VulkanWorld WorldOfDrivers(const Subject& subject, const std::vector<Driver>& drivers) {
  VulkanWorld world(subject);
  world.WithoutDriver();
  for (const Driver& driver : drivers) world.With(driver);
  return world;
}

std::vector<std::string> Letters(const std::string& text) {
  std::vector<std::string> letters;
  for (const char letter : text) letters.emplace_back(1, letter);
  return letters;
}

void JudgeOrder(const std::vector<std::string>& order, const Row& row) {
  EXPECT_SEEN(order, UnorderedElementsAreArray(Letters(row.first + row.others)))
      << "each physical device is listed once";
  const size_t size = std::min(order.size(), row.first.size());
  EXPECT_SEEN(std::vector<std::string>(order.begin(), order.begin() + static_cast<long>(size)),
              UnorderedElementsAreArray(Letters(row.first)))
      << "devices of adapters come before all others";
}

void ListsDevices(Case& c, const Row& row) {
  const Observation seen = RunEnumerating(c, WorldOfDrivers(c.subject(), row.drivers));
  LS_REQUIRE_ASKED_FOR_ADAPTERS(seen);
  JudgeOrder(Order(seen), row);
}

constexpr char kGroups[] = "groups";

void ListsGroups(Case& c, const Row& row) {
  const Observation seen = Observe(c, WorldOfDrivers(c.subject(), row.drivers), [](VulkanApp& app) {
    if (app.CreateInstance({.api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) return;
    AppEvent(kGroups).Add("names", NamesOf(app, DevicesOfGroups(app)));
    app.DestroyInstance();
  });
  LS_REQUIRE_ASKED_FOR_ADAPTERS(seen);
  const auto groups = seen.First(kAppName, kGroups);
  JudgeOrder(groups.has_value() ? groups->List("names") : std::vector<std::string>(), row);
}

REGISTER_CASES {
  static const std::vector<Row> rows = AllRows();
  for (const Row& row : rows) {
    RegisterCase(Api::kVulkan, {LS_VK_DRIVER_INTERFACE_6}, fmt::format("devices_{}", row.name),
                 [&row](Case& c) { ListsDevices(c, row); });
    if (row.others.empty()) continue;  // says no more of groups
    RegisterCase(Api::kVulkan, {LS_VK_DRIVER_INTERFACE_6}, fmt::format("groups_{}", row.name),
                 [&row](Case& c) { ListsGroups(c, row); });
  }
}

// "The loader will only attempt to sort physical devices on a driver if version 6 of the interface
// is supported": the function is there, but the driver negotiates version 5.
VULKAN_CASE(LS_VK_DRIVER_INTERFACE_6, driver_of_version_5_beside_a_newer_one) {
  const Driver old = AdapterDriver("old", "AB", "B").Behaviour(R"({"interface_version": 5})");
  const Observation seen =
      RunEnumerating(c, WorldOfDrivers(c.subject(), {old, AdapterDriver("new", "CD", "D")}));
  LS_REQUIRE_ASKED_FOR_ADAPTERS(seen);
  EXPECT_SEEN(seen.Select("old", kQuery), IsEmpty())
      << "a driver of interface version 5 is not asked for the devices of an adapter";
  const std::vector<std::string> order = Order(seen);
  ASSERT_SEEN(order, UnorderedElementsAre("A", "B", "C", "D")) << "each device is listed once";
  EXPECT_SEEN(order.front(), "D") << "devices of adapters come before all others";
}

// A driver that tells nothing of its devices' adapters.
void ListsAll(Case& c, const Driver& driver) {
  const Observation seen = RunEnumerating(c, WorldOfDrivers(c.subject(), {driver}));
  EXPECT_SEEN(Order(seen), UnorderedElementsAre("A", "B", "C"))
      << "devices that correspond to no adapter are listed too, each once";
}

VULKAN_CASE(LS_VK_DRIVER_INTERFACE_6, no_device_of_an_adapter) {
  ListsAll(c, AdapterDriver("one", "ABC", ""));
}

VULKAN_CASE(LS_VK_DRIVER_INTERFACE_6, driver_fails, policy::LS_VK_ROBUSTNESS_4) {
  ListsAll(c, AdapterDriver("one", "ABC", "C").Behaviour(R"({"adapter_result": -3})"));
}

}  // namespace
}  // namespace loadstone::suites::adapters

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <optional>
#include <tuple>

#include "suites/vulkan/devices/devices.h"
#include "suites/vulkan/drivers/provided_list.h"

// LoaderInterfaceArchitecture, "Active Environment Variables": devices that are filtered by an ID
// on machines on which something else names a device or its driver as well. No section exempts a
// device from a filter because it is selected, because its driver is named, or because the
// application provides the driver.
namespace loadstone::suites::filter_beside_others {
namespace {

struct Filter {
  policy::Id owner;
  const char* variable;
  const char* value;  // accepts devices "a" and "c"
};

constexpr Filter kFilters[] = {
    {policy::LS_VK_DEVICEFILTER_1, "VK_LOADER_DEVICE_ID_FILTER", "0x7460,29827"},
    {policy::LS_VK_DEVICEFILTER_2, "VK_LOADER_VENDOR_ID_FILTER", "0x1002,4318"},
    {policy::LS_VK_DEVICEFILTER_3, "VK_LOADER_DRIVER_ID_FILTER", "1,13"},
};

std::string WithIds(const std::string& name, int vendor, int device, int driver) {
  return Device(
      name, VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, "",
      fmt::format(R"("vendor_id": {}, "device_id": {}, "driver_id": {}, "api_version": "1.2.0")",
                  vendor, device, driver));
}

std::string DeviceA() { return WithIds("a", 0x1002, 0x7460, 1); }
std::string DeviceB() { return WithIds("b", 0x106b, 0x7470, 3); }
std::string DeviceC() { return WithIds("c", 0x10de, 29827, 13); }
std::string DeviceD() { return WithIds("d", 0x8086, 40000, 24); }

constexpr char kFirst[] = "first";
constexpr char kSecond[] = "second";

Driver FirstDriver() { return DriverOf(kFirst, {DeviceA(), DeviceB()}); }
Driver SecondDriver() { return DriverOf(kSecond, {DeviceC(), DeviceD()}); }

// Lists the devices of the instance, and those that are in groups.
void List(VulkanApp& app) {
  app.EnumeratePhysicalDevices();
  AppEvent("grouped").Add("names", NamesOf(app, DevicesOfGroups(app)));
}

Observation Run(Case& c, const VulkanWorld& world) {
  return Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance({.api_version = VK_API_VERSION_1_2}) != VK_SUCCESS) return;
    List(app);
    app.DestroyInstance();
  });
}

void ExpectPassing(const Observation& seen, const Filter& filter, const char* in_spite) {
  EXPECT_SEEN(Order(seen), UnorderedElementsAre("a", "c"))
      << "the devices that " << filter.variable << " accepts are enumerated, and no others, "
      << in_spite;
  const std::optional<Event> grouped = seen.First(kAppName, "grouped");
  ASSERT_HOLDS(grouped.has_value()) << "the application gets its groups of devices";
  EXPECT_SEEN(grouped->List("names"), UnorderedElementsAre("a", "c"))
      << "exactly the devices that pass the filter are in groups, " << in_spite;
}

// Variables that are about devices or drivers, and what each does.
struct Beside {
  const char* name;
  const char* variable;
  const char* value;
  const char* in_spite;
};

constexpr Beside kBeside[] = {
    {"beside_the_selection_of_another_device", "VK_LOADER_DEVICE_SELECT", "0x106b:0x7470",
     "whichever device is selected"},
    {"beside_the_selection_of_the_last_device", "VK_LOADER_DEVICE_SELECT", "0x8086:0x9c40",
     "whichever device is selected"},
    {"beside_the_selection_of_its_device", "VK_LOADER_DEVICE_SELECT", "0x10de:0x7483",
     "whichever device is selected"},
    {"of_devices_that_are_not_sorted", "VK_LOADER_DISABLE_SELECT", "1",
     "whether devices are sorted or not"},
};

void JudgeBeside(Case& c, const Filter& filter, const Beside& beside) {
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(FirstDriver())
      .With(SecondDriver())
      .Env(filter.variable, filter.value)
      .Env(beside.variable, beside.value);
  ExpectPassing(Run(c, world), filter, beside.in_spite);
}

// The variable names the driver that has all devices.
void JudgeNamed(Case& c, const Filter& filter, const char* variable) {
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(DriverOf(kFirst, {DeviceA(), DeviceB(), DeviceC(), DeviceD()}).In(kElsewhere))
      .Env(filter.variable, filter.value)
      .Env(variable, ManifestPath(kElsewhere, kFirst));
  ExpectPassing(Run(c, world), filter, "also those of drivers that a variable names");
}

// The devices of a portability driver that the application requests.
void JudgePortability(Case& c, const Filter& filter) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(FirstDriver());
  AddWithMembers(world, c.subject(), SecondDriver(), R"({"is_portability_driver": true})");
  world.Env(filter.variable, filter.value);
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance({.extensions = {VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME},
                            .api_version = VK_API_VERSION_1_2,
                            .flags = VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR}) !=
        VK_SUCCESS) {
      return;
    }
    List(app);
    app.DestroyInstance();
  });
  ExpectPassing(seen, filter, "also those of portability drivers");
}

// What the drivers list passes through layers.
void JudgeThroughLayers(Case& c, const Filter& filter, const char* behaviour) {
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(FirstDriver())
      .With(SecondDriver())
      .With(Layer("VK_LAYER_LS_one").Implicit().Behaviour(behaviour))
      .With(Layer("VK_LAYER_LS_two").Implicit().Behaviour(behaviour))
      .Env(filter.variable, filter.value);
  ExpectPassing(Run(c, world), filter, "through layers");
}

// A machine with one device, which needs no order. What the application gets without devices is
// open.
void JudgeOneDevice(Case& c, const Filter& filter) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(DriverOf(kFirst, {DeviceB()})).Env(filter.variable, filter.value);
  const Observation seen = Run(c, world);
  ASSERT_SEEN(ResultOf(seen, "vkCreateInstance"), Not("no answer"))
      << "an application on a machine without such a device gets an answer";
  if (ResultOf(seen, "vkCreateInstance") != "VK_SUCCESS") return;
  EXPECT_SEEN(Order(seen), IsEmpty()) << "a device that the filter does not accept is not listed";
}

// Drivers that the application provides. A list of variables that have no effect on them in the
// exclusive mode does not contain the filters of devices.
void JudgeProvided(Case& c, const Filter& filter, VkDirectDriverLoadingModeLUNARG mode) {
  const bool exclusive = mode == VK_DIRECT_DRIVER_LOADING_MODE_EXCLUSIVE_LUNARG;
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(SecondDriver().In(kElsewhere));
  // In the exclusive mode both are the application's.
  world.With(exclusive ? FirstDriver().In(kElsewhere) : FirstDriver());
  world.Env(filter.variable, filter.value);
  const std::vector<std::string> extensions = {VK_LUNARG_DIRECT_DRIVER_LOADING_EXTENSION_NAME};
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, extensions)) return;
    const ProvidedList list(
        c.subject(), mode,
        exclusive ? std::vector<std::string>{kFirst, kSecond} : std::vector<std::string>{kSecond});
    if (app.CreateInstance(
            {.extensions = extensions, .api_version = VK_API_VERSION_1_2, .next = list.next()}) !=
        VK_SUCCESS) {
      return;
    }
    List(app);
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectPassing(seen, filter, "also those of drivers that the application provides");
}

void Register(const Filter& filter) {
  const auto add = [&filter](const std::string& name, std::vector<policy::Id> others,
                             const std::function<void(Case&)>& body) {
    std::vector<policy::Id> policies = {filter.owner};
    policies.insert(policies.end(), others.begin(), others.end());
    RegisterCase(Api::kVulkan, policies, name, body);
  };
  for (const Beside& beside : kBeside) {
    add(beside.name, {}, [&filter, &beside](Case& c) { JudgeBeside(c, filter, beside); });
  }
  for (const auto& [name, variable, searched] :
       {std::tuple{"driver_files", "VK_DRIVER_FILES", policy::LS_VK_DRIVER_DISCOVERY_3},
        std::tuple{"icd_filenames", "VK_ICD_FILENAMES", policy::LS_VK_DRIVER_DISCOVERY_4},
        std::tuple{"add_driver_files", "VK_ADD_DRIVER_FILES", policy::LS_VK_DRIVER_DISCOVERY_6}}) {
    add(fmt::format("devices_of_a_driver_in_{}", name), {searched},
        [&filter, variable = variable](Case& c) { JudgeNamed(c, filter, variable); });
  }
  add("devices_of_a_portability_driver", {policy::LS_VK_PORTABILITY_1},
      [&filter](Case& c) { JudgePortability(c, filter); });
  add("through_layers", {policy::LS_VK_CHAIN_5},
      [&filter](Case& c) { JudgeThroughLayers(c, filter, "{}"); });
  add("through_layers_that_wrap", {policy::LS_VK_CHAIN_5}, [&filter](Case& c) {
    JudgeThroughLayers(c, filter, R"({"wrap": ["VkInstance", "VkPhysicalDevice"]})");
  });
  add("the_only_device_is_another", {}, [&filter](Case& c) { JudgeOneDevice(c, filter); });
  add("devices_of_a_provided_driver", {policy::LS_VK_DRIVER_PROVIDED_1}, [&filter](Case& c) {
    JudgeProvided(c, filter, VK_DIRECT_DRIVER_LOADING_MODE_INCLUSIVE_LUNARG);
  });
  add("devices_of_provided_drivers_alone", {policy::LS_VK_DRIVER_PROVIDED_2}, [&filter](Case& c) {
    JudgeProvided(c, filter, VK_DIRECT_DRIVER_LOADING_MODE_EXCLUSIVE_LUNARG);
  });
}

REGISTER_CASES {
  for (const Filter& filter : kFilters) Register(filter);
}

}  // namespace
}  // namespace loadstone::suites::filter_beside_others

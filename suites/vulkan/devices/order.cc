// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/devices/devices.h"

// LoaderApplicationInterface, "Physical Device Ordering": by type, then by PCI location; one device
// that the environment selects; and the variable that disables sorting.
namespace loadstone::suites::order {
namespace {

constexpr char kSelect[] = "VK_LOADER_DEVICE_SELECT";
constexpr char kOff[] = "VK_LOADER_DISABLE_SELECT";

std::string Other(const std::string& n, const std::string& pci = "") {
  return Device(n, VK_PHYSICAL_DEVICE_TYPE_OTHER, pci);
}
std::string Integrated(const std::string& n, const std::string& pci = "") {
  return Device(n, VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, pci);
}
std::string Discrete(const std::string& n, const std::string& pci = "") {
  return Device(n, VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, pci);
}
std::string Processor(const std::string& n, const std::string& pci = "") {
  return Device(n, VK_PHYSICAL_DEVICE_TYPE_CPU, pci);
}
std::string Virtual(const std::string& n, const std::string& pci = "") {
  return Device(n, VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU, pci);
}

// The type of a device is known in an instance of any version.
Observation RunEnumeratingIn1_0(Case& c, const VulkanWorld& world) {
  return Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance() != VK_SUCCESS) return;
    app.EnumeratePhysicalDevices();
    app.DestroyInstance();
  });
}

// Several drivers, and the required order of all their devices.
struct Row {
  const char* name;
  std::vector<std::vector<std::string>> drivers;
  std::vector<std::string> order;
};

std::vector<Row> AllRows() {
  std::vector<std::string> buses;
  std::vector<std::string> by_bus;
  for (int i = 0; i < 32; ++i) {
    buses.push_back(Discrete(fmt::format("bus {:02}", (i * 13) % 32),
                             fmt::format("0, {}, 0, 0", (i * 13) % 32)));
    by_bus.push_back(fmt::format("bus {:02}", i));
  }
  return {
      {"types_of_one_driver",
       {{Other("other"), Virtual("virtual"), Integrated("integrated"), Discrete("discrete")}},
       {"discrete", "integrated", "virtual", "other"}},
      {"types_of_four_drivers",
       {{Virtual("virtual")}, {Discrete("discrete")}, {Other("other")}, {Integrated("integrated")}},
       {"discrete", "integrated", "virtual", "other"}},
      {"types_that_two_drivers_mix",
       {{Other("other"), Discrete("discrete")}, {Virtual("virtual"), Integrated("integrated")}},
       {"discrete", "integrated", "virtual", "other"}},
      {"processor_after_a_virtual_device_of_its_driver",
       {{Processor("processor"), Virtual("virtual")},
        {Integrated("integrated")},
        {Discrete("discrete")}},
       {"discrete", "integrated", "virtual", "processor"}},
      {"processor_of_the_first_of_four_drivers",
       {{Processor("processor")},
        {Virtual("virtual")},
        {Integrated("integrated")},
        {Discrete("discrete")}},
       {"discrete", "integrated", "virtual", "processor"}},
      {"processor_with_the_first_place",
       {{Processor("processor", "0, 0, 0, 0"), Virtual("virtual", "0, 9, 0, 0")}},
       {"virtual", "processor"}},
      {"type_before_place",
       {{Integrated("integrated", "0, 0, 0, 0"), Discrete("discrete", "9, 9, 9, 1")}},
       {"discrete", "integrated"}},
      {"domain",
       {{Discrete("second", "1, 0, 0, 0"), Discrete("third", "2, 0, 0, 0"),
         Discrete("first", "0, 9, 9, 1")}},
       {"first", "second", "third"}},
      {"bus",
       {{Discrete("third", "0, 9, 0, 0"), Discrete("first", "0, 1, 9, 1"),
         Discrete("second", "0, 3, 0, 0")}},
       {"first", "second", "third"}},
      {"device",
       {{Discrete("second", "0, 1, 2, 0"), Discrete("first", "0, 1, 1, 7"),
         Discrete("third", "0, 1, 30, 0")}},
       {"first", "second", "third"}},
      {"function",
       {{Discrete("third", "0, 1, 1, 7"), Discrete("second", "0, 1, 1, 3"),
         Discrete("first", "0, 1, 1, 0")}},
       {"first", "second", "third"}},
      {"place_of_two_drivers",
       {{Discrete("second", "0, 2, 0, 0"), Discrete("fourth", "0, 4, 0, 0")},
        {Discrete("third", "0, 3, 0, 0"), Discrete("first", "0, 1, 0, 0")}},
       {"first", "second", "third", "fourth"}},
      {"place_within_each_type",
       {{Integrated("integrated 2", "0, 2, 0, 0"), Discrete("discrete 2", "0, 2, 0, 0")},
        {Discrete("discrete 1", "0, 1, 0, 0"), Integrated("integrated 1", "0, 1, 0, 0")}},
       {"discrete 1", "discrete 2", "integrated 1", "integrated 2"}},
      {"bus_numbers_are_no_text",
       {{Discrete("tenth", "0, 10, 0, 0"), Discrete("ninth", "0, 9, 0, 0")}},
       {"ninth", "tenth"}},
      {"thirty_two_devices", {buses}, by_bus},
  };
}

constexpr char kSorted[] = "devices are sorted by type, and within a type by their PCI location";

REGISTER_CASES {
  for (const Row& row : AllRows()) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DEVICEORDER_1}, row.name, [row](Case& c) {
      EXPECT_SEEN(Order(RunEnumerating(c, WorldOf(c.subject(), row.drivers))),
                  ElementsAreArray(row.order))
          << kSorted;
    });
  }
}

VULKAN_CASE(LS_VK_DEVICEORDER_1, types_in_an_instance_of_1_0) {
  VulkanWorld world = WorldOf(c.subject(), {{Other("other"), Integrated("integrated")},
                                            {Virtual("virtual"), Discrete("discrete")}});
  EXPECT_SEEN(Order(RunEnumeratingIn1_0(c, world)),
              ElementsAre("discrete", "integrated", "virtual", "other"))
      << "devices are sorted by type, whatever the version of the instance";
}

VULKAN_CASE(LS_VK_DEVICEORDER_1, processor_in_an_instance_of_1_0) {
  VulkanWorld world = WorldOf(c.subject(), {{Processor("processor"), Virtual("virtual")},
                                            {Integrated("integrated")},
                                            {Discrete("discrete")}});
  EXPECT_SEEN(Order(RunEnumeratingIn1_0(c, world)),
              ElementsAre("discrete", "integrated", "virtual", "processor"))
      << "devices are sorted by type, whatever the version of the instance";
}

// A layer above the loader's end of the chain gets the devices sorted, and passes them on, here as
// wrapped handles.
VULKAN_CASE(LS_VK_DEVICEORDER_1, with_a_layer_that_wraps_devices) {
  VulkanWorld world = WorldOf(c.subject(), {{Virtual("virtual"), Integrated("integrated")},
                                            {Other("other"), Discrete("discrete")}});
  world.With(
      Layer("VK_LAYER_LS_wrapper").Implicit().Behaviour(R"({"wrap": ["VkPhysicalDevice"]})"));
  const Observation seen = RunEnumerating(c, world);
  EXPECT_SEEN(InstanceChain(seen), ElementsAre("VK_LAYER_LS_wrapper")) << "the layer is enabled";
  EXPECT_SEEN(Order(seen), ElementsAre("discrete", "integrated", "virtual", "other")) << kSorted;
}

void EnumerateTwiceInTwoInstances(VulkanApp& app) {
  for (int i = 0; i < 2; ++i) {
    if (app.CreateInstance({.api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) return;
    app.EnumeratePhysicalDevices();
    app.EnumeratePhysicalDevices();
    app.DestroyInstance();
  }
}

VULKAN_CASE(LS_VK_DEVICEORDER_1, every_time) {
  VulkanWorld world = WorldOf(c.subject(), {{Other("other"), Discrete("discrete")}});
  const Observation seen = Observe(c, world, EnumerateTwiceInTwoInstances);
  int answers = 0;
  for (const Event& event : seen.Select("app", "vkEnumeratePhysicalDevices")) {
    if (event.phase() != "leave") continue;
    ++answers;
    EXPECT_SEEN(event.List("names"), ElementsAre("discrete", "other")) << kSorted;
  }
  EXPECT_SEEN(answers, 4) << "all four enumerations return";
}

// Four devices of three types, each with a vendor and a device ID.
VulkanWorld WorldToSelectFrom(const Subject& subject) {
  const auto discrete = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
  const auto integrated = VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
  const auto other = VK_PHYSICAL_DEVICE_TYPE_OTHER;
  return WorldOf(
      subject,
      {{Device("other", other, "", R"("vendor_id": 4318, "device_id": 3)"),
        Device("discrete 2", discrete, "0, 2, 0, 0", R"("vendor_id": 4318, "device_id": 8081)")},
       {Device("integrated", integrated, "", R"("vendor_id": 32902, "device_id": 171)"),
        Device("discrete 1", discrete, "0, 1, 0, 0", R"("vendor_id": 4098, "device_id": 8081)")}});
}

// 4318 is 0x10de, 8081 is 0x1f91, 32902 is 0x8086, 171 is 0xab, 4098 is 0x1002.
struct Selection {
  const char* name;
  const char* value;
  std::vector<std::string> order;
};

const std::vector<std::string>& Sorted() {
  static const std::vector<std::string> order = {"discrete 1", "discrete 2", "integrated", "other"};
  return order;
}

REGISTER_CASES {
  // Outside of the function, every probe would construct it before main.
  static const Selection kSelections[] = {
      {"second_discrete_device",
       "0x10de:0x1f91",
       {"discrete 2", "discrete 1", "integrated", "other"}},
      {"integrated_device", "0x8086:0xab", {"integrated", "discrete 1", "discrete 2", "other"}},
      {"device_of_the_last_type",
       "0x10de:0x3",
       {"other", "discrete 1", "discrete 2", "integrated"}},
      {"capital_digits", "0x10DE:0x1F91", {"discrete 2", "discrete 1", "integrated", "other"}},
      {"leading_zeros",
       "0x00008086:0x000000ab",
       {"integrated", "discrete 1", "discrete 2", "other"}},
      {"first_device", "0x1002:0x1f91", Sorted()},
      {"no_such_device", "0x10de:0xab", Sorted()},
      {"no_such_vendor", "0x1:0x1f91", Sorted()},
      {"empty", "", Sorted()},
  };
  for (const Selection& selection : kSelections) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DEVICEORDER_2, policy::LS_VK_DEVICEORDER_1},
                 selection.name, [&selection](Case& c) {
                   VulkanWorld world = WorldToSelectFrom(c.subject());
                   world.Env(kSelect, selection.value);
                   EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAreArray(selection.order))
                       << "the device of VK_LOADER_DEVICE_SELECT comes first, and the others "
                          "follow in their order; if there is no such device, all keep their order";
                 });
  }
}

// IDs have 32 bits: devices whose IDs differ in the upper ones alone.
struct LongIds {
  const char* name;
  const char* value;
  const char* first;
};

constexpr LongIds kLongIds[] = {
    {"device_id_of_17_bits", "0x10005:0x10001", "17 bits"},
    {"device_id_of_32_bits", "0x10005:0xfedc0001", "32 bits"},
    {"vendor_id_of_32_bits", "0xfedc0005:0x1", "vendor"},
    {"greatest_ids", "0xffffffff:0xffffffff", "greatest"},
};

REGISTER_CASES {
  for (const LongIds& row : kLongIds) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DEVICEORDER_2}, row.name, [&row](Case& c) {
      const auto device = [](const char* name, uint32_t vendor, uint32_t id) {
        return fmt::format(R"({{"name": "{}", "vendor_id": {}, "device_id": {}, "type": 2}})", name,
                           vendor, id);
      };
      VulkanWorld world(c.subject());
      world.WithoutDriver().With(
          DriverOf("d", {device("1 bit", 0x10005, 1), device("17 bits", 0x10005, 0x10001),
                         device("32 bits", 0x10005, 0xfedc0001), device("vendor", 0xfedc0005, 1),
                         device("greatest", 0xffffffff, 0xffffffff)}));
      const std::vector<std::string> order =
          Order(RunEnumerating(c, world.Env(kSelect, row.value)));
      ASSERT_SEEN(order, SizeIs(5)) << "VK_LOADER_DEVICE_SELECT removes no device";
      EXPECT_SEEN(order.front(), row.first)
          << "the device with the vendor and device ID of VK_LOADER_DEVICE_SELECT comes first";
    });
  }
}

VULKAN_CASE(LS_VK_DEVICEORDER_2, every_time) {
  VulkanWorld world = WorldToSelectFrom(c.subject());
  world.Env(kSelect, "0x8086:0xab");
  const Observation seen = Observe(c, world, EnumerateTwiceInTwoInstances);
  std::vector<std::string> first;
  for (const Event& event : seen.Select(kAppName, "vkEnumeratePhysicalDevices")) {
    if (event.phase() != "leave") continue;
    first.push_back(event.List("names").empty() ? "none" : event.List("names").front());
  }
  EXPECT_SEEN(first, AllOf(SizeIs(4), Each("integrated")))
      << "the device of VK_LOADER_DEVICE_SELECT comes first each time, in each instance";
}

VULKAN_CASE(LS_VK_DEVICEORDER_2, groups_too, policy::LS_VK_DEVICEORDER_1) {
  VulkanWorld world = WorldToSelectFrom(c.subject());
  world.Env(kSelect, "0x8086:0xab");
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance({.api_version = VK_API_VERSION_1_1}) == VK_SUCCESS) TraceGroups(app);
  });
  EXPECT_SEEN(Order(seen), ElementsAre("integrated", "discrete 1", "discrete 2", "other"))
      << "the device of VK_LOADER_DEVICE_SELECT comes first";
  const auto groups = seen.First(kAppName, "groups");
  ASSERT_HOLDS(groups.has_value()) << "the application gets its groups of devices";
  ASSERT_SEEN(groups->List("members"), SizeIs(4)) << "no device is missing in the groups";
  EXPECT_SEEN(groups->List("members").front(), "0")
      << "the group of that device comes first among the groups";
}

VULKAN_CASE(LS_VK_DEVICEORDER_2, instance_of_1_0) {
  VulkanWorld world = WorldToSelectFrom(c.subject());
  const std::vector<std::string> order =
      Order(RunEnumeratingIn1_0(c, world.Env(kSelect, "0x8086:0xab")));
  ASSERT_SEEN(order, SizeIs(4)) << "VK_LOADER_DEVICE_SELECT removes no device";
  EXPECT_SEEN(order.front(), "integrated")
      << "the device of VK_LOADER_DEVICE_SELECT comes first, whatever the version of the instance";
}

VULKAN_CASE(LS_VK_DEVICEORDER_2, processor, policy::LS_VK_DEVICEORDER_1) {
  VulkanWorld world = WorldOf(c.subject(), {{Virtual("virtual"), Discrete("discrete")},
                                            {Device("processor", VK_PHYSICAL_DEVICE_TYPE_CPU, "",
                                                    R"("vendor_id": 65541, "device_id": 1)")}});
  world.Env(kSelect, "0x10005:0x1");
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre("processor", "discrete", "virtual"))
      << "the device of VK_LOADER_DEVICE_SELECT comes first, whatever its type";
}

// A value that is not a pair of IDs selects nothing and removes nothing.
VULKAN_CASE(LS_VK_DEVICEORDER_2, malformed_value, policy::LS_VK_DEVICEORDER_1) {
  VulkanWorld world = WorldToSelectFrom(c.subject());
  world.Env(kSelect, "a device, please");
  EXPECT_SEEN(Order(RunEnumerating(c, world)), UnorderedElementsAreArray(Sorted()))
      << "VK_LOADER_DEVICE_SELECT removes no device";
}

// The devices of one driver, in its order or sorted.
void JudgeSwitch(Case& c, const char* value, const std::vector<std::string>& order) {
  VulkanWorld world =
      WorldOf(c.subject(), {{Other("other"), Discrete("discrete 2", "0, 2, 0, 0"),
                             Integrated("integrated"), Discrete("discrete 1", "0, 1, 0, 0")}});
  EXPECT_SEEN(Order(RunEnumerating(c, world.Env(kOff, value))), ElementsAreArray(order))
      << "VK_LOADER_DISABLE_SELECT with a value that is not 0 keeps the order of the driver";
}

const std::vector<std::string>& AsTheyAre() {
  static const std::vector<std::string> order = {"other", "discrete 2", "integrated", "discrete 1"};
  return order;
}

VULKAN_CASE(LS_VK_DEVICEORDER_3, value_1) { JudgeSwitch(c, "1", AsTheyAre()); }
VULKAN_CASE(LS_VK_DEVICEORDER_3, value_2) { JudgeSwitch(c, "2", AsTheyAre()); }
VULKAN_CASE(LS_VK_DEVICEORDER_3, value_0, policy::LS_VK_DEVICEORDER_1) {
  JudgeSwitch(c, "0", Sorted());
}

VULKAN_CASE(LS_VK_DEVICEORDER_3, processor) {
  VulkanWorld world =
      WorldOf(c.subject(), {{Processor("processor"), Virtual("virtual"), Discrete("discrete")}});
  EXPECT_SEEN(Order(RunEnumerating(c, world.Env(kOff, "1"))),
              ElementsAre("processor", "virtual", "discrete"))
      << "VK_LOADER_DISABLE_SELECT with a value that is not 0 keeps the order of the driver";
}

VULKAN_CASE(LS_VK_DEVICEORDER_3, selection_is_off_as_well, policy::LS_VK_DEVICEORDER_2) {
  VulkanWorld world = WorldOf(
      c.subject(), {{Device("first", VK_PHYSICAL_DEVICE_TYPE_OTHER, "", R"("vendor_id": 1)"),
                     Device("second", VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, "",
                            R"("vendor_id": 4318, "device_id": 8081)")}});
  world.Env(kOff, "1").Env(kSelect, "0x10de:0x1f91");
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre("first", "second"))
      << "VK_LOADER_DISABLE_SELECT disables all selection of devices";
}

}  // namespace
}  // namespace loadstone::suites::order

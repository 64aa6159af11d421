// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <initializer_list>

#include "suites/common/list_limits.h"
#include "suites/vulkan/devices/devices.h"

// LoaderInterfaceArchitecture, "Active Environment Variables" and "Multiple Filtering": physical
// devices that are filtered by their device ID, vendor ID or driver ID. No value contains a range
// with a dash (LS_VK_DEVICEFILTER_1.r1, LS_VK_DEVICEFILTER_2.r1, LS_VK_DEVICEFILTER_3.r1) or no
// numbers at all (LS_VK_DEVICEFILTER_1.r2, LS_VK_DEVICEFILTER_2.r2, LS_VK_DEVICEFILTER_3.r2).
namespace loadstone::suites::filter {
namespace {

constexpr char kDevice[] = "VK_LOADER_DEVICE_ID_FILTER";
constexpr char kVendor[] = "VK_LOADER_VENDOR_ID_FILTER";
constexpr char kDriver[] = "VK_LOADER_DRIVER_ID_FILTER";

// A list without dynamic initialisation: every probe would construct vectors again.
using Names = std::initializer_list<const char*>;

struct Filter {
  const char* name;
  const char* value;
  Names passing;
};

std::string WithIds(const std::string& name, int vendor, uint32_t device, int driver) {
  return Device(
      name, VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, "",
      fmt::format(R"("vendor_id": {}, "device_id": {}, "driver_id": {})", vendor, device, driver));
}

// All three IDs increase from a to d. The first device has the first version in which a device
// reports its driver ID; for one that does not, LS_VK_DEVICEFILTER_3.r3 accepts everything.
VulkanWorld WorldToFilter(const Subject& subject) {
  std::string a = WithIds("a", 0x1002, 0x7460, 1);
  a.insert(1, R"("api_version": "1.2.0", )");
  return WorldOf(subject, {{a, WithIds("b", 0x106b, 0x7470, 3)},
                           {WithIds("c", 0x10de, 29827, 13), WithIds("d", 0x8086, 40000, 24)}});
}

Observation RunFiltered(Case& c, const VulkanWorld& world) {
  return Observe(c, world, [](VulkanApp& app) {
    if (app.CreateInstance({.api_version = VK_API_VERSION_1_2}) != VK_SUCCESS) return;
    app.EnumeratePhysicalDevices();
    app.DestroyInstance();
  });
}

// 29827 is 0x7483, 40000 is 0x9c40.
constexpr Filter kDeviceFilters[] = {
    {"one_decimal", "29827", {"c"}},
    {"one_hexadecimal", "0x7460", {"a"}},
    {"capital_digits", "0x9C40,0x747E", {"d"}},
    {"leading_zeros", "0x00007460,0x0000747e", {"a"}},
    {"decimal_of_a_hexadecimal", "29792", {"a"}},
    {"list_of_both", "29827,0x7460", {"a", "c"}},
    {"list_of_all", "0x7460,0x7470,29827,40000", {"a", "b", "c", "d"}},
    {"list_with_ids_of_no_device", "1,0x7470,2,3", {"b"}},
    {"parts_of_ids_and_more_than_ids", "0x746,0x74600,0x460,2982,9827,298270,0x7470", {"b"}},
    {"range", "0x7460:0x747e", {"a", "b"}},
    {"range_of_decimals", "29800:39999", {"b", "c"}},
    {"range_from_a_device", "0x7470:0x747e", {"b"}},
    {"range_from_behind_a_device", "0x7461:0x7470", {"b"}},
    {"range_up_to_a_device", "0x7460:0x7470", {"a", "b"}},
    {"range_up_to_before_a_device", "0x7460:0x746f", {"a"}},
    {"range_of_one", "29827:29827", {"c"}},
    {"range_of_both_kinds", "0x7470:29827", {"b", "c"}},
    {"range_of_everything", "0:0xffffffff", {"a", "b", "c", "d"}},
    {"range_and_id", "0x7460:0x747e,29827", {"a", "b", "c"}},
    {"ranges", "0x7460:0x746f,29827:40000", {"a", "c", "d"}},
};

constexpr Filter kVendorFilters[] = {
    {"one_decimal", "4318", {"c"}},
    {"one_hexadecimal", "0x8086", {"d"}},
    {"list", "0x1002,4203", {"a", "b"}},
    {"parts_of_ids_and_more_than_ids", "0x100,0x10022,0x808,431,318,43180,0x106b", {"b"}},
    {"range", "0x1003:0x10de", {"b", "c"}},
    {"range_and_id", "0x1002:0x106b,0x8086", {"a", "b", "d"}},
    {"capital_digits", "0x10DE,0x106A", {"c"}},
    {"leading_zeros", "0x00001002,0x0000106a", {"a"}},
    {"decimal_of_a_hexadecimal", "32902", {"d"}},
    {"list_of_both", "4318,0x1002", {"a", "c"}},
    {"list_of_all", "0x1002,4203,4318,0x8086", {"a", "b", "c", "d"}},
    {"list_with_ids_of_no_device", "1,0x106b,2,3", {"b"}},
    {"range_of_decimals", "4200:4320", {"b", "c"}},
    {"range_from_a_device", "0x106b:0x10dd", {"b"}},
    {"range_from_behind_a_device", "0x1003:0x106b", {"b"}},
    {"range_up_to_before_a_device", "0x1002:0x106a", {"a"}},
    {"range_of_one", "4318:4318", {"c"}},
    {"range_of_both_kinds", "0x106b:4318", {"b", "c"}},
    {"range_of_everything", "0:0xffffffff", {"a", "b", "c", "d"}},
    {"ranges", "0x1002:0x106a,4318:32902", {"a", "c", "d"}},
};

constexpr Filter kDriverFilters[] = {
    {"one_decimal", "13", {"c"}},
    {"one_hexadecimal", "0xd", {"c"}},
    {"list", "24,1", {"a", "d"}},
    {"parts_of_ids_and_more_than_ids", "2,4,11,31,130,240,3", {"b"}},
    {"range", "2:13", {"b", "c"}},
    {"range_and_id", "1:3,24", {"a", "b", "d"}},
    {"capital_digits", "0xD,0x1F", {"c"}},
    {"leading_zeros", "0x00000001,0x00000002", {"a"}},
    {"list_of_both", "13,0x1", {"a", "c"}},
    {"list_of_all", "1,0x3,13,0x18", {"a", "b", "c", "d"}},
    {"list_with_ids_of_no_device", "2,3,4,5", {"b"}},
    {"range_from_a_device", "3:12", {"b"}},
    {"range_from_behind_a_device", "2:3", {"b"}},
    {"range_up_to_before_a_device", "1:2", {"a"}},
    {"range_of_one", "13:13", {"c"}},
    {"range_of_both_kinds", "0x3:13", {"b", "c"}},
    {"range_of_everything", "0:0xffffffff", {"a", "b", "c", "d"}},
    {"ranges", "1:2,0xd:24", {"a", "c", "d"}},
};

std::vector<std::string> Strings(Names names) { return {names.begin(), names.end()}; }

void Register(policy::Id id, const char* variable, const Filter& filter) {
  RegisterCase(Api::kVulkan, {id}, filter.name, [variable, &filter](Case& c) {
    VulkanWorld world = WorldToFilter(c.subject());
    world.Env(variable, filter.value);
    EXPECT_SEEN(Order(RunFiltered(c, world)), UnorderedElementsAreArray(Strings(filter.passing)))
        << "the devices that " << variable << " accepts are enumerated, and no others";
  });
}

REGISTER_CASES {
  for (const Filter& filter : kDeviceFilters) {
    Register(policy::LS_VK_DEVICEFILTER_1, kDevice, filter);
  }
  for (const Filter& filter : kVendorFilters) {
    Register(policy::LS_VK_DEVICEFILTER_2, kVendor, filter);
  }
  for (const Filter& filter : kDriverFilters) {
    Register(policy::LS_VK_DEVICEFILTER_3, kDriver, filter);
  }
}

// A filter that no device passes. What the application gets is open: an error of either call, or no
// devices.
void ExpectNoDevices(const Observation& seen, const char* why) {
  ASSERT_SEEN(ResultOf(seen, "vkCreateInstance"), Not("no answer")) << why;
  if (ResultOf(seen, "vkCreateInstance") != "VK_SUCCESS") return;
  ASSERT_SEEN(ResultOf(seen, "vkEnumeratePhysicalDevices"), Not("no answer")) << why;
  EXPECT_SEEN(Order(seen), IsEmpty()) << why;
}

void RegisterNone(policy::Id id, const char* variable, const char* one, const char* list,
                  const char* range) {
  for (const auto& [name, value] :
       {std::pair{"one_that_no_device_has", one}, std::pair{"list_of_ids_that_no_device_has", list},
        std::pair{"range_in_which_no_device_is", range}}) {
    RegisterCase(Api::kVulkan, {id}, name, [variable, value = value](Case& c) {
      ExpectNoDevices(RunFiltered(c, WorldToFilter(c.subject()).Env(variable, value)),
                      "a device that the filter does not accept is not enumerated");
    });
  }
}

REGISTER_CASES {
  RegisterNone(policy::LS_VK_DEVICEFILTER_1, kDevice, "1", "1,0x746,99999", "0x7471:29826");
  RegisterNone(policy::LS_VK_DEVICEFILTER_2, kVendor, "1", "1,0x100,99999", "0x106c:4317");
  RegisterNone(policy::LS_VK_DEVICEFILTER_3, kDriver, "2", "2,0x4,99", "4:12");
}

// An ID has 32 bits, all of which count.
VULKAN_CASE(LS_VK_DEVICEFILTER_1, ids_of_32_bits) {
  VulkanWorld world = WorldOf(c.subject(), {{WithIds("low", 0x1002, 0x7edcba98, 1)},
                                            {WithIds("high", 0x1002, 0xfedcba98, 1)},
                                            {WithIds("highest", 0x1002, 0xffffffff, 1)}});
  EXPECT_SEEN(Order(RunFiltered(c, world.Env(kDevice, "0xfedcba98,4294967295"))),
              UnorderedElementsAre("high", "highest"))
      << "the devices that " << kDevice << " accepts are enumerated, and no others";
}

// Vendors without a PCI vendor ID have IDs above those.
VULKAN_CASE(LS_VK_DEVICEFILTER_2, ids_of_32_bits) {
  VulkanWorld world = WorldOf(c.subject(), {{WithIds("low", 5, 0x7460, 1)},
                                            {WithIds("high", 0x10005, 0x7460, 1)},
                                            {WithIds("higher", 0x10006, 0x7460, 1)}});
  EXPECT_SEEN(Order(RunFiltered(c, world.Env(kVendor, "6,65541"))), ElementsAre("high"))
      << "the devices that " << kVendor << " accepts are enumerated, and no others";
}

// A list applies to each instance, whatever the loader did with its text before.
void RegisterForTwoInstances(policy::Id id, const char* variable, const char* value) {
  RegisterCase(Api::kVulkan, {id}, "list_for_each_of_two_instances", [variable, value](Case& c) {
    const Observation seen =
        Observe(c, WorldToFilter(c.subject()).Env(variable, value), [](VulkanApp& app) {
          for (int i = 0; i < 2; ++i) {
            if (app.CreateInstance({.api_version = VK_API_VERSION_1_2}) != VK_SUCCESS) return;
            app.EnumeratePhysicalDevices();
            app.EnumeratePhysicalDevices();
            app.DestroyInstance();
          }
        });
    int answers = 0;
    for (const Event& event : seen.Select(kAppName, "vkEnumeratePhysicalDevices")) {
      if (event.phase() != "leave") continue;
      ++answers;
      EXPECT_SEEN(event.List("names"), UnorderedElementsAre("a", "c"))
          << "each element of " << variable << " applies each time, in each instance";
    }
    EXPECT_SEEN(answers, 4) << "all four enumerations return";
  });
}

REGISTER_CASES {
  RegisterForTwoInstances(policy::LS_VK_DEVICEFILTER_1, kDevice, "0x7460,29827");
  RegisterForTwoInstances(policy::LS_VK_DEVICEFILTER_2, kVendor, "0x1002,4318");
  RegisterForTwoInstances(policy::LS_VK_DEVICEFILTER_3, kDriver, "1,13");
}

// A device has these IDs in an instance of any version.
void RegisterIn1_0(policy::Id id, const char* variable, const char* value) {
  RegisterCase(Api::kVulkan, {id}, "instance_of_1_0", [variable, value](Case& c) {
    const Observation seen =
        Observe(c, WorldToFilter(c.subject()).Env(variable, value), [](VulkanApp& app) {
          if (app.CreateInstance() != VK_SUCCESS) return;
          app.EnumeratePhysicalDevices();
          app.DestroyInstance();
        });
    EXPECT_SEEN(Order(seen), UnorderedElementsAre("a", "c"))
        << "the devices that " << variable
        << " accepts are enumerated, and no others, whatever the version of the instance";
  });
}

REGISTER_CASES {
  RegisterIn1_0(policy::LS_VK_DEVICEFILTER_1, kDevice, "0x7460,29827");
  RegisterIn1_0(policy::LS_VK_DEVICEFILTER_2, kVendor, "0x1002,4318");
}

// Long lists: `first` is at each position that matters but the last one, where `last` is, and an ID
// of no device is at all others. No section limits the number of elements.
void RegisterLong(policy::Id id, const char* variable, const std::string& first,
                  const std::string& last) {
  for (const int length : kListLengths) {
    RegisterCase(Api::kVulkan, {id}, fmt::format("list_of_{}", length), [=](Case& c) {
      VulkanWorld world = WorldToFilter(c.subject());
      world.Env(variable,
                ListAtLimits(
                    length, ',', [&](int position) { return position == length ? last : first; },
                    [](int position) { return std::to_string(100000 + position); }));
      EXPECT_SEEN(Order(RunFiltered(c, world)), UnorderedElementsAre("a", "d"))
          << "each of the " << length << " elements of " << variable << " has effect";
    });
  }
}

REGISTER_CASES {
  RegisterLong(policy::LS_VK_DEVICEFILTER_1, kDevice, "0x7460", "40000");
  RegisterLong(policy::LS_VK_DEVICEFILTER_2, kVendor, "0x1002", "0x8086");
  RegisterLong(policy::LS_VK_DEVICEFILTER_3, kDriver, "1", "24");
}

// Values of the three variables; null: not set.
struct Together {
  const char* name;
  const char* device;
  const char* vendor;
  const char* driver;
  Names passing;
};

constexpr Together kTogether[] = {
    {"devices_and_vendors", "0x7460:29827", "0x106b:0x8086", nullptr, {"b", "c"}},
    {"devices_and_drivers", "0x7460:29827", nullptr, "3,24", {"b"}},
    {"vendors_and_drivers", nullptr, "0x1002,0x8086", "2:24", {"d"}},
    {"all_three", "0x7460:29827", "0x106b:0x8086", "13:24", {"c"}},
    {"all_three_with_one_for_everything", "0:0xffffffff", "0x1002:0x10de", "3:24", {"b", "c"}},
};

VulkanWorld WorldToFilterBy(const Subject& subject, const Together& row) {
  VulkanWorld world = WorldToFilter(subject);
  if (row.device != nullptr) world.Env(kDevice, row.device);
  if (row.vendor != nullptr) world.Env(kVendor, row.vendor);
  if (row.driver != nullptr) world.Env(kDriver, row.driver);
  return world;
}

// The application gets the devices in groups, too.
void JudgeGroups(Case& c, const Together& row) {
  const Observation seen = Observe(c, WorldToFilterBy(c.subject(), row), [](VulkanApp& app) {
    if (app.CreateInstance({.api_version = VK_API_VERSION_1_2}) == VK_SUCCESS) TraceGroups(app);
  });
  const auto groups = seen.First(kAppName, "groups");
  ASSERT_HOLDS(groups.has_value()) << "the application gets its groups of devices";
  std::vector<std::string> places;
  for (size_t i = 0; i < row.passing.size(); ++i) places.push_back(std::to_string(i));
  EXPECT_SEEN(groups->List("members"), UnorderedElementsAreArray(places))
      << "exactly the devices that pass all filters are in groups";
}

REGISTER_CASES {
  for (const Together& row : kTogether) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DEVICEFILTER_4}, row.name, [&row](Case& c) {
      EXPECT_SEEN(Order(RunFiltered(c, WorldToFilterBy(c.subject(), row))),
                  UnorderedElementsAreArray(Strings(row.passing)))
          << "exactly the devices that pass all filters are enumerated";
    });
    RegisterCase(Api::kVulkan, {policy::LS_VK_DEVICEFILTER_4},
                 fmt::format("groups_by_{}", row.name), [&row](Case& c) { JudgeGroups(c, row); });
  }
}

// An application may ask for the groups first, or for them alone.
VULKAN_CASE(LS_VK_DEVICEFILTER_4, groups_before_the_devices) {
  constexpr const Together& kRow = kTogether[std::size(kTogether) - 1];
  const Observation seen = Observe(c, WorldToFilterBy(c.subject(), kRow), [](VulkanApp& app) {
    if (app.CreateInstance({.api_version = VK_API_VERSION_1_2}) != VK_SUCCESS) return;
    AppEvent("grouped").Add("names", NamesOf(app, DevicesOfGroups(app)));
    app.EnumeratePhysicalDevices();
    app.DestroyInstance();
  });
  const auto grouped = seen.First(kAppName, "grouped");
  ASSERT_HOLDS(grouped.has_value()) << "the application gets its groups of devices";
  EXPECT_SEEN(grouped->List("names"), UnorderedElementsAreArray(Strings(kRow.passing)))
      << "exactly the devices that pass all filters are in groups";
  EXPECT_SEEN(Order(seen), UnorderedElementsAreArray(Strings(kRow.passing)))
      << "exactly the devices that pass all filters are enumerated";
}

VULKAN_CASE(LS_VK_DEVICEFILTER_4, each_device_fails_one_filter) {
  VulkanWorld world = WorldToFilter(c.subject());
  world.Env(kDevice, "0x7460,0x7470").Env(kVendor, "0x10de,0x8086");
  ExpectNoDevices(RunFiltered(c, world),
                  "a device that passes one filter and fails another is not enumerated");
}

}  // namespace
}  // namespace loadstone::suites::filter

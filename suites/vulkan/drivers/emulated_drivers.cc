// SPDX-License-Identifier: Apache-2.0
#include "policies/reading_ids.h"
#include "suites/vulkan/drivers/driver_places.h"
#include "suites/vulkan/drivers/emulated_queries.h"
#include "suites/vulkan/drivers/provided_list.h"
#include "suites/vulkan/extensions/extensions.h"

// LoaderDriverInterface, "Loader Instance Extension Emulation Support" (LDP_LOADER_8): drivers of
// every interface version, drivers in every place and those of the application, several instances,
// and layers. All drivers are of Vulkan 1.0; each query is one that functions of 1.0 can answer,
// without further structures (LDP_LOADER_8.r1).
namespace loadstone::suites::emulated_drivers {
namespace {

constexpr char kHas[] = "has_it";
constexpr char kLacks[] = "lacks_it";
constexpr char kSecond[] = " second";  // ends the name of a driver's second device
constexpr char kGroups[] = "vkEnumeratePhysicalDeviceGroupsKHR";
constexpr char kDirect[] = VK_LUNARG_DIRECT_DRIVER_LOADING_EXTENSION_NAME;

const std::vector<std::string>& Emulated() {
  static const std::vector<std::string> extensions = {kKnownExtension, kOtherKnownExtension};
  return extensions;
}

// A driver with two devices whose answers differ.
Driver DriverOfTwo(const std::string& name, bool has_extensions) {
  constexpr char kVersion[] = R"({"api_version": "1.0.68"})";
  const std::vector<std::string> none;
  return Driver(name)
      .Manifest(kVersion)
      .Behaviour(kVersion)
      .Behaviour(R"({"sparse_formats": 2})")
      .Behaviour(MockExtensions("instance_extensions", has_extensions ? Emulated() : none))
      .Behaviour(fmt::format(
          R"({{"physical_devices": [
               {{"name": "{0}", "queue_families": [
                 {{"flags": 15, "count": 4}}, {{"flags": 4, "count": 2}},
                 {{"flags": 2, "count": 1}}]}},
               {{"name": "{0}{1}", "queue_families": [{{"flags": 7, "count": 3}}]}}]}})",
          name, kSecond));
}

// Makes every query of each device, and lists the groups.
void AskAll(VulkanApp& app) {
  const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
  const std::vector<std::string> names = NamesOf(app, devices);
  for (size_t i = 0; i < devices.size(); ++i) {
    for (const EmulatedQuery& query : kEmulatedQueries) {
      const bool same = query.ask(app, devices[i]);
      AppEvent("asked").Add("device", names[i]).Add("query", query.name).Add("same", same);
    }
  }
  TraceGroups(app, kGroups);
}

// Runs AskAll in an instance with the extensions.
Observation Run(Case& c, const VulkanWorld& world, const std::vector<std::string>& layers = {}) {
  return Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, Emulated())) return;
    if (app.CreateInstance({.layers = layers, .extensions = Emulated()}) != VK_SUCCESS) return;
    AskAll(app);
    app.DestroyInstance();
  });
}

std::vector<std::string> DevicesOf(const std::vector<std::string>& drivers) {
  std::vector<std::string> devices;
  for (const std::string& driver : drivers) {
    devices.push_back(driver);
    devices.push_back(driver + kSecond);
  }
  return devices;
}

// Expects that AskAll ran `times` times, with these devices. The driver `has` has the extensions.
void ExpectEmulated(const Observation& seen, const std::vector<std::string>& devices,
                    const std::string& has, size_t times = 1) {
  EXPECT_SEEN(Order(seen), UnorderedElementsAreArray(devices)) << "the devices of all are listed";
  const std::vector<Event> asked = seen.Select(kAppName, "asked");
  ASSERT_SEEN(asked, SizeIs(times * devices.size() * std::size(kEmulatedQueries)))
      << "each device can be queried";
  for (const Event& event : asked) {
    EXPECT_HOLDS(event.Flag("same"))
        << "for " << event.Text("device") << " the function of the extension, which asks for "
        << event.Text("query") << ", returns the same as the function of Vulkan 1.0";
  }
  std::vector<std::string> places;
  for (size_t i = 0; i < devices.size(); ++i) places.push_back(std::to_string(i));
  const std::vector<Event> groups = seen.Select(kAppName, "groups");
  ASSERT_SEEN(groups, SizeIs(times)) << "the groups can be listed";
  for (const Event& event : groups) {
    EXPECT_SEEN(event.List("members"), UnorderedElementsAreArray(places))
        << "each device of a driver without groups is a group of its own";
  }
  for (const EmulatedQuery& query : kEmulatedQueries) {
    EXPECT_SEEN(seen.Select(has, query.command), Not(IsEmpty()))
        << "a driver with the extension is queried with its own function";
  }
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "no driver is asked for what it lacks";
}

// Drivers of every interface version, of which one has the extensions.
constexpr int kNewest = 7;

std::string NameOf(int version) { return fmt::format("of_{}", version); }

Driver OfInterface(int version, bool has_extensions) {
  Driver driver = DriverOfTwo(NameOf(version), has_extensions);
  if (version < 2) return driver.Binary(fmt::format("vulkan_driver_v{}", version));
  return driver.Behaviour(fmt::format(R"({{"interface_version": {}}})", version));
}

void JudgeInterfaces(Case& c, int with_extensions) {
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  for (int version = 0; version <= kNewest; ++version) {
    world.With(OfInterface(version, version == with_extensions));
  }
  const Observation seen = Run(c, world);
  if (!WhyNotListed(seen).empty()) {
    GTEST_SKIP() << "the loader lists no extensions of a driver of interface version "
                 << with_extensions << ", which is allowed if it no longer supports this version"
                 << reading::LS_VK_DRIVER_INTERFACE_3_r1;
  }
  // It may use no driver of an older version: LS_VK_DRIVER_INTERFACE_2.r1.
  const std::vector<std::string> used = DriversReached(seen);
  ASSERT_SEEN(used, Contains(NameOf(kNewest))) << "a driver of the newest version is used";
  ExpectEmulated(seen, DevicesOf(used), NameOf(with_extensions));
}

REGISTER_CASES {
  for (int version = 0; version <= kNewest; ++version) {
    RegisterCase(Api::kVulkan, {policy::LDP_LOADER_8},
                 fmt::format("every_interface_version_beside_a_driver_of_{}", version),
                 [version](Case& c) { JudgeInterfaces(c, version); });
  }
}

VulkanWorld WorldOfBoth(const Subject& subject) {
  VulkanWorld world(subject);
  return world.WithoutDriver().With(DriverOfTwo(kHas, true)).With(DriverOfTwo(kLacks, false));
}

// Two instances at once, the second of which is used after the first.
VULKAN_CASE(LDP_LOADER_8, queries_in_two_instances) {
  const Observation seen = Observe(c, WorldOfBoth(c.subject()), [](VulkanApp& app) {
    VulkanApp second = app;
    if (app.CreateInstance({.extensions = Emulated()}) != VK_SUCCESS) return;
    if (second.CreateInstance({.extensions = Emulated()}) != VK_SUCCESS) return;
    AskAll(app);
    AskAll(second);
    app.DestroyInstance();
    AskAll(second);
    second.DestroyInstance();
  });
  ExpectEmulated(seen, DevicesOf({kHas, kLacks}), kHas, 3);
}

REGISTER_CASES {
  for (const int count : {1, 3}) {
    RegisterCase(Api::kVulkan, {policy::LDP_LOADER_8},
                 fmt::format("queries_through_{}_layers", count), [count](Case& c) {
                   VulkanWorld world = WorldOfBoth(c.subject());
                   const std::vector<std::string> layers = NumberedLayers(count);
                   for (const std::string& name : layers) {
                     world.With(Layer(name).Behaviour(kInterceptAll));
                   }
                   const Observation seen = Run(c, world, layers);
                   EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(layers))
                       << "the layers are in the chain";
                   ExpectEmulated(seen, DevicesOf({kHas, kLacks}), kHas);
                 });
  }
  for (const PlaceOfDrivers& place : kPlacesOfDrivers) {
    RegisterCase(Api::kVulkan, {policy::LDP_LOADER_8, FoundBy(place)},
                 fmt::format("queries_of_drivers_in_{}", place.name), [&place](Case& c) {
                   VulkanWorld world(c.subject());
                   Place(world.WithoutDriver(), place,
                         {DriverOfTwo(kHas, true), DriverOfTwo(kLacks, false)});
                   const Observation seen = Run(c, world);
                   AttributeToPlace(seen, place);
                   ExpectEmulated(seen, DevicesOf({kHas, kLacks}), kHas);
                 });
  }
}

// Drivers that the application provides, beside one of the system or alone.
struct Provided {
  const char* name;
  policy::Id owner;
  VkDirectDriverLoadingModeLUNARG mode;
  std::vector<std::string> drivers;
};

void JudgeProvided(Case& c, const Provided& row) {
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  for (const char* name : {kHas, kLacks}) {
    Driver driver = DriverOfTwo(name, name == std::string(kHas));
    const bool is_provided =
        std::find(row.drivers.begin(), row.drivers.end(), name) != row.drivers.end();
    world.With(is_provided ? driver.In(kElsewhere) : driver);
  }
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, {kDirect})) return;
    const ProvidedList list(c.subject(), row.mode, row.drivers);
    std::vector<std::string> extensions = Emulated();
    extensions.emplace_back(kDirect);
    if (app.CreateInstance({.extensions = extensions, .next = list.next()}) != VK_SUCCESS) return;
    AskAll(app);
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  ExpectEmulated(seen, DevicesOf({kHas, kLacks}), kHas);
}

REGISTER_CASES {
  constexpr auto kInclusive = VK_DIRECT_DRIVER_LOADING_MODE_INCLUSIVE_LUNARG;
  constexpr auto kExclusive = VK_DIRECT_DRIVER_LOADING_MODE_EXCLUSIVE_LUNARG;
  for (const Provided& row :
       {Provided{"a_provided_driver", policy::LS_VK_DRIVER_PROVIDED_1, kInclusive, {kLacks}},
        Provided{
            "a_driver_beside_a_provided_one", policy::LS_VK_DRIVER_PROVIDED_1, kInclusive, {kHas}},
        Provided{
            "two_provided_drivers", policy::LS_VK_DRIVER_PROVIDED_2, kExclusive, {kLacks, kHas}}}) {
    RegisterCase(Api::kVulkan, {policy::LDP_LOADER_8, row.owner},
                 fmt::format("queries_of_{}", row.name), [row](Case& c) { JudgeProvided(c, row); });
  }
}

}  // namespace
}  // namespace loadstone::suites::emulated_drivers

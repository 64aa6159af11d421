// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/vulkan/drivers/provided_list.h"
#include "suites/vulkan/extensions/extensions.h"
#include "suites/vulkan/macos/bundle.h"

// LoaderDriverInterface, "Driver Discovery on macOS": drivers of the application's bundle beside
// those that the application provides ("Interactions with other driver discovery mechanisms"), in
// filters ("Driver Filtering"), and in the list of extensions. Whether drivers of the system are
// used beside them depends on the edition.
namespace loadstone::suites::bundle_driver_uses {
namespace {

constexpr char kExtension[] = VK_LUNARG_DIRECT_DRIVER_LOADING_EXTENSION_NAME;
constexpr char kFirst[] = "first";
constexpr char kSecond[] = "second";
constexpr char kOwn[] = "own";
constexpr char kOfSystem[] = "of_the_system";

// A machine whose system has no driver.
VulkanWorld WorldOfTwo(const Subject& subject) {
  VulkanWorld world = WorldOfBundle(subject);
  world.WithoutDriver();
  for (const char* name : {kFirst, kSecond}) {
    world.With(NamedDriver(name).In(DriverFolder(Resources(kBundle))));
  }
  return world;
}

void JudgeProvided(Case& c, VulkanWorld world, VkDirectDriverLoadingModeLUNARG mode,
                   const std::vector<std::string>& used) {
  world.With(NamedDriver(kOwn).In(kElsewhere));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (!AreListed(app, {kExtension})) return;
    const ProvidedList list(c.subject(), mode, {kOwn});
    if (app.CreateInstance({.extensions = {kExtension}, .next = list.next()}) != VK_SUCCESS) return;
    app.EnumeratePhysicalDevices();
    app.DestroyInstance();
  });
  if (const std::string why = WhyNotListed(seen); !why.empty()) GTEST_SKIP() << why;
  EXPECT_SEEN(Order(seen), UnorderedElementsAreArray(used))
      << "drivers of the bundle are used beside those of the application, unless these are to be "
         "the only ones";
}

constexpr auto kInclusive = VK_DIRECT_DRIVER_LOADING_MODE_INCLUSIVE_LUNARG;
constexpr auto kExclusive = VK_DIRECT_DRIVER_LOADING_MODE_EXCLUSIVE_LUNARG;

VULKAN_CASE(LS_VK_DRIVER_PROVIDED_1, beside_drivers_of_the_bundle,
            policy::LS_VK_DRIVER_DISCOVERY_16) {
  JudgeProvided(c, WorldOfTwo(c.subject()), kInclusive, {kFirst, kSecond, kOwn});
}

VULKAN_CASE(LS_VK_DRIVER_PROVIDED_2, in_place_of_drivers_of_the_bundle,
            policy::LS_VK_DRIVER_DISCOVERY_16) {
  JudgeProvided(c, WorldOfTwo(c.subject()), kExclusive, {kOwn});
}

// A driver that the application provides is found without a search.
VULKAN_CASE(LS_VK_DRIVER_PROVIDED_1, beside_drivers_of_the_bundle_alone,
            policy::LS_VK_DRIVER_DISCOVERY_17) {
  VulkanWorld world = WorldOfTwo(c.subject());
  world.With(NamedDriver(kOfSystem).In(DriverFolder("/etc/xdg"))).Env(kOnlyInBundle, "1");
  JudgeProvided(c, world, kInclusive, {kFirst, kSecond, kOwn});
}

VULKAN_CASE(LS_VK_DRIVER_PROVIDED_2, in_place_of_drivers_of_the_bundle_alone,
            policy::LS_VK_DRIVER_DISCOVERY_17) {
  JudgeProvided(c, WorldOfTwo(c.subject()).Env(kOnlyInBundle, "1"), kExclusive, {kOwn});
}

struct Filter {
  policy::Id owner;
  const char* name;
  const char* disable;  // null: not set
  const char* select;
  std::vector<std::string> used;
};

const Filter kFilters[] = {
    {policy::LS_VK_DRIVER_FILTER_1, "driver_of_the_bundle", nullptr, "second.json", {kSecond}},
    {policy::LS_VK_DRIVER_FILTER_2, "driver_of_the_bundle", "second*", nullptr, {kFirst}},
    {policy::LS_VK_DRIVER_FILTER_3, "driver_of_the_bundle", "*", "second*", {kSecond}},
};

VulkanWorld WithFilter(VulkanWorld world, const Filter& filter) {
  if (filter.disable != nullptr) world.Env("VK_LOADER_DRIVERS_DISABLE", filter.disable);
  if (filter.select != nullptr) world.Env("VK_LOADER_DRIVERS_SELECT", filter.select);
  return world;
}

REGISTER_CASES {
  for (const Filter& filter : kFilters) {
    const auto judge = [&filter](Case& c, const VulkanWorld& world) {
      EXPECT_SEEN(Order(RunEnumerating(c, WithFilter(world, filter))),
                  ElementsAreArray(filter.used))
          << "filters of drivers apply to those of the bundle";
    };
    RegisterCase(Api::kVulkan, {filter.owner, policy::LS_VK_DRIVER_DISCOVERY_16}, filter.name,
                 [judge](Case& c) { judge(c, WorldOfTwo(c.subject())); });
    RegisterCase(Api::kVulkan, {filter.owner, policy::LS_VK_DRIVER_DISCOVERY_17},
                 fmt::format("{}_that_is_searched_alone", filter.name),
                 [judge](Case& c) { judge(c, WorldOfTwo(c.subject()).Env(kOnlyInBundle, "1")); });
  }
}

// Drivers in bundles are often portability drivers.
VulkanWorld WorldOfPortable(const Subject& subject) {
  const std::string folder = DriverFolder(Resources(kBundle));
  VulkanWorld world = WorldOfBundle(subject);
  world.WithoutDriver()
      .With(NamedDriver(kFirst).In(folder))
      .With(NamedDriver(kSecond).In(kElsewhere))
      .File(ManifestPath(folder, kSecond), PortabilityManifest(subject, kSecond));
  return world;
}

Observation RunForPortability(Case& c, VkInstanceCreateFlags flags) {
  return Observe(c, WorldOfPortable(c.subject()), [flags](VulkanApp& app) {
    const std::string extension = VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME;
    if (app.CreateInstance({.extensions = {extension}, .flags = flags}) != VK_SUCCESS) return;
    app.EnumeratePhysicalDevices();
    app.DestroyInstance();
  });
}

VULKAN_CASE(LS_VK_PORTABILITY_1, driver_of_the_bundle_without_the_bit,
            policy::LS_VK_DRIVER_DISCOVERY_16) {
  EXPECT_SEEN(DriversReached(RunForPortability(c, 0)), ElementsAre(kFirst))
      << "a portability driver must not be used for an application that does not request it"
      << reading::LS_VK_PORTABILITY_1_r1;
}

VULKAN_CASE(LS_VK_PORTABILITY_1, driver_of_the_bundle_with_the_bit,
            policy::LS_VK_DRIVER_DISCOVERY_16) {
  const Observation seen = RunForPortability(c, VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR);
  EXPECT_SEEN(Order(seen), UnorderedElementsAre(kFirst, kSecond))
      << "a portability driver that is requested is used";
}

// The extension of the last driver.
VULKAN_CASE(LS_VK_EXTENSION_1, extension_of_a_driver_of_the_bundle,
            policy::LS_VK_DRIVER_DISCOVERY_16) {
  VulkanWorld world = WorldOfBundle(c.subject());
  world.WithoutDriver()
      .With(NamedDriver(kFirst).In(DriverFolder(Resources(kBundle))))
      .With(NamedDriver(kSecond)
                .Behaviour(MockExtensions("instance_extensions", {kKnownExtension}))
                .In(DriverFolder(Resources(kBundle))));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    if (!AreListed(app, {kKnownExtension})) return;
    if (app.CreateInstance({.extensions = {kKnownExtension}}) == VK_SUCCESS) app.DestroyInstance();
  });
  EXPECT_SEEN(WhyNotListed(seen), "") << "the extensions of the bundle's drivers are listed";
  EXPECT_SEEN(ExtensionsGiven(seen, kSecond), ElementsAre(kKnownExtension))
      << "the bundle's driver gets its extension";
}

}  // namespace
}  // namespace loadstone::suites::bundle_driver_uses

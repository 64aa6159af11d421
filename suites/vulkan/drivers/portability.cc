// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/case/unjudged.h"
#include "policies/reading_ids.h"
#include "suites/vulkan/drivers/drivers.h"
#include "suites/vulkan/extensions/extensions.h"

// LoaderDriverInterface, "Loader implementation of VK_KHR_portability_enumeration".
namespace loadstone::suites::portability {
namespace {

constexpr char kPortable[] = "portable";
constexpr char kPlain[] = "plain";
constexpr char kExtension[] = VK_KHR_PORTABILITY_ENUMERATION_EXTENSION_NAME;

VulkanWorld WorldWithPortable(const Subject& subject, const char* members) {
  VulkanWorld world(subject);
  world.WithoutDriver();
  AddWithMembers(world, subject, NamedDriver(kPortable), members);
  return world;
}

Observation Run(Case& c, const VulkanWorld& world, const InstanceRequest& request) {
  return Observe(c, world, [&request](VulkanApp& app) {
    if (app.CreateInstance(request) != VK_SUCCESS) return;
    app.EnumeratePhysicalDevices();
    app.DestroyInstance();
  });
}

constexpr char kDeclares[] = R"({"is_portability_driver": true})";

VULKAN_CASE(LS_VK_PORTABILITY_1, application_does_not_ask) {
  VulkanWorld world = WorldWithPortable(c.subject(), kDeclares);
  EXPECT_SEEN(DriversReached(Run(c, world.With(NamedDriver(kPlain)), {})), ElementsAre(kPlain))
      << "a portability driver must not be used for an application that does not request it"
      << reading::LS_VK_PORTABILITY_1_r1;
}

VULKAN_CASE(LS_VK_PORTABILITY_1, extension_without_the_bit, policy::LS_VK_PORTABILITY_2) {
  VulkanWorld world = WorldWithPortable(c.subject(), kDeclares);
  EXPECT_SEEN(DriversReached(Run(c, world.With(NamedDriver(kPlain)), {.extensions = {kExtension}})),
              ElementsAre(kPlain))
      << "portability drivers are requested by the flag bit, not by the extension alone";
}

VULKAN_CASE(LS_VK_PORTABILITY_1, application_asks, policy::LS_VK_PORTABILITY_2) {
  VulkanWorld world = WorldWithPortable(c.subject(), kDeclares);
  const Observation seen =
      Run(c, world.With(NamedDriver(kPlain)),
          {.extensions = {kExtension}, .flags = VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR});
  EXPECT_SEEN(Order(seen), UnorderedElementsAre(kPlain, kPortable))
      << "the devices of portability drivers are listed in addition to the others";
}

VULKAN_CASE(LS_VK_PORTABILITY_1, no_other_driver, policy::LDP_LOADER_1) {
  const Observation seen = Run(c, WorldWithPortable(c.subject(), kDeclares), {});
  EXPECT_SEEN(DriversReached(seen), IsEmpty()) << "a portability driver is not used as a fallback";
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_ERROR_INCOMPATIBLE_DRIVER")
      << "without a driver that may be loaded, instance creation returns "
         "VK_ERROR_INCOMPATIBLE_DRIVER";
}

VULKAN_CASE(LS_VK_PORTABILITY_1, driver_says_that_it_is_none) {
  EXPECT_SEEN(
      Order(Run(c, WorldWithPortable(c.subject(), R"({"is_portability_driver": false})"), {})),
      ElementsAre(kPortable))
      << "a driver that declares that it is not a portability driver is used";
}

VULKAN_CASE(LS_VK_PORTABILITY_1, driver_does_not_say) {
  EXPECT_SEEN(Order(Run(c, WorldWithPortable(c.subject(), "{}"), {})), ElementsAre(kPortable))
      << "a driver that declares nothing is not a portability driver";
}

// Two drivers of each kind, which the loader may find in any order: in that of their names, one of
// portability is the first, and one the last.
VulkanWorld WorldOfFour(const Subject& subject) {
  VulkanWorld world = WorldWithPortable(subject, kDeclares);
  AddWithMembers(world, subject, NamedDriver("early_portable"), kDeclares);
  return world.With(NamedDriver(kPlain)).With(NamedDriver("plain_2"));
}

constexpr VkInstanceCreateFlags kAsks = VK_INSTANCE_CREATE_ENUMERATE_PORTABILITY_BIT_KHR;

VULKAN_CASE(LS_VK_PORTABILITY_1, application_does_not_ask_for_several) {
  EXPECT_SEEN(DriversReached(Run(c, WorldOfFour(c.subject()), {})),
              UnorderedElementsAre(kPlain, "plain_2"))
      << "no portability driver is used, and each of the other drivers is used";
}

VULKAN_CASE(LS_VK_PORTABILITY_1, application_asks_for_several, policy::LS_VK_PORTABILITY_2) {
  EXPECT_SEEN(Order(Run(c, WorldOfFour(c.subject()), {.extensions = {kExtension}, .flags = kAsks})),
              UnorderedElementsAre(kPlain, "plain_2", kPortable, "early_portable"))
      << "the devices of all portability drivers are listed in addition to the others";
}

VULKAN_CASE(LS_VK_PORTABILITY_1, application_asks_and_there_is_no_other_driver,
            policy::LS_VK_PORTABILITY_2) {
  EXPECT_SEEN(Order(Run(c, WorldWithPortable(c.subject(), kDeclares),
                        {.extensions = {kExtension}, .flags = kAsks})),
              ElementsAre(kPortable))
      << "a portability driver that is requested is used";
}

VULKAN_CASE(LDP_LOADER_9, extension_of_portability_that_one_driver_has,
            policy::LS_VK_PORTABILITY_2) {
  constexpr char kHas[] = "has_it";
  VulkanWorld world = WorldOfFour(c.subject());
  world.With(NamedDriver(kHas).Behaviour(MockExtensions("instance_extensions", {kExtension})));
  const Observation seen = Run(c, world, {.extensions = {kExtension}, .flags = kAsks});
  for (const Event& event : seen.Select({}, "vkCreateInstance")) {
    if (event.who() == kAppName || event.who() == kHas || event.phase() == "leave") continue;
    EXPECT_SEEN(event.List("extensions"), Not(Contains(kExtension)))
        << "a driver without the extension is not asked for it";
  }
  if (testing::Test::HasFailure()) return;
  AttributeFailureTo(policy::LS_VK_PORTABILITY_2.text);
  EXPECT_SEEN(DriversReached(seen), SizeIs(5)) << "the loader provides the extension for all";
}

// A portability driver that a variable names.
struct NamedBy {
  const char* name;
  const char* variable;
  bool by_folder;
};

constexpr NamedBy kNamedBy[] = {
    {"driver_files", "VK_DRIVER_FILES", false},
    {"icd_filenames", "VK_ICD_FILENAMES", false},
    {"add_driver_files", "VK_ADD_DRIVER_FILES", false},
    {"folder_of_driver_files", "VK_DRIVER_FILES", true},
    {"folder_of_add_driver_files", "VK_ADD_DRIVER_FILES", true},
};

void JudgeNamed(Case& c, const NamedBy& row) {
  const std::string folder = "/opt/further";
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(NamedDriver(kPlain).In(folder))
      .With(NamedDriver(kPortable).In(kElsewhere))
      .File(ManifestPath(folder, kPortable), PortabilityManifest(c.subject(), kPortable))
      .Env(row.variable,
           row.by_folder ? folder
                         : ManifestPath(folder, kPlain) + ":" + ManifestPath(folder, kPortable));
  EXPECT_SEEN(DriversReached(Run(c, world, {})), ElementsAre(kPlain))
      << "a portability driver of " << row.variable << " must not be used either"
      << reading::LS_VK_PORTABILITY_1_r1;
}

REGISTER_CASES {
  for (const NamedBy& row : kNamedBy) {
    std::vector<policy::Id> policies = {policy::LS_VK_PORTABILITY_1};
    if (row.by_folder) policies.push_back(policy::LS_VK_DRIVER_DISCOVERY_8);
    RegisterCase(Api::kVulkan, policies, fmt::format("named_by_{}", row.name),
                 [&row](Case& c) { JudgeNamed(c, row); });
  }
}

// Filters leave drivers over; they do not request portability drivers. The flag requests these, and
// filters apply to them.
struct Filtered {
  policy::Id filter;
  const char* name;
  const char* variable;
  const char* value;
  std::vector<std::string> without_the_bit;
  std::vector<std::string> with_the_bit;
};

const Filtered kFiltered[] = {
    {policy::LS_VK_DRIVER_FILTER_1,
     "selected",
     "VK_LOADER_DRIVERS_SELECT",
     "portable.json",
     {},
     {kPortable}},
    {policy::LS_VK_DRIVER_FILTER_1,
     "selected_with_another",
     "VK_LOADER_DRIVERS_SELECT",
     "portable*,plain.json",
     {kPlain},
     {kPlain, kPortable}},
    {policy::LS_VK_DRIVER_FILTER_2,
     "disabled",
     "VK_LOADER_DRIVERS_DISABLE",
     "portable*",
     {kPlain},
     {kPlain}},
};

void JudgeFiltered(Case& c, const Filtered& row, bool with_the_bit) {
  VulkanWorld world = WorldWithPortable(c.subject(), kDeclares);
  world.With(NamedDriver(kPlain)).Env(row.variable, row.value);
  const Observation seen =
      Run(c, world,
          {.extensions = {kExtension}, .flags = with_the_bit ? kAsks : VkInstanceCreateFlags{}});
  EXPECT_SEEN(DriversReached(seen),
              UnorderedElementsAreArray(with_the_bit ? row.with_the_bit : row.without_the_bit))
      << "a portability driver is used if the application requests it and the filters leave it over"
      << reading::LS_VK_PORTABILITY_1_r1;
}

REGISTER_CASES {
  for (const Filtered& row : kFiltered) {
    for (const bool with_the_bit : {false, true}) {
      if (!with_the_bit && row.without_the_bit == row.with_the_bit) continue;  // off twice
      RegisterCase(Api::kVulkan, {policy::LS_VK_PORTABILITY_1, row.filter},
                   fmt::format("{}_{}_the_bit", row.name, with_the_bit ? "with" : "without"),
                   [&row, with_the_bit](Case& c) { JudgeFiltered(c, row, with_the_bit); });
    }
  }
}

// The bit is that of one instance.
VULKAN_CASE(LS_VK_PORTABILITY_1, instances_without_and_with_the_bit) {
  VulkanWorld world = WorldWithPortable(c.subject(), kDeclares);
  const Observation seen = Observe(c, world.With(NamedDriver(kPlain)), [](VulkanApp& app) {
    for (const VkInstanceCreateFlags flags : {0U, kAsks + 0U, 0U}) {
      if (app.CreateInstance({.extensions = {kExtension}, .flags = flags}) != VK_SUCCESS) return;
      app.EnumeratePhysicalDevices();
      app.DestroyInstance();
    }
  });
  std::vector<std::vector<std::string>> devices;
  for (const Event& event : seen.Select(kAppName, "vkEnumeratePhysicalDevices")) {
    if (event.phase() == "leave") devices.push_back(event.List("names"));
  }
  ASSERT_SEEN(devices, SizeIs(3)) << "each of the instances can be created";
  for (const size_t i : {0U, 2U}) {
    EXPECT_SEEN(devices[i], ElementsAre(kPlain))
        << "a portability driver must not be used for an instance that does not request it";
  }
  EXPECT_SEEN(devices[1], UnorderedElementsAre(kPlain, kPortable))
      << "a portability driver is used for the instance that requests it";
}

VULKAN_CASE(LS_VK_PORTABILITY_2, listed_without_a_driver) {
  EXPECT_SEEN(ListedNames(ListInstanceExtensions(c, VulkanWorld(c.subject()).WithoutDriver())),
              Contains(kExtension))
      << "the loader implements the extension itself, whatever drivers exist";
}

VULKAN_CASE(LS_VK_PORTABILITY_2, listed_with_a_portability_driver_alone) {
  EXPECT_SEEN(ListedNames(ListInstanceExtensions(c, WorldWithPortable(c.subject(), kDeclares))),
              Contains(kExtension))
      << "the loader implements the extension itself, whatever drivers exist";
}

VULKAN_CASE(LS_VK_PORTABILITY_2, listed) {
  EXPECT_SEEN(ListedNames(ListInstanceExtensions(c, VulkanWorld(c.subject()))),
              Contains(kExtension))
      << "the loader implements the extension itself";
}

}  // namespace
}  // namespace loadstone::suites::portability

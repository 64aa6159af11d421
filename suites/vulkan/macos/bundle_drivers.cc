// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/drivers/drivers.h"
#include "suites/vulkan/macos/bundle.h"

// LoaderDriverInterface, "Driver Discovery on macOS": drivers in the resources of the application's
// bundle are found; up to the edition of 1.4.330 they replace those of the system, but not those
// that variables name. "Use App Bundled Drivers exclusively": with a variable, they are the only
// ones.
namespace loadstone::suites::bundle_drivers {
namespace {

constexpr char kOfBundle[] = "of_the_bundle";
constexpr char kOfSystem[] = "of_the_system";
constexpr char kOfVariable[] = "of_the_variable";

Driver DriverOfBundle() { return NamedDriver(kOfBundle).In(DriverFolder(Resources(kBundle))); }

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_16, in_the_bundle) {
  VulkanWorld world = WorldOfBundle(c.subject());
  world.WithoutDriver().With(DriverOfBundle());
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOfBundle))
      << "a driver in the resources of the application's bundle must be found";
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_16, two_in_the_bundle) {
  VulkanWorld world = WorldOfBundle(c.subject());
  world.WithoutDriver().With(DriverOfBundle());
  world.With(NamedDriver("another").In(DriverFolder(Resources(kBundle))));
  EXPECT_SEEN(Order(RunEnumerating(c, world)), UnorderedElementsAre(kOfBundle, "another"))
      << "all drivers in the resources of the application's bundle must be found";
}

// The outer bundle of two has a driver as well, which is that of other programs.
REGISTER_CASES {
  for (const InnerBundle& inner : kInnerBundles) {
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_16},
        fmt::format("in_a_bundle_in_the_{}_of_another", inner.name), [&inner](Case& c) {
          const std::string bundle = std::string(kBundle) + inner.path;
          VulkanWorld world = WorldOfBundle(c.subject(), bundle);
          world.WithoutDriver()
              .With(NamedDriver("of_the_outer_bundle").In(DriverFolder(Resources(kBundle))))
              .With(NamedDriver(kOfBundle).In(DriverFolder(Resources(bundle))));
          EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOfBundle))
              << "the resources of the bundle that contains the program are searched";
        });
  }
}

// Variables that are about layers.
REGISTER_CASES {
  for (const char* const variable :
       {"VK_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH", "VK_ADD_LAYER_PATH"}) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_16},
                 fmt::format("in_the_bundle_beside_{}", InCaseName(variable)), [variable](Case& c) {
                   VulkanWorld world = WorldOfBundle(c.subject());
                   world.WithoutDriver()
                       .With(DriverOfBundle())
                       .Directory("/opt/empty")
                       .Env(variable, "/opt/empty");
                   EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOfBundle))
                       << "a driver in the resources of the application's bundle must be found";
                 });
  }
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_13, bundle_without_drivers) {
  VulkanWorld world = WorldOfBundle(c.subject());
  world.WithoutDriver()
      .With(NamedDriver(kOfSystem).In(DriverFolder("/etc/xdg")))
      .With(Layer("VK_LAYER_LS_one").In(ExplicitFolder(Resources(kBundle))));
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOfSystem))
      << "the system's drivers are ignored only if there are drivers in the bundle";
}

// A folder of the bundle without manifests of drivers hides nothing, in any edition.
VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_1, beside_an_empty_folder_of_the_bundle,
            policy::LS_VK_DRIVER_DISCOVERY_16) {
  VulkanWorld world = WorldOfBundle(c.subject());
  world.WithoutDriver()
      .With(NamedDriver(kOfSystem).In(DriverFolder("/etc/xdg")))
      .Directory(DriverFolder(Resources(kBundle)));
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOfSystem))
      << "an application gets the system's drivers if there are none in its bundle";
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_1, beside_other_files_of_the_bundle,
            policy::LS_VK_DRIVER_DISCOVERY_16) {
  VulkanWorld world = WorldOfBundle(c.subject());
  const std::string folder = DriverFolder(Resources(kBundle));
  world.WithoutDriver()
      .With(NamedDriver(kOfSystem).In(DriverFolder("/etc/xdg")))
      .With(Layer("VK_LAYER_LS_one").In(ExplicitFolder(Resources(kBundle))))
      .File(folder + "/README.txt", "Drivers of this application.")
      .File(folder + "/driver.json.in", "{}")
      .Directory(folder + "/disabled");
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOfSystem))
      << "an application gets the system's drivers if there are none in its bundle";
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_16, of_another_bundle) {
  VulkanWorld world(c.subject());
  world.Application(ProgramOf("/Applications/Other.app"))
      .WithoutDriver()
      .With(DriverOfBundle())
      .With(NamedDriver(kOfSystem).In(DriverFolder("/etc/xdg")));
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOfSystem))
      << "the resources of a bundle are those of its own programs";
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_16, of_no_bundle) {
  VulkanWorld world(c.subject());
  world.Application("/opt/tools/game")
      .WithoutDriver()
      .With(DriverOfBundle())
      .With(NamedDriver(kOfSystem).In(DriverFolder("/etc/xdg")));
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOfSystem))
      << "a program outside of a bundle uses the drivers of the system";
}

// A machine with a driver in the bundle and one in a folder of the system or the user.
VulkanWorld WorldWithBoth(const Subject& subject, const NamedRoot& root) {
  VulkanWorld world = WorldOfBundle(subject);
  world.WithoutDriver()
      .With(NamedDriver(kOfSystem).In(DriverFolder(root.path)))
      .With(DriverOfBundle());
  return world;
}

// Whether the driver of the system is used as well depends on the edition.
void JudgeBeside(Case& c, const NamedRoot& root) {
  EXPECT_SEEN(Order(RunEnumerating(c, WorldWithBoth(c.subject(), root))), Contains(kOfBundle))
      << "drivers of the system do not replace drivers in the bundle";
}

void JudgeInPlaceOf(Case& c, const NamedRoot& root) {
  EXPECT_SEEN(Order(RunEnumerating(c, WorldWithBoth(c.subject(), root))), ElementsAre(kOfBundle))
      << "drivers of the system are ignored if there are drivers in the bundle";
}

void JudgeExclusive(Case& c, const NamedRoot& root) {
  VulkanWorld world = WorldWithBoth(c.subject(), root);
  world.Env(kOnlyInBundle, "1");
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOfBundle))
      << "VK_LOADER_SEARCH_ONLY_IN_BUNDLE hides all drivers outside the bundle";
}

// Here, the loader does not ignore the system's drivers for the sake of those in the bundle.
VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_17, only_outside_the_bundle) {
  VulkanWorld world = WorldOfBundle(c.subject());
  world.WithoutDriver()
      .With(NamedDriver(kOfSystem).In(DriverFolder("/etc/xdg")))
      .Env(kOnlyInBundle, "1");
  EXPECT_SEEN(ResultOf(RunEnumerating(c, world), "vkCreateInstance"),
              "VK_ERROR_INCOMPATIBLE_DRIVER")
      << "VK_LOADER_SEARCH_ONLY_IN_BUNDLE hides all drivers outside the bundle";
}

REGISTER_CASES {
  for (const NamedRoot& root : kRoots) {
    const auto add = [&root](policy::Id id, const char* what,
                             void (*judge)(Case&, const NamedRoot&)) {
      RegisterCase(Api::kVulkan, {id}, fmt::format("{}_{}", what, root.name),
                   [&root, judge](Case& c) { judge(c, root); });
    };
    add(policy::LS_VK_DRIVER_DISCOVERY_16, "beside", JudgeBeside);
    add(policy::LS_VK_DRIVER_DISCOVERY_13, "in_place_of", JudgeInPlaceOf);
    add(policy::LS_VK_DRIVER_DISCOVERY_17, "without", JudgeExclusive);
  }
}

struct Variable {
  const char* case_name;
  const char* name;
  bool adds;
  policy::Id since;  // the policy whose versions have the variable
};

constexpr Variable kVariables[] = {
    {"beside_driver_files", "VK_DRIVER_FILES", false, policy::LS_VK_DRIVER_DISCOVERY_3},
    {"beside_icd_filenames", "VK_ICD_FILENAMES", false, policy::LS_VK_DRIVER_DISCOVERY_4},
    {"beside_add_driver_files", "VK_ADD_DRIVER_FILES", true, policy::LS_VK_DRIVER_DISCOVERY_6},
};

// The section leaves open whether a variable that replaces the system's folders also replaces the
// bundle.
void JudgeVariable(Case& c, const Variable& variable) {
  VulkanWorld world = WorldOfBundle(c.subject());
  world.WithoutDriver()
      .With(NamedDriver(kOfVariable).In(kElsewhere))
      .With(DriverOfBundle())
      .Env(variable.name, ManifestPath(kElsewhere, kOfVariable));
  const std::vector<std::string> order = Order(RunEnumerating(c, world));
  EXPECT_SEEN(order, Contains(kOfVariable))
      << "a driver that a variable names is used whether there are drivers in the bundle or not";
  if (!variable.adds) return;
  EXPECT_SEEN(order, UnorderedElementsAre(kOfVariable, kOfBundle))
      << "a variable that adds drivers removes no driver";
}

// Every edition has the variables.
REGISTER_CASES {
  for (const Variable& variable : kVariables) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_DISCOVERY_13, variable.since},
                 variable.case_name, [&variable](Case& c) { JudgeVariable(c, variable); });
    RegisterCase(Api::kVulkan, {variable.since, policy::LS_VK_DRIVER_DISCOVERY_16},
                 "beside_drivers_of_the_bundle",
                 [&variable](Case& c) { JudgeVariable(c, variable); });
  }
}

}  // namespace
}  // namespace loadstone::suites::bundle_drivers

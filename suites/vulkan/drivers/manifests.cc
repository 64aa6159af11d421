// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "harness/world/mock_library.h"
#include "harness/world/platform.h"
#include "suites/vulkan/drivers/drivers.h"

// LoaderDriverInterface, "Driver Manifest File Format": what a valid manifest may contain, member
// by member. Invalid ones are in manifests/bad_driver_manifests.cc.
namespace loadstone::suites::manifests {
namespace {

constexpr char kOne[] = "one";

// library_path. No case has a manifest that is named by a relative path
// (LS_VK_DRIVER_MANIFEST_1.r1).
struct Path {
  const char* name;
  const char* library_path;
};

// Relative to /opt/config/vulkan/icd.d; the library is /opt/loadstone/libone.so.
constexpr Path kPaths[] = {
    {"full_path_with_dots", "/opt/loadstone/../loadstone/./libone.so"},
    {"relative_path", "../../../loadstone/libone.so"},
    {"relative_path_with_a_dot", "./../../../loadstone/libone.so"},
    {"relative_path_to_a_folder_inside", "inside/libone.so"},
    {"file_name", "libone.so"},
};

REGISTER_CASES {
  for (const Path& path : kPaths) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_MANIFEST_1}, path.name, [&path](Case& c) {
      const std::string folder = DriverFolder("/opt/config");
      VulkanWorld world(c.subject());
      world.WithoutDriver()
          .Env("XDG_DATA_DIRS", "/opt/config")
          .Env("LD_LIBRARY_PATH", kComponentFolder)
          .Symlink(folder + "/inside", kComponentFolder)
          .With(NamedDriver(kOne).In(folder).Manifest(
              JsonObject().Set("library_path", path.library_path).Text()));
      EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOne))
          << "the library must be found by " << path.library_path;
    });
  }
}

// Another driver is where only a wrong start of the path leads.
constexpr char kDecoy[] = "decoy";

VulkanWorld WorldWithDecoy(const Subject& subject, const std::string& folder,
                           const std::string& library_path) {
  VulkanWorld world(subject);
  return world.WithoutDriver()
      .Env("XDG_DATA_DIRS", "/opt/config")
      .With(NamedDriver(kDecoy).In(kElsewhere))
      .With(NamedDriver(kOne).In(folder).Manifest(
          JsonObject().Set("library_path", library_path).Text()));
}

// Links the library of `who`, with its configuration, at `path`.
void LinkLibrary(VulkanWorld& world, const Subject& subject, const std::string& path,
                 const std::string& who) {
  for (const char* suffix : {"", ".config"}) {
    world.Symlink(path + suffix, MockLibraryPath(who, subject) + suffix);
  }
}

VULKAN_CASE(LS_VK_DRIVER_MANIFEST_1, relative_path_beside_a_decoy) {
  const std::string folder = DriverFolder("/opt/config");
  VulkanWorld world = WorldWithDecoy(c.subject(), folder, "inside/driver.so");
  const std::string searched = LibrarySearchFolder(world.machine(), c.subject());
  LinkLibrary(world, c.subject(), folder + "/inside/driver.so", kOne);
  LinkLibrary(world, c.subject(), searched + "/inside/driver.so", kDecoy);
  LinkLibrary(world, c.subject(), searched + "/driver.so", kDecoy);
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOne))
      << "a relative path starts at the folder of the manifest";
}

VULKAN_CASE(LS_VK_DRIVER_MANIFEST_1, file_name_beside_a_decoy) {
  const std::string folder = DriverFolder("/opt/config");
  VulkanWorld world = WorldWithDecoy(c.subject(), folder, "driver.so");
  const std::string searched = LibrarySearchFolder(world.machine(), c.subject());
  LinkLibrary(world, c.subject(), searched + "/driver.so", kOne);
  LinkLibrary(world, c.subject(), folder + "/driver.so", kDecoy);
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOne))
      << "a file name is looked up where the system looks up libraries";
}

// The manifest is in a folder that only a variable names.
struct NamedBy {
  const char* name;
  const char* variable;
  policy::Id found;  // with the versions since which the variable exists
};

const NamedBy kNamedBy[] = {
    {"relative_path_in_a_file_of_driver_files", "VK_DRIVER_FILES",
     policy::LS_VK_DRIVER_DISCOVERY_3},
    {"relative_path_in_a_file_of_icd_filenames", "VK_ICD_FILENAMES",
     policy::LS_VK_DRIVER_DISCOVERY_4},
    {"relative_path_in_a_file_of_add_driver_files", "VK_ADD_DRIVER_FILES",
     policy::LS_VK_DRIVER_DISCOVERY_6},
};

REGISTER_CASES {
  for (const NamedBy& row : kNamedBy) {
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_DRIVER_MANIFEST_1, row.found}, row.name, [&row](Case& c) {
          VulkanWorld world(c.subject());
          world.WithoutDriver()
              .Env(row.variable, ManifestPath(kElsewhere, kOne))
              .Symlink(std::string(kElsewhere) + "/in side", kComponentFolder)
              .With(NamedDriver(kOne)
                        .In(kElsewhere)
                        .Manifest(JsonObject().Set("library_path", "./in side/libone.so").Text()));
          EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOne))
              << "a relative path starts at the folder of the manifest, wherever that is";
        });
  }
}

// Optional members, in format 1.0.1. The effect of the other value of library_arch is open
// (LS_VK_DRIVER_MANIFEST_2.r1).
void JudgeMembers(Case& c, const std::string& members) {
  VulkanWorld world(c.subject());
  AddWithMembers(world.WithoutDriver(), c.subject(), NamedDriver(kOne), members);
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre(kOne))
      << "the driver must be used with " << members;
}

VULKAN_CASE(LS_VK_DRIVER_MANIFEST_2, architecture_of_the_application) {
  JudgeMembers(c, fmt::format(R"({{"library_arch": "{}"}})", c.subject().bits));
}
VULKAN_CASE(LS_VK_DRIVER_MANIFEST_2, architecture_is_not_named) { JudgeMembers(c, "{}"); }

// File names.
constexpr const char* kNames[] = {"a", "10_vendor", "vendor.x86_64", "Vendor With Blanks", "-icd"};

VULKAN_CASE(LS_VK_DRIVER_MANIFEST_3, file_names, policy::LDP_LOADER_2) {
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  for (const char* name : kNames) world.With(NamedDriver(name));
  EXPECT_SEEN(Order(RunEnumerating(c, world)), UnorderedElementsAreArray(kNames))
      << "a manifest may have any name that ends with .json";
}

VULKAN_CASE(LS_VK_DRIVER_MANIFEST_3, both_formats, policy::LDP_LOADER_2) {
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(NamedDriver("of_1_0_0"));
  AddWithMembers(world, c.subject(), NamedDriver("of_1_0_1"), "{}");
  EXPECT_SEEN(Order(RunEnumerating(c, world)), UnorderedElementsAre("of_1_0_0", "of_1_0_1"))
      << "the drivers of both formats must be used";
}

VULKAN_CASE(LDP_LOADER_2, thirty_two_drivers) {
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  std::vector<std::string> names;
  for (int i = 0; i < 32; ++i) {
    names.push_back(fmt::format("driver_{}", i));
    world.With(NamedDriver(names.back()));
  }
  EXPECT_SEEN(Loaded(RunEnumerating(c, world)), UnorderedElementsAreArray(names))
      << "the driver of every good manifest must be loaded";
}

// Minor versions of Vulkan are compatible: a driver is often newer than the loader.
VULKAN_CASE(LDP_LOADER_2, newer_minor_version_than_the_loader) {
  constexpr char kNewer[] = R"({"api_version": "1.99.0"})";
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(NamedDriver("newer").Manifest(kNewer).Behaviour(kNewer));
  EXPECT_SEEN(Order(RunEnumerating(c, world)), ElementsAre("newer"))
      << "a driver of a newer minor version must be used";
}

}  // namespace
}  // namespace loadstone::suites::manifests

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "policies/reading_ids.h"
#include "suites/vulkan/drivers/drivers.h"

// LoaderDriverInterface, "Driver API Version": the application's API version that a driver gets.
namespace loadstone::suites::api_versions {
namespace {

constexpr char kOld[] = "old";
constexpr char kNew[] = "new";

// What makes a driver a Vulkan 1.0 driver. The mock driver of 1.0 has no
// vkEnumerateInstanceVersion.
struct Sign {
  const char* name;
  const char* manifest;
  const char* behaviour;
};

constexpr Sign kSigns[] = {
    {"manifest", R"({"api_version": "1.0.33"})", "{}"},
    {"no_function", "{}", R"({"api_version": "1.0.33"})"},
    {"no_function_in_a_newer_driver", "{}", R"({"no_enumerate_version": true})"},
    {"function_that_fails", "{}", R"({"results": {"vkEnumerateInstanceVersion": -3}})"},
    {"function_that_fails_and_writes_1_3", "{}", R"({"version_result": -3})"},
    {"function_that_returns_another_success", "{}", R"({"version_result": 5})"},
    {"function_that_reports_1_0", "{}", R"({"reported_version": "1.0.250"})"},
    {"manifest_and_no_function", R"({"api_version": "1.0.33"})", R"({"api_version": "1.0.33"})"},
};

Driver OldDriver(const Sign& sign) {
  return NamedDriver(kOld).Manifest(sign.manifest).Behaviour(sign.behaviour);
}

Observation RunWithVersion(Case& c, const VulkanWorld& world, uint32_t version) {
  return Observe(c, world, [version](VulkanApp& app) {
    if (app.CreateInstance({.api_version = version}) != VK_SUCCESS) return;
    app.EnumeratePhysicalDevices();
    app.DestroyInstance();
  });
}

// Expects version 1.0 with any patch number.
void ExpectVersion10(const Observation& seen, const std::string& driver,
                     const reading::Id& accepted) {
  const int64_t given = VersionGiven(seen, driver);
  ASSERT_SEEN(given, Ne(0)) << "the driver of Vulkan 1.0 is used";
  EXPECT_SEEN(std::make_pair(VK_API_VERSION_MAJOR(given), VK_API_VERSION_MINOR(given)),
              Eq(std::make_pair(1U, 0U)))
      << "a driver of Vulkan 1.0 must be asked for 1.0" << accepted;
}

REGISTER_CASES {
  for (const Sign& sign : kSigns) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_VERSION_1}, sign.name, [&sign](Case& c) {
      VulkanWorld world(c.subject());
      ExpectVersion10(
          RunWithVersion(c, world.WithoutDriver().With(OldDriver(sign)), VK_API_VERSION_1_2), kOld,
          reading::LS_VK_DRIVER_VERSION_1_r1);
    });
    RegisterCase(Api::kVulkan, {policy::LDP_LOADER_7, policy::LS_VK_DRIVER_VERSION_1}, sign.name,
                 [&sign](Case& c) {
                   VulkanWorld world(c.subject());
                   const Observation seen = RunWithVersion(
                       c, world.WithoutDriver().With(OldDriver(sign)).With(NamedDriver(kNew)),
                       VK_API_VERSION_1_2);
                   ExpectVersion10(seen, kOld, reading::LDP_LOADER_7_r1);
                   EXPECT_SEEN(VersionGiven(seen, kNew), Eq(int64_t{VK_API_VERSION_1_2}))
                       << "a newer driver next to it must be asked for the application's version";
                   EXPECT_SEEN(Order(seen), UnorderedElementsAre(kOld, kNew))
                       << "the devices of both are listed";
                 });
  }
}

// Drivers of 1.0 and newer ones in the order of VK_DRIVER_FILES: what a loader passes to one must
// not depend on what it passed to another before.
struct Listed {
  const char* name;
  std::array<bool, 4> old;
  size_t count;
};

constexpr Listed kListed[] = {
    {"old_driver_listed_before_a_new_one", {true, false}, 2},
    {"new_driver_listed_before_an_old_one", {false, true}, 2},
    {"old_and_new_drivers_listed_in_turn", {true, false, true, false}, 4},
    {"new_and_old_drivers_listed_in_turn", {false, true, false, true}, 4},
};

void JudgeListed(Case& c, const Listed& row) {
  constexpr const Sign& kSign = kSigns[std::size(kSigns) - 1];
  VulkanWorld world(c.subject());
  world.WithoutDriver();
  std::vector<std::string> names;
  std::vector<std::string> paths;
  for (size_t i = 0; i < row.count; ++i) {
    names.push_back(fmt::format("{}_{}", row.old[i] ? kOld : kNew, i));
    paths.push_back(ManifestPath(kElsewhere, names.back()));
    Driver driver = NamedDriver(names.back()).In(kElsewhere);
    if (row.old[i]) driver.Manifest(kSign.manifest).Behaviour(kSign.behaviour);
    world.With(driver);
  }
  const std::string list = fmt::format("{}", fmt::join(paths, ":"));
  // Loaders before 1.3.207 have only the older one.
  world.Env("VK_DRIVER_FILES", list).Env("VK_ICD_FILENAMES", list);
  const Observation seen = RunWithVersion(c, world, VK_API_VERSION_1_2);
  for (size_t i = 0; i < row.count; ++i) {
    if (row.old[i]) {
      ExpectVersion10(seen, names[i], reading::LDP_LOADER_7_r1);
    } else {
      EXPECT_SEEN(VersionGiven(seen, names[i]), Eq(int64_t{VK_API_VERSION_1_2}))
          << "each newer driver must be asked for the application's version";
    }
  }
}

REGISTER_CASES {
  for (const Listed& row : kListed) {
    RegisterCase(Api::kVulkan, {policy::LDP_LOADER_7, policy::LS_VK_DRIVER_VERSION_2}, row.name,
                 [&row](Case& c) { JudgeListed(c, row); });
  }
}

// The lowest version with which a 1.0 driver must not be called.
VULKAN_CASE(LS_VK_DRIVER_VERSION_1, application_of_1_1) {
  VulkanWorld world(c.subject());
  ExpectVersion10(
      RunWithVersion(c, world.WithoutDriver().With(OldDriver(kSigns[0])), VK_API_VERSION_1_1), kOld,
      reading::LS_VK_DRIVER_VERSION_1_r1);
}

// Versions of applications that are far above 1.0, at a driver of 1.0 and one that supports them. A
// loader that does not know them may refuse the instance: LDP_LOADER_6.r1.
struct Distant {
  const char* name;
  uint32_t version;
};

constexpr Distant kDistant[] = {
    {"application_of_1_4", VK_MAKE_API_VERSION(0, 1, 4, 0)},
    {"application_of_1_1023", VK_MAKE_API_VERSION(0, 1, 1023, 4095)},
    {"application_of_2_0", VK_MAKE_API_VERSION(0, 2, 0, 0)},
    {"application_of_2_0_with_a_patch", VK_MAKE_API_VERSION(0, 2, 0, 7)},
    {"application_of_2_1", VK_MAKE_API_VERSION(0, 2, 1, 0)},
    {"application_of_127_0", VK_MAKE_API_VERSION(0, 127, 0, 0)},
};

void JudgeDistant(Case& c, const Distant& row, const Sign& sign) {
  VulkanWorld world(c.subject());
  const Observation seen = RunWithVersion(
      c, world.WithoutDriver().With(OldDriver(sign)).With(NamedDriver(kNew)), row.version);
  if (ResultOf(seen, "vkCreateInstance") == "VK_ERROR_INCOMPATIBLE_DRIVER" &&
      DriversReached(seen).empty()) {
    GTEST_SKIP() << "the loader refuses a version that no driver supports"
                 << reading::LDP_LOADER_6_r1;
  }
  ExpectVersion10(seen, kOld, reading::LDP_LOADER_7_r1);
  EXPECT_SEEN(VersionGiven(seen, kNew), Eq(int64_t{row.version}))
      << "a newer driver next to it must be asked for the application's version";
}

REGISTER_CASES {
  for (const Distant& row : kDistant) {
    for (const Sign* sign : {&kSigns[0], &kSigns[1]}) {
      RegisterCase(Api::kVulkan, {policy::LDP_LOADER_7, policy::LS_VK_DRIVER_VERSION_1},
                   fmt::format("{}_where_{}_says_1_0", row.name, sign->name),
                   [&row, sign](Case& c) { JudgeDistant(c, row, *sign); });
    }
  }
}

// The versions that drivers since 1.1 get.
struct Wanted {
  const char* name;
  uint32_t version;
};

constexpr Wanted kWanted[] = {
    {"version_1_0", VK_API_VERSION_1_0},
    {"version_1_1", VK_API_VERSION_1_1},
    {"version_1_2_with_a_patch", VK_MAKE_API_VERSION(0, 1, 2, 133)},
    {"version_1_3", VK_API_VERSION_1_3},
};

REGISTER_CASES {
  for (const Wanted& wanted : kWanted) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_VERSION_2}, wanted.name, [&wanted](Case& c) {
      VulkanWorld world(c.subject());
      const Observation seen =
          RunWithVersion(c, world.WithoutDriver().With(NamedDriver(kNew)), wanted.version);
      EXPECT_SEEN(VersionGiven(seen, kNew), Eq(int64_t{wanted.version}))
          << "a driver of 1.1 or newer gets the application's version unchanged";
    });
  }
}

// Drivers of 1.1 and newer: the oldest that may get more than 1.0, according to its manifest as
// well, and those that are older or newer than the application or than their manifests.
struct Reported {
  const char* name;
  const char* manifest;
  const char* behaviour;
  uint32_t version;  // of the application
};

constexpr char kOldest[] = R"({"api_version": "1.1.0"})";
constexpr char kNewest[] = R"({"api_version": "1.99.0"})";

constexpr Reported kReported[] = {
    {"driver_of_1_1", kOldest, kOldest, VK_API_VERSION_1_1},
    {"driver_that_is_newer_than_the_application", kNewest, kNewest, VK_API_VERSION_1_1},
    {"driver_that_is_newer_than_its_manifest", kOldest, kNewest, VK_API_VERSION_1_2},
    {"driver_that_is_older_than_the_application", "{}", R"({"reported_version": "1.1.0"})",
     VK_API_VERSION_1_3},
};

REGISTER_CASES {
  for (const Reported& row : kReported) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_VERSION_2}, row.name, [&row](Case& c) {
      VulkanWorld world(c.subject());
      const Observation seen =
          RunWithVersion(c,
                         world.WithoutDriver().With(
                             NamedDriver(kNew).Manifest(row.manifest).Behaviour(row.behaviour)),
                         row.version);
      EXPECT_SEEN(VersionGiven(seen, kNew), Eq(int64_t{row.version}))
          << "a driver of 1.1 or newer gets the application's version unchanged";
    });
  }
}

// Drivers with three different versions.
VulkanWorld WorldOfThreeVersions(const Subject& subject) {
  VulkanWorld world(subject);
  world.WithoutDriver();
  for (const std::string version : {"1.0.68", "1.1.130", "1.3.200"}) {
    const std::string api = JsonObject().Set("api_version", version).Text();
    world.With(NamedDriver("of_" + version).Manifest(api).Behaviour(api));
  }
  return world;
}

VULKAN_CASE(LDP_LOADER_6, version_of_one_driver_of_three, policy::LDP_LOADER_7) {
  const Observation seen = RunWithVersion(c, WorldOfThreeVersions(c.subject()), VK_API_VERSION_1_3);
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "a version that one driver supports must not be refused";
  EXPECT_SEEN(DriversReached(seen), Contains("of_1.3.200")) << "that driver is used";
}

VULKAN_CASE(LDP_LOADER_6, version_of_no_driver) {
  const Observation seen =
      RunWithVersion(c, WorldOfThreeVersions(c.subject()), VK_MAKE_API_VERSION(0, 2, 0, 0));
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"),
              AnyOf("VK_ERROR_INCOMPATIBLE_DRIVER", "VK_SUCCESS"))
      << "if a version that no driver supports is refused, it is refused as incompatible"
      << reading::LDP_LOADER_6_r1;
}

}  // namespace
}  // namespace loadstone::suites::api_versions

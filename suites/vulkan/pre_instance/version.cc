// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/pre_instance/pre_instance.h"

// LoaderDriverInterface, "Driver API Version": the version that a loader reports is its own.
namespace loadstone::suites::version {
namespace {

struct DriverVersions {
  const char* name;  // of a case
  std::vector<const char*> versions;
};

const DriverVersions kDriverVersions[] = {
    {"without_drivers", {}},
    {"driver_of_1_0", {"1.0.0"}},
    {"driver_of_1_1", {"1.1.0"}},
    {"newer_driver_than_any", {"1.1023.4095"}},
    {"old_and_new_driver", {"1.0.0", "1.1023.4095"}},
};

// Twice, because the second answer may be a cached one.
void EnumerateVersionTwice(VulkanApp& app) {
  app.EnumerateVersion();
  app.EnumerateVersion();
}

void JudgeVersion(Case& c, const VulkanWorld& world) {
  const Observation seen = Observe(c, world, EnumerateVersionTwice);
  for (const Event& event : seen.Select(kAppName, "vkEnumerateInstanceVersion")) {
    if (event.phase() == "leave" && !event.Flag("found")) {
      GTEST_SKIP() << "a loader of Vulkan 1.0 has no vkEnumerateInstanceVersion";
    }
  }
  const std::vector<std::string> versions = ReportedVersions(seen);
  EXPECT_SEEN(ResultOf(seen, "vkEnumerateInstanceVersion"), "VK_SUCCESS")
      << "a loader always returns the version that it supports";
  ASSERT_SEEN(versions, Not(Contains("none"))) << "a call that succeeds writes the version";
  const std::string own = c.subject().api_version.ToString();
  EXPECT_SEEN(versions, ElementsAre(own, own))
      << "the version is the loader's own, whatever the drivers support";
}

REGISTER_CASES {
  for (const DriverVersions& drivers : kDriverVersions) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_DRIVER_VERSION_3}, drivers.name, [&drivers](Case& c) {
      VulkanWorld world(c.subject());
      world.WithoutDriver();
      for (const char* version : drivers.versions) {
        const std::string member = fmt::format(R"({{"api_version": "{}"}})", version);
        world.With(Driver(fmt::format("driver_{}", version)).Manifest(member).Behaviour(member));
      }
      JudgeVersion(c, world);
    });
  }
}

}  // namespace
}  // namespace loadstone::suites::version

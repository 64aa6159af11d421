// SPDX-License-Identifier: Apache-2.0
// How a Vulkan driver affects the process that loads it, and the other drivers in it: "Requirements
// of Well-Behaved Drivers".

#include <dlfcn.h>
#include <fmt/format.h>

#include "harness/world/platform.h"
#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::process {
namespace {

constexpr char kNeighbour[] = "/opt/loadstone/neighbour.so";

VULKAN_DRIVER_CASE(LS_VK_DRIVER_18, application_comes_to_its_end, policy::LDP_DRIVER_1) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, RunOnce);
  SKIP_FOR(WhyNoAnswer(seen, "exports"));
  if (const std::string policy = DriverBreaks(seen); !policy.empty()) AttributeFailureTo(policy);
  EXPECT_HOLDS(seen.FinishedNormally())
      << "an application with the driver finishes; observed: " << seen.DescribeEnding();
}

VULKAN_DRIVER_CASE(LDP_DRIVER_2, survives_without_devices) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, RunOnce);
  auto answers = Answers(seen.events());
  if (!answers.contains("exports")) SKIP_WITH(WhyNotFinished(seen, kDriverLoads));
  if (answers.contains("physical devices") && answers["physical devices"] != "0") {
    GTEST_SKIP() << "the driver has a physical device here";
  }
  EXPECT_HOLDS(seen.FinishedNormally())
      << "an application on a machine without a GPU finishes; observed: " << seen.DescribeEnding();
}

// Uses an instance and a device of the other driver; returns "works", or what failed.
std::string UseOtherDriver() {
  ComponentUnderTest neighbour;
  neighbour.kind = SubjectKind::kDriver;
  neighbour.library = NativeLibraryPath(SubjectHere(), kNeighbour);
  neighbour.negotiate = kIcdNegotiation;
  void* library = nullptr;
  try {
    library = OpenComponent(neighbour);
  } catch (const HarnessError& error) {
    return error.what();
  }
  DriverApp app(neighbour);
  const VkResult instance = app.CreateInstance();
  if (instance != VK_SUCCESS)
    return fmt::format("vkCreateInstance returns VkResult {}", int{instance});
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty()) return "no physical device";
  const VkResult device = app.CreateDevice(devices.front());
  if (device != VK_SUCCESS) return fmt::format("vkCreateDevice returns VkResult {}", int{device});
  app.DestroyDevice();
  app.DestroyInstance();
  // Unloaded, so that the next use loads it again.
  app.Unload();
  dlclose(library);
  return "works";
}

VULKAN_DRIVER_CASE(LDP_DRIVER_1, another_driver_works_beside_it) {
  SKIP_FOR(WhyNoLibrary(c));
  World world;
  world.Copy(WithLibrarySuffix(c.subject(), kNeighbour),
             WithLibrarySuffix(c.subject(), "vulkan_driver.so"));
  const Observation seen = RunDriverIn(c, world, [](const ComponentUnderTest& driver) {
    Note("before", UseOtherDriver());
    DriverApp app(driver);
    app.RunFullSequence();
    Note("own run", "over");
    if (app.CreateInstance() == VK_SUCCESS) {
      Note("while", UseOtherDriver());
      app.DestroyInstance();
    }
    Note("after", UseOtherDriver());
  });
  auto answers = Answers(seen.events());
  if (answers["before"] != "works") {
    throw HarnessError("the mock driver does not work alone: " + answers["before"]);
  }
  SKIP_FOR(WhyNoAnswer(seen, "own run"));
  ASSERT_HOLDS(answers.contains("after"))
      << "another driver works after this one; observed: " << seen.DescribeEnding();
  if (answers.contains("while")) {
    EXPECT_SEEN(answers["while"], "works")
        << "another driver that worked before this one ran works beside an instance of it";
  }
  EXPECT_SEEN(answers["after"], "works")
      << "another driver that worked before this one ran still works";
}

}  // namespace
}  // namespace loadstone::suites::process

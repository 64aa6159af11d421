// SPDX-License-Identifier: Apache-2.0
#include "policies/reading_ids.h"
#include "suites/vulkan/drivers/drivers.h"
#include "suites/vulkan/extensions/extensions.h"

// LoaderDriverInterface, "Driver Filtering", "Overriding the Default Driver Discovery" and
// "Requirements of a Well-Behaved Loader" (LDP_LOADER_5): a driver that the loader must ignore
// provides no instance extension. With VK_LOADER_DISABLE_INST_EXT_FILTER a loader lists extensions
// that it does not know and cannot have itself; without it, it refuses what it does not list
// (LS_VK_ROBUSTNESS_18).
namespace loadstone::suites::drivers_that_are_off {
namespace {

constexpr char kNoFilter[] = "VK_LOADER_DISABLE_INST_EXT_FILTER";
constexpr char kOn[] = "on";
constexpr char kOff[] = "off";
constexpr char kOfOn[] = "VK_LS_of_on";
constexpr char kOfOff[] = "VK_LS_of_off";

// Adds the drivers kOn and kOff, and what makes the loader ignore kOff.
struct Row {
  const char* name;
  policy::Id owner;
  void (*add)(VulkanWorld& world, Driver on, Driver off);
};

const Row kRows[] = {
    {"driver_that_refuses_to_negotiate", policy::LDP_LOADER_5,
     [](VulkanWorld& world, Driver on, Driver off) {
       world.With(on).With(off.Behaviour(R"({"negotiate_result": -9})"));
     }},
    {"driver_that_is_not_selected", policy::LS_VK_DRIVER_FILTER_1,
     [](VulkanWorld& world, Driver on, Driver off) {
       world.With(on).With(off).Env("VK_LOADER_DRIVERS_SELECT", "on.json");
     }},
    {"driver_that_is_disabled", policy::LS_VK_DRIVER_FILTER_2,
     [](VulkanWorld& world, Driver on, Driver off) {
       world.With(on).With(off).Env("VK_LOADER_DRIVERS_DISABLE", "off*");
     }},
    {"driver_beside_driver_files", policy::LS_VK_DRIVER_DISCOVERY_3,
     [](VulkanWorld& world, Driver on, Driver off) {
       world.With(on.In(kElsewhere)).With(off);
       world.Env("VK_DRIVER_FILES", ManifestPath(kElsewhere, kOn));
     }},
    {"driver_beside_icd_filenames", policy::LS_VK_DRIVER_DISCOVERY_4,
     [](VulkanWorld& world, Driver on, Driver off) {
       world.With(on.In(kElsewhere)).With(off);
       world.Env("VK_ICD_FILENAMES", ManifestPath(kElsewhere, kOn));
     }},
};

VulkanWorld WorldOf(const Subject& subject, const Row& row, const char* of_on, const char* of_off) {
  VulkanWorld world(subject);
  world.WithoutDriver();
  row.add(world, DriverWith(kOn, {of_on}), DriverWith(kOff, {of_off}));
  return world;
}

void JudgeListed(Case& c, const Row& row) {
  VulkanWorld world = WorldOf(c.subject(), row, kOfOn, kOfOff);
  const std::vector<std::string> listed =
      ListedNames(ListInstanceExtensions(c, world.Env(kNoFilter, "1")));
  if (std::find(listed.begin(), listed.end(), kOfOn) == listed.end()) {
    GTEST_SKIP() << "the loader lists no extension that it does not know (LS_VK_EXTENSION_8)";
  }
  EXPECT_SEEN(listed, Not(Contains(kOfOff)))
      << "an instance extension that only a driver which is ignored has is not reported";
}

// The loader itself may provide the extension, and then lists it.
void JudgeAccepted(Case& c, const Row& row) {
  const Observation seen = Observe(
      c, WorldOf(c.subject(), row, kKnownExtension, kOtherKnownExtension), [](VulkanApp& app) {
        TraceExtensions("extensions", app.EnumerateExtensions());
        app.CreateInstance({.extensions = {kOtherKnownExtension}});
        app.DestroyInstance();
      });
  const std::vector<std::string> listed = ListedNames(seen);
  if (std::find(listed.begin(), listed.end(), kOtherKnownExtension) != listed.end()) {
    EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
        << "an extension that is listed can be enabled";
    return;
  }
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), Not("no answer"))
      << "the application gets an error" << reading::LS_VK_ROBUSTNESS_18_r2;
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), Not("VK_SUCCESS"))
      << "an extension that only a driver which is not used provides cannot be enabled";
}

REGISTER_CASES {
  for (const Row& row : kRows) {
    const std::string name = fmt::format("extension_of_a_{}", row.name);
    RegisterCase(Api::kVulkan, {row.owner, policy::LS_VK_EXTENSION_1}, name,
                 [&row](Case& c) { JudgeListed(c, row); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_18, row.owner}, name,
                 [&row](Case& c) { JudgeAccepted(c, row); });
  }
}

}  // namespace
}  // namespace loadstone::suites::drivers_that_are_off

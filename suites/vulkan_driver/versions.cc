// SPDX-License-Identifier: Apache-2.0
// How a Vulkan driver treats the application's apiVersion: "Driver API Version", "Loader and Driver
// Interface Version 5 Requirements".

#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::versions {
namespace {

// Notes the result of creating an instance for each API version up to the driver's, and for a newer
// one, after this interface version was offered. If that fails for Vulkan 1.0, the reason is not
// the version, so no others are tried.
void TryVersions(const ComponentUnderTest& driver, uint32_t offered) {
  DriverApp app(driver, offered);
  if (!app.usable()) return;
  const uint32_t own = app.ApiVersion();
  Note("own", std::to_string(VK_API_VERSION_MINOR(own)));
  Note("agreed", std::to_string(app.agreed()));
  for (uint32_t minor = 0; minor <= VK_API_VERSION_MINOR(own) + 1; ++minor) {
    const VkResult result =
        app.CreateInstance({.api_version = VK_MAKE_API_VERSION(0, 1, minor, 0)});
    Note("1." + std::to_string(minor), std::to_string(result));
    if (result == VK_SUCCESS) app.DestroyInstance();
    if (minor == 0 && result != VK_SUCCESS) return;
  }
}

SkipReason WhyNoVersions(const Observation& seen) {
  if (const SkipReason why = WhyNoAnswer(seen, "1.0"); !why.empty()) return why;
  const std::string result = Answers(seen.events())["1.0"];
  return result == "0" ? std::string()
                       : Untold("the driver creates no instance of Vulkan 1.0: VkResult " + result);
}

VULKAN_DRIVER_CASE(LDP_DRIVER_10, own_versions_are_not_refused) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen =
      RunDriver(c, [](const ComponentUnderTest& driver) { TryVersions(driver, kNewestInterface); });
  SKIP_FOR(WhyNoVersions(seen));
  auto answers = Answers(seen.events());
  if (std::stoul(answers["agreed"]) < 5) GTEST_SKIP() << "version 5 was not agreed on";
  std::vector<std::string> refused;
  for (unsigned long minor = 0; minor <= std::stoul(answers["own"]); ++minor) {
    const std::string version = fmt::format("1.{}", minor);
    if (answers[version] == std::to_string(VK_ERROR_INCOMPATIBLE_DRIVER))
      refused.push_back(version);
  }
  EXPECT_SEEN(refused, IsEmpty()) << "with interface version " << answers["agreed"]
                                  << " the loader checks apiVersion, not the driver"
                                  << reading::LDP_DRIVER_10_r1;
}

// Judges the result of a Vulkan 1.0 driver for an application of 1.1, after this offer.
void JudgeOldDriver(Case& c, uint32_t offered, const reading::Id& accepted) {
  const Observation seen =
      RunDriver(c, [=](const ComponentUnderTest& driver) { TryVersions(driver, offered); });
  SKIP_FOR(WhyNoVersions(seen));
  auto answers = Answers(seen.events());
  if (std::stoul(answers["agreed"]) > 4) GTEST_SKIP() << "a version newer than 4 was agreed on";
  if (answers["own"] != "0") {
    GTEST_SKIP() << "the driver is of Vulkan 1." << answers["own"] << ", and may accept any version"
                 << accepted;
  }
  SKIP_FOR(WhyNoAnswer(seen, "1.1"));
  EXPECT_SEEN(answers["1.1"], std::to_string(VK_ERROR_INCOMPATIBLE_DRIVER))
      << "a driver of Vulkan 1.0 returns VK_ERROR_INCOMPATIBLE_DRIVER to an application of 1.1";
}

VULKAN_DRIVER_CASE(LDP_DRIVER_9, unsupported_versions_are_refused) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeOldDriver(c, kNewestInterface, reading::LDP_DRIVER_9_r1);
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_12, newer_versions_are_refused_for_an_old_loader) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeOldDriver(c, 4, reading::LS_VK_DRIVER_12_r1);
}

}  // namespace
}  // namespace loadstone::suites::versions

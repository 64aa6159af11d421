// SPDX-License-Identifier: Apache-2.0
// What a Vulkan driver refuses, and what it does afterwards: LS_VK_DRIVER_18 and LS_VK_DRIVER_28.
// The Vulkan specification demands VK_ERROR_EXTENSION_NOT_PRESENT for extensions that a physical
// device does not have ("vkCreateDevice"), and VK_ERROR_FEATURE_NOT_PRESENT for features
// ("Features"). Loaders pass no unknown extension of an instance on to a driver, so none is asked
// for.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "suites/vulkan_driver/device_facts.h"
#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::refusals {
namespace {

constexpr char kUnknown[] = "VK_LS_nobodys_extension";
constexpr char kRefused[] = "device with an unknown extension";
constexpr char kDeviceAfter[] = "device after it";
constexpr char kInstanceAfter[] = "instance after it";

// Creates a device, one with an unknown extension, and then ordinary ones again.
void Run(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty() || app.CreateDevice(devices.front()) != VK_SUCCESS) return;
  app.DestroyDevice();
  const VkResult refused = app.CreateDevice(devices.front(), {.extensions = {kUnknown}});
  Note(kRefused, std::to_string(refused));
  if (refused == VK_SUCCESS) app.DestroyDevice();
  const VkResult made = app.CreateDevice(devices.front());
  Note(kDeviceAfter, std::to_string(made));
  if (made == VK_SUCCESS) app.DestroyDevice();
  app.DestroyInstance();
  const VkResult again = app.CreateInstance();
  Note(kInstanceAfter, std::to_string(again));
  if (again == VK_SUCCESS) app.DestroyInstance();
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_18, unknown_extensions_are_refused) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, Run);
  SKIP_FOR(WhyNoDevice(seen));
  SKIP_FOR(WhyNoAnswer(seen, kRefused));
  EXPECT_SEEN(Answers(seen.events())[kRefused], std::to_string(VK_ERROR_EXTENSION_NOT_PRESENT))
      << "vkCreateDevice returns VK_ERROR_EXTENSION_NOT_PRESENT for an extension that the physical "
         "device does not list";
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_28, creations_succeed_after_a_refusal) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, Run);
  SKIP_FOR(WhyNoDevice(seen));
  SKIP_FOR(WhyNoAnswer(seen, kInstanceAfter));
  auto answers = Answers(seen.events());
  for (const char* creation : {kDeviceAfter, kInstanceAfter}) {
    EXPECT_SEEN(answers[creation], "0") << creation << ": its creation succeeds, as it did before";
  }
}

constexpr char kFeatures[] = "devices with a feature that is not supported";
constexpr char kAskedFeatures[] = "number of features";

struct FeatureName {
  VkBool32 VkPhysicalDeviceFeatures::*feature;
  const char* name;
};

// Features of each part of a device. Those that a device supports are not asked for.
#define LOADSTONE_FEATURE(name) \
  FeatureName { &VkPhysicalDeviceFeatures::name, #name }
constexpr FeatureName kOptionalFeatures[] = {
    LOADSTONE_FEATURE(robustBufferAccess),     LOADSTONE_FEATURE(geometryShader),
    LOADSTONE_FEATURE(tessellationShader),     LOADSTONE_FEATURE(wideLines),
    LOADSTONE_FEATURE(textureCompressionETC2), LOADSTONE_FEATURE(textureCompressionASTC_LDR),
    LOADSTONE_FEATURE(textureCompressionBC),   LOADSTONE_FEATURE(pipelineStatisticsQuery),
    LOADSTONE_FEATURE(shaderFloat64),          LOADSTONE_FEATURE(shaderInt16),
    LOADSTONE_FEATURE(shaderResourceMinLod),   LOADSTONE_FEATURE(sparseBinding),
    LOADSTONE_FEATURE(sparseResidencyBuffer),  LOADSTONE_FEATURE(sparseResidencyImage2D),
    LOADSTONE_FEATURE(sparseResidencyAliased), LOADSTONE_FEATURE(variableMultisampleRate),
    LOADSTONE_FEATURE(inheritedQueries)};
#undef LOADSTONE_FEATURE

// Requests each feature that a physical device does not support, by the structure of Vulkan 1.0 or
// by that of 1.1. Notes what was not refused.
void RequestFeatures(const ComponentUnderTest& driver, bool by_newer_structure) {
  DriverApp app(driver);
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty() || app.CreateDevice(devices.front()) != VK_SUCCESS) return;
  app.DestroyDevice();
  if (by_newer_structure && DeviceMinor(driver, app, devices.front()) < 1) return;
  VkPhysicalDeviceFeatures supported = {};
  Ask<PFN_vkGetPhysicalDeviceFeatures>(app, "vkGetPhysicalDeviceFeatures", devices.front(),
                                       &supported);
  std::vector<std::string> created;
  int asked = 0;
  for (const FeatureName& one : kOptionalFeatures) {
    if (supported.*one.feature != VK_FALSE) continue;
    ++asked;
    VkPhysicalDeviceFeatures2 requested = {};
    requested.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    requested.features.*one.feature = VK_TRUE;
    DriverDeviceRequest request;
    if (by_newer_structure) request.next = &requested;
    if (!by_newer_structure) request.features = &requested.features;
    const VkResult result = app.CreateDevice(devices.front(), request);
    if (result == VK_SUCCESS) app.DestroyDevice();
    if (result == VK_ERROR_FEATURE_NOT_PRESENT) continue;
    created.push_back(fmt::format("{}: VkResult {}", one.name, static_cast<int>(result)));
  }
  Note(kAskedFeatures, std::to_string(asked));
  Note(kFeatures, fmt::format("{}", fmt::join(created, ", ")));
}

void JudgeFeatures(Case& c, bool by_newer_structure) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, [by_newer_structure](const ComponentUnderTest& driver) {
    RequestFeatures(driver, by_newer_structure);
  });
  SKIP_FOR(WhyNoDevice(seen));
  auto answers = Answers(seen.events());
  if (by_newer_structure && !answers.contains(kAskedFeatures) && seen.FinishedNormally()) {
    GTEST_SKIP() << "the physical device is of Vulkan 1.0";
  }
  SKIP_FOR(WhyNoAnswer(seen, kFeatures));
  if (answers[kAskedFeatures] == "0") {
    GTEST_SKIP() << "the physical device supports each of these features";
  }
  EXPECT_SEEN(answers[kFeatures], "")
      << "vkCreateDevice returns VK_ERROR_FEATURE_NOT_PRESENT for a feature that the physical "
         "device does not support";
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_18, unsupported_features_are_refused) { JudgeFeatures(c, false); }

VULKAN_DRIVER_CASE(LS_VK_DRIVER_18, unsupported_features_are_refused_by_the_newer_structure) {
  JudgeFeatures(c, true);
}

}  // namespace
}  // namespace loadstone::suites::refusals

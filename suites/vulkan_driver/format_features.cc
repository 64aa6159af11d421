// SPDX-License-Identifier: Apache-2.0
// LS_VK_DRIVER_18: the features of a format, whichever structure asks for them. "Format Properties"
// of the Vulkan specification: VkFormatProperties3 has each bit that VkFormatProperties has.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "suites/common/component_app.h"
#include "suites/vulkan_driver/device_facts.h"
#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::format_features {
namespace {

constexpr char kWrong[] = "wrong";
constexpr char kTooOld[] = "too old";
// A format of colors, one of integers, one of depth, and one for buffers above all.
constexpr VkFormat kFormats[] = {VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R32_UINT, VK_FORMAT_D16_UNORM,
                                 VK_FORMAT_R32G32B32_SFLOAT};

void CompareFormat(const DriverApp& app, VkPhysicalDevice device, VkFormat format,
                   std::vector<std::string>* wrong) {
  VkFormatProperties3 newer = {};
  newer.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3;
  VkFormatProperties2 older = {};
  older.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2;
  older.pNext = &newer;
  Ask<PFN_vkGetPhysicalDeviceFormatProperties2>(app, "vkGetPhysicalDeviceFormatProperties2", device,
                                                format, &older);
  const auto compare = [&](const char* member, VkFormatFeatureFlags in_older,
                           VkFormatFeatureFlags2 in_newer) {
    if ((in_older & ~in_newer) == 0) return;
    wrong->push_back(
        fmt::format("{} of VkFormat {} is {:#x} in VkFormatProperties and {:#x} in "
                    "VkFormatProperties3",
                    member, int{format}, in_older, in_newer));
  };
  compare("linearTilingFeatures", older.formatProperties.linearTilingFeatures,
          newer.linearTilingFeatures);
  compare("optimalTilingFeatures", older.formatProperties.optimalTilingFeatures,
          newer.optimalTilingFeatures);
  compare("bufferFeatures", older.formatProperties.bufferFeatures, newer.bufferFeatures);
}

void CompareFormats(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  std::vector<std::string> wrong;
  bool compared = false;
  for (const VkPhysicalDevice device : app.PhysicalDevices()) {
    if (DeviceMinor(driver, app, device) < 3) continue;
    compared = true;
    for (const VkFormat format : kFormats) CompareFormat(app, device, format, &wrong);
  }
  if (!compared) return Note(kTooOld, "seen");
  Note(kWrong, fmt::format("{}", fmt::join(wrong, "; ")));
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_18, newer_format_features_include_the_older) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, CompareFormats);
  SKIP_FOR(WhyNoPhysicalDevice(seen));
  auto answers = Answers(seen.events());
  if (answers.contains(kTooOld)) GTEST_SKIP() << "no physical device has Vulkan 1.3";
  SKIP_FOR(WhyNoAnswer(seen, kWrong));
  EXPECT_SEEN(answers[kWrong], "")
      << "VkFormatProperties3 has each feature of a format that VkFormatProperties has";
}

}  // namespace
}  // namespace loadstone::suites::format_features

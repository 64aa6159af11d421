// SPDX-License-Identifier: Apache-2.0
// The features that a device declares: "Implement Vulkan", its introduction, "Choosing Vulkan
// support", "Vulkan version support" and "Vulkan feature flag".

#include <fmt/format.h>

#include "harness/case/image_case.h"
#include "policies/reading_ids.h"

namespace loadstone::suites::features {
namespace {

constexpr int64_t kOpenGlEs31 = 0x30001;
constexpr int64_t kVulkan10 = 0x400000;
constexpr int64_t kVulkan11 = 0x401000;
constexpr int64_t kVulkan13 = 0x403000;
// Vulkan 1.4 is the newest version. It has had a new minor version about every two years, so that a
// device that is newer than this file may have the next one.
constexpr int64_t kAfterNextVulkan = 0x406000;
constexpr int64_t kAndroid10 = 29;
constexpr int64_t kAndroid11 = 30;
constexpr int64_t kAndroid13 = 33;
constexpr int64_t kLeastDeqpLevel = 0x07E30301;
constexpr char kFirstApiLevel[] = "ro.product.first_api_level";

std::string Hex(int64_t number) { return fmt::format("{:#010x}", number); }

// A device without a 64-bit ABI, or with little memory, need not have the most advanced features.
std::string WhyExempt(const Case& c) {
  const ImageUnderTest& image = ImageOf(c);
  if (image.Property("ro.config.low_ram") == "true") return "the device is low on memory";
  if (!image.HasAbiOf(64).value_or(false)) return "no 64-bit ABI is listed";
  return {};
}

// Why the device was not launched with an API level in this range.
std::string WhyNotLaunched(const Case& c, int64_t least, int64_t most) {
  if (std::string why = WhyNoNumber(c, kFirstApiLevel); !why.empty()) return why;
  const int64_t level = *ImageOf(c).Number(kFirstApiLevel);
  return level >= least && level <= most ? "" : fmt::format("{} is {}", kFirstApiLevel, level);
}

// A value below `least` as a report shows it; empty for others.
std::string TooLow(int64_t value, int64_t least) { return value < least ? Hex(value) : ""; }

bool IsDate(int64_t year, int64_t month, int64_t day) {
  return year >= 2000 && year < 2200 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

bool IsDate(int64_t level) {
  return IsDate(level >> 16, (level >> 8) & 0xff, level & 0xff) ||
         IsDate(level & 0xffff, (level >> 16) & 0xff, level >> 24);
}

// The values of a feature that are not numbers.
std::vector<std::string> NonNumericValues(const ImageUnderTest& image, const std::string& feature) {
  std::vector<std::string> wrong;
  for (const ImageFeature& each : image.features) {
    if (each.name != feature || ImageNumber(each.version).has_value()) continue;
    wrong.push_back(fmt::format("{}: '{}'", each.file, each.version));
  }
  return wrong;
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_2, opengl_es_is_3_1) {
  SKIP_FOR(WhyNoVulkan(c));
  SKIP_FOR(WhyNoNumber(c, "ro.opengles.version"));
  EXPECT_SEEN(*ImageOf(c).Number("ro.opengles.version"), Ge(kOpenGlEs31))
      << "ro.opengles.version is 196609, which is 3.1, or more";
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_3, version_is_declared) {
  SKIP_FOR(DriversOf(ImageOf(c)).empty() ? "the image has no Vulkan driver" : "");
  EXPECT_HOLDS(ImageOf(c).Feature(kVulkanVersionFeature).has_value())
      << "a file of etc/permissions declares android.hardware.vulkan.version";
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_3, level_is_declared) {
  SKIP_FOR(DriversOf(ImageOf(c)).empty() ? "the image has no Vulkan driver" : "");
  EXPECT_HOLDS(ImageOf(c).Feature(kVulkanLevelFeature).has_value())
      << "a file of etc/permissions declares android.hardware.vulkan.level";
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_3, level_is_a_number) {
  SKIP_FOR(WhyNoFeature(c, kVulkanLevelFeature));
  std::vector<std::string> wrong;
  for (const ImageFeature& each : ImageOf(c).features) {
    if (each.name != kVulkanLevelFeature || each.version.empty()) continue;
    if (!ImageNumber(each.version).has_value()) {
      wrong.push_back(fmt::format("{}: '{}'", each.file, each.version));
    }
  }
  EXPECT_SEEN(wrong, IsEmpty()) << "the level is a number, or is left out"
                                << reading::LS_ANDROID_DEVICE_3_r1;
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_11, vulkan_is_supported) {
  SKIP_FOR(WhyExempt(c));
  EXPECT_HOLDS(ImageOf(c).Feature(kVulkanVersionFeature).has_value())
      << "a device with a 64-bit ABI that is not low on memory declares a version of Vulkan"
      << reading::LS_ANDROID_DEVICE_11_r1;
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_12, launched_with_android_13) {
  SKIP_FOR(WhyNotLaunched(c, kAndroid13, INT64_MAX));
  SKIP_FOR(WhyExempt(c));
  SKIP_FOR(WhyNoFeature(c, kVulkanVersionFeature));
  EXPECT_SEEN(TooLow(*ImageOf(c).Feature(kVulkanVersionFeature), kVulkan13), Eq(std::string()))
      << "the declared version is 1.3 or later" << reading::LS_ANDROID_DEVICE_12_r1
      << reading::LS_ANDROID_DEVICE_12_r2;
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_13, launched_with_android_10) {
  SKIP_FOR(WhyNotLaunched(c, kAndroid10, kAndroid10));
  SKIP_FOR(WhyExempt(c));
  SKIP_FOR(WhyNoFeature(c, kVulkanVersionFeature));
  EXPECT_SEEN(TooLow(*ImageOf(c).Feature(kVulkanVersionFeature), kVulkan11), Eq(std::string()))
      << "the declared version is 1.1 or later" << reading::LS_ANDROID_DEVICE_13_r1
      << reading::LS_ANDROID_DEVICE_13_r2;
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_14, version_is_a_number) {
  SKIP_FOR(WhyNoFeature(c, kVulkanVersionFeature));
  EXPECT_SEEN(NonNumericValues(ImageOf(c), kVulkanVersionFeature), IsEmpty())
      << "the version is a number" << reading::LS_ANDROID_DEVICE_14_r1;
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_14, version_is_one_of_vulkan) {
  SKIP_FOR(WhyNoFeature(c, kVulkanVersionFeature));
  const int64_t version = *ImageOf(c).Feature(kVulkanVersionFeature);
  EXPECT_SEEN(version >= kVulkan10 && version < kAfterNextVulkan ? "" : Hex(version),
              Eq(std::string()))
      << "the version is that of Vulkan 1.0 to 1.4, or of the minor version after it"
      << reading::LS_ANDROID_DEVICE_14_r2 << reading::LS_ANDROID_DEVICE_14_r3;
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_15, permissions_are_well_formed) {
  SKIP_FOR(WhyNoVulkan(c));
  std::vector<std::string> wrong;
  for (const auto& [file, problem] : ImageOf(c).bad_permissions) {
    wrong.push_back(fmt::format("{}: {}", file, problem));
  }
  EXPECT_SEEN(wrong, IsEmpty()) << "files of etc/permissions about Vulkan are well-formed XML"
                                << reading::LS_ANDROID_DEVICE_15_r1;
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_18, deqp_level_is_declared) {
  SKIP_FOR(WhyNoVulkan(c));
  SKIP_FOR(WhyNoNumber(c, "ro.build.version.sdk"));
  SKIP_FOR(*ImageOf(c).Number("ro.build.version.sdk") < kAndroid11 ? "the image is of Android 10"
                                                                     " or earlier"
                                                                   : "");
  EXPECT_HOLDS(ImageOf(c).Feature(kDeqpFeature).has_value())
      << "a file of etc/permissions declares android.software.vulkan.deqp.level";
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_19, deqp_level_is_a_date) {
  SKIP_FOR(WhyNoFeature(c, kDeqpFeature));
  ASSERT_SEEN(NonNumericValues(ImageOf(c), kDeqpFeature), IsEmpty()) << "the value is a number";
  const int64_t level = *ImageOf(c).Feature(kDeqpFeature);
  EXPECT_SEEN(IsDate(level) ? "" : Hex(level), Eq(std::string()))
      << "the value is a date, as 0x07E30301 is the 1st of March 2019"
      << reading::LS_ANDROID_DEVICE_19_r1;
}

VULKAN_DEVICE_CASE(LS_ANDROID_DEVICE_20, deqp_level_is_not_too_low) {
  SKIP_FOR(WhyNoFeature(c, kDeqpFeature));
  EXPECT_SEEN(TooLow(*ImageOf(c).Feature(kDeqpFeature), kLeastDeqpLevel), Eq(std::string()))
      << "the value, with the year in its upper half, is 0x07e30301 or more";
}

}  // namespace
}  // namespace loadstone::suites::features

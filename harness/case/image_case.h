// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_IMAGE_CASE_H_
#define LOADSTONE_HARNESS_CASE_IMAGE_CASE_H_

#include <string>
#include <vector>

#include "harness/case/component_case.h"
#include "harness/world/image_under_test.h"

// A case that judges the image of a device with Android; the subject of the run holds it. Only
// `check-image` runs it, and it starts no process.
#define VULKAN_DEVICE_CASE(owner, name, ...)                                          \
  LOADSTONE_CASE(::loadstone::Api::kVulkan, ::loadstone::SubjectKind::kDevice, owner, \
                 name __VA_OPT__(, ) __VA_ARGS__)
#define OPENXR_DEVICE_CASE(owner, name, ...)                                          \
  LOADSTONE_CASE(::loadstone::Api::kOpenXr, ::loadstone::SubjectKind::kDevice, owner, \
                 name __VA_OPT__(, ) __VA_ARGS__)

namespace loadstone {

inline constexpr char kVulkanVersionFeature[] = "android.hardware.vulkan.version";
inline constexpr char kVulkanLevelFeature[] = "android.hardware.vulkan.level";
inline constexpr char kDeqpFeature[] = "android.software.vulkan.deqp.level";

// Returns the image that the case judges. Throws HarnessError outside of check-image.
const ImageUnderTest& ImageOf(const Case& c);

// Returns the paths of the image's drivers: modules vulkan.NAME.so.
std::vector<std::string> DriversOf(const ImageUnderTest& image);
// Returns whether the image is that of a device with Vulkan: it has a driver, or declares a
// version.
bool HasVulkan(const ImageUnderTest& image);

// Return why a case must be skipped: the device does not declare Vulkan; a property is not set or
// is not a number; a feature is not declared; no list of ABIs is set. Empty if the case can judge.
std::string WhyNoVulkan(const Case& c);
std::string WhyNoNumber(const Case& c, const std::string& property);
std::string WhyNoFeature(const Case& c, const std::string& feature);
std::string WhyNoAbis(const Case& c);

// Returns the word sizes for which the device has ABIs: 32, 64, or both.
std::vector<unsigned> WordSizes(const ImageUnderTest& image);
// Returns "lib" or "lib64".
std::string LibraryFolder(unsigned bits);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_IMAGE_CASE_H_

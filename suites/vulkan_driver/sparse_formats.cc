// SPDX-License-Identifier: Apache-2.0
// LS_VK_DRIVER_18: the aspects of sparse images. "Sparse Image Format Properties" of the Vulkan
// specification: each element describes aspects of an image with the given format.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "suites/common/component_app.h"
#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::sparse_formats {
namespace {

constexpr char kWrong[] = "wrong";
constexpr char kNone[] = "no sparse images";
constexpr uint32_t kMost = 8;  // an image of colors has one or two elements
// What an image of colors may have.
constexpr VkImageAspectFlags kAspects = VK_IMAGE_ASPECT_COLOR_BIT | VK_IMAGE_ASPECT_METADATA_BIT;

// Returns whether there is something to judge.
bool CompareAspects(const DriverApp& app, VkPhysicalDevice device,
                    std::vector<std::string>* wrong) {
  VkSparseImageFormatProperties elements[kMost] = {};
  uint32_t count = kMost;
  Ask<PFN_vkGetPhysicalDeviceSparseImageFormatProperties>(
      app, "vkGetPhysicalDeviceSparseImageFormatProperties", device, VK_FORMAT_R8G8B8A8_UNORM,
      VK_IMAGE_TYPE_2D, VK_SAMPLE_COUNT_1_BIT, VK_IMAGE_USAGE_SAMPLED_BIT, VK_IMAGE_TILING_OPTIMAL,
      &count, elements);
  VkImageAspectFlags described = 0;
  for (uint32_t i = 0; i < std::min(count, kMost); ++i) {
    described |= elements[i].aspectMask;
    if (elements[i].aspectMask == 0 || (elements[i].aspectMask & ~kAspects) != 0) {
      wrong->push_back(fmt::format("element {} has the aspects {:#x}", i, elements[i].aspectMask));
    }
  }
  if (count > 0 && (described & VK_IMAGE_ASPECT_COLOR_BIT) == 0) {
    wrong->push_back("no element has the aspect of colors");
  }
  return count > 0;
}

void CompareDevices(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  std::vector<std::string> wrong;
  bool compared = false;
  for (const VkPhysicalDevice device : app.PhysicalDevices()) {
    compared |= CompareAspects(app, device, &wrong);
  }
  Note(compared ? kWrong : kNone, fmt::format("{}", fmt::join(wrong, "; ")));
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_18, sparse_formats_have_the_aspects_of_the_image) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, CompareDevices);
  SKIP_FOR(WhyNoPhysicalDevice(seen));
  auto answers = Answers(seen.events());
  if (answers.contains(kNone)) GTEST_SKIP() << "no physical device has sparse images of colors";
  SKIP_FOR(WhyNoAnswer(seen, kWrong));
  EXPECT_SEEN(answers[kWrong], "")
      << "the sparse properties of a format of colors are those of its aspect";
}

}  // namespace
}  // namespace loadstone::suites::sparse_formats

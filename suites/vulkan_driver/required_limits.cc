// SPDX-License-Identifier: Apache-2.0
// LS_VK_DRIVER_18: limits and formats that every physical device has. "Required Limits" and
// "Required Format Support" of the Vulkan specification, for devices without any feature enabled.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "suites/common/component_app.h"
#include "suites/vulkan_driver/driver_app.h"

namespace loadstone::suites::required_limits {
namespace {

constexpr char kWrong[] = "wrong";
constexpr uint32_t kSide = 4096;  // of a 2D image and a framebuffer

// Members of VkPhysicalDeviceLimits, with the least value that the specification allows.
struct Least {
  const char* name;
  uint32_t VkPhysicalDeviceLimits::*member;
  uint32_t value;
};
constexpr Least kLeast[] = {
    {"maxImageDimension1D", &VkPhysicalDeviceLimits::maxImageDimension1D, kSide},
    {"maxImageDimension2D", &VkPhysicalDeviceLimits::maxImageDimension2D, kSide},
    {"maxImageDimension3D", &VkPhysicalDeviceLimits::maxImageDimension3D, 256},
    {"maxImageDimensionCube", &VkPhysicalDeviceLimits::maxImageDimensionCube, kSide},
    {"maxImageArrayLayers", &VkPhysicalDeviceLimits::maxImageArrayLayers, 256},
    {"maxTexelBufferElements", &VkPhysicalDeviceLimits::maxTexelBufferElements, 65536},
    {"maxUniformBufferRange", &VkPhysicalDeviceLimits::maxUniformBufferRange, 16384},
    {"maxStorageBufferRange", &VkPhysicalDeviceLimits::maxStorageBufferRange, 1u << 27},
    {"maxPushConstantsSize", &VkPhysicalDeviceLimits::maxPushConstantsSize, 128},
    {"maxMemoryAllocationCount", &VkPhysicalDeviceLimits::maxMemoryAllocationCount, 4096},
    {"maxSamplerAllocationCount", &VkPhysicalDeviceLimits::maxSamplerAllocationCount, 4000},
    {"maxBoundDescriptorSets", &VkPhysicalDeviceLimits::maxBoundDescriptorSets, 4},
    {"maxPerStageDescriptorSamplers", &VkPhysicalDeviceLimits::maxPerStageDescriptorSamplers, 16},
    {"maxPerStageDescriptorUniformBuffers",
     &VkPhysicalDeviceLimits::maxPerStageDescriptorUniformBuffers, 12},
    {"maxPerStageDescriptorStorageBuffers",
     &VkPhysicalDeviceLimits::maxPerStageDescriptorStorageBuffers, 4},
    {"maxPerStageDescriptorSampledImages",
     &VkPhysicalDeviceLimits::maxPerStageDescriptorSampledImages, 16},
    {"maxPerStageDescriptorStorageImages",
     &VkPhysicalDeviceLimits::maxPerStageDescriptorStorageImages, 4},
    {"maxComputeSharedMemorySize", &VkPhysicalDeviceLimits::maxComputeSharedMemorySize, 16384},
    {"maxComputeWorkGroupInvocations", &VkPhysicalDeviceLimits::maxComputeWorkGroupInvocations,
     128},
    {"subPixelPrecisionBits", &VkPhysicalDeviceLimits::subPixelPrecisionBits, 4},
    {"subTexelPrecisionBits", &VkPhysicalDeviceLimits::subTexelPrecisionBits, 4},
    {"mipmapPrecisionBits", &VkPhysicalDeviceLimits::mipmapPrecisionBits, 4},
    {"maxDrawIndirectCount", &VkPhysicalDeviceLimits::maxDrawIndirectCount, 1},
    {"maxViewports", &VkPhysicalDeviceLimits::maxViewports, 1},
    {"maxColorAttachments", &VkPhysicalDeviceLimits::maxColorAttachments, 4},
    {"maxFramebufferWidth", &VkPhysicalDeviceLimits::maxFramebufferWidth, kSide},
    {"maxFramebufferHeight", &VkPhysicalDeviceLimits::maxFramebufferHeight, kSide},
    {"maxFramebufferLayers", &VkPhysicalDeviceLimits::maxFramebufferLayers, 256},
    {"maxSampleMaskWords", &VkPhysicalDeviceLimits::maxSampleMaskWords, 1},
    {"discreteQueuePriorities", &VkPhysicalDeviceLimits::discreteQueuePriorities, 2},
};

void CompareLimits(const DriverApp& app, VkPhysicalDevice device, std::vector<std::string>* wrong) {
  VkPhysicalDeviceProperties properties = {};
  Ask<PFN_vkGetPhysicalDeviceProperties>(app, "vkGetPhysicalDeviceProperties", device, &properties);
  for (const Least& least : kLeast) {
    const uint32_t value = properties.limits.*least.member;
    if (value >= least.value) continue;
    wrong->push_back(fmt::format("{} is {}, less than {}", least.name, value, least.value));
  }
}

void CompareFamilies(const DriverApp& app, VkPhysicalDevice device,
                     std::vector<std::string>* wrong) {
  constexpr char kCall[] = "vkGetPhysicalDeviceQueueFamilyProperties";
  uint32_t count = 0;
  VkQueueFamilyProperties* none = nullptr;
  Ask<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(app, kCall, device, &count, none);
  if (count == 0) wrong->push_back("there is no queue family");
  std::vector<VkQueueFamilyProperties> families(count);
  Ask<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(app, kCall, device, &count, families.data());
  for (uint32_t i = 0; i < count; ++i) {
    if (families[i].queueCount != 0) continue;
    wrong->push_back(fmt::format("queue family {} has no queue", i));
  }
}

// A format that every device can sample, in images of the least sizes.
void CompareFormat(const DriverApp& app, VkPhysicalDevice device, std::vector<std::string>* wrong) {
  constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_UNORM;
  VkFormatProperties format = {};
  Ask<PFN_vkGetPhysicalDeviceFormatProperties>(app, "vkGetPhysicalDeviceFormatProperties", device,
                                               kFormat, &format);
  constexpr VkFormatFeatureFlags kRequired =
      VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_BLIT_SRC_BIT |
      VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT | VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT |
      VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT | VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT |
      VK_FORMAT_FEATURE_BLIT_DST_BIT;
  if ((format.optimalTilingFeatures & kRequired) != kRequired) {
    wrong->push_back(fmt::format("optimalTilingFeatures of VK_FORMAT_R8G8B8A8_UNORM is {:#x}",
                                 format.optimalTilingFeatures));
  }
  constexpr char kCall[] = "vkGetPhysicalDeviceImageFormatProperties";
  const auto get = app.Get<PFN_vkGetPhysicalDeviceImageFormatProperties>(kCall);
  if (get == nullptr) return;
  VkImageFormatProperties image = {};
  const VkResult result = Traced(kCall, [&] {
    return get(device, kFormat, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL,
               VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, 0, &image);
  });
  if (result == VK_SUCCESS && image.maxExtent.width >= kSide && image.maxExtent.height >= kSide &&
      image.maxExtent.depth >= 1 && image.maxArrayLayers >= 256 && image.maxMipLevels >= 13 &&
      (image.sampleCounts & VK_SAMPLE_COUNT_4_BIT) != 0) {
    return;
  }
  wrong->push_back(fmt::format(
      "{} of VK_FORMAT_R8G8B8A8_UNORM: VkResult {}, {} by {} by {}, {} layers, {} mip levels, "
      "sampleCounts {:#x}",
      kCall, int{result}, image.maxExtent.width, image.maxExtent.height, image.maxExtent.depth,
      image.maxArrayLayers, image.maxMipLevels, image.sampleCounts));
}

void LookAtDevices(const ComponentUnderTest& driver) {
  DriverApp app(driver);
  if (!app.usable() || app.CreateInstance() != VK_SUCCESS) return;
  const std::vector<VkPhysicalDevice> devices = app.PhysicalDevices();
  if (devices.empty()) return;
  std::vector<std::string> wrong;
  for (VkPhysicalDevice device : devices) {
    CompareLimits(app, device, &wrong);
    CompareFamilies(app, device, &wrong);
    CompareFormat(app, device, &wrong);
  }
  Note(kWrong, fmt::format("{}", fmt::join(wrong, "; ")));
}

VULKAN_DRIVER_CASE(LS_VK_DRIVER_18, required_limits_and_formats_are_supported) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunDriver(c, LookAtDevices);
  SKIP_FOR(WhyNoPhysicalDevice(seen));
  SKIP_FOR(WhyNoAnswer(seen, kWrong));
  EXPECT_SEEN(Answers(seen.events())[kWrong], "")
      << "each physical device has the limits, queues and format features that all devices have";
}

}  // namespace
}  // namespace loadstone::suites::required_limits

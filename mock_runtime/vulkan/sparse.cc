// SPDX-License-Identifier: Apache-2.0
// The properties of sparse images: for each format the configured number, with different block
// widths.
#include "commands.gen.h"
#include "mock_common/config.h"
#include "mock_runtime/vulkan/instance.h"

namespace loadstone::mock {
namespace {

// `samples` and `tiling` are the query's: the granularity shows that they arrived.
VkSparseImageFormatProperties SparseFormat(uint32_t index, VkSampleCountFlagBits samples,
                                           VkImageTiling tiling) {
  VkSparseImageFormatProperties properties = {};
  properties.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT;
  if (IsMisbehaviourConfigured("no_sparse_aspects")) properties.aspectMask = 0;
  properties.imageGranularity = {uint32_t{16} << index, 16u * samples, 1u + tiling};
  return properties;
}

}  // namespace

namespace driver {

void GetPhysicalDeviceSparseImageFormatProperties(VkPhysicalDevice physicalDevice, VkFormat,
                                                  VkImageType, VkSampleCountFlagBits samples,
                                                  VkImageUsageFlags, VkImageTiling tiling,
                                                  uint32_t* pCount,
                                                  VkSparseImageFormatProperties* pProperties) {
  const uint32_t room = CountToFill(GetModel().sparse_formats, pCount, pProperties);
  for (uint32_t i = 0; i < room; ++i) pProperties[i] = SparseFormat(i, samples, tiling);
  TraceQuery("vkGetPhysicalDeviceSparseImageFormatProperties", physicalDevice);
}

void GetPhysicalDeviceSparseImageFormatProperties2(
    VkPhysicalDevice physicalDevice, const VkPhysicalDeviceSparseImageFormatInfo2* pInfo,
    uint32_t* pCount, VkSparseImageFormatProperties2* pProperties) {
  const uint32_t room = CountToFill(GetModel().sparse_formats, pCount, pProperties);
  for (uint32_t i = 0; i < room; ++i) {
    pProperties[i].properties = SparseFormat(i, pInfo->samples, pInfo->tiling);
  }
  TraceQuery("vkGetPhysicalDeviceSparseImageFormatProperties2", physicalDevice);
}

}  // namespace driver
}  // namespace loadstone::mock

// SPDX-License-Identifier: Apache-2.0
// The properties of sparse images: for each format the configured number, with different block
// widths.
#include "commands.gen.h"
#include "mock_common/config.h"
#include "mock_runtime/vulkan/instance.h"

namespace loadstone::mock {
namespace {

// The other arguments are the query's: the granularity shows that they arrived.
VkSparseImageFormatProperties SparseFormat(uint32_t index, VkImageType type,
                                           VkSampleCountFlagBits samples, VkImageUsageFlags usage,
                                           VkImageTiling tiling) {
  VkSparseImageFormatProperties properties = {};
  properties.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT;
  if (IsMisbehaviourConfigured("no_sparse_aspects")) properties.aspectMask = 0;
  properties.imageGranularity = {uint32_t{16} << index, 16u * samples + usage,
                                 1u + tiling + 2u * type};
  return properties;
}

}  // namespace

namespace driver {

void GetPhysicalDeviceSparseImageFormatProperties(VkPhysicalDevice physicalDevice, VkFormat,
                                                  VkImageType type, VkSampleCountFlagBits samples,
                                                  VkImageUsageFlags usage, VkImageTiling tiling,
                                                  uint32_t* pCount,
                                                  VkSparseImageFormatProperties* pProperties) {
  const uint32_t room = CountToFill(GetModel().sparse_formats, pCount, pProperties);
  for (uint32_t i = 0; i < room; ++i)
    pProperties[i] = SparseFormat(i, type, samples, usage, tiling);
  TraceQuery("vkGetPhysicalDeviceSparseImageFormatProperties", physicalDevice);
}

void GetPhysicalDeviceSparseImageFormatProperties2(
    VkPhysicalDevice physicalDevice, const VkPhysicalDeviceSparseImageFormatInfo2* pInfo,
    uint32_t* pCount, VkSparseImageFormatProperties2* pProperties) {
  const uint32_t room = CountToFill(GetModel().sparse_formats, pCount, pProperties);
  for (uint32_t i = 0; i < room; ++i) {
    pProperties[i].properties =
        SparseFormat(i, pInfo->type, pInfo->samples, pInfo->usage, pInfo->tiling);
  }
  TraceQuery("vkGetPhysicalDeviceSparseImageFormatProperties2", physicalDevice);
}

}  // namespace driver
}  // namespace loadstone::mock

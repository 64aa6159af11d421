// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_DEVICES_FORMATS_H_
#define LOADSTONE_SUITES_VULKAN_DEVICES_FORMATS_H_

#include "suites/suites.h"

// Queries about a format of a physical device, and about images of that format.
namespace loadstone::suites {

inline constexpr VkFormat kAskedFormat = VK_FORMAT_R8G8B8A8_UNORM;

inline VkPhysicalDeviceImageFormatInfo2 ImageFormatInfo() {
  auto info = Structure<VkPhysicalDeviceImageFormatInfo2>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2);
  info.format = kAskedFormat;
  info.type = VK_IMAGE_TYPE_2D;
  info.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
  return info;
}

inline VkPhysicalDeviceSparseImageFormatInfo2 SparseFormatInfo() {
  auto info = Structure<VkPhysicalDeviceSparseImageFormatInfo2>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SPARSE_IMAGE_FORMAT_INFO_2);
  info.format = kAskedFormat;
  info.type = VK_IMAGE_TYPE_2D;
  info.samples = VK_SAMPLE_COUNT_1_BIT;
  info.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
  return info;
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DEVICES_FORMATS_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_DRIVERS_EMULATED_QUERIES_H_
#define LOADSTONE_SUITES_VULKAN_DRIVERS_EMULATED_QUERIES_H_

#include <fmt/format.h>

#include <cstring>
#include <string>
#include <vector>

#include "suites/vulkan/devices/formats.h"
#include "suites/vulkan/drivers/drivers.h"

// The queries of VK_KHR_get_physical_device_properties2, each with the function of Vulkan 1.0 that
// answers it without further structures (LDP_LOADER_8.r1).
namespace loadstone::suites {

// A driver whose device has three families of queues; `version` has its api_version.
inline Driver DriverToQuery(const std::string& name, const char* version) {
  return Driver(name)
      .Manifest(version)
      .Behaviour(version)
      .Behaviour(R"({"sparse_formats": 2})")
      .Behaviour(fmt::format(
          R"({{"physical_devices": [{{"name": "{}", "queue_families": [
               {{"flags": 15, "count": 4}}, {{"flags": 4, "count": 2}},
               {{"flags": 2, "count": 1}}]}}]}})",
          name));
}

template <typename T>
bool IsSame(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

// Each function queries `device` with the new and with the old function, and returns whether the
// answers are equal.

inline bool AskProperties(VulkanApp& app, VkPhysicalDevice device) {
  auto answer =
      Structure<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  app.Get<PFN_vkGetPhysicalDeviceProperties2>("vkGetPhysicalDeviceProperties2KHR")(device, &answer);
  VkPhysicalDeviceProperties old = {};
  app.Get<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties")(device, &old);
  const VkPhysicalDeviceProperties& given = answer.properties;
  return old.deviceName[0] != '\0' && std::strcmp(given.deviceName, old.deviceName) == 0 &&
         given.apiVersion == old.apiVersion && given.driverVersion == old.driverVersion &&
         given.vendorID == old.vendorID && given.deviceID == old.deviceID &&
         given.deviceType == old.deviceType &&
         given.limits.maxImageDimension2D == old.limits.maxImageDimension2D &&
         IsSame(given.pipelineCacheUUID, old.pipelineCacheUUID);
}

inline bool AskFeatures(VulkanApp& app, VkPhysicalDevice device) {
  auto answer = Structure<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  app.Get<PFN_vkGetPhysicalDeviceFeatures2>("vkGetPhysicalDeviceFeatures2KHR")(device, &answer);
  VkPhysicalDeviceFeatures old = {};
  app.Get<PFN_vkGetPhysicalDeviceFeatures>("vkGetPhysicalDeviceFeatures")(device, &old);
  return IsSame(answer.features, old);
}

inline bool AskFormat(VulkanApp& app, VkPhysicalDevice device) {
  auto answer = Structure<VkFormatProperties2>(VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2);
  app.Get<PFN_vkGetPhysicalDeviceFormatProperties2>("vkGetPhysicalDeviceFormatProperties2KHR")(
      device, kAskedFormat, &answer);
  VkFormatProperties old = {};
  app.Get<PFN_vkGetPhysicalDeviceFormatProperties>("vkGetPhysicalDeviceFormatProperties")(
      device, kAskedFormat, &old);
  return IsSame(answer.formatProperties, old);
}

inline bool AskMemory(VulkanApp& app, VkPhysicalDevice device) {
  auto answer = Structure<VkPhysicalDeviceMemoryProperties2>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2);
  app.Get<PFN_vkGetPhysicalDeviceMemoryProperties2>("vkGetPhysicalDeviceMemoryProperties2KHR")(
      device, &answer);
  VkPhysicalDeviceMemoryProperties old = {};
  app.Get<PFN_vkGetPhysicalDeviceMemoryProperties>("vkGetPhysicalDeviceMemoryProperties")(device,
                                                                                          &old);
  const VkPhysicalDeviceMemoryProperties& given = answer.memoryProperties;
  bool same = old.memoryTypeCount > 0 && given.memoryTypeCount == old.memoryTypeCount &&
              given.memoryHeapCount == old.memoryHeapCount;
  for (uint32_t i = 0; same && i < old.memoryTypeCount; ++i) {
    same &= IsSame(given.memoryTypes[i], old.memoryTypes[i]);
  }
  for (uint32_t i = 0; same && i < old.memoryHeapCount; ++i) {
    same &= given.memoryHeaps[i].size == old.memoryHeaps[i].size &&
            given.memoryHeaps[i].flags == old.memoryHeaps[i].flags;
  }
  return same;
}

// The initial value of a count in a call without an array.
inline constexpr uint32_t kAnyNumber = 77;

// With no capacity, with capacity for some of three elements, and with more capacity than needed.
inline bool AskQueueFamilies(VulkanApp& app, VkPhysicalDevice device) {
  const auto ask = app.Get<PFN_vkGetPhysicalDeviceQueueFamilyProperties2>(
      "vkGetPhysicalDeviceQueueFamilyProperties2KHR");
  const auto old = app.Get<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(
      "vkGetPhysicalDeviceQueueFamilyProperties");
  constexpr uint32_t kMost = 5;
  bool same = true;
  for (const uint32_t room : {0U, 1U, 2U, 3U, kMost}) {
    std::vector<VkQueueFamilyProperties2> list(
        kMost, Structure<VkQueueFamilyProperties2>(VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2));
    std::vector<VkQueueFamilyProperties> old_list(kMost);
    uint32_t count = room > 0 ? room : kAnyNumber;
    uint32_t old_count = count;
    ask(device, &count, room > 0 ? list.data() : nullptr);
    old(device, &old_count, room > 0 ? old_list.data() : nullptr);
    same &= count == old_count && count > 0;
    for (uint32_t i = 0; i < kMost; ++i) same &= IsSame(list[i].queueFamilyProperties, old_list[i]);
  }
  return same;
}

inline bool AskOneImageFormat(VulkanApp& app, VkPhysicalDevice device,
                              const VkPhysicalDeviceImageFormatInfo2& info) {
  auto answer = Structure<VkImageFormatProperties2>(VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2);
  const VkResult result = app.Get<PFN_vkGetPhysicalDeviceImageFormatProperties2>(
      "vkGetPhysicalDeviceImageFormatProperties2KHR")(device, &info, &answer);
  VkImageFormatProperties old = {};
  const VkResult old_result = app.Get<PFN_vkGetPhysicalDeviceImageFormatProperties>(
      "vkGetPhysicalDeviceImageFormatProperties")(device, info.format, info.type, info.tiling,
                                                  info.usage, info.flags, &old);
  return result == VK_SUCCESS && old_result == VK_SUCCESS &&
         IsSame(answer.imageFormatProperties, old);
}

// An image with every value as small as possible, one with flags, and one whose values all differ
// from both.
inline bool AskImageFormat(VulkanApp& app, VkPhysicalDevice device) {
  VkPhysicalDeviceImageFormatInfo2 with_flags = ImageFormatInfo();
  with_flags.flags = VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT | VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT;
  VkPhysicalDeviceImageFormatInfo2 other = ImageFormatInfo();
  other.type = VK_IMAGE_TYPE_3D;
  other.tiling = VK_IMAGE_TILING_LINEAR;
  other.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  other.flags = VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT;
  bool same = true;
  for (const auto& info : {ImageFormatInfo(), with_flags, other}) {
    same &= AskOneImageFormat(app, device, info);
  }
  return same;
}

// With no capacity, with capacity for one of two elements, and with more capacity than needed.
inline bool AskSparseFormatsOf(VulkanApp& app, VkPhysicalDevice device,
                               const VkPhysicalDeviceSparseImageFormatInfo2& info) {
  const auto ask = app.Get<PFN_vkGetPhysicalDeviceSparseImageFormatProperties2>(
      "vkGetPhysicalDeviceSparseImageFormatProperties2KHR");
  const auto old = app.Get<PFN_vkGetPhysicalDeviceSparseImageFormatProperties>(
      "vkGetPhysicalDeviceSparseImageFormatProperties");
  constexpr uint32_t kMost = 3;
  bool same = true;
  for (const uint32_t room : {0U, 1U, kMost}) {
    std::vector<VkSparseImageFormatProperties2> list(
        kMost, Structure<VkSparseImageFormatProperties2>(
                   VK_STRUCTURE_TYPE_SPARSE_IMAGE_FORMAT_PROPERTIES_2));
    std::vector<VkSparseImageFormatProperties> old_list(kMost);
    uint32_t count = room > 0 ? room : kAnyNumber;
    uint32_t old_count = count;
    ask(device, &info, &count, room > 0 ? list.data() : nullptr);
    old(device, info.format, info.type, info.samples, info.usage, info.tiling, &old_count,
        room > 0 ? old_list.data() : nullptr);
    same &= count == old_count && count > 0;
    for (uint32_t i = 0; i < kMost; ++i) same &= IsSame(list[i].properties, old_list[i]);
  }
  return same;
}

inline bool AskSparseFormats(VulkanApp& app, VkPhysicalDevice device) {
  VkPhysicalDeviceSparseImageFormatInfo2 other = SparseFormatInfo();
  other.type = VK_IMAGE_TYPE_3D;
  other.tiling = VK_IMAGE_TILING_LINEAR;
  other.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  return AskSparseFormatsOf(app, device, SparseFormatInfo()) &&
         AskSparseFormatsOf(app, device, other);
}

struct EmulatedQuery {
  const char* name;
  const char* command;  // the core name, which the mock driver traces
  bool (*ask)(VulkanApp& app, VkPhysicalDevice device);
};

inline constexpr EmulatedQuery kEmulatedQueries[] = {
    {"properties", "vkGetPhysicalDeviceProperties2", AskProperties},
    {"features", "vkGetPhysicalDeviceFeatures2", AskFeatures},
    {"format_properties", "vkGetPhysicalDeviceFormatProperties2", AskFormat},
    {"image_format_properties", "vkGetPhysicalDeviceImageFormatProperties2", AskImageFormat},
    {"memory_properties", "vkGetPhysicalDeviceMemoryProperties2", AskMemory},
    {"queue_families", "vkGetPhysicalDeviceQueueFamilyProperties2", AskQueueFamilies},
    {"sparse_image_formats", "vkGetPhysicalDeviceSparseImageFormatProperties2", AskSparseFormats},
};

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_DRIVERS_EMULATED_QUERIES_H_

// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan_driver/device_facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <string.h>

#include <algorithm>
#include <cstddef>

#include "harness/probe/c_strings.h"

namespace loadstone::suites {
namespace {

// The limits without the bytes between members, which a driver need not set.
std::string Limits(VkPhysicalDeviceLimits limits) {
  using L = VkPhysicalDeviceLimits;
#define LOADSTONE_END(member) (offsetof(L, member) + sizeof(L::member))
  constexpr struct {
    size_t begin, end;
  } kBetween[] = {
      {LOADSTONE_END(maxSamplerAllocationCount), offsetof(L, bufferImageGranularity)},
      {LOADSTONE_END(viewportSubPixelBits), offsetof(L, minMemoryMapAlignment)},
      {LOADSTONE_END(minMemoryMapAlignment), offsetof(L, minTexelBufferOffsetAlignment)},
      {LOADSTONE_END(standardSampleLocations), offsetof(L, optimalBufferCopyOffsetAlignment)},
      {LOADSTONE_END(nonCoherentAtomSize), sizeof(L)}};
#undef LOADSTONE_END
  auto* bytes = reinterpret_cast<uint8_t*>(&limits);
  for (const auto& gap : kBetween) memset(bytes + gap.begin, 0, gap.end - gap.begin);
  std::string text;
  for (size_t i = 0; i < sizeof(limits); ++i) text += fmt::format("{:02x}", bytes[i]);
  return text;
}

void AddProperties(const VkPhysicalDeviceProperties& from, DeviceFacts* facts) {
  (*facts)["apiVersion"] = VulkanVersionText(from.apiVersion);
  (*facts)["driverVersion"] = std::to_string(from.driverVersion);
  (*facts)["vendorID"] = std::to_string(from.vendorID);
  (*facts)["deviceID"] = std::to_string(from.deviceID);
  (*facts)["deviceType"] = std::to_string(from.deviceType);
  (*facts)["deviceName"] = Bounded(from.deviceName);
  std::string uuid;
  for (const uint8_t byte : from.pipelineCacheUUID) uuid += fmt::format("{:02x}", byte);
  (*facts)["pipelineCacheUUID"] = uuid;
  (*facts)["limits"] = Limits(from.limits);
  const VkPhysicalDeviceSparseProperties& sparse = from.sparseProperties;
  (*facts)["sparseProperties"] = fmt::format(
      "{} {} {} {} {}", sparse.residencyStandard2DBlockShape,
      sparse.residencyStandard2DMultisampleBlockShape, sparse.residencyStandard3DBlockShape,
      sparse.residencyAlignedMipSize, sparse.residencyNonResidentStrict);
}

void AddFeatures(const VkPhysicalDeviceFeatures& from, DeviceFacts* facts) {
  VkBool32 values[sizeof(from) / sizeof(VkBool32)];
  memcpy(values, &from, sizeof(from));
  // One after the other, in the order of the structure.
  (*facts)["features"] = fmt::format("{}", fmt::join(values, ""));
}

void AddFamilies(const std::vector<VkQueueFamilyProperties>& families, DeviceFacts* facts) {
  std::string text;
  for (const VkQueueFamilyProperties& each : families) {
    const VkExtent3D& unit = each.minImageTransferGranularity;
    text +=
        fmt::format("{}{:#x} x{} {} bits {}x{}x{}", text.empty() ? "" : ", ", each.queueFlags,
                    each.queueCount, each.timestampValidBits, unit.width, unit.height, unit.depth);
  }
  (*facts)["queue families"] = text;
}

void AddMemory(const VkPhysicalDeviceMemoryProperties& from, DeviceFacts* facts) {
  std::string text;
  for (uint32_t i = 0; i < std::min<uint32_t>(from.memoryTypeCount, VK_MAX_MEMORY_TYPES); ++i) {
    text += fmt::format("{}{:#x} in heap {}", text.empty() ? "" : ", ",
                        from.memoryTypes[i].propertyFlags, from.memoryTypes[i].heapIndex);
  }
  (*facts)["memory types"] = text;
  (*facts)["memory heaps"] = std::to_string(from.memoryHeapCount);
}

std::string Short(const std::string& value) {
  constexpr size_t kMost = 100;
  return value.size() <= kMost ? value : value.substr(0, kMost) + " and more";
}

// Both values, from where they begin to differ.
std::string Both(const std::string& first, const std::string& second) {
  const auto [one, other] = std::mismatch(first.begin(), first.end(), second.begin(), second.end());
  const auto same = static_cast<size_t>(one - first.begin());
  const std::string where = same < 40 ? "" : fmt::format(" from position {}", same);
  const size_t begin = same < 40 ? 0 : same;
  return fmt::format("{}: {}, then {}", where, Short(first.substr(begin)),
                     Short(second.substr(begin)));
}

}  // namespace

DeviceFacts FactsOf(const DriverApp& app, VkPhysicalDevice device) {
  DeviceFacts facts;
  VkPhysicalDeviceProperties properties = {};
  Ask<PFN_vkGetPhysicalDeviceProperties>(app, "vkGetPhysicalDeviceProperties", device, &properties);
  AddProperties(properties, &facts);
  VkPhysicalDeviceFeatures features = {};
  Ask<PFN_vkGetPhysicalDeviceFeatures>(app, "vkGetPhysicalDeviceFeatures", device, &features);
  AddFeatures(features, &facts);
  constexpr char kFamilies[] = "vkGetPhysicalDeviceQueueFamilyProperties";
  uint32_t count = 0;
  VkQueueFamilyProperties* none = nullptr;
  Ask<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(app, kFamilies, device, &count, none);
  std::vector<VkQueueFamilyProperties> families(count);
  Ask<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(app, kFamilies, device, &count,
                                                    families.data());
  AddFamilies(families, &facts);
  VkPhysicalDeviceMemoryProperties memory = {};
  Ask<PFN_vkGetPhysicalDeviceMemoryProperties>(app, "vkGetPhysicalDeviceMemoryProperties", device,
                                               &memory);
  AddMemory(memory, &facts);
  return facts;
}

DeviceFacts NewerFactsOf(const DriverApp& app, VkPhysicalDevice device) {
  DeviceFacts facts;
  VkPhysicalDeviceProperties2 properties = {};
  properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  Ask<PFN_vkGetPhysicalDeviceProperties2>(app, "vkGetPhysicalDeviceProperties2", device,
                                          &properties);
  AddProperties(properties.properties, &facts);
  VkPhysicalDeviceFeatures2 features = {};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  Ask<PFN_vkGetPhysicalDeviceFeatures2>(app, "vkGetPhysicalDeviceFeatures2", device, &features);
  AddFeatures(features.features, &facts);
  constexpr char kFamilies[] = "vkGetPhysicalDeviceQueueFamilyProperties2";
  uint32_t count = 0;
  VkQueueFamilyProperties2* none = nullptr;
  Ask<PFN_vkGetPhysicalDeviceQueueFamilyProperties2>(app, kFamilies, device, &count, none);
  std::vector<VkQueueFamilyProperties2> newer(count);
  for (auto& each : newer) each.sType = VK_STRUCTURE_TYPE_QUEUE_FAMILY_PROPERTIES_2;
  Ask<PFN_vkGetPhysicalDeviceQueueFamilyProperties2>(app, kFamilies, device, &count, newer.data());
  std::vector<VkQueueFamilyProperties> families;
  for (const auto& each : newer) families.push_back(each.queueFamilyProperties);
  AddFamilies(families, &facts);
  VkPhysicalDeviceMemoryProperties2 memory = {};
  memory.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2;
  Ask<PFN_vkGetPhysicalDeviceMemoryProperties2>(app, "vkGetPhysicalDeviceMemoryProperties2", device,
                                                &memory);
  AddMemory(memory.memoryProperties, &facts);
  return facts;
}

uint32_t InstanceMinor(const ComponentUnderTest& driver, const DriverApp& app) {
  return app.agreed() >= 5 ? CoreMinor(driver, app.ApiVersion()) : 0;
}

uint32_t DeviceMinor(const ComponentUnderTest& driver, const DriverApp& app,
                     VkPhysicalDevice device) {
  VkPhysicalDeviceProperties properties = {};
  Ask<PFN_vkGetPhysicalDeviceProperties>(app, "vkGetPhysicalDeviceProperties", device, &properties);
  return std::min<uint32_t>(InstanceMinor(driver, app),
                            VK_API_VERSION_MINOR(properties.apiVersion));
}

std::vector<std::string> Differences(const DeviceFacts& first, const DeviceFacts& second) {
  std::vector<std::string> differences;
  for (const auto& [name, value] : first) {
    const auto other = second.find(name);
    if (other != second.end() && other->second != value) {
      differences.push_back(name + Both(value, other->second));
    }
  }
  return differences;
}

}  // namespace loadstone::suites

// SPDX-License-Identifier: Apache-2.0
// Applications of each version of Vulkan, and devices with protected queues, with and without the
// layer: "Requirements of Well-Behaved Layers", LLP_LAYER_1 and 2.

#include <fmt/format.h>

#include <optional>

#include "suites/vulkan_layer/transcript.h"

namespace loadstone::suites::versions_and_queues {
namespace {

VULKAN_LAYER_CASE(LLP_LAYER_1, applications_of_every_version, policy::LLP_LAYER_2) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(c, [](VulkanApp& app, const LayerNames& layers) {
    for (const std::optional<uint32_t> version :
         {std::optional<uint32_t>(), std::optional<uint32_t>(0u),
          std::optional<uint32_t>(VK_API_VERSION_1_0), std::optional<uint32_t>(VK_API_VERSION_1_1),
          std::optional<uint32_t>(VK_API_VERSION_1_2), std::optional<uint32_t>(VK_API_VERSION_1_3),
          std::optional<uint32_t>(VK_MAKE_API_VERSION(0, 1, 4, 0)),
          std::optional<uint32_t>(VK_MAKE_API_VERSION(0, 1, 9, 0))}) {
      const std::string name = !version.has_value()
                                   ? "no VkApplicationInfo"
                                   : fmt::format("apiVersion {}.{}", VK_API_VERSION_MAJOR(*version),
                                                 VK_API_VERSION_MINOR(*version));
      const bool created = CreateInstanceBetween(app, {.layers = layers, .api_version = version});
      TraceLine(fmt::format("{}: {}", name, created ? "an instance" : "no instance"));
      if (!created) continue;
      app.EnumeratePhysicalDevices();
      app.DestroyInstance();
    }
  });
  SKIP_FOR(WhyNotComparable(runs));
  ExpectValidCallsAndSameResults(runs);
}

// A device with a protected queue of family 0 and, if `ordinary`, an ordinary one before it.
VkResult CreateProtected(const VulkanApp& app, VkPhysicalDevice physical_device, bool ordinary,
                         VkDevice* device) {
  const float priority = 1;
  VkDeviceQueueCreateInfo queues[2] = {
      Structure<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO),
      Structure<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO)};
  for (VkDeviceQueueCreateInfo& queue : queues) {
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
  }
  queues[1].flags = VK_DEVICE_QUEUE_CREATE_PROTECTED_BIT;
  auto feature = Structure<VkPhysicalDeviceProtectedMemoryFeatures>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROTECTED_MEMORY_FEATURES);
  feature.protectedMemory = VK_TRUE;
  auto info = Structure<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.pNext = &feature;
  info.queueCreateInfoCount = ordinary ? 2 : 1;
  info.pQueueCreateInfos = ordinary ? queues : &queues[1];
  return app.Get<PFN_vkCreateDevice>("vkCreateDevice")(physical_device, &info, nullptr, device);
}

bool HasProtectedMemory(const VulkanApp& app, VkPhysicalDevice device) {
  auto feature = Structure<VkPhysicalDeviceProtectedMemoryFeatures>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROTECTED_MEMORY_FEATURES);
  auto features =
      Structure<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  features.pNext = &feature;
  app.Get<PFN_vkGetPhysicalDeviceFeatures2>("vkGetPhysicalDeviceFeatures2")(device, &features);
  return feature.protectedMemory == VK_TRUE;
}

void UseQueue(const VulkanApp& app, VkDevice device, VkDeviceQueueCreateFlags flags) {
  auto info = Structure<VkDeviceQueueInfo2>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_INFO_2);
  info.flags = flags;
  VkQueue queue = VK_NULL_HANDLE;
  app.Get<PFN_vkGetDeviceQueue2>("vkGetDeviceQueue2")(device, &info, &queue);
  TraceLine(queue != VK_NULL_HANDLE ? "a queue" : "no queue");
  if (queue == VK_NULL_HANDLE) return;
  TraceCall("vkQueueWaitIdle", app.Get<PFN_vkQueueWaitIdle>("vkQueueWaitIdle")(queue));
}

void UseProtectedQueue(const VulkanApp& app, VkPhysicalDevice physical_device, bool ordinary) {
  VkDevice device = VK_NULL_HANDLE;
  TraceLine(ordinary ? "a protected queue and an ordinary one" : "a protected queue alone");
  if (!TraceCall("vkCreateDevice", CreateProtected(app, physical_device, ordinary, &device))) {
    return;
  }
  UseQueue(app, device, VK_DEVICE_QUEUE_CREATE_PROTECTED_BIT);
  if (ordinary) UseQueue(app, device, 0);
  app.Get<PFN_vkDestroyDevice>("vkDestroyDevice")(device, nullptr);
}

VULKAN_LAYER_CASE(LLP_LAYER_1, protected_queues, policy::LLP_LAYER_2) {
  SKIP_FOR(WhyNoLibrary(c));
  SKIP_FOR(WhyNotOfVersion11(LayerOf(c)));
  const LayerComparison runs = RunWithInstance(
      c, VK_API_VERSION_1_1,
      [](VulkanApp& app) {
        const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
        if (devices.empty() || !HasProtectedMemory(app, devices.front())) {
          TraceNotOffered("physical device with protected memory");
        } else {
          UseProtectedQueue(app, devices.front(), false);
          UseProtectedQueue(app, devices.front(), true);
        }
      },
      {.protected_queues = true});
  SKIP_FOR(WhyNotComparable(runs));
  ExpectValidCallsAndSameResults(runs);
}

}  // namespace
}  // namespace loadstone::suites::versions_and_queues

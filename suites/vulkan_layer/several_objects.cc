// SPDX-License-Identifier: Apache-2.0
// Applications with more than one instance, physical device or device, with and without the layer:
// "Requirements of Well-Behaved Layers", LLP_LAYER_1 and 2.

#include <algorithm>
#include <map>
#include <set>

#include "suites/vulkan_layer/device_work.h"
#include "suites/vulkan_layer/transcript.h"

namespace loadstone::suites::several_objects {
namespace {

VULKAN_LAYER_CASE(LLP_LAYER_1, an_instance_follows_another, policy::LLP_LAYER_2) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(c, [](VulkanApp& app, const LayerNames& layers) {
    RunApplication(app, layers);
    TraceLine("the next instance");
    RunApplication(app, layers);
  });
  SKIP_FOR(WhyNotComparable(runs));
  ExpectValidCallsAndSameResults(runs);
}

// Creates an instance and a device, and uses both.
bool Begin(VulkanApp& app, const LayerNames& layers, const char* name) {
  TraceLine(name);
  if (!TraceCall("vkCreateInstance", CreateInstanceBetween(app, {.layers = layers})
                                         ? VK_SUCCESS
                                         : VK_ERROR_INITIALIZATION_FAILED)) {
    return false;
  }
  return TraceCall("vkCreateDevice", app.CreateDevice());
}

void Use(VulkanApp& app) {
  const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
  if (!devices.empty()) UseDevice(app, {devices.front(), app.device()});
}

void End(VulkanApp& app) {
  app.DestroyDevice();
  app.DestroyInstance();
}

// Two instances live at once; the first is used after the second was created, and the second after
// the first was destroyed.
void UseTwoInstances(VulkanApp& first, VulkanApp& second, const LayerNames& layers) {
  if (!Begin(first, layers, "the first instance")) return;
  if (!Begin(second, layers, "a second instance beside it")) return End(first);
  TraceLine("use of the first");
  Use(first);
  TraceLine("use of the second");
  Use(second);
  End(first);
  TraceLine("use of the second without the first");
  Use(second);
  End(second);
}

VULKAN_LAYER_CASE(LLP_LAYER_1, two_instances_live_at_once, policy::LLP_LAYER_2) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(c, [&c](VulkanApp& first, const LayerNames& layers) {
    VulkanApp second(c.subject());
    UseTwoInstances(first, second, layers);
  });
  SKIP_FOR(WhyNotComparable(runs));
  ExpectValidCallsAndSameResults(runs);
}

VkResult CreateDeviceOf(const VulkanApp& app, VkPhysicalDevice physical_device, VkDevice* device,
                        const void* next = nullptr) {
  const float priority = 1;
  auto queue = Structure<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  auto info = Structure<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.pNext = next;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  return app.Get<PFN_vkCreateDevice>("vkCreateDevice")(physical_device, &info, nullptr, device);
}

// Two devices live at once; the first is used after the second was created, and after it was
// destroyed.
void UseTwoDevices(const VulkanApp& app, VkPhysicalDevice of_first, VkPhysicalDevice of_second) {
  const auto destroy = app.Get<PFN_vkDestroyDevice>("vkDestroyDevice");
  VkDevice first = VK_NULL_HANDLE;
  VkDevice second = VK_NULL_HANDLE;
  TraceLine("the first device");
  if (!TraceCall("vkCreateDevice", CreateDeviceOf(app, of_first, &first))) return;
  TraceLine("a second device beside it");
  if (TraceCall("vkCreateDevice", CreateDeviceOf(app, of_second, &second))) {
    TraceLine("use of the first");
    UseDevice(app, {of_first, first});
    TraceLine("use of the second");
    UseDevice(app, {of_second, second});
    destroy(second, nullptr);
    TraceLine("use of the first without the second");
    UseDevice(app, {of_first, first});
  }
  destroy(first, nullptr);
}

VULKAN_LAYER_CASE(LLP_LAYER_1, two_devices_live_at_once, policy::LLP_LAYER_2) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunWithInstance(c, VK_API_VERSION_1_0, [](VulkanApp& app) {
    const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
    if (devices.empty()) TraceNotOffered("physical device");
    if (!devices.empty()) UseTwoDevices(app, devices.front(), devices.front());
  });
  SKIP_FOR(WhyNotComparable(runs));
  ExpectValidCallsAndSameResults(runs);
}

VULKAN_LAYER_CASE(LLP_LAYER_1, devices_of_two_physical_devices_live_at_once, policy::LLP_LAYER_2) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(c,
                                        [](VulkanApp& app, const LayerNames& layers) {
                                          if (!CreateInstanceBetween(app, {.layers = layers}))
                                            return;
                                          const std::vector<VkPhysicalDevice> devices =
                                              app.EnumeratePhysicalDevices();
                                          if (devices.size() < 2)
                                            TraceNotOffered("second physical device");
                                          if (devices.size() >= 2)
                                            UseTwoDevices(app, devices[0], devices[1]);
                                          app.DestroyInstance();
                                        },
                                        {.groups = {0, 1}});
  SKIP_FOR(WhyNotComparable(runs));
  ExpectValidCallsAndSameResults(runs);
}

std::vector<VkPhysicalDeviceGroupProperties> Groups(const VulkanApp& app) {
  const auto enumerate =
      app.Get<PFN_vkEnumeratePhysicalDeviceGroups>("vkEnumeratePhysicalDeviceGroups");
  uint32_t count = 0;
  if (enumerate == nullptr || enumerate(app.instance(), &count, nullptr) != VK_SUCCESS) return {};
  std::vector<VkPhysicalDeviceGroupProperties> groups(
      count, Structure<VkPhysicalDeviceGroupProperties>(
                 VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES));
  if (enumerate(app.instance(), &count, groups.data()) < VK_SUCCESS) return {};
  groups.resize(std::min<size_t>(count, groups.size()));
  return groups;
}

// How often each physical device is in the list and in the groups.
void TraceListAndGroups(VulkanApp& app) {
  std::map<VkPhysicalDevice, int> in_groups;
  for (const VkPhysicalDeviceGroupProperties& group : Groups(app)) {
    for (uint32_t i = 0; i < group.physicalDeviceCount; ++i) ++in_groups[group.physicalDevices[i]];
  }
  const std::vector<VkPhysicalDevice> list = app.EnumeratePhysicalDevices();
  const bool once =
      std::ranges::all_of(list, [&](VkPhysicalDevice device) { return in_groups[device] == 1; });
  TraceLine(once ? "each physical device is in one group"
                 : "a physical device is in no group, or in several");
  const bool listed = std::ranges::all_of(
      in_groups, [&](const auto& entry) { return std::ranges::count(list, entry.first) == 1; });
  TraceLine(listed ? "each physical device of a group is in the list once"
                   : "a physical device of a group is not in the list, or several times");
}

VULKAN_LAYER_CASE(LLP_LAYER_1, list_and_groups_have_the_same_physical_devices,
                  policy::LLP_LAYER_2) {
  SKIP_FOR(WhyNoLibrary(c));
  SKIP_FOR(WhyNotOfVersion11(LayerOf(c)));
  const LayerComparison runs =
      RunWithInstance(c, VK_API_VERSION_1_1,
                      [](VulkanApp& app) {
                        TraceListAndGroups(app);
                        const std::vector<VkPhysicalDevice> once = app.EnumeratePhysicalDevices();
                        const std::vector<VkPhysicalDevice> again = app.EnumeratePhysicalDevices();
                        const bool same = std::set(once.begin(), once.end()) ==
                                          std::set(again.begin(), again.end());
                        TraceLine(same ? "the handles are the same the next time"
                                       : "the handles are others the next time");
                      },
                      {.groups = {0, 1, 1}});
  SKIP_FOR(WhyNotComparable(runs));
  ExpectValidCallsAndSameResults(runs);
}

// A device of each physical device that is shown.
void TraceDeviceOfEach(VulkanApp& app) {
  for (const VkPhysicalDevice physical_device : app.EnumeratePhysicalDevices()) {
    VkDevice device = VK_NULL_HANDLE;
    if (CreateDeviceOf(app, physical_device, &device) != VK_SUCCESS) {
      return TraceLine("no device of a physical device that is shown");
    }
    app.Get<PFN_vkDestroyDevice>("vkDestroyDevice")(device, nullptr);
  }
  TraceLine("a device of each physical device");
}

// A layer that chooses one of several GPUs may hide and reorder them, but shows the same each time.
VULKAN_LAYER_CASE(LLP_LAYER_1, choice_of_two_gpus_is_the_same_everywhere, policy::LLP_LAYER_2) {
  SKIP_FOR(WhyNoLibrary(c));
  const uint32_t version = VersionForApplications(LayerOf(c));
  const LayerComparison runs = RunWithInstance(
      c, version,
      [version](VulkanApp& app) {
        const std::vector<VkPhysicalDevice> once = app.EnumeratePhysicalDevices();
        if (once.empty()) return TraceNotOffered("physical device");
        TraceLine(once == app.EnumeratePhysicalDevices() ? "the same list the next time"
                                                         : "another list the next time");
        if (version >= VK_API_VERSION_1_1) TraceListAndGroups(app);
        TraceDeviceOfEach(app);
      },
      {.groups = {0, 1}, .two_kinds_of_devices = true});
  SKIP_FOR(WhyNotComparable(runs));
  ExpectValidCallsAndSameResults(runs);
}

void CreateDeviceOfGroup(const VulkanApp& app) {
  for (const VkPhysicalDeviceGroupProperties& group : Groups(app)) {
    if (group.physicalDeviceCount < 2) continue;
    auto of_two =
        Structure<VkDeviceGroupDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO);
    of_two.physicalDeviceCount = 2;
    of_two.pPhysicalDevices = group.physicalDevices;
    VkDevice device = VK_NULL_HANDLE;
    if (TraceCall("vkCreateDevice",
                  CreateDeviceOf(app, group.physicalDevices[0], &device, &of_two))) {
      app.Get<PFN_vkDestroyDevice>("vkDestroyDevice")(device, nullptr);
    }
    return;
  }
  TraceNotOffered("group of two physical devices");
}

// How many physical devices the driver's device has.
size_t SizeOfGroup(const std::vector<Event>& events) {
  const auto creation = FirstOf(events, kDefaultDriver, "vkCreateDevice");
  return creation.has_value() && creation->Has("group") ? creation->Numbers("group").size() : 0;
}

VULKAN_LAYER_CASE(LLP_LAYER_1, device_of_a_group_reaches_the_driver, policy::LLP_LAYER_2) {
  SKIP_FOR(WhyNoLibrary(c));
  SKIP_FOR(WhyNotOfVersion11(LayerOf(c)));
  const LayerComparison runs = RunWithInstance(
      c, VK_API_VERSION_1_1, [](VulkanApp& app) { CreateDeviceOfGroup(app); }, {.groups = {0, 0}});
  SKIP_FOR(WhyNotComparable(runs));
  ExpectValidCallsAndSameResults(runs);
  EXPECT_SEEN(SizeOfGroup(runs.with()), SizeOfGroup(runs.without()))
      << "the driver gets the VkDeviceGroupDeviceCreateInfo of the application";
}

}  // namespace
}  // namespace loadstone::suites::several_objects

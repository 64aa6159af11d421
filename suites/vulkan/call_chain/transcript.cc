// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/call_chain/transcript.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/layer_work.h"

namespace loadstone::suites {
namespace {

constexpr char kMark[] = "transcript";

// Functions up to Vulkan 1.1, and unknown ones. Newer functions, and functions looked up without an
// instance, may be found in one case and not in another.
constexpr const char* kInstanceFunctions[] = {
    "vkDestroyInstance",
    "vkEnumeratePhysicalDevices",
    "vkEnumeratePhysicalDeviceGroups",
    "vkGetPhysicalDeviceProperties2",
    "vkCreateDevice",
    "vkQueueSubmit",
    "vkCmdDraw",
    "vkNobodyHasThis",
    "vk",
    "",
};

constexpr const char* kDeviceFunctions[] = {
    "vkDestroyDevice",
    "vkGetDeviceProcAddr",
    "vkQueueSubmit",
    "vkCmdDraw",
    "vkCreateBuffer",
    "vkBindBufferMemory2",
    "vkCreateFence",
    "vkAllocateDescriptorSets",
    "vkNobodyHasThis",
    "vk",
    "",
};

template <typename Functions, typename Find>
void TraceFound(const char* what, const Functions& functions, Find find) {
  std::vector<std::string> found;
  for (const char* name : functions) {
    if (find(name) != nullptr) found.emplace_back(name);
  }
  AppEvent(what).Add("found", found);
}

void TraceExtensions(VulkanApp& app, VkPhysicalDevice device) {
  const auto enumerate =
      app.Get<PFN_vkEnumerateDeviceExtensionProperties>("vkEnumerateDeviceExtensionProperties");
  uint32_t count = 0;
  const VkResult counted = enumerate(device, nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> extensions(count);
  const VkResult listed = enumerate(device, nullptr, &count, extensions.data());
  std::vector<std::string> names;
  for (uint32_t i = 0; i < count && i < extensions.size(); ++i) {
    names.push_back(fmt::format("{} {}", extensions[i].extensionName, extensions[i].specVersion));
  }
  AppEvent("vkEnumerateDeviceExtensionProperties")
      .Add("counted", int64_t{counted})
      .Add("listed", int64_t{listed})
      .Add("names", names);
}

void TraceProperties(VulkanApp& app, VkPhysicalDevice device) {
  VkPhysicalDeviceProperties properties = {};
  app.Get<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties")(device, &properties);
  AppEvent("vkGetPhysicalDeviceProperties")
      .Add("version", int64_t{properties.apiVersion})
      .Add("driver", int64_t{properties.driverVersion})
      .Add("vendor", int64_t{properties.vendorID})
      .Add("id", int64_t{properties.deviceID})
      .Add("type", int64_t{properties.deviceType})
      .Add("name", std::string(properties.deviceName))
      .Add("largest_image", int64_t{properties.limits.maxImageDimension2D});
  VkPhysicalDeviceFeatures features = {};
  app.Get<PFN_vkGetPhysicalDeviceFeatures>("vkGetPhysicalDeviceFeatures")(device, &features);
  const auto* flags = reinterpret_cast<const VkBool32*>(&features);
  AppEvent("vkGetPhysicalDeviceFeatures")
      .Add("supported",
           int64_t{std::count(flags, flags + sizeof(features) / sizeof(*flags), VK_TRUE)});
}

void TraceResources(VulkanApp& app, VkPhysicalDevice device) {
  const auto get_families = app.Get<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(
      "vkGetPhysicalDeviceQueueFamilyProperties");
  uint32_t count = 0;
  get_families(device, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  get_families(device, &count, families.data());
  std::vector<std::string> texts;
  for (const VkQueueFamilyProperties& family : families) {
    texts.push_back(fmt::format("{:#x} {}", family.queueFlags, family.queueCount));
  }
  AppEvent("vkGetPhysicalDeviceQueueFamilyProperties").Add("families", texts);
  VkPhysicalDeviceMemoryProperties memory = {};
  app.Get<PFN_vkGetPhysicalDeviceMemoryProperties>("vkGetPhysicalDeviceMemoryProperties")(device,
                                                                                          &memory);
  texts.clear();
  for (uint32_t i = 0; i < memory.memoryHeapCount; ++i) {
    texts.push_back(
        fmt::format("{} {:#x}", memory.memoryHeaps[i].size, memory.memoryHeaps[i].flags));
  }
  AppEvent("vkGetPhysicalDeviceMemoryProperties")
      .Add("heaps", texts)
      .Add("types", int64_t{memory.memoryTypeCount});
}

void TraceDevice(VulkanApp& app, uint32_t index) {
  app.CreateDevice({.physical_device = index, .extensions = {"VK_LS_nobody_has_this"}});
  if (app.CreateDevice({.physical_device = index}) != VK_SUCCESS) return;
  TraceFound("device_functions", kDeviceFunctions,
             [&](const char* name) { return app.DeviceProc(name); });
  UseObjects(app);
  app.DestroyDevice();
}

bool IsMark(const Event& event) { return event.who() == kAppName && event.what() == kMark; }

}  // namespace

void WriteTranscript(VulkanApp& app, const std::vector<std::string>& layers) {
  AppEvent(kMark, "");
  app.EnumerateVersion();
  app.EnumerateExtensions();
  std::vector<std::string> with_unknown = layers;
  with_unknown.emplace_back("VK_LAYER_LS_nobody_has_this");
  // The events of the calls contain the request, which differs, so only the results are traced.
  AppEvent("unknown_layer").Add("result", int64_t{app.CreateInstance({.layers = with_unknown})});
  AppEvent("unknown_extension")
      .Add(
          "result",
          int64_t{app.CreateInstance({.layers = layers, .extensions = {"VK_LS_nobody_has_this"}})});
  if (app.CreateInstance({.layers = layers, .api_version = VK_API_VERSION_1_1}) != VK_SUCCESS) {
    return;
  }
  TraceFound("instance_functions", kInstanceFunctions,
             [&](const char* name) { return app.InstanceProc(name); });
  const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
  uint32_t groups = 0;
  const VkResult grouped = app.Get<PFN_vkEnumeratePhysicalDeviceGroups>(
      "vkEnumeratePhysicalDeviceGroups")(app.instance(), &groups, nullptr);
  AppEvent("vkEnumeratePhysicalDeviceGroups")
      .Add("result", int64_t{grouped})
      .Add("count", int64_t{groups});
  for (const VkPhysicalDevice device : devices) {
    TraceProperties(app, device);
    TraceResources(app, device);
    TraceExtensions(app, device);
  }
  for (uint32_t i = 0; i < devices.size(); ++i) TraceDevice(app, i);
  app.DestroyInstance();
}

std::vector<std::string> Transcript(const Observation& seen, size_t n) {
  std::vector<std::string> lines;
  size_t marks = 0;
  for (const Event& event : seen.events()) {
    if (IsMark(event)) {
      ++marks;
    } else if (event.who() == kAppName && marks == n + 1 && event.phase() != "enter" &&
               event.what() != kAppDone) {
      lines.push_back(event.Json());
    }
  }
  return lines;
}

std::string FirstDifference(const std::vector<std::string>& one,
                            const std::vector<std::string>& other) {
  const std::string nothing = "nothing more";
  for (size_t i = 0; i < std::max(one.size(), other.size()); ++i) {
    const std::string& first = i < one.size() ? one[i] : nothing;
    const std::string& second = i < other.size() ? other[i] : nothing;
    if (first != second) return fmt::format("{} without, {} with", first, second);
  }
  return "none";
}

}  // namespace loadstone::suites

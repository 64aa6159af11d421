// SPDX-License-Identifier: Apache-2.0
// An application that calls the device-level functions of Vulkan 1.0 to the newest that the headers
// have, as far as the layer supports them, with and without the layer: "Requirements of
// Well-Behaved Layers", LLP_LAYER_1, 2 and 10; "Layer Intercept Requirements".

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>

#include "suites/vulkan/call_chain/core_calls.h"
#include "suites/vulkan_layer/transcript.h"

namespace loadstone::suites::core_functions {
namespace {

// The case that fails if the layer does not survive the application.
constexpr char kCalled[] = "LLP_LAYER_1/core_functions_of_devices";

// The features in a structure that extends VkDeviceCreateInfo, all VkBool32.
template <typename Features>
std::vector<VkBool32> Flags(const void* structure) {
  constexpr size_t kHeader = sizeof(VkBaseOutStructure);
  std::vector<VkBool32> flags((sizeof(Features) - kHeader) / sizeof(VkBool32));
  std::memcpy(flags.data(), static_cast<const char*>(structure) + kHeader,
              flags.size() * sizeof(VkBool32));
  return flags;
}

template <typename Features>
bool HasAll(const VulkanApp& app, VkPhysicalDevice device, const void* wanted) {
  Features has = {};
  has.sType = static_cast<const VkBaseInStructure*>(wanted)->sType;
  auto all = Structure<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  all.pNext = &has;
  app.Get<PFN_vkGetPhysicalDeviceFeatures2>("vkGetPhysicalDeviceFeatures2")(device, &all);
  const std::vector<VkBool32> found = Flags<Features>(&has);
  const std::vector<VkBool32> needed = Flags<Features>(wanted);
  return std::ranges::equal(found, needed, [](VkBool32 offered, VkBool32 asked) {
    return offered == VK_TRUE || asked == VK_FALSE;
  });
}

// Whether the device has the features in `wanted`, a structure of CoreUses. A layer may remove
// some.
bool HasFeatures(const VulkanApp& app, VkPhysicalDevice device, const void* wanted) {
  if (wanted == nullptr) return true;
  switch (static_cast<const VkBaseInStructure*>(wanted)->sType) {
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SAMPLER_YCBCR_CONVERSION_FEATURES:
      return HasAll<VkPhysicalDeviceSamplerYcbcrConversionFeatures>(app, device, wanted);
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES:
      return HasAll<VkPhysicalDeviceVulkan12Features>(app, device, wanted);
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES:
      return HasAll<VkPhysicalDeviceVulkan13Features>(app, device, wanted);
#ifdef VK_VERSION_1_4
    case VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_4_FEATURES:
      return HasAll<VkPhysicalDeviceVulkan14Features>(app, device, wanted);
#endif
    default:
      throw HarnessError("a use of core functions needs features of an unknown structure");
  }
}

constexpr char kBegins[] = "use begins";

void Use(VulkanApp& app, const CoreUse& use) {
  TraceLine(use.name);
  if (!TraceCall("vkCreateDevice", app.CreateDevice({.next = use.features}))) return;
  AppEvent(kBegins).Add("name", use.name);
  CoreCalls calls(app, /*by_device=*/true);
  calls.TellResults([](const char* name, VkResult result) { TraceCall(name, result); });
  use.use(calls);
  app.DestroyDevice();
}

LayerComparison UseCoreFunctions(Case& c) {
  const uint32_t version = VersionForApplications(LayerOf(c));
  return RunWithInstance(c, version,
                         [version](VulkanApp& app) {
                           const auto devices = app.EnumeratePhysicalDevices();
                           if (devices.empty()) return TraceNotOffered("physical device");
                           for (const CoreUse& use : CoreUses()) {
                             if (use.api_version > version) continue;
                             if (!HasFeatures(app, devices.front(), use.features)) {
                               return TraceNotOffered("feature that the application needs");
                             }
                             Use(app, use);
                           }
                         },
                         {.sparse_queues = true, .driver = R"({"trace_functions": "all"})"});
}

VULKAN_LAYER_CASE(LLP_LAYER_1, core_functions_of_devices, policy::LLP_LAYER_2,
                  policy::LLP_LAYER_10) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = UseCoreFunctions(c);
  SKIP_FOR(WhyNotComparable(runs, kCalled));
  ExpectValidCallsAndSameResults(runs);
}

// Commands that change something, so that no layer can answer them from its own data.
bool IsWork(const std::string& command) {
  static const std::vector<std::string> kOthers = {
      "vkQueueSubmit",       "vkQueueSubmit2",    "vkQueueBindSparse",      "vkSetEvent",
      "vkResetEvent",        "vkResetFences",     "vkResetQueryPool",       "vkSignalSemaphore",
      "vkBindBufferMemory",  "vkBindImageMemory", "vkUpdateDescriptorSets", "vkResetCommandPool",
      "vkResetCommandBuffer"};
  return command.starts_with("vkCmd") || std::ranges::find(kOthers, command) != kOthers.end();
}

// The command without what distinguishes its newer forms: a layer may translate one into another.
std::string Kind(std::string command) {
  if (command.ends_with("2")) command.pop_back();
  return command;
}

// The number of calls of work by kind that the driver got in each use.
std::map<std::string, int> WorkBelow(const std::vector<Event>& events) {
  std::map<std::string, int> calls;
  std::string use;
  for (const Event& event : events) {
    if (event.who() == kAppName && event.what() == kBegins) use = event.Text("name");
    if (event.who() != kDefaultDriver || use.empty() || !IsWork(event.what())) continue;
    ++calls[Kind(event.what()) + " in " + use];
  }
  return calls;
}

VULKAN_LAYER_CASE(LS_VK_LAYER_4, recorded_commands_and_submissions_reach_the_driver) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = UseCoreFunctions(c);
  SKIP_FOR(WhyNotComparable(runs, kCalled));
  std::map<std::string, int> with = WorkBelow(runs.with());
  std::vector<std::string> missing;
  for (const auto& [work, calls] : WorkBelow(runs.without())) {
    if (with[work] < calls) missing.push_back(work);
  }
  EXPECT_SEEN(missing, IsEmpty())
      << "each of these calls of the application reaches the driver as often as without the layer";
}

}  // namespace
}  // namespace loadstone::suites::core_functions

// SPDX-License-Identifier: Apache-2.0
#include "harness/case/vulkan_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "harness/probe/app_trace.h"

namespace loadstone {
namespace {

// Returns the name of a common VkResult, and the number for any other.
std::string ResultName(int64_t result) {
  switch (result) {
#define NAME(name) \
  case name:       \
    return #name
    NAME(VK_SUCCESS);
    NAME(VK_NOT_READY);
    NAME(VK_TIMEOUT);
    NAME(VK_INCOMPLETE);
    NAME(VK_ERROR_OUT_OF_HOST_MEMORY);
    NAME(VK_ERROR_OUT_OF_DEVICE_MEMORY);
    NAME(VK_ERROR_INITIALIZATION_FAILED);
    NAME(VK_ERROR_DEVICE_LOST);
    NAME(VK_ERROR_MEMORY_MAP_FAILED);
    NAME(VK_ERROR_LAYER_NOT_PRESENT);
    NAME(VK_ERROR_EXTENSION_NOT_PRESENT);
    NAME(VK_ERROR_FEATURE_NOT_PRESENT);
    NAME(VK_ERROR_INCOMPATIBLE_DRIVER);
    NAME(VK_ERROR_TOO_MANY_OBJECTS);
    NAME(VK_ERROR_UNKNOWN);
#undef NAME
    default:
      return fmt::format("VkResult {}", result);
  }
}

bool IsLayer(const Event& event) { return event.Has("phase") && event.who() != kAppName; }

std::vector<std::string> Entered(const Observation& seen, const char* command, bool layers) {
  std::vector<std::string> names;
  for (const Event& event : seen.Select({}, command)) {
    if (event.who() == kAppName || IsLayer(event) != layers) continue;
    if (layers && event.phase() != "enter") continue;
    names.push_back(event.who());
  }
  return names;
}

void AddUnique(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

}  // namespace

Observation Observe(Case& c, const VulkanWorld& world, const std::function<void(VulkanApp&)>& app) {
  return c.Run(world.Build(), [&] {
    VulkanApp application(c.subject());
    app(application);
  });
}

std::vector<std::string> InstanceChain(const Observation& seen) {
  return Entered(seen, "vkCreateInstance", true);
}

std::vector<std::string> DeviceChain(const Observation& seen) {
  return Entered(seen, "vkCreateDevice", true);
}

std::vector<std::string> DriversReached(const Observation& seen) {
  return Entered(seen, "vkCreateInstance", false);
}

std::vector<std::string> Called(const Observation& seen) {
  static const std::set<std::string> kNoCalls = {"load",
                                                 "unload",
                                                 "negotiate",
                                                 "vkGetInstanceProcAddr",
                                                 "vkGetDeviceProcAddr",
                                                 "vk_layerGetPhysicalDeviceProcAddr",
                                                 "early_call"};
  std::vector<std::string> names;
  for (const Event& event : seen.events()) {
    if (event.who() != kAppName && !kNoCalls.contains(event.what())) AddUnique(names, event.who());
  }
  return names;
}

std::vector<std::string> EnumeratedLayers(const Observation& seen) {
  for (const Event& event : seen.Select(kAppName, "vkEnumerateInstanceLayerProperties")) {
    if (event.phase() == "leave") return event.List("names");
  }
  return {};
}

std::string ResultOf(const Observation& seen, const std::string& command) {
  const std::vector<std::string> results = ResultsOf(seen, command);
  return results.empty() ? "no answer" : results.front();
}

std::vector<std::string> ResultsOf(const Observation& seen, const std::string& command) {
  std::vector<std::string> results;
  for (const Event& event : seen.Select(kAppName, command)) {
    // Calls whose result the application does not record have no "result".
    if (event.phase() != "leave" || !event.Has("result")) continue;
    results.push_back(ResultName(event.Number("result")));
  }
  return results;
}

}  // namespace loadstone

// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan_layer/transcript.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/policy/version.h"
#include "suites/common/manifest_json.h"
#include "suites/common/threads.h"
#include "suites/vulkan_layer/device_work.h"

namespace loadstone::suites {
namespace {

constexpr char kLine[] = "transcript";
constexpr char kDevices[] = "physical devices";
constexpr char kWithoutMemory[] = "without memory";
constexpr char kNotOffered[] = "not offered";
constexpr char kThread[] = "thread";

// The number of the calling thread among those of RunInThreads; 0 for any other thread.
thread_local uint32_t thread_number = 0;

bool HasMappableMemory(const VkPhysicalDeviceMemoryProperties& memory) {
  constexpr VkMemoryPropertyFlags kMappable =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  const uint32_t count = std::min<uint32_t>(memory.memoryTypeCount, VK_MAX_MEMORY_TYPES);
  return std::any_of(memory.memoryTypes, memory.memoryTypes + count, [](const VkMemoryType& type) {
    return (type.propertyFlags & kMappable) == kMappable;
  });
}

// Traces one line per physical device, sorted, because a layer may return them in any order.
void TraceDevices(VulkanApp& app, const std::vector<VkPhysicalDevice>& devices) {
  std::vector<std::string> lines;
  std::vector<std::string> without_memory;
  for (const VkPhysicalDevice device : devices) {
    VkPhysicalDeviceProperties properties = {};
    app.Get<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties")(device,
                                                                                &properties);
    uint32_t families = 0;
    app.Get<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(
        "vkGetPhysicalDeviceQueueFamilyProperties")(device, &families, nullptr);
    VkPhysicalDeviceMemoryProperties memory = {};
    app.Get<PFN_vkGetPhysicalDeviceMemoryProperties>("vkGetPhysicalDeviceMemoryProperties")(
        device, &memory);
    lines.push_back(fmt::format("device {} of type {} with {} queue families, {} memory types",
                                properties.deviceName, static_cast<int>(properties.deviceType),
                                families, memory.memoryTypeCount));
    if (!HasMappableMemory(memory)) without_memory.emplace_back(properties.deviceName);
  }
  std::sort(lines.begin(), lines.end());
  AppEvent(kDevices).Add("lines", lines).Add(kWithoutMemory, without_memory);
}

}  // namespace

uint32_t VersionForApplications(const LayerUnderTest& layer) {
  const auto version = policy::Version::TryParse(layer.api_version);
  if (!version.has_value() || !IsApiVersion(layer.api_version)) return VK_API_VERSION_1_0;
  const uint32_t minor = version->major > 1 ? kNewestMinor : std::min(version->minor, kNewestMinor);
  return VK_MAKE_API_VERSION(0, 1, minor, 0);
}

SkipReason WhyNotOfVersion11(const LayerUnderTest& layer) {
  return VersionForApplications(layer) >= VK_API_VERSION_1_1
             ? ""
             : "the layer's api_version is below 1.1, so that it supports no newer functions";
}

void TraceLine(const std::string& line) {
  AppEvent(kLine).Add("line", line).Add(kThread, int64_t{thread_number});
}

void RunInThreads(int count, const std::function<void(int number)>& app) {
  InThreads(count, [&](int number) {
    thread_number = number;
    app(number);
  });
}

bool TraceCall(const std::string& call, VkResult result) {
  TraceLine(fmt::format("{} gives {}", call, static_cast<int>(result)));
  return result == VK_SUCCESS;
}

void RunApplication(VulkanApp& app, const LayerNames& layers,
                    const VkAllocationCallbacks* allocator) {
  const bool created = CreateInstanceBetween(
      app, {.layers = layers, .api_version = VK_API_VERSION_1_0, .allocator = allocator});
  TraceLine(created ? "an instance" : "no instance");
  if (!created) return;
  const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
  TraceDevices(app, devices);
  const bool device =
      TraceCall("vkCreateDevice", app.CreateDevice({.extensions = {}, .allocator = allocator}));
  if (device) {
    if (!devices.empty()) UseDevice(app, {devices.front(), app.device(), allocator});
    app.DestroyDevice(allocator);
  }
  app.DestroyInstance(allocator);
  TraceLine("the end");
}

LayerComparison RunWithInstance(Case& c, uint32_t version,
                                const std::function<void(VulkanApp&)>& app, const LayerWorld& how) {
  return RunTwice(
      c,
      [&](VulkanApp& application, const LayerNames& layers) {
        InstanceRequest request{.layers = layers};
        if (version != VK_API_VERSION_1_0) request.api_version = version;
        if (!CreateInstanceBetween(application, request)) return;
        app(application);
        application.DestroyInstance();
      },
      how);
}

bool ShowsNoDevices(const std::vector<Event>& events) {
  return std::ranges::any_of(events, [](const Event& event) {
    return event.who() == kAppName && event.what() == "vkEnumeratePhysicalDevices" &&
           event.phase() == "leave" && event.List("names").empty();
  });
}

SkipReason WhyNotComparable(const LayerComparison& runs, const std::string& judge) {
  // What happens when the instance is destroyed, or later, happens with every application.
  const bool own = judge != kSurvives && !FirstOf(runs.with(), kAppName, "vkDestroyInstance");
  const SkipReason why = own ? WhyNotFinished(runs.seen(), judge, {kSurvives}, "LLP_LAYER_2")
                             : WhyNotFinished(runs.seen(), kSurvives, {}, "LLP_LAYER_2");
  if (!why.empty()) {
    const std::vector<std::string> lines = Transcript(runs.with());
    return (lines.empty() ? "" : "after \"" + lines.back() + "\", ") + why;
  }
  if (const SkipReason no_chain = runs.WhyNoChain(); !no_chain.empty()) return no_chain;
  if (const std::string demand = UnsupportedDeviceExtension(runs.with()); !demand.empty()) {
    return fmt::format("the layer needs {} of a driver, which the mock driver does not have",
                       demand);
  }
  if (ShowsNoDevices(runs.with())) {
    return "the layer shows no physical device that the application could use";
  }
  const auto changed = FirstOf(runs.with(), kAppName, kNotOffered);
  return changed.has_value() ? "with the layer there is no " + changed->Text("what")
                             : std::string();
}

std::string UnsupportedDeviceExtension(const std::vector<Event>& events) {
  std::vector<std::string> demanded;
  for (const Event& event : events) {
    if (event.who() != kBelow || event.what() != "vkCreateDevice") continue;
    if (event.phase() == "enter") demanded = event.List("extensions");
    if (event.phase() != "leave" || demanded.empty()) continue;
    if (event.Number("result") == VK_ERROR_EXTENSION_NOT_PRESENT) return demanded.back();
  }
  return {};
}

void TraceNotOffered(const std::string& what) { AppEvent(kNotOffered).Add("what", what); }

void ExpectValidCallsAndSameResults(const LayerComparison& runs) {
  ExpectValidCalls(runs, {kBelow, kDefaultDriver});
  if (testing::Test::HasFailure()) return AttributeFailureTo("LLP_LAYER_2");
  ExpectSameResults(runs);
}

void ExpectSameResults(const LayerComparison& runs) {
  std::vector<std::string> with = Transcript(runs.with());
  std::vector<std::string> without = Transcript(runs.without());
  const size_t lines = std::max(with.size(), without.size());
  with.resize(lines, "nothing more");
  without.resize(lines, "nothing more");
  const auto [seen, usual] = std::ranges::mismatch(with, without);
  if (seen == with.end()) return;
  EXPECT_SEEN(*seen, *usual)
      << "the application's calls have the same results as without the layer";
}

std::vector<std::string> Transcript(const std::vector<Event>& events) {
  std::vector<Event> traced = Of(events, kAppName, kLine);
  std::ranges::stable_sort(traced, {}, [](const Event& event) { return event.Number(kThread); });
  std::vector<std::string> lines;
  for (const Event& event : traced) lines.push_back(event.Text("line"));
  return lines;
}

std::vector<std::string> DevicesWithoutMemory(const std::vector<Event>& events) {
  const auto seen = FirstOf(events, kAppName, kDevices);
  return seen.has_value() ? seen->List(kWithoutMemory) : std::vector<std::string>{};
}

std::vector<std::string> DevicesSeen(const std::vector<Event>& events) {
  const auto seen = FirstOf(events, kAppName, kDevices);
  return seen.has_value() ? seen->List("lines") : std::vector<std::string>{};
}

}  // namespace loadstone::suites

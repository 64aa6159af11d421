// SPDX-License-Identifier: Apache-2.0
// An ordinary application with and without the layer: "Requirements of Well-Behaved Layers",
// LLP_LAYER_1, 2, 10 and 14.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "suites/common/counting_allocator.h"
#include "suites/common/wrapped_handles.h"
#include "suites/vulkan/call_chain/core_commands.h"
#include "suites/vulkan_layer/transcript.h"

namespace loadstone::suites::application {
namespace {

LayerComparison RunTheApplication(Case& c) {
  return RunTwice(c, [](VulkanApp& app, const LayerNames& layers) { RunApplication(app, layers); });
}

// An explanation of a crash: the layer enables an extension on a device that does not have it,
// which a loader may ignore silently. Empty if there is none.
std::string UnsupportedExtensionNote(const std::vector<Event>& events) {
  for (const Event& event : events) {
    if (event.who() != kBelow || event.what() != "vkCreateDevice" || event.phase() != "enter") {
      continue;
    }
    for (const std::string& name : event.List("extensions")) {
      if (std::ranges::find(kDeviceExtensions, name) != std::end(kDeviceExtensions)) continue;
      return fmt::format("; it enables {}, which the device does not have", name);
    }
  }
  return {};
}

VULKAN_LAYER_CASE(LLP_LAYER_2, application_comes_to_its_end) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTheApplication(c);
  EXPECT_HOLDS(runs.seen().FinishedNormally())
      << "the application finishes with the layer; observed: " << runs.seen().DescribeEnding()
      << UnsupportedExtensionNote(runs.with());
}

VULKAN_LAYER_CASE(LLP_LAYER_2, makes_no_invalid_calls) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTheApplication(c);
  SKIP_FOR(runs.WhyNoChain());
  ExpectValidCalls(runs, {kBelow, kDefaultDriver});
}

// A function of the judged layer's own that reached the driver with a handle which the layer below
// does not unwrap, since it is neither of Vulkan 1.0 nor of 1.1; empty if there is none.
std::string FunctionPassedBy(const LayerComparison& runs) {
  for (const Event& event : Of(runs.with(), kDefaultDriver, "violation")) {
    const std::string function = event.Text("function");
    const bool is_known = std::ranges::any_of(kVulkanCoreCommands, [&](const VulkanCommand& core) {
      return core.minor <= 1 && function == core.name;
    });
    if (!is_known) return function;
  }
  return {};
}

// Above a layer that wraps the objects which the application uses: the handles that reach the
// judged layer are not the driver's.
void JudgeAboveWrapping(Case& c, const char* wrapping) {
  const LayerComparison runs =
      RunTwice(c, [](VulkanApp& app, const LayerNames& layers) { RunApplication(app, layers); },
               {.below = wrapping});
  if (!UnsupportedExtensionNote(runs.with()).empty()) {
    GTEST_SKIP() << "the layer enables an extension that the mock driver does not have";
  }
  if (const std::string function = FunctionPassedBy(runs); !function.empty()) {
    GTEST_SKIP() << "the layer calls " << function << ", whose handles the layer below passes on";
  }
  SKIP_FOR(WhyNotComparable(runs));
  ExpectValidCallsAndSameResults(runs);
}

VULKAN_LAYER_CASE(LLP_LAYER_2, application_above_a_layer_that_wraps) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeAboveWrapping(c, R"({"wrap": ["VkInstance", "VkPhysicalDevice", "VkQueue"]})");
}
VULKAN_LAYER_CASE(LLP_LAYER_2, application_above_a_layer_that_wraps_command_buffers) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeAboveWrapping(c, R"({"wrap": ["VkQueue", "VkCommandBuffer"]})");
}

VULKAN_LAYER_CASE(LLP_LAYER_1, application_sees_the_same) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTheApplication(c);
  if (const SkipReason why = WhyNotFinished(runs.seen(), kSurvives); !why.empty()) {
    SKIP_WITH(why);
  }
  if (!FirstOf(runs.with(), kAbove, "vkCreateInstance").has_value()) {
    SKIP_WITH(runs.WhyNoChain());
  }
  if (const std::string demand = UnsupportedDeviceExtension(runs.with()); !demand.empty()) {
    GTEST_SKIP() << "the layer needs " << demand
                 << " of a driver, which the mock driver does not have";
  }
  const std::vector<std::string> devices = DevicesSeen(runs.with());
  const bool instance = runs.WhyNoChain().empty();
  if (instance && devices.empty() && !DevicesSeen(runs.without()).empty()) {
    GTEST_SKIP() << "the layer reports no physical device that the application could use";
  }
  if (instance && devices != DevicesSeen(runs.without())) {
    Remark(fmt::format("the layer changes the physical devices, which is allowed: {}",
                       fmt::join(devices, ", ")));
  }
  EXPECT_SEEN(DevicesWithoutMemory(runs.with()), IsEmpty())
      << "each physical device has a memory type that is HOST_VISIBLE and HOST_COHERENT, as "
         "without the layer";
  ExpectSameResults(runs);
}

VULKAN_LAYER_CASE(LS_VK_LAYER_4, work_and_waits_reach_the_driver) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTheApplication(c);
  SKIP_FOR(runs.WhyIncomplete());
  // Calls that start, end or wait for work: without them the driver would not do the work, or
  // others would wrongly assume that it is done.
  const std::vector<std::string> work = {"vkQueueSubmit", "vkQueueWaitIdle", "vkDeviceWaitIdle",
                                         "vkBeginCommandBuffer", "vkEndCommandBuffer"};
  std::vector<std::string> missing;
  for (const std::string& command : work) {
    const bool made = FirstOf(runs.with(), kAbove, command).has_value();
    const bool usual = FirstOf(runs.without(), kDefaultDriver, command).has_value();
    if (!usual) throw HarnessError(command + " does not reach the driver without the layer");
    if (made && !FirstOf(runs.with(), kDefaultDriver, command).has_value()) {
      missing.push_back(command);
    }
  }
  EXPECT_SEEN(missing, IsEmpty()) << "each of these calls of the application reaches the driver";
}

VULKAN_LAYER_CASE(LLP_LAYER_10, wrapped_handles_are_unwrapped) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTheApplication(c);
  SKIP_FOR(runs.WhyNoChain());
  // Calls whose first argument shows whether handles are wrapped.
  const std::vector<std::string> uses = {"vkCreateDevice", "vkDeviceWaitIdle", "vkQueueSubmit",
                                         "vkEndCommandBuffer", "vkEnumeratePhysicalDevices"};
  const std::vector<std::string> leaked = LeakedHandles(runs, kDefaultDriver, uses);
  if (WrappedHandles(runs, uses).empty() && leaked.empty()) {
    GTEST_SKIP() << "the layer wraps none of the objects that the application uses";
  }
  EXPECT_SEEN(leaked, IsEmpty()) << "no call passes a wrapping handle to the driver";
}

VULKAN_LAYER_CASE(LLP_LAYER_14, allocations_are_balanced) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(c, [](VulkanApp& app, const LayerNames& layers) {
    CountingAllocator allocator;
    RunApplication(app, layers, allocator.callbacks());
    Note("blocks that were never freed", std::to_string(allocator.alive()));
    Note("freed blocks that were never allocated", std::to_string(allocator.foreign()));
  });
  SKIP_FOR(runs.WhyIncomplete());
  EXPECT_SEEN(Answers(runs.with()), Answers(runs.without()))
      << "with the layer, the application's allocations and frees are balanced";
}

VULKAN_LAYER_CASE(LS_VK_LAYER_10, wrapped_instance_has_the_physical_device_query) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(c, [](VulkanApp& app, const LayerNames& layers) {
    if (!CreateInstanceBetween(app, {.layers = layers})) return;
    app.EnumeratePhysicalDevices();
    const LsWitness above = LookBelow<LsWitness>(kAbove);
    const LsWitness below = LookBelow<LsWitness>(kBelow);
    const bool own = above.next_gpdpa != nullptr && above.next_gpdpa != below.own_gpdpa;
    Note("query", own ? "yes" : "no");
    Note("wrapped", above.instance != below.instance ? "yes" : "no");
    app.DestroyInstance();
  });
  SKIP_FOR(runs.WhyIncomplete());
  auto answers = Answers(runs.with());
  if (Answers(runs.without())["wrapped"] != "no") {
    GTEST_SKIP() << "the loader itself passes each layer a different handle";
  }
  if (answers["wrapped"] == "no") GTEST_SKIP() << "the layer does not wrap the instance";
  EXPECT_SEEN(answers["query"], "yes")
      << "a layer that wraps the instance has vk_layerGetPhysicalDeviceProcAddr";
}

// The instance commands that reached the witness below while the one above was in a device command,
// each as "vkA in vkB".
std::vector<std::string> InstanceCommandsInDeviceCommands(const std::vector<Event>& events) {
  // Those that the witness below intercepts.
  const std::set<std::string> instance_commands = {"vkEnumeratePhysicalDevices",
                                                   "vkGetPhysicalDeviceProperties"};
  const std::set<std::string> device_commands = {
      "vkDeviceWaitIdle",   "vkQueueWaitIdle",     "vkQueueSubmit",
      "vkCreateBuffer",     "vkAllocateMemory",    "vkBindBufferMemory",
      "vkCreateFence",      "vkCreateCommandPool", "vkAllocateCommandBuffers",
      "vkEndCommandBuffer", "vkBeginCommandBuffer"};
  std::vector<std::string> calls;
  std::string inside;
  for (const Event& event : events) {
    if (event.who() == kAbove && device_commands.contains(event.what())) {
      inside = event.phase() == "enter" ? event.what() : "";
    } else if (event.who() == kBelow && !inside.empty() &&
               instance_commands.contains(event.what())) {
      calls.push_back(event.what() + " in " + inside);
    }
  }
  return calls;
}

VULKAN_LAYER_CASE(LS_VK_LAYER_6, device_commands_add_no_instance_commands) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTheApplication(c);
  SKIP_FOR(runs.WhyIncomplete());
  EXPECT_SEEN(InstanceCommandsInDeviceCommands(runs.with()), IsEmpty())
      << "a layer adds only device commands to a device command";
}

// An application that lists the physical devices while it has a device.
void ListDuringADevice(VulkanApp& app, const LayerNames& layers) {
  if (!CreateInstanceBetween(app, {.layers = layers})) return;
  const bool device = app.CreateDevice() == VK_SUCCESS;
  app.EnumeratePhysicalDevices();
  if (device) app.DestroyDevice();
  app.DestroyInstance();
}

// The device commands that reached the witness below while the one above was in
// vkEnumeratePhysicalDevices.
std::vector<std::string> DeviceCommandsInLists(const std::vector<Event>& events) {
  const std::set<std::string> device_commands = {
      "vkGetDeviceQueue", "vkDeviceWaitIdle", "vkQueueWaitIdle",     "vkQueueSubmit",
      "vkCreateBuffer",   "vkAllocateMemory", "vkCreateCommandPool", "vkCreateFence"};
  std::vector<std::string> calls;
  bool inside = false;
  for (const Event& event : events) {
    if (event.who() == kAbove && event.what() == "vkEnumeratePhysicalDevices") {
      inside = event.phase() == "enter";
    } else if (event.who() == kBelow && inside && device_commands.contains(event.what())) {
      calls.push_back(event.what());
    }
  }
  return calls;
}

VULKAN_LAYER_CASE(LS_VK_LAYER_6, instance_commands_add_no_device_commands) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(c, ListDuringADevice);
  SKIP_FOR(runs.WhyIncomplete());
  if (!FirstOf(runs.with(), kAbove, "vkCreateDevice").has_value()) {
    GTEST_SKIP() << "the application has no device";
  }
  EXPECT_SEEN(DeviceCommandsInLists(runs.with()), IsEmpty())
      << "a layer adds only instance commands to an instance command";
}

}  // namespace
}  // namespace loadstone::suites::application

// SPDX-License-Identifier: Apache-2.0
// What a Vulkan layer returns where the calls below it fail: "Layer Intercept Requirements", which
// demands an appropriate value.

#include "suites/vulkan_layer/device_work.h"
#include "suites/vulkan_layer/transcript.h"

namespace loadstone::suites::failures_below {
namespace {

constexpr char kTold[] = "told";
constexpr char kNothing[] = "success and nothing";

// Notes whether a command failed or, if not, whether it returned something. A layer may return
// another error than the one from below, and may get an object in another way.
void Tell(const char* command, VkResult result, bool given) {
  Note(command, result < VK_SUCCESS ? kTold : given ? "success and something" : kNothing);
}

// Fails the case if the layer hides a failure that the application sees without it.
void ExpectTold(const LayerComparison& runs) {
  for (const auto& [command, answer] : Answers(runs.without())) {
    if (answer != kTold) throw HarnessError(command + " does not fail without the layer");
  }
  std::vector<std::string> hidden;
  for (const auto& [command, answer] : Answers(runs.with())) {
    if (answer == kNothing) hidden.push_back(command);
  }
  EXPECT_SEEN(hidden, IsEmpty())
      << "with the layer, none of these commands returns VK_SUCCESS although it failed below";
}

// No layer has an instance or a device where none was created below, whatever handle it returns:
// the application does not use it.
void TellOfInstance(VulkanApp& app, const LayerNames& layers) {
  Tell("vkCreateInstance", app.CreateInstance({.layers = layers}), false);
}

VULKAN_LAYER_CASE(LS_VK_LAYER_3, instance_that_failed_below_is_no_success) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs =
      RunTwice(c, TellOfInstance, {.below = R"({"results": {"vkCreateInstance": -3}})"});
  if (Answers(runs.with()).empty()) {
    SKIP_FOR(WhyNotFinished(runs.seen(), kSurvives, {}, "LLP_LAYER_2"));
  }
  if (!FirstOf(runs.with(), kAbove, "vkCreateInstance").has_value()) SKIP_WITH(runs.WhyNoChain());
  ExpectTold(runs);
}

// Creates what fails, and waits for work where the device is lost. A layer may keep a submission
// without work to itself, so there is none.
void MakeFailingCalls(const VulkanApp& app) {
  const VkDevice device = app.device();
  auto buffer = Structure<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  buffer.size = 256;
  buffer.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  VkBuffer made_buffer = VK_NULL_HANDLE;
  Tell("vkCreateBuffer",
       app.Get<PFN_vkCreateBuffer>("vkCreateBuffer")(device, &buffer, nullptr, &made_buffer),
       made_buffer != VK_NULL_HANDLE);
  auto memory = Structure<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  memory.allocationSize = 256;
  VkDeviceMemory made_memory = VK_NULL_HANDLE;
  Tell("vkAllocateMemory",
       app.Get<PFN_vkAllocateMemory>("vkAllocateMemory")(device, &memory, nullptr, &made_memory),
       made_memory != VK_NULL_HANDLE);
  const auto fence = Structure<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
  VkFence made_fence = VK_NULL_HANDLE;
  Tell("vkCreateFence",
       app.Get<PFN_vkCreateFence>("vkCreateFence")(device, &fence, nullptr, &made_fence),
       made_fence != VK_NULL_HANDLE);
  const auto pool = Structure<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  VkCommandPool made_pool = VK_NULL_HANDLE;
  Tell("vkCreateCommandPool",
       app.Get<PFN_vkCreateCommandPool>("vkCreateCommandPool")(device, &pool, nullptr, &made_pool),
       made_pool != VK_NULL_HANDLE);
  VkQueue queue = VK_NULL_HANDLE;
  app.Get<PFN_vkGetDeviceQueue>("vkGetDeviceQueue")(device, 0, 0, &queue);
  Tell("vkQueueWaitIdle", app.Get<PFN_vkQueueWaitIdle>("vkQueueWaitIdle")(queue), false);
  Tell("vkDeviceWaitIdle", app.Get<PFN_vkDeviceWaitIdle>("vkDeviceWaitIdle")(device), false);
}

VULKAN_LAYER_CASE(LS_VK_LAYER_3, commands_that_failed_below_are_no_success) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs =
      RunWithInstance(c, VK_API_VERSION_1_0,
                      [](VulkanApp& app) {
                        if (app.CreateDevice() != VK_SUCCESS) {
                          return TraceNotOffered("device where later commands fail");
                        }
                        MakeFailingCalls(app);
                        app.DestroyDevice();
                      },
                      {.below = R"({"results": {"vkCreateBuffer": -2, "vkAllocateMemory": -1,
                                                "vkCreateFence": -1, "vkCreateCommandPool": -2,
                                                "vkQueueWaitIdle": -4,
                                                "vkDeviceWaitIdle": -4}})"});
  SKIP_FOR(WhyNotComparable(runs));
  ExpectTold(runs);
}

VULKAN_LAYER_CASE(LS_VK_LAYER_3, device_that_failed_below_is_no_success) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunWithInstance(c, VK_API_VERSION_1_0,
                                               [](VulkanApp& app) {
                                                 if (app.EnumeratePhysicalDevices().empty())
                                                   return TraceNotOffered("physical device");
                                                 Tell("vkCreateDevice", app.CreateDevice(), false);
                                               },
                                               {.below = R"({"results": {"vkCreateDevice": -3}})"});
  if (Answers(runs.with()).empty()) SKIP_FOR(WhyNotComparable(runs));
  ExpectTold(runs);
}

}  // namespace
}  // namespace loadstone::suites::failures_below

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/call_chain/command_names.h"
#include "suites/vulkan/call_chain/transcript.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Distributed Dispatching Requirements": for functions that a layer does not
// intercept, its lookups return what the next entity returns (LS_VK_LAYER_7). The loader's end of
// the chain must return all functions, whatever the number of layers is.
namespace loadstone::suites::pass_through {
namespace {

constexpr const char* kCommands[] = {
    "vkGetPhysicalDeviceFeatures",
    "vkGetPhysicalDeviceMemoryProperties",
    "vkGetDeviceQueue",
    "vkQueueSubmit",
    "vkDeviceWaitIdle",
    "vkCreateBuffer",
    "vkAllocateMemory",
    "vkBeginCommandBuffer",
    "vkDestroyFence",
};

void Judge(Case& c, const char* command, int count) {
  const std::vector<std::string> layers = NumberedLayers(count);
  VulkanWorld world(c.subject());
  for (const std::string& name : layers) world.With(Layer(name).Behaviour(kInterceptNothing));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) { WriteTranscript(app, layers); });
  EXPECT_SEEN(DeviceChain(seen), IsSupersetOf(layers)) << "every layer is in the device chain";
  std::vector<std::string> path = Path(seen, command);
  EXPECT_SEEN(path, Contains(std::string(kDefaultDriver)))
      << command << " reaches the driver through layers that do not intercept it";
  std::erase(path, kDefaultDriver);
  EXPECT_SEEN(path, IsEmpty()) << "layers that do not intercept a call do not see it";
}

REGISTER_CASES {
  for (const char* command : kCommands) {
    for (const int count : {1, 16}) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_LAYER_7, policy::LS_VK_CHAIN_5},
                   fmt::format("{}_passes_{}_layers", SnakeCase(command), count),
                   [command, count](Case& c) { Judge(c, command, count); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::pass_through

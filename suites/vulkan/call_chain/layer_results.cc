// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "suites/vulkan/call_chain/command_names.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Layer Intercept Requirements": a layer may return its own value for what
// it intercepts (LS_VK_LAYER_3), and need not call down (LS_VK_LAYER_4). The loader returns the
// value of the topmost layer to the application, and calls nothing in its place.
namespace loadstone::suites::layer_results {
namespace {

constexpr char kTop[] = "VK_LAYER_LS_top";
constexpr char kAnswers[] = "VK_LAYER_LS_answers";
constexpr char kBelow[] = "VK_LAYER_LS_below";

constexpr const char* kCommands[] = {
    "vkEnumeratePhysicalDevices", "vkQueueSubmit",       "vkQueueWaitIdle",
    "vkDeviceWaitIdle",           "vkCreateBuffer",      "vkAllocateMemory",
    "vkBindBufferMemory",         "vkCreateCommandPool", "vkAllocateCommandBuffers",
    "vkBeginCommandBuffer",       "vkEndCommandBuffer",  "vkCreateFence",
};

bool Contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

Observation Run(Case& c, const char* how, const char* command) {
  const std::string behaviour = fmt::format(R"({{"{}": {{"{}": -2}}}})", how, command);
  return Observe(c,
                 VulkanWorld(c.subject())
                     .With(Layer(kTop).Behaviour(kInterceptAll))
                     .With(Layer(kAnswers).Behaviour(kInterceptAll).Behaviour(behaviour))
                     .With(Layer(kBelow).Behaviour(kInterceptAll)),
                 [](VulkanApp& app) {
                   RunObjects(app, {.layers = {kTop, kAnswers, kBelow}});
                 });
}

void ExpectAnswer(const Observation& seen, const char* command) {
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kTop, kAnswers, kBelow))
      << "every layer is in the chain";
  EXPECT_SEEN(ResultOf(seen, command), "VK_ERROR_OUT_OF_DEVICE_MEMORY")
      << "the application gets what the layer returned";
}

void JudgeAfter(Case& c, const char* command) {
  const Observation seen = Run(c, "results_after", command);
  ExpectAnswer(seen, command);
  const std::vector<std::string> path = Path(seen, command);
  for (const char* who : {kTop, kAnswers, kBelow, kDefaultDriver}) {
    EXPECT_HOLDS(Contains(path, who))
        << who << " is called, whatever result is returned in the end";
  }
}

void JudgeAtEntry(Case& c, const char* command) {
  const Observation seen = Run(c, "results", command);
  ExpectAnswer(seen, command);
  // A loader may enumerate physical devices for its own use.
  const std::vector<std::string> path = Path(seen, command);
  EXPECT_HOLDS(Contains(path, kTop)) << "the layer above is called";
  EXPECT_HOLDS(!Contains(path, kBelow))
      << "a call that a layer does not pass on ends in this layer";
  if (std::string_view(command) != "vkEnumeratePhysicalDevices") {
    EXPECT_HOLDS(!Contains(path, kDefaultDriver)) << "the driver is not called";
  }
}

REGISTER_CASES {
  for (const char* command : kCommands) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_LAYER_3, policy::LS_VK_CHAIN_5},
                 fmt::format("{}_answered_after_the_call_down", SnakeCase(command)),
                 [command](Case& c) { JudgeAfter(c, command); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_LAYER_4, policy::LS_VK_CHAIN_5},
                 fmt::format("{}_kept_by_a_layer", SnakeCase(command)),
                 [command](Case& c) { JudgeAtEntry(c, command); });
  }
}

// The functions whose chains begin with the call itself, and in which the loader has work of its
// own: the document does not say that its error is the layer's. What is left of a refused instance
// is judged by LS_VK_ROBUSTNESS_17.
REGISTER_CASES {
  constexpr std::pair<const char*, const char*> kRefused[] = {
      {"vkCreateInstance", "results"},
      {"vkCreateDevice", "results"},
      {"vkCreateDevice", "results_after"},
  };
  for (const auto& [command, how] : kRefused) {
    const bool after = std::string_view(how) == "results_after";
    RegisterCase(
        Api::kVulkan, {policy::LS_VK_LAYER_3, policy::LS_VK_CHAIN_5, policy::LS_VK_ROBUSTNESS_17},
        fmt::format("{}_refused_{}_the_call_down", SnakeCase(command), after ? "after" : "before"),
        [command = command, how = how](Case& c) {
          EXPECT_SEEN(ResultOf(Run(c, how, command), command), StartsWith("VK_ERROR_"))
              << "the application gets an error if the layer returned one";
        });
  }
}

}  // namespace
}  // namespace loadstone::suites::layer_results

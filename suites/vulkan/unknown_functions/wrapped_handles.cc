// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/layer_questions.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Wrapping": where layers wrap instances, physical devices or devices, the
// loader asks for unknown functions with the handles that the topmost layer returned.
namespace loadstone::suites::wrapped_handles {
namespace {

constexpr char kEarly[] = "vkLoadstoneEarly";
constexpr char kLate[] = "vkLoadstoneLate";
constexpr size_t kUsers = 2;  // instances or devices

// The layers of a chain, starting at the application: each wraps (w), or does not (-), or wraps and
// has the functions (f).
struct Chain {
  const char* name;
  const char* layers;
};
constexpr Chain kChains[] = {
    {"of_the_only_layer_that_wraps", "f"},
    {"of_a_layer_that_wraps_below_another", "-f"},
    {"of_a_layer_that_wraps_above_another", "f-"},
    {"of_the_first_of_two_layers_that_wrap", "fw"},
    {"of_the_second_of_two_layers_that_wrap", "wf"},
    {"of_the_last_of_three_layers_that_wrap", "wwf"},
};

// What is wrapped, and the functions that are looked up.
struct Kind {
  policy::Id policy;
  const char* types;
  const char* key;  // of the list of functions
  bool of_devices;
};
constexpr Kind kKinds[] = {
    {policy::LS_VK_PROCADDR_1, R"("VkInstance")", "physical_device_functions", false},
    {policy::LS_VK_PROCADDR_2, R"("VkDevice")", "device_functions", true},
};

VulkanWorld WorldOf(const Case& c, const Chain& chain, const Kind& kind,
                    const std::vector<std::string>& names) {
  VulkanWorld world(c.subject());
  for (size_t i = 0; i < names.size(); ++i) {
    const char mark = chain.layers[i];
    Layer layer(names[i]);
    if (mark != '-') layer.Behaviour(fmt::format(R"({{"wrap": [{}]}})", kind.types));
    if (mark == 'f') {
      layer.Behaviour(fmt::format(R"({{"{}": ["{}", "{}"]}})", kind.key, kEarly, kLate));
    }
    world.With(layer);
  }
  return world;
}

// Looks a function up before there is a device, and another one when there are two.
void UseDevices(VulkanApp& app, const std::vector<std::string>& layers) {
  if (app.CreateInstance({.layers = layers}) != VK_SUCCESS) return;
  const PFN_vkVoidFunction early = app.InstanceProc(kEarly);
  VkDevice devices[kUsers] = {};
  for (VkDevice& device : devices) {
    if (app.CreateDevice() != VK_SUCCESS) return;
    device = app.device();
  }
  const PFN_vkVoidFunction late = app.InstanceProc(kLate);
  for (VkDevice device : devices) {
    CallUnknown(early, device, kEarly, 10);
    CallUnknown(late, device, kLate, 20);
  }
}

// Looks both functions up with each of two instances.
void UseInstances(VulkanApp& app, const std::vector<std::string>& layers) {
  std::vector<VulkanApp> apps(kUsers, app);
  for (VulkanApp& each : apps) {
    if (each.CreateInstance({.layers = layers}) != VK_SUCCESS) return;
  }
  for (VulkanApp& each : apps) {
    const std::vector<VkPhysicalDevice> devices = each.EnumeratePhysicalDevices();
    if (devices.empty()) return;
    CallUnknown(each, Through::kInstance, devices[0], kEarly, 10);
    CallUnknown(each, Through::kInstance, devices[0], kLate, 20);
  }
}

void Judge(Case& c, const Chain& chain, const Kind& kind) {
  const std::vector<std::string> layers =
      NumberedLayers(static_cast<int>(std::string(chain.layers).size()));
  const Observation seen = Observe(c, WorldOf(c, chain, kind, layers), [&](VulkanApp& app) {
    if (kind.of_devices) {
      UseDevices(app, layers);
    } else {
      UseInstances(app, layers);
    }
  });
  for (size_t i = 0; i < kUsers; ++i) {
    EXPECT_SEEN(UnknownAnswer(seen, 2 * i), 10)
        << "an unknown function is reached in the layer that has it, whatever layers wrap";
    EXPECT_SEEN(UnknownAnswer(seen, 2 * i + 1), 21)
        << "an unknown function is reached in the layer that has it, whatever layers wrap";
  }
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "a layer is asked for functions with the handle that it returned";
}

REGISTER_CASES {
  for (const Kind& kind : kKinds) {
    for (const Chain& chain : kChains) {
      RegisterCase(Api::kVulkan, {kind.policy, policy::LS_VK_CHAIN_8}, chain.name,
                   [&](Case& c) { Judge(c, chain, kind); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::wrapped_handles

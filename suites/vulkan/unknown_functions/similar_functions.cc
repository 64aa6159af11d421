// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/layer_questions.h"

// LoaderLayerInterface, "Layer Unknown Physical Device Extensions", and LoaderApplicationInterface,
// "Unknown Extensions": unknown functions whose names are parts of one another, or differ in their
// case, are different functions.
namespace loadstone::suites::similar_functions {
namespace {

constexpr char kDriver[] = "similar";

struct Names {
  const char* name;
  std::vector<std::string> in_order;
};

const std::vector<Names>& AllNames() {
  static const std::vector<Names> all = {
      {"longest_first", {"vkLoadstoneUnknown2KHR", "vkLoadstoneUnknown2", "vkLoadstoneUnknown"}},
      {"shortest_first", {"vkLoadstoneUnknown", "vkLoadstoneUnknown2", "vkLoadstoneUnknown2KHR"}},
      {"in_the_middle", {"vkLoadstoneUnknown2", "vkLoadstoneUnknown2KHR", "vkLoadstoneUnknown"}},
      {"of_another_case", {"vkLoadstoneUnknown", "vkLoadstoneunknown", "vkLoadstoneUNKNOWN"}},
  };
  return all;
}

void Judge(Case& c, const Names& names, bool of_device) {
  VulkanWorld world(c.subject());
  const char* key = of_device ? "device_functions" : "physical_device_functions";
  world.WithoutDriver().With(
      Driver(kDriver).Behaviour(JsonObject().Set(key, names.in_order).Text()));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance() != VK_SUCCESS) return;
    const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
    if (devices.empty() || (of_device && app.CreateDevice() != VK_SUCCESS)) return;
    // All are looked up before one is called.
    std::vector<PFN_vkVoidFunction> functions;
    for (const std::string& name : names.in_order) {
      functions.push_back(app.InstanceProc(name.c_str()));
    }
    for (size_t i = 0; i < functions.size(); ++i) {
      const std::string& name = names.in_order[i];
      if (of_device) {
        CallUnknown(functions[i], app.device(), name, 1000);
      } else {
        CallUnknown(functions[i], devices.front(), name, 1000);
      }
    }
  });
  for (size_t i = 0; i < names.in_order.size(); ++i) {
    EXPECT_SEEN(UnknownAnswer(seen, i), 1000 + static_cast<int64_t>(i))
        << "a call of " << names.in_order[i] << " must reach the function of that name";
  }
}

REGISTER_CASES {
  for (const Names& names : AllNames()) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_PROCADDR_1}, fmt::format("names_{}", names.name),
                 [&names](Case& c) { Judge(c, names, false); });
    RegisterCase(Api::kVulkan, {policy::LS_VK_PROCADDR_2}, fmt::format("names_{}", names.name),
                 [&names](Case& c) { Judge(c, names, true); });
  }
}

}  // namespace
}  // namespace loadstone::suites::similar_functions

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/layer_questions.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Layer Unknown Physical Device Extensions" and "Layer Call Chains and
// Distributed Dispatch": if several layers have vk_layerGetPhysicalDeviceProcAddr, the loader calls
// that of the first one in the chain, which calls the next one for functions that it does not know.
namespace loadstone::suites::first_layer {
namespace {

constexpr char kFunction[] = "vkLoadstoneUnknown";

// The layers of a chain, starting at the application: each has the function (f), has no such
// function (-), or has no vk_layerGetPhysicalDeviceProcAddr (0).
struct Row {
  const char* name;
  const char* layers;
  bool driver_has_it;
  int owner;  // number of the layer that must be called, or -1 for the driver
};

constexpr Row kRows[] = {
    {"both_layers_have_it", "ff", false, 0},
    {"both_layers_and_the_driver_have_it", "ff", true, 0},
    {"first_of_3_layers_has_it_and_the_last", "f-f", false, 0},
    {"last_two_of_3_layers_have_it", "-ff", false, 1},
    {"last_of_3_layers_has_it_and_the_driver", "--f", true, 2},
    {"first_layer_cannot_be_asked", "0f", false, 1},
    {"first_two_layers_cannot_be_asked", "00ff", true, 2},
    {"no_layer_has_it", "---", true, -1},
    {"each_of_16_layers_has_it", "ffffffffffffffff", true, 0},
};

// Each layer has the function at a different index, so that the result identifies the layer. `key`
// names the list.
std::string FunctionsOf(int number, const char* key = "physical_device_functions") {
  std::string list;
  for (int i = 0; i < number; ++i) list += fmt::format(R"("vkLoadstoneOther{}", )", i);
  return fmt::format(R"({{"{}": [{}"{}"]}})", key, list, kFunction);
}

void Judge(Case& c, const Row& row) {
  VulkanWorld world(c.subject());
  const std::string marks = row.layers;
  const std::vector<std::string> layers = NumberedLayers(static_cast<int>(marks.size()));
  for (size_t i = 0; i < marks.size(); ++i) {
    Layer layer(layers[i]);
    if (marks[i] == 'f') layer.Behaviour(FunctionsOf(static_cast<int>(i)));
    if (marks[i] == '0') layer.Behaviour(R"({"negotiation": {"null": ["gpdpa"]}})");
    world.With(layer);
  }
  if (row.driver_has_it) {
    world.WithoutDriver().With(
        Driver(kDefaultDriver).Behaviour(FunctionsOf(static_cast<int>(marks.size()))));
  }
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    app.CreateInstance({.layers = layers});
    const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
    if (!devices.empty()) CallUnknown(app, Through::kInstance, devices[0], kFunction, 100);
  });
  const int place = row.owner < 0 ? static_cast<int>(marks.size()) : row.owner;
  const std::string owner = row.owner < 0 ? kDefaultDriver : layers[static_cast<size_t>(row.owner)];
  EXPECT_SEEN(UnknownAnswer(seen), 100 + place)
      << "the function is the one of the first entity that has it";
  EXPECT_SEEN(seen.Select({}, kFunction), SizeIs(1)) << "no other component is called";
  EXPECT_SEEN(seen.Select(owner, kFunction), SizeIs(1)) << owner << " is called";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "no component gets an argument that belongs to another component";
}

// Three instances at once, each with a layer of its own that has the function, at its own index.
// The application looks the function up with each of them, and calls each one's function twice.
Observation RunThreeInstances(Case& c, const char* key, bool of_devices) {
  VulkanWorld world(c.subject());
  const std::vector<std::string> layers = NumberedLayers(3);
  for (int i = 0; i < 3; ++i) {
    world.With(Layer(layers[static_cast<size_t>(i)]).Behaviour(FunctionsOf(i, key)));
  }
  return Observe(c, world, [&](VulkanApp& app) {
    std::vector<PFN_vkVoidFunction> functions;
    std::vector<void*> handles;
    for (const std::string& layer : layers) {
      if (app.CreateInstance({.layers = {layer}}) != VK_SUCCESS) return;
      const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
      if (devices.empty() || app.CreateDevice() != VK_SUCCESS) return;
      handles.push_back(of_devices ? static_cast<void*>(app.device()) : devices[0]);
      functions.push_back(app.InstanceProc(kFunction));
    }
    for (const uint32_t value : {100U, 200U}) {
      for (size_t i = 0; i < handles.size(); ++i) {
        CallUnknown(functions[i], handles[i], kFunction, value);
      }
    }
  });
}

void JudgeThreeInstances(Case& c, const char* key, bool of_devices) {
  const Observation seen = RunThreeInstances(c, key, of_devices);
  const int64_t answers[] = {100, 101, 102, 200, 201, 202};
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_SEEN(UnknownAnswer(seen, i), answers[i])
        << "a call must reach the layer of its own instance, whatever other instances exist";
  }
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty())
      << "no component gets an argument that belongs to another component";
}

VULKAN_CASE(LS_VK_PROCADDR_1, layer_of_each_of_three_instances) {
  JudgeThreeInstances(c, "physical_device_functions", false);
}

VULKAN_CASE(LS_VK_PROCADDR_2, layer_of_each_of_three_instances) {
  JudgeThreeInstances(c, "device_functions", true);
}

REGISTER_CASES {
  for (const Row& row : kRows) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_PROCADDR_1}, row.name,
                 [&row](Case& c) { Judge(c, row); });
  }
}

}  // namespace
}  // namespace loadstone::suites::first_layer

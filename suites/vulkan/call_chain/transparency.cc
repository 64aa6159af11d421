// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/call_chain/transcript.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Requirements of Well-Behaved Layers", LLP_LAYER_1: a layer that passes
// everything on does not change the environment. With such layers an application gets the same
// answers from the loader as without them.
namespace loadstone::suites::transparency {
namespace {

// Two drivers, three devices, extensions, and a command that fails, so that there are many answers.
VulkanWorld Machine(const Case& c) {
  VulkanWorld world(c.subject());
  world.WithoutDriver()
      .With(Driver("first").Behaviour(R"({
          "instance_extensions": [{"name": "VK_EXT_debug_report", "spec_version": 9}],
          "physical_devices": [
            {"name": "one", "type": 1, "extensions": [{"name": "VK_KHR_maintenance1",
                                                       "spec_version": 2}]},
            {"name": "two", "type": 2, "device_id": 7,
             "queue_families": [{"flags": 1, "count": 2}, {"flags": 4, "count": 1}]}]})"))
      .With(Driver("second").Behaviour(R"({
          "physical_devices": [{"name": "three", "type": 4, "vendor_id": 5}],
          "results": {"vkQueueSubmit": -4}})"));
  return world;
}

// Writes two transcripts of one machine, the first without layers, and compares them.
void Compare(Case& c, const VulkanWorld& world, const std::vector<std::string>& request,
             const std::vector<std::string>& chain) {
  const Observation seen = Observe(c, world, [&request](VulkanApp& app) {
    WriteTranscript(app, {});
    WriteTranscript(app, request);
  });
  const std::vector<std::string> without = Transcript(seen, 0);
  EXPECT_SEEN(without, Contains(HasSubstr("three"))) << "the application sees its devices";
  EXPECT_SEEN(Results(seen), Contains("vkQueueSubmit -4"))
      << "the application sees the driver's results of its calls";
  EXPECT_SEEN(Called(seen), IsSupersetOf(chain)) << "every layer is called";
  EXPECT_SEEN(FirstDifference(without, Transcript(seen, 1)), "none")
      << "an application gets the same results through layers that pass everything on as without "
         "them";
}

REGISTER_CASES {
  for (const int count : {0, 1, 3, 16}) {
    for (const bool intercepting : {false, true}) {
      if (count == 0 && intercepting) continue;
      RegisterCase(
          Api::kVulkan, {policy::LLP_LAYER_1, policy::LS_VK_CHAIN_5},
          fmt::format("same_answers_through_{}{}_layers", count,
                      intercepting ? "_intercepting" : ""),
          [count, intercepting](Case& c) {
            const std::vector<std::string> layers = NumberedLayers(count);
            VulkanWorld world = Machine(c);
            for (const std::string& name : layers) {
              world.With(Layer(name).Behaviour(intercepting ? kInterceptAll : kInterceptNothing));
            }
            Compare(c, world, layers, layers);
          });
    }
  }
}

VULKAN_CASE(LLP_LAYER_1, same_answers_through_a_meta_layer, policy::LS_VK_META_2) {
  VulkanWorld world = Machine(c);
  const std::vector<std::string> layers = NumberedLayers(3);
  for (const std::string& name : layers) world.With(Layer(name).Behaviour(kInterceptAll));
  world.With(Layer::Meta("VK_LAYER_LS_meta", layers));
  Compare(c, world, {"VK_LAYER_LS_meta"}, layers);
}

VULKAN_CASE(LLP_LAYER_1, same_answers_through_wrapping_layers, policy::LS_VK_CHAIN_8) {
  VulkanWorld world = Machine(c);
  const std::vector<std::string> layers = NumberedLayers(3);
  for (const std::string& name : layers) {
    world.With(Layer(name).Behaviour(
        R"({"wrap": ["VkInstance", "VkPhysicalDevice", "VkDevice", "VkQueue", "VkCommandBuffer",
                     "VkBuffer", "VkDeviceMemory"]})"));
  }
  Compare(c, world, layers, layers);
}

}  // namespace
}  // namespace loadstone::suites::transparency

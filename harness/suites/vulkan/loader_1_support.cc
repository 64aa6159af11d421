#include <fmt/format.h>

#include "harness/suites/suites.h"

// LLP_LOADER_1, with LoaderApplicationInterface, "Application Layer Usage": layers are found, told
// of, and take part in what an application does.
namespace loadstone {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;

constexpr char kLayer[] = "VK_LAYER_LS_layer";

VULKAN_CASE(LLP_LOADER_1, application_without_layers) {
  const Observation seen = Observe(c, VulkanWorld(c.subject()).With(Layer(kLayer)),
                                   [](VulkanApp& app) { app.RunThrough(); });
  EXPECT_THAT(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS") << "no layer is needed";
  EXPECT_THAT(ResultOf(seen, "vkCreateDevice"), "VK_SUCCESS") << "no layer is needed";
  EXPECT_THAT(Called(seen), Not(Contains(kLayer)))
      << "an explicit layer that nobody asks for is not loaded";
}

VULKAN_CASE(LLP_LOADER_1, explicit_layer_in_both_chains) {
  const Observation seen = Observe(c, VulkanWorld(c.subject()).With(Layer(kLayer)),
                                   [](VulkanApp& app) { app.RunThrough({.layers = {kLayer}}); });
  EXPECT_THAT(InstanceChain(seen), ElementsAre(kLayer))
      << "a layer asked for is in the instance chain";
  EXPECT_THAT(DeviceChain(seen), ElementsAre(kLayer))
      << "a layer of the instance is in the device chain as well";
}

VULKAN_CASE(LLP_LOADER_1, implicit_layer_without_being_asked_for) {
  const Observation seen = Observe(c, VulkanWorld(c.subject()).With(Layer(kLayer).Implicit()),
                                   [](VulkanApp& app) { app.RunThrough(); });
  EXPECT_THAT(InstanceChain(seen), ElementsAre(kLayer)) << "an implicit layer is enabled by itself";
}

VULKAN_CASE(LLP_LOADER_1, calls_pass_through_the_layer) {
  const Observation seen = Observe(c, VulkanWorld(c.subject()).With(Layer(kLayer)),
                                   [](VulkanApp& app) { app.RunThrough({.layers = {kLayer}}); });
  for (const char* command :
       {"vkEnumeratePhysicalDevices", "vkGetPhysicalDeviceProperties", "vkGetDeviceQueue",
        "vkDeviceWaitIdle", "vkDestroyDevice", "vkDestroyInstance"}) {
    EXPECT_THAT(seen.Select(kLayer, command), Not(testing::IsEmpty()))
        << "a layer gets the calls of " << command << " that it intercepts";
  }
}

VULKAN_CASE(LLP_LOADER_1, properties_are_those_of_the_manifest) {
  const std::string api = fmt::format("{}.0.7", c.subject().api_version.major);
  const Observation seen =
      Observe(c,
              VulkanWorld(c.subject())
                  .With(Layer(kLayer).Api(api).Manifest(
                      R"({"implementation_version": "23", "description": "what it is for"})")),
              [](VulkanApp& app) { app.EnumerateLayers(); });
  ASSERT_THAT(EnumeratedLayers(seen), ElementsAre(kLayer)) << "a layer that was found is told of";
  for (const Event& event : seen.Select("app", "vkEnumerateInstanceLayerProperties")) {
    if (event.Text("phase") != "leave") continue;
    EXPECT_THAT(event.List("api_versions"), ElementsAre(api)) << "specVersion is api_version";
    EXPECT_THAT(event.List("implementation_versions"), ElementsAre("23"))
        << "implementationVersion is implementation_version";
    EXPECT_THAT(event.List("descriptions"), ElementsAre("what it is for"))
        << "description is description";
  }
}

VULKAN_CASE(LLP_LOADER_1, implicit_layers_are_told_of) {
  const Observation seen = Observe(
      c,
      VulkanWorld(c.subject()).With(Layer(kLayer)).With(Layer("VK_LAYER_LS_implicit").Implicit()),
      [](VulkanApp& app) { app.EnumerateLayers(); });
  EXPECT_THAT(EnumeratedLayers(seen), testing::UnorderedElementsAre(kLayer, "VK_LAYER_LS_implicit"))
      << "all layers that were found are told of";
}

VULKAN_CASE(LLP_LOADER_1, unknown_layer) {
  const Observation seen =
      Observe(c, VulkanWorld(c.subject()).With(Layer(kLayer)), [](VulkanApp& app) {
        app.CreateInstance({.layers = {"VK_LAYER_LS_unknown"}});
        app.RunThrough({.layers = {kLayer}});
      });
  EXPECT_THAT(ResultOf(seen, "vkCreateInstance"), "VK_ERROR_LAYER_NOT_PRESENT")
      << "a layer that does not exist cannot be enabled";
  EXPECT_THAT(InstanceChain(seen), ElementsAre(kLayer)) << "one that exists still can";
}

}  // namespace
}  // namespace loadstone

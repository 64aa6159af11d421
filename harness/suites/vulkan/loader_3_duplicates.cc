#include "harness/suites/suites.h"

// LoaderLayerInterface, "Layer Discovery": of a layer that is enabled several times only the first
// occurrence counts.
namespace loadstone {
namespace {

using testing::ElementsAre;

VULKAN_CASE(LLP_LOADER_3, application_names_a_layer_twice) {
  const Observation seen =
      Observe(c, VulkanWorld(c.subject()).With(Layer("VK_LAYER_LS_twice")), [](VulkanApp& app) {
        app.RunThrough({.layers = {"VK_LAYER_LS_twice", "VK_LAYER_LS_twice"}});
      });
  EXPECT_THAT(InstanceChain(seen), ElementsAre("VK_LAYER_LS_twice"))
      << "a layer that the application names twice must be in the instance chain once";
  EXPECT_THAT(DeviceChain(seen), ElementsAre("VK_LAYER_LS_twice"))
      << "a layer that the application names twice must be in the device chain once";
}

}  // namespace
}  // namespace loadstone

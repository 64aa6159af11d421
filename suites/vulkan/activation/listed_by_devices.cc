// SPDX-License-Identifier: Apache-2.0
#include "harness/probe/app_trace.h"
#include "policies/reading_ids.h"
#include "suites/suites.h"

// LoaderApplicationInterface, "Application Layer Usage": the layers of an instance are also those
// of its devices, and vkEnumerateDeviceLayerProperties lists them.
namespace loadstone::suites::listed_by_devices {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kTwo[] = "VK_LAYER_LS_two";
constexpr char kMeta[] = "VK_LAYER_LS_meta";
constexpr char kOff[] = "VK_LAYER_LS_off";

// The names that the first device lists for an application that enables `layers`.
std::vector<std::string> Listed(Case& c, VulkanWorld world,
                                const std::vector<std::string>& layers) {
  const Observation seen = Observe(c, world.With(Layer(kOff)), [&](VulkanApp& app) {
    if (app.CreateInstance({.layers = layers}) != VK_SUCCESS) return;
    const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
    const auto enumerate =
        app.Get<PFN_vkEnumerateDeviceLayerProperties>("vkEnumerateDeviceLayerProperties");
    if (devices.empty() || enumerate == nullptr) return;
    uint32_t count = 0;
    enumerate(devices[0], &count, nullptr);
    std::vector<VkLayerProperties> properties(count);
    enumerate(devices[0], &count, properties.data());
    std::vector<std::string> names;
    for (const VkLayerProperties& each : properties) names.emplace_back(each.layerName);
    AppEvent("device_layers").Add("names", names);
    app.DestroyInstance();
  });
  const std::optional<Event> answer = seen.First(kAppName, "device_layers");
  return answer.has_value() ? answer->List("names") : std::vector<std::string>{"no answer"};
}

constexpr char kWhy[] = "the layers that are enabled in the instance are listed, and no others";

VULKAN_CASE(LS_VK_ACTIVATION_6, no_layer_is_enabled) {
  EXPECT_SEEN(Listed(c, VulkanWorld(c.subject()), {}), IsEmpty()) << kWhy;
}

VULKAN_CASE(LS_VK_ACTIVATION_6, layers_of_the_application) {
  VulkanWorld world(c.subject());
  EXPECT_SEEN(Listed(c, world.With(Layer(kTwo)).With(Layer(kOne)), {kOne, kTwo}),
              UnorderedElementsAre(kOne, kTwo))
      << kWhy;
}

VULKAN_CASE(LS_VK_ACTIVATION_6, one_of_two_layers) {
  VulkanWorld world(c.subject());
  EXPECT_SEEN(Listed(c, world.With(Layer(kOne)).With(Layer(kTwo)), {kTwo}), ElementsAre(kTwo))
      << kWhy;
}

VULKAN_CASE(LS_VK_ACTIVATION_6, layer_of_the_environment) {
  VulkanWorld world(c.subject());
  world.With(Layer(kOne)).With(Layer(kTwo)).Env("VK_INSTANCE_LAYERS", kOne);
  EXPECT_SEEN(Listed(c, world, {kTwo}), UnorderedElementsAre(kOne, kTwo)) << kWhy;
}

VULKAN_CASE(LS_VK_ACTIVATION_6, meta_layer) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta(kMeta, {kOne})).With(Layer(kOne)).With(Layer(kTwo));
  EXPECT_SEEN(Listed(c, world, {kMeta, kTwo}),
              AnyOf(UnorderedElementsAre(kMeta, kTwo), UnorderedElementsAre(kMeta, kOne, kTwo)))
      << "a meta-layer that the application enables is listed" << reading::LS_VK_ACTIVATION_6_r1;
}

}  // namespace
}  // namespace loadstone::suites::listed_by_devices

// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/layer_work.h"

// LoaderApplicationInterface, "Application Layer Usage": device layers are deprecated. Whatever
// VkDeviceCreateInfo lists, a device has the layers of its instance (LS_VK_CHAIN_3).
namespace loadstone::suites::device_layers {
namespace {

constexpr char kFirst[] = "VK_LAYER_LS_first";
constexpr char kSecond[] = "VK_LAYER_LS_second";
constexpr char kOther[] = "VK_LAYER_LS_other";

struct Row {
  const char* name;
  std::vector<std::string> layers;  // of the device
};

const std::vector<Row>& Rows() {
  static const auto* rows = new std::vector<Row>{
      {"no_layers_named", {}},
      {"layers_of_the_instance_named", {kFirst, kSecond}},
      {"one_layer_of_the_instance_named", {kSecond}},
      {"layers_of_the_instance_reversed", {kSecond, kFirst}},
      {"another_layer_named", {kOther}},
      {"another_layer_named_before_those_of_the_instance", {kOther, kFirst, kSecond}},
      {"one_layer_named_three_times", {kFirst, kFirst, kFirst}},
  };
  return *rows;
}

void Judge(Case& c, const Row& row) {
  VulkanWorld world(c.subject());
  for (const char* name : {kFirst, kSecond, kOther}) world.With(Layer(name));
  const Observation seen = Observe(c, world, [&row](VulkanApp& app) {
    if (app.CreateInstance({.layers = {kFirst, kSecond}}) != VK_SUCCESS) return;
    if (app.CreateDevice({.layers = row.layers}) == VK_SUCCESS) app.UseDevice();
  });
  EXPECT_SEEN(ResultOf(seen, "vkCreateDevice"), "VK_SUCCESS")
      << "the list of layers in VkDeviceCreateInfo has no effect";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kFirst, kSecond))
      << "a device has the layers of its instance, in their order";
  EXPECT_SEEN(Path(seen, "vkDeviceWaitIdle"), ElementsAre(kFirst, kSecond, kDefaultDriver))
      << "the layers of the instance are called for the device";
  EXPECT_SEEN(seen.Select(kOther, {}), IsEmpty()) << "a layer that the instance lacks is not used";
}

REGISTER_CASES {
  for (const Row& row : Rows()) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_3}, row.name,
                 [&row](Case& c) { Judge(c, row); });
  }
}

VULKAN_CASE(LS_VK_CHAIN_3, layer_named_for_the_device_of_an_instance_without_layers) {
  const Observation seen =
      Observe(c, VulkanWorld(c.subject()).With(Layer(kOther)), [](VulkanApp& app) {
        if (app.CreateInstance() != VK_SUCCESS) return;
        if (app.CreateDevice({.layers = {kOther}}) == VK_SUCCESS) app.UseDevice();
      });
  EXPECT_SEEN(ResultOf(seen, "vkDeviceWaitIdle"), "VK_SUCCESS")
      << "the list of layers in VkDeviceCreateInfo has no effect";
  EXPECT_SEEN(Path(seen, "vkDeviceWaitIdle"), ElementsAre(kDefaultDriver))
      << "an instance without layers has devices without layers";
}

}  // namespace
}  // namespace loadstone::suites::device_layers

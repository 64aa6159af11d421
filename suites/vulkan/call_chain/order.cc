// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "suites/vulkan/layer_work.h"

// LoaderApplicationInterface, "Application Layer Usage": the order of ppEnabledLayerNames is the
// order of the chain, with the first layer nearest to the application (LS_VK_CHAIN_4).
namespace loadstone::suites::order {
namespace {

void Judge(Case& c, const std::vector<std::string>& order) {
  // Installed in one order, whatever the application's order is.
  std::vector<std::string> installed = order;
  std::sort(installed.begin(), installed.end());
  VulkanWorld world(c.subject());
  for (const std::string& name : installed) world.With(Layer(name).Behaviour(kInterceptAll));
  const Observation seen =
      Observe(c, world, [&](VulkanApp& app) { app.RunFullSequence({.layers = order}); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(order))
      << "the first layer that the application names is the closest to it, and the last one is the "
         "closest to the driver";
  EXPECT_SEEN(DeviceChain(seen), ElementsAreArray(order))
      << "the device chain has the order of the instance chain";
  std::vector<std::string> path = order;
  path.emplace_back(kDefaultDriver);
  EXPECT_SEEN(Path(seen, "vkDeviceWaitIdle"), ElementsAreArray(path))
      << "calls pass through the layers in that order";
}

REGISTER_CASES {
  std::vector<std::string> words = {"a", "b", "c"};
  do {
    std::vector<std::string> order;
    for (const std::string& word : words) order.push_back("VK_LAYER_LS_" + word);
    RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_4},
                 fmt::format("order_{}_{}_{}", words[0], words[1], words[2]),
                 [order](Case& c) { Judge(c, order); });
  } while (std::next_permutation(words.begin(), words.end()));
  for (const bool reversed : {false, true}) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_4},
                 reversed ? "order_of_16_reversed" : "order_of_16", [reversed](Case& c) {
                   std::vector<std::string> order = NumberedLayers(16);
                   if (reversed) std::reverse(order.begin(), order.end());
                   Judge(c, order);
                 });
  }
}

// The order in which folders are searched is not that of the chain.
VULKAN_CASE(LS_VK_CHAIN_4, order_against_that_of_the_folders) {
  const std::vector<std::string> folders = c.subject().folders.explicit_layers;
  VulkanWorld world(c.subject());
  std::vector<std::string> order;
  for (size_t i = 0; i < folders.size(); ++i) {
    order.push_back(fmt::format("VK_LAYER_LS_of_folder_{}", i));
    world.With(Layer(order.back()).In(folders[i]));
  }
  std::reverse(order.begin(), order.end());
  const Observation seen =
      Observe(c, world, [&](VulkanApp& app) { app.RunFullSequence({.layers = order}); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(order))
      << "the application's order counts, not the order in which folders are searched";
}

// A meta-layer is at the position at which the application requests it.
VULKAN_CASE(LS_VK_CHAIN_4, meta_layer_between_others, policy::LS_VK_META_2) {
  VulkanWorld world(c.subject());
  for (const char* word : {"a", "b", "c", "d"}) {
    world.With(Layer(fmt::format("VK_LAYER_LS_{}", word)));
  }
  world.With(Layer::Meta("VK_LAYER_LS_meta", {"VK_LAYER_LS_c", "VK_LAYER_LS_b"}));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.RunFullSequence({.layers = {"VK_LAYER_LS_d", "VK_LAYER_LS_meta", "VK_LAYER_LS_a"}});
  });
  EXPECT_SEEN(InstanceChain(seen),
              ElementsAre("VK_LAYER_LS_d", "VK_LAYER_LS_c", "VK_LAYER_LS_b", "VK_LAYER_LS_a"))
      << "the components of a meta-layer take its place";
}

}  // namespace
}  // namespace loadstone::suites::order

// SPDX-License-Identifier: Apache-2.0
// Applications that use the layer in two threads, with and without it: "Requirements of
// Well-Behaved Layers", LLP_LAYER_1 and 2. No parameter of vkCreateInstance, nor the physical
// device of vkCreateDevice, is externally synchronized ("Threading Behavior" of the Vulkan
// specification).

#include "suites/vulkan_layer/device_work.h"
#include "suites/vulkan_layer/transcript.h"

namespace loadstone::suites::threads {
namespace {

constexpr int kThreads = 2;
constexpr int kRounds = 10;

// The main thread's instance keeps the libraries loaded, so that what is judged is not how a loader
// loads and unloads them.
VULKAN_LAYER_CASE(LLP_LAYER_1, two_threads_have_instances_of_their_own, policy::LLP_LAYER_2) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunTwice(c, [&c](VulkanApp& app, const LayerNames& layers) {
    if (!CreateInstanceBetween(app, {.layers = layers})) return;
    std::vector<VulkanApp> apps(kThreads, VulkanApp(c.subject()));
    RunInThreads(kThreads, [&](int number) {
      for (int i = 0; i < kRounds; ++i) RunApplication(apps[number - 1], layers);
    });
    app.DestroyInstance();
  });
  SKIP_FOR(WhyNotComparable(runs));
  ExpectValidCallsAndSameResults(runs);
}

void CreateAndUseDevice(VulkanApp& app, VkPhysicalDevice physical_device) {
  if (!TraceCall("vkCreateDevice", app.CreateDevice())) return;
  UseDevice(app, {physical_device, app.device()});
  app.DestroyDevice();
}

VULKAN_LAYER_CASE(LLP_LAYER_1, two_threads_have_devices_of_one_instance, policy::LLP_LAYER_2) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunWithInstance(c, VK_API_VERSION_1_0, [](VulkanApp& app) {
    const std::vector<VkPhysicalDevice> devices = app.EnumeratePhysicalDevices();
    if (devices.empty()) return;
    std::vector<VulkanApp> apps(kThreads, app);  // with the same instance
    RunInThreads(kThreads, [&](int number) {
      for (int i = 0; i < kRounds; ++i) CreateAndUseDevice(apps[number - 1], devices.front());
    });
  });
  SKIP_FOR(WhyNotComparable(runs));
  ExpectValidCallsAndSameResults(runs);
}

}  // namespace
}  // namespace loadstone::suites::threads

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "harness/probe/app_trace.h"
#include "suites/vulkan/call_chain/core_calls.h"
#include "suites/vulkan/layer_work.h"

// LoaderLayerInterface, "Layer Call Chains and Distributed Dispatch": the device-level functions of
// Vulkan 1.0 to 1.3, from either lookup (LS_VK_CHAIN_5). If a call is dispatched to another
// function, the driver has no call of it.
namespace loadstone::suites::device_functions {
namespace {

constexpr char kCalled[] = "called";

// The queue supports everything that a queue of Vulkan 1.0 can support.
constexpr char kBehaviour[] = R"({"trace_functions": "all", "physical_devices": [
    {"queue_families": [{"flags": 15, "count": 1}]}]})";

// The features that the functions of each version need.
constexpr VkPhysicalDeviceSamplerYcbcrConversionFeatures kFeaturesOf11 = {
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SAMPLER_YCBCR_CONVERSION_FEATURES, nullptr, VK_TRUE};
constexpr VkPhysicalDeviceVulkan12Features kFeaturesOf12 = [] {
  VkPhysicalDeviceVulkan12Features features = {};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
  features.drawIndirectCount = features.hostQueryReset = features.timelineSemaphore = VK_TRUE;
  features.bufferDeviceAddress = features.bufferDeviceAddressCaptureReplay = VK_TRUE;
  return features;
}();
constexpr VkPhysicalDeviceVulkan13Features kFeaturesOf13 = [] {
  VkPhysicalDeviceVulkan13Features features = {};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
  features.privateData = features.synchronization2 = VK_TRUE;
  features.dynamicRendering = features.maintenance4 = VK_TRUE;
  return features;
}();

struct Use {
  const char* name;
  void (*use)(CoreCalls& calls);
  uint32_t api_version = VK_API_VERSION_1_0;
  const void* features = nullptr;  // pNext of VkDeviceCreateInfo
};

constexpr Use kUses[] = {
    {"buffers", UseBuffers},
    {"images", UseImages},
    {"descriptors", UseDescriptors},
    {"pipelines", UsePipelines},
    {"synchronisation", UseSynchronisation},
    {"command_pools", UseCommandPools},
    {"transfers", RecordTransfers},
    {"clears_and_resolves", RecordClearsAndResolves},
    {"queries_and_events", RecordQueriesAndEvents},
    {"compute_work", RecordWork},
    {"render_passes", RecordRenderPass},
    {"memory_of_vulkan_1_1", UseMemory2, VK_API_VERSION_1_1},
    {"templates_of_vulkan_1_1", UseTemplates, VK_API_VERSION_1_1},
    {"dispatch_of_vulkan_1_1", RecordDispatchBase, VK_API_VERSION_1_1},
    {"render_passes_of_vulkan_1_2", RecordRenderPass2, VK_API_VERSION_1_2},
    {"dynamic_state_of_vulkan_1_3", RecordDynamicState, VK_API_VERSION_1_3},
    {"copies_of_vulkan_1_3", RecordCopies2, VK_API_VERSION_1_3},
    {"conversions_of_vulkan_1_1", UseConversion, VK_API_VERSION_1_1, &kFeaturesOf11},
    {"semaphores_of_vulkan_1_2", UseTimeline, VK_API_VERSION_1_2, &kFeaturesOf12},
    {"addresses_of_vulkan_1_2", UseAddresses, VK_API_VERSION_1_2, &kFeaturesOf12},
    {"draws_of_vulkan_1_2", RecordIndirectCounts, VK_API_VERSION_1_2, &kFeaturesOf12},
    {"private_data_of_vulkan_1_3", UsePrivateData, VK_API_VERSION_1_3, &kFeaturesOf13},
    {"requirements_of_vulkan_1_3", UseRequirements, VK_API_VERSION_1_3, &kFeaturesOf13},
    {"rendering_of_vulkan_1_3", RecordRendering, VK_API_VERSION_1_3, &kFeaturesOf13},
    {"synchronisation_of_vulkan_1_3", RecordSynchronisation2, VK_API_VERSION_1_3, &kFeaturesOf13},
};

// The names in the first list that are not in the second.
std::vector<std::string> Without(std::vector<std::string> names,
                                 const std::vector<std::string>& others) {
  std::erase_if(names, [&](const std::string& name) {
    return std::find(others.begin(), others.end(), name) != others.end();
  });
  return names;
}

void Judge(Case& c, const Use& use, bool by_device, int count) {
  if (c.subject().api_version < policy::Version{1, VK_API_VERSION_MINOR(use.api_version), 0}) {
    GTEST_SKIP() << "the loader supports only an older version of Vulkan";
  }
  const std::vector<std::string> layers = NumberedLayers(count);
  VulkanWorld world(c.subject());
  world.WithoutDriver().With(Driver(kDefaultDriver).Behaviour(kBehaviour));
  for (const std::string& name : layers) world.With(Layer(name).Behaviour(kInterceptNothing));
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (app.CreateInstance({.layers = layers, .api_version = use.api_version}) != VK_SUCCESS) {
      return;
    }
    if (app.CreateDevice({.next = use.features}) == VK_SUCCESS) {
      CoreCalls calls(app, by_device);
      use.use(calls);
      AppEvent(kCalled).Add("functions", calls.called());
      app.DestroyDevice();
    }
    app.DestroyInstance();
  });
  EXPECT_SEEN(DeviceChain(seen), ElementsAreArray(layers)) << "the layers are in the chain";
  const std::optional<Event> called = seen.First(kAppName, kCalled);
  ASSERT_HOLDS(called.has_value()) << "the application finishes";
  std::vector<std::string> reached;
  for (const Event& event : seen.events()) {
    if (event.who() == kDefaultDriver) reached.push_back(event.what());
  }
  EXPECT_SEEN(Without(called->List("functions"), reached), IsEmpty())
      << "each function that the application calls reaches the driver";
  EXPECT_SEEN(seen.Select({}, "violation"), IsEmpty()) << "the driver gets its own handles";
}

REGISTER_CASES {
  for (const Use& use : kUses) {
    for (const int count : {0, 3}) {
      for (const bool by_device : {false, true}) {
        RegisterCase(Api::kVulkan, {policy::LS_VK_CHAIN_5},
                     fmt::format("{}_by_vk_get_{}_proc_addr_through_{}_layers", use.name,
                                 by_device ? "device" : "instance", count),
                     [&use, by_device, count](Case& c) { Judge(c, use, by_device, count); });
      }
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::device_functions

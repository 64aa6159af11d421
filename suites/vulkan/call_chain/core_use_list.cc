// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/call_chain/core_calls.h"

// All uses of the device-level functions of Vulkan 1.0 to 1.3, and to 1.4 with headers that have
// it.
namespace loadstone::suites {
namespace {

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
#ifdef VK_VERSION_1_4
constexpr VkPhysicalDeviceVulkan14Features kFeaturesOf14 = [] {
  VkPhysicalDeviceVulkan14Features features = {};
  features.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_4_FEATURES;
  features.pNext = const_cast<VkPhysicalDeviceVulkan13Features*>(&kFeaturesOf13);
  features.maintenance5 = features.maintenance6 = VK_TRUE;
  features.dynamicRenderingLocalRead = features.pushDescriptor = VK_TRUE;
  features.hostImageCopy = features.stippledBresenhamLines = features.bresenhamLines = VK_TRUE;
  return features;
}();
#endif

}  // namespace

const std::vector<CoreUse>& CoreUses() {
  static const std::vector<CoreUse> kUses = {
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
#ifdef VK_VERSION_1_4
      {"maps_of_vulkan_1_4", UseMaps2, VK_API_VERSION_1_4},
      {"layouts_of_vulkan_1_4", UseLayouts2, VK_API_VERSION_1_4, &kFeaturesOf14},
      {"bindings_of_vulkan_1_4", RecordBindings2, VK_API_VERSION_1_4, &kFeaturesOf14},
      {"pushes_of_vulkan_1_4", RecordPushes, VK_API_VERSION_1_4, &kFeaturesOf14},
      {"local_reads_of_vulkan_1_4", RecordLocalReads, VK_API_VERSION_1_4, &kFeaturesOf14},
      {"host_copies_of_vulkan_1_4", UseHostCopies, VK_API_VERSION_1_4, &kFeaturesOf14},
#endif
  };
  return kUses;
}

}  // namespace loadstone::suites

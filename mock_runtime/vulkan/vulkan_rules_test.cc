// SPDX-License-Identifier: Apache-2.0
// The driver must comply with the API's rules: it has the functions that it lists, and the
// properties of its devices are valid.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "mock_runtime/vulkan/driver_copy.h"
#include "mock_runtime/vulkan/vulkan_registry.h"

namespace loadstone::mock::vulkan_rules_test {
namespace {

using testing::IsEmpty;

struct Extension {
  const char* name;
  bool of_devices = false;
};

void PrintTo(const Extension& extension, std::ostream* out) { *out << extension.name; }

// The registered extensions that drivers in the cases' worlds list.
constexpr Extension kExtensions[] = {{"VK_EXT_debug_report"},
                                     {"VK_EXT_debug_utils"},
                                     {"VK_EXT_headless_surface"},
                                     {"VK_EXT_validation_flags"},
                                     {"VK_KHR_device_group_creation"},
                                     {"VK_KHR_external_fence_capabilities"},
                                     {"VK_KHR_external_memory_capabilities"},
                                     {"VK_KHR_external_semaphore_capabilities"},
                                     {"VK_KHR_get_physical_device_properties2"},
                                     {"VK_KHR_get_surface_capabilities2"},
                                     {"VK_KHR_surface"},
                                     {"VK_KHR_wayland_surface"},
                                     {"VK_KHR_xcb_surface"},
                                     {"VK_KHR_xlib_surface"},
                                     {"VK_KHR_win32_surface"},
                                     {"VK_NV_external_memory_capabilities"},
                                     {"VK_EXT_pci_bus_info", true},
                                     {"VK_KHR_maintenance1", true},
                                     {"VK_KHR_device_group", true},
                                     {"VK_KHR_performance_query", true},
                                     {"VK_KHR_video_queue", true},
                                     {"VK_EXT_sample_locations", true},
                                     {"VK_EXT_calibrated_timestamps", true},
                                     {"VK_EXT_full_screen_exclusive", true},
                                     {"VK_EXT_tooling_info", true},
                                     {"VK_KHR_fragment_shading_rate", true},
                                     {"VK_NV_cooperative_matrix", true},
                                     {"VK_NV_coverage_reduction_mode", true},
                                     {"VK_NV_optical_flow", true},
                                     {"VK_KHR_swapchain", true}};

class ExtensionTest : public testing::TestWithParam<Extension> {
 protected:
  TestFolder folder_;
};

TEST_P(ExtensionTest, HasEveryCommandThatItLists) {
  const Extension extension = GetParam();
  const std::string list = std::string(R"("extensions":[")") + extension.name + R"("])";
  const DriverCopy driver(
      folder_, "driver",
      R"("own_surfaces":true,)" + (extension.of_devices ? R"("physical_devices":[{)" + list + "}]"
                                                        : R"("instance_)" + list.substr(1)));
  DriverUser user(driver, false);
  const std::vector<const char*> of_device(extension.of_devices ? 1 : 0, extension.name);
  ASSERT_EQ(CreateDevice(user, &user.device, nullptr, of_device), VK_SUCCESS);
  for (const std::string& command : CommandsOf(extension.name)) {
    EXPECT_NE(driver.Find(command.c_str(), user.instance), nullptr) << command;
  }
}

INSTANTIATE_TEST_SUITE_P(Rules, ExtensionTest, testing::ValuesIn(kExtensions),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(RegistryTest, KnowsTheCommandsOfAnExtension) {
  EXPECT_THAT(CommandsOf("VK_KHR_swapchain"), testing::Contains("vkAcquireNextImage2KHR"));
  EXPECT_THAT(CommandsOf("VK_KHR_maintenance1"), testing::Contains("vkTrimCommandPoolKHR"));
  EXPECT_THAT(CommandsOf("VK_LS_nobody_has_it"), IsEmpty());
  EXPECT_TRUE(IsRegistered("VK_KHR_swapchain"));
  EXPECT_FALSE(IsRegistered("VK_LS_nobody_has_it"));
}

TEST(RegistryTest, KnowsWhatAnExtensionRequires) {
  EXPECT_THAT(MissingDependencies("VK_KHR_swapchain", {}, 3),
              testing::ElementsAre("VK_KHR_surface"));
  EXPECT_THAT(MissingDependencies("VK_KHR_swapchain", {"VK_KHR_surface"}, 0), IsEmpty());
  constexpr char kCapabilities[] = "VK_KHR_external_fence_capabilities";
  EXPECT_THAT(MissingDependencies(kCapabilities, {}, 0),
              testing::ElementsAre("VK_KHR_get_physical_device_properties2"));
  EXPECT_THAT(MissingDependencies(kCapabilities, {}, 1), IsEmpty());
  constexpr char kConversion[] = "VK_KHR_sampler_ycbcr_conversion";
  EXPECT_THAT(
      MissingDependencies(kConversion, {"VK_KHR_maintenance1"}, 0),
      testing::UnorderedElementsAre("VK_KHR_bind_memory2", "VK_KHR_get_memory_requirements2",
                                    "VK_KHR_get_physical_device_properties2"));
  EXPECT_THAT(MissingDependencies(kConversion, {}, 1), IsEmpty());
}

TEST(RegistryTest, KnowsTheCommandsOfTheCore) {
  const auto find = [](const std::string& name) -> RegistryCommand {
    for (const RegistryCommand& command : CoreCommands()) {
      if (command.name == name) return command;
    }
    return {};
  };
  const RegistryCommand groups = find("vkEnumeratePhysicalDeviceGroups");
  EXPECT_EQ(groups.handle, "VkInstance");
  EXPECT_EQ(groups.minor, 1);
  EXPECT_THAT(groups.results, testing::IsSupersetOf(
                                  {"VK_SUCCESS", "VK_INCOMPLETE", "VK_ERROR_OUT_OF_HOST_MEMORY"}));
  EXPECT_THAT(find("vkDestroyDevice").results, IsEmpty());
  EXPECT_EQ(find("vkEnumeratePhysicalDeviceGroupsKHR").name, "") << "an older name";
}

class RulesTest : public testing::Test {
 protected:
  TestFolder folder_;
  const DriverCopy driver_{folder_, "driver",
                           R"("physical_devices":[{"name":"a","extensions":["VK_A","VK_B"]},)"
                           R"({"name":"b","queue_families":[{"flags":1},{"flags":4,"count":3}]}])"};
  const DriverUser user_{driver_, false};
};

// Calls an enumeration with a null array, which returns the count; with too little room; and with
// enough.
template <typename Element, typename Enumerate>
void ExpectTwoCallIdiom(const Enumerate& enumerate, const char* name, uint32_t expected,
                        const Element& blank) {
  uint32_t count = 77;
  EXPECT_EQ(enumerate(&count, nullptr), VK_SUCCESS) << name;
  ASSERT_EQ(count, expected) << name;
  std::vector<Element> elements(expected + 1, blank);
  count = expected - 1;
  EXPECT_EQ(enumerate(&count, elements.data()), VK_INCOMPLETE) << name;
  EXPECT_EQ(count, expected - 1) << name;
  count = expected + 1;
  EXPECT_EQ(enumerate(&count, elements.data()), VK_SUCCESS) << name;
  EXPECT_EQ(count, expected) << name;
}

TEST_F(RulesTest, EnumeratesInTwoCalls) {
  const auto devices = user_.Get<PFN_vkEnumeratePhysicalDevices>("vkEnumeratePhysicalDevices");
  ExpectTwoCallIdiom<VkPhysicalDevice>(
      [&](uint32_t* n, VkPhysicalDevice* out) { return devices(user_.instance, n, out); },
      "physical devices", 2, VK_NULL_HANDLE);
  const auto groups =
      user_.Get<PFN_vkEnumeratePhysicalDeviceGroups>("vkEnumeratePhysicalDeviceGroups");
  VkPhysicalDeviceGroupProperties group = {};
  group.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GROUP_PROPERTIES;
  ExpectTwoCallIdiom<VkPhysicalDeviceGroupProperties>(
      [&](uint32_t* n, VkPhysicalDeviceGroupProperties* out) {
        return groups(user_.instance, n, out);
      },
      "groups", 2, group);
  const auto extensions =
      user_.Get<PFN_vkEnumerateDeviceExtensionProperties>("vkEnumerateDeviceExtensionProperties");
  ExpectTwoCallIdiom<VkExtensionProperties>(
      [&](uint32_t* n, VkExtensionProperties* out) {
        return extensions(user_.physical_device, nullptr, n, out);
      },
      "device extensions", 2, {});
  EXPECT_THAT(driver_.Violations(), IsEmpty());
}

TEST_F(RulesTest, HasQueuesInEveryFamily) {
  const auto get = user_.Get<PFN_vkGetPhysicalDeviceQueueFamilyProperties>(
      "vkGetPhysicalDeviceQueueFamilyProperties");
  for (const VkPhysicalDevice device : user_.Devices()) {
    uint32_t count = 0;
    get(device, &count, nullptr);
    ASSERT_GE(count, 1u);
    std::vector<VkQueueFamilyProperties> families(count);
    get(device, &count, families.data());
    for (const VkQueueFamilyProperties& family : families) {
      EXPECT_GE(family.queueCount, 1u);
      EXPECT_NE(family.queueFlags, 0u);
      EXPECT_GE(family.timestampValidBits, 36u) << "timestampComputeAndGraphics is true";
      if ((family.queueFlags & (VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT)) != 0) {
        const VkExtent3D& granularity = family.minImageTransferGranularity;
        EXPECT_EQ(granularity.width * granularity.height * granularity.depth, 1u);
      }
    }
  }
}

TEST_F(RulesTest, HasTheTypesOfMemoryThatAreRequired) {
  constexpr VkMemoryPropertyFlags kForBuffers =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  VkPhysicalDeviceMemoryProperties memory = {};
  user_.Get<PFN_vkGetPhysicalDeviceMemoryProperties>("vkGetPhysicalDeviceMemoryProperties")(
      user_.physical_device, &memory);
  VkMemoryPropertyFlags coherent = 0;
  VkMemoryPropertyFlags all = 0;
  VkMemoryHeapFlags heaps = 0;
  for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    const VkMemoryType& type = memory.memoryTypes[i];
    ASSERT_LT(type.heapIndex, memory.memoryHeapCount);
    all |= type.propertyFlags;
    if ((type.propertyFlags & kForBuffers) == kForBuffers) coherent = type.propertyFlags;
    heaps |= memory.memoryHeaps[type.heapIndex].flags;
  }
  EXPECT_NE(coherent, 0u) << "a type is visible and coherent to the host";
  EXPECT_NE(all & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0u) << "a type is local to the device";
  EXPECT_NE(all & VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT, 0u) << "some are allocated when used";
  EXPECT_NE(heaps & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT, 0u) << "a heap is local to the device";
  for (uint32_t i = 0; i < memory.memoryHeapCount; ++i) EXPECT_GT(memory.memoryHeaps[i].size, 0u);
}

// VkMemoryRequirements: buffers must not use lazily allocated memory.
TEST_F(RulesTest, BuffersHaveNoLazyMemory) {
  const DriverUser user(driver_);
  VkPhysicalDeviceMemoryProperties memory = {};
  user.Get<PFN_vkGetPhysicalDeviceMemoryProperties>("vkGetPhysicalDeviceMemoryProperties")(
      user.physical_device, &memory);
  VkBufferCreateInfo buffer = {};
  buffer.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
  buffer.size = 1024;
  buffer.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  VkDeviceBufferMemoryRequirements info = {};
  info.sType = VK_STRUCTURE_TYPE_DEVICE_BUFFER_MEMORY_REQUIREMENTS;
  info.pCreateInfo = &buffer;
  VkMemoryRequirements2 needs = {};
  needs.sType = VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2;
  user.Get<PFN_vkGetDeviceBufferMemoryRequirements>("vkGetDeviceBufferMemoryRequirements")(
      user.device, &info, &needs);
  const uint32_t types = needs.memoryRequirements.memoryTypeBits;
  EXPECT_NE(types, 0u);
  for (uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    if ((memory.memoryTypes[i].propertyFlags & VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT) == 0) {
      continue;
    }
    EXPECT_EQ(types >> i & 1u, 0u) << i;
  }
}

// Formats that must support conversion when the feature is supported, as it is here.
TEST_F(RulesTest, HasTheFormatsOfConversions) {
  const auto get =
      user_.Get<PFN_vkGetPhysicalDeviceFormatProperties>("vkGetPhysicalDeviceFormatProperties");
  for (const VkFormat format :
       {VK_FORMAT_G8_B8_R8_3PLANE_420_UNORM, VK_FORMAT_G8_B8R8_2PLANE_420_UNORM}) {
    VkFormatProperties properties = {};
    get(user_.physical_device, format, &properties);
    const VkFormatFeatureFlags features = properties.optimalTilingFeatures;
    EXPECT_NE(features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT, 0u) << format;
    EXPECT_NE(features & VK_FORMAT_FEATURE_TRANSFER_SRC_BIT, 0u) << format;
    EXPECT_NE(features & VK_FORMAT_FEATURE_TRANSFER_DST_BIT, 0u) << format;
    EXPECT_NE(features & (VK_FORMAT_FEATURE_MIDPOINT_CHROMA_SAMPLES_BIT |
                          VK_FORMAT_FEATURE_COSITED_CHROMA_SAMPLES_BIT),
              0u)
        << format;
  }
}

TEST_F(RulesTest, KeepsTheRequiredLimits) {
  VkPhysicalDeviceProperties properties = {};
  user_.Get<PFN_vkGetPhysicalDeviceProperties>("vkGetPhysicalDeviceProperties")(
      user_.physical_device, &properties);
  const VkPhysicalDeviceLimits& limits = properties.limits;
  struct AtLeast {
    const char* name;
    uint64_t has;
    uint64_t required;
  };
#define AT_LEAST(limit, required) \
  { #limit, limits.limit, required }
  const AtLeast kAtLeast[] = {
      AT_LEAST(maxImageDimension1D, 4096),
      AT_LEAST(maxImageDimension2D, 4096),
      AT_LEAST(maxImageDimension3D, 256),
      AT_LEAST(maxImageDimensionCube, 4096),
      AT_LEAST(maxImageArrayLayers, 256),
      AT_LEAST(maxTexelBufferElements, 65536),
      AT_LEAST(maxUniformBufferRange, 16384),
      AT_LEAST(maxStorageBufferRange, 1 << 27),
      AT_LEAST(maxPushConstantsSize, 128),
      AT_LEAST(maxMemoryAllocationCount, 4096),
      AT_LEAST(maxSamplerAllocationCount, 4000),
      AT_LEAST(maxBoundDescriptorSets, 4),
      AT_LEAST(maxPerStageDescriptorSamplers, 16),
      AT_LEAST(maxPerStageDescriptorUniformBuffers, 12),
      AT_LEAST(maxPerStageDescriptorStorageBuffers, 4),
      AT_LEAST(maxPerStageDescriptorSampledImages, 16),
      AT_LEAST(maxPerStageDescriptorStorageImages, 4),
      AT_LEAST(maxPerStageDescriptorInputAttachments, 4),
      AT_LEAST(maxPerStageResources, 128),
      AT_LEAST(maxDescriptorSetSamplers, 96),
      AT_LEAST(maxDescriptorSetUniformBuffers, 72),
      AT_LEAST(maxDescriptorSetUniformBuffersDynamic, 8),
      AT_LEAST(maxDescriptorSetStorageBuffers, 24),
      AT_LEAST(maxDescriptorSetStorageBuffersDynamic, 4),
      AT_LEAST(maxDescriptorSetSampledImages, 96),
      AT_LEAST(maxDescriptorSetStorageImages, 24),
      AT_LEAST(maxDescriptorSetInputAttachments, 4),
      AT_LEAST(maxVertexInputAttributes, 16),
      AT_LEAST(maxVertexInputBindings, 16),
      AT_LEAST(maxVertexInputAttributeOffset, 2047),
      AT_LEAST(maxVertexInputBindingStride, 2048),
      AT_LEAST(maxVertexOutputComponents, 64),
      AT_LEAST(maxTessellationPatchSize, 32),
      AT_LEAST(maxTessellationControlPerPatchOutputComponents, 120),
      AT_LEAST(maxTessellationControlTotalOutputComponents, 2048),
      AT_LEAST(maxGeometryShaderInvocations, 32),
      AT_LEAST(maxGeometryTotalOutputComponents, 1024),
      AT_LEAST(maxFragmentOutputAttachments, 4),
      AT_LEAST(maxFragmentDualSrcAttachments, 1),
      AT_LEAST(maxFragmentCombinedOutputResources, 4),
      AT_LEAST(maxComputeSharedMemorySize, 16384),
      AT_LEAST(maxComputeWorkGroupCount[2], 65535),
      AT_LEAST(maxComputeWorkGroupInvocations, 128),
      AT_LEAST(maxComputeWorkGroupSize[0], 128),
      AT_LEAST(maxComputeWorkGroupSize[2], 64),
      AT_LEAST(subPixelPrecisionBits, 4),
      AT_LEAST(subTexelPrecisionBits, 4),
      AT_LEAST(mipmapPrecisionBits, 4),
      AT_LEAST(maxDrawIndexedIndexValue, UINT32_MAX),
      AT_LEAST(maxDrawIndirectCount, (1 << 16) - 1),
      AT_LEAST(maxViewports, 16),
      AT_LEAST(maxViewportDimensions[0], limits.maxFramebufferWidth),
      AT_LEAST(maxViewportDimensions[1], limits.maxFramebufferHeight),
      AT_LEAST(minMemoryMapAlignment, 64),
      AT_LEAST(maxTexelOffset, 7),
      AT_LEAST(maxTexelGatherOffset, 7),
      AT_LEAST(subPixelInterpolationOffsetBits, 4),
      AT_LEAST(maxFramebufferWidth, 4096),
      AT_LEAST(maxFramebufferLayers, 256),
      AT_LEAST(maxColorAttachments, 4),
      AT_LEAST(maxSampleMaskWords, 1),
      AT_LEAST(maxClipDistances, 8),
      AT_LEAST(maxCullDistances, 8),
      AT_LEAST(maxCombinedClipAndCullDistances, 8),
      AT_LEAST(discreteQueuePriorities, 2),
      AT_LEAST(nonCoherentAtomSize, 1),
      AT_LEAST(bufferImageGranularity, 1),
      AT_LEAST(minUniformBufferOffsetAlignment, 1),
      AT_LEAST(minStorageBufferOffsetAlignment, 1),
      AT_LEAST(minTexelBufferOffsetAlignment, 1),
      AT_LEAST(optimalBufferCopyOffsetAlignment, 1),
      AT_LEAST(optimalBufferCopyRowPitchAlignment, 1),
  };
#undef AT_LEAST
  for (const AtLeast& limit : kAtLeast) EXPECT_GE(limit.has, limit.required) << limit.name;
  constexpr VkSampleCountFlags kSamples = VK_SAMPLE_COUNT_1_BIT | VK_SAMPLE_COUNT_4_BIT;
  for (const VkSampleCountFlags samples :
       {limits.framebufferColorSampleCounts, limits.framebufferDepthSampleCounts,
        limits.framebufferStencilSampleCounts, limits.framebufferNoAttachmentsSampleCounts,
        limits.sampledImageColorSampleCounts, limits.sampledImageDepthSampleCounts,
        limits.sampledImageStencilSampleCounts}) {
    EXPECT_EQ(samples & kSamples, kSamples);
  }
  EXPECT_LE(limits.minTexelOffset, -8);
  EXPECT_LE(limits.viewportBoundsRange[0], -2.0f * limits.maxViewportDimensions[0]);
  EXPECT_GE(limits.viewportBoundsRange[1], 2.0f * limits.maxViewportDimensions[0] - 1);
  EXPECT_NE(std::string(properties.deviceName), "");
}

}  // namespace
}  // namespace loadstone::mock::vulkan_rules_test

// SPDX-License-Identifier: Apache-2.0
// The properties and limits of a physical device.
#include <stdio.h>
#include <string.h>

#include "commands.gen.h"
#include "mock_common/config.h"
#include "mock_runtime/vulkan/instance.h"
#include "mock_runtime/vulkan/native_buffer.h"
#include "mock_runtime/vulkan/structures.h"

namespace loadstone::mock {
namespace {

constexpr uint32_t kMany = 1 << 20;
constexpr uint32_t kExtent = 16384;
constexpr VkSampleCountFlags kSamples = VK_SAMPLE_COUNT_1_BIT | VK_SAMPLE_COUNT_4_BIT;

// The limits for descriptors: all large and equal.
void FillDescriptorLimits(VkPhysicalDeviceLimits* limits) {
  limits->maxBoundDescriptorSets = 32;
  limits->maxPerStageDescriptorSamplers = kMany;
  limits->maxPerStageDescriptorUniformBuffers = kMany;
  limits->maxPerStageDescriptorStorageBuffers = kMany;
  limits->maxPerStageDescriptorSampledImages = kMany;
  limits->maxPerStageDescriptorStorageImages = kMany;
  limits->maxPerStageDescriptorInputAttachments = kMany;
  limits->maxPerStageResources = kMany;
  limits->maxDescriptorSetSamplers = kMany;
  limits->maxDescriptorSetUniformBuffers = kMany;
  limits->maxDescriptorSetUniformBuffersDynamic = 16;
  limits->maxDescriptorSetStorageBuffers = kMany;
  limits->maxDescriptorSetStorageBuffersDynamic = 16;
  limits->maxDescriptorSetSampledImages = kMany;
  limits->maxDescriptorSetStorageImages = kMany;
  limits->maxDescriptorSetInputAttachments = kMany;
}

void FillShaderLimits(VkPhysicalDeviceLimits* limits) {
  limits->maxVertexInputAttributes = 32;
  limits->maxVertexInputBindings = 32;
  limits->maxVertexInputAttributeOffset = 2047;
  limits->maxVertexInputBindingStride = 2048;
  limits->maxVertexOutputComponents = 128;
  limits->maxTessellationGenerationLevel = 64;
  limits->maxTessellationPatchSize = 32;
  limits->maxTessellationControlPerVertexInputComponents = 128;
  limits->maxTessellationControlPerVertexOutputComponents = 128;
  limits->maxTessellationControlPerPatchOutputComponents = 120;
  limits->maxTessellationControlTotalOutputComponents = 4096;
  limits->maxTessellationEvaluationInputComponents = 128;
  limits->maxTessellationEvaluationOutputComponents = 128;
  limits->maxGeometryShaderInvocations = 32;
  limits->maxGeometryInputComponents = 128;
  limits->maxGeometryOutputComponents = 128;
  limits->maxGeometryOutputVertices = 256;
  limits->maxGeometryTotalOutputComponents = 1024;
  limits->maxFragmentInputComponents = 128;
  limits->maxFragmentOutputAttachments = 8;
  limits->maxFragmentDualSrcAttachments = 1;
  limits->maxFragmentCombinedOutputResources = kMany;
  limits->maxComputeSharedMemorySize = 32768;
  for (uint32_t i = 0; i < 3; ++i) {
    limits->maxComputeWorkGroupCount[i] = 65535;
    limits->maxComputeWorkGroupSize[i] = i < 2 ? 1024 : 64;
  }
  limits->maxComputeWorkGroupInvocations = 1024;
  limits->maxDrawIndexedIndexValue = UINT32_MAX;
  limits->maxDrawIndirectCount = UINT32_MAX;
  limits->maxClipDistances = 8;
  limits->maxCullDistances = 8;
  limits->maxCombinedClipAndCullDistances = 8;
}

void FillImageLimits(VkPhysicalDeviceLimits* limits) {
  limits->maxImageDimension1D = kExtent;
  limits->maxImageDimension2D = kExtent;
  limits->maxImageDimension3D = 2048;
  limits->maxImageDimensionCube = kExtent;
  limits->maxImageArrayLayers = 2048;
  limits->maxTexelBufferElements = 1 << 27;
  limits->maxSamplerLodBias = 16;
  limits->maxSamplerAnisotropy = 16;
  limits->minTexelOffset = -8;
  limits->maxTexelOffset = 7;
  limits->minTexelGatherOffset = -32;
  limits->maxTexelGatherOffset = 31;
  limits->minInterpolationOffset = -0.5f;
  limits->maxInterpolationOffset = 0.5f;
  limits->subPixelInterpolationOffsetBits = 4;
  limits->maxFramebufferWidth = kExtent;
  limits->maxFramebufferHeight = kExtent;
  limits->maxFramebufferLayers = 2048;
  limits->framebufferColorSampleCounts = kSamples;
  limits->framebufferDepthSampleCounts = kSamples;
  limits->framebufferStencilSampleCounts = kSamples;
  limits->framebufferNoAttachmentsSampleCounts = kSamples;
  limits->maxColorAttachments = 8;
  limits->sampledImageColorSampleCounts = kSamples;
  limits->sampledImageIntegerSampleCounts = kSamples;
  limits->sampledImageDepthSampleCounts = kSamples;
  limits->sampledImageStencilSampleCounts = kSamples;
  limits->storageImageSampleCounts = kSamples;
  limits->maxSampleMaskWords = 1;
}

void FillLimits(VkPhysicalDeviceLimits* limits) {
  FillDescriptorLimits(limits);
  FillShaderLimits(limits);
  FillImageLimits(limits);
  limits->maxUniformBufferRange = 1 << 27;
  limits->maxStorageBufferRange = 1 << 30;
  limits->maxPushConstantsSize = 256;
  limits->maxMemoryAllocationCount = kMany;
  limits->maxSamplerAllocationCount = kMany;
  limits->bufferImageGranularity = 64;
  limits->subPixelPrecisionBits = 8;
  limits->subTexelPrecisionBits = 8;
  limits->mipmapPrecisionBits = 8;
  limits->maxViewports = 16;
  limits->maxViewportDimensions[0] = limits->maxViewportDimensions[1] = kExtent;
  limits->viewportBoundsRange[0] = -2.0f * kExtent;
  limits->viewportBoundsRange[1] = 2.0f * kExtent - 1;
  limits->minMemoryMapAlignment = 4096;
  limits->minTexelBufferOffsetAlignment = 64;
  limits->minUniformBufferOffsetAlignment = 64;
  limits->minStorageBufferOffsetAlignment = 64;
  limits->timestampComputeAndGraphics = VK_TRUE;
  limits->timestampPeriod = 1;
  limits->discreteQueuePriorities = 2;
  limits->pointSizeRange[0] = limits->lineWidthRange[0] = 1;
  limits->pointSizeRange[1] = limits->lineWidthRange[1] = 64;
  limits->pointSizeGranularity = limits->lineWidthGranularity = 1;
  limits->strictLines = VK_TRUE;
  limits->standardSampleLocations = VK_TRUE;
  limits->optimalBufferCopyOffsetAlignment = 64;
  limits->optimalBufferCopyRowPitchAlignment = 64;
  limits->nonCoherentAtomSize = 64;
}

// The same UUID for one device in every process, and a different one for each device.
void FillUuid(uint8_t* uuid, const PhysicalDeviceModel& model, uint8_t kind) {
  memset(uuid, 0, VK_UUID_SIZE);
  memcpy(uuid, &model.vendor_id, sizeof(model.vendor_id));
  memcpy(uuid + 4, &model.device_id, sizeof(model.device_id));
  memcpy(uuid + 8, model.pci, 4);
  uuid[15] = kind;
}

void FillVulkan11(const PhysicalDeviceModel& model, VkPhysicalDeviceVulkan11Properties* to) {
  FillUuid(to->deviceUUID, model, 1);
  FillUuid(to->driverUUID, model, 2);
  to->deviceNodeMask = 1;
  to->subgroupSize = 32;
  to->subgroupSupportedStages = VK_SHADER_STAGE_ALL;
  to->subgroupSupportedOperations = VK_SUBGROUP_FEATURE_BASIC_BIT;
  to->pointClippingBehavior = VK_POINT_CLIPPING_BEHAVIOR_ALL_CLIP_PLANES;
  to->maxMultiviewViewCount = 6;
  to->maxMultiviewInstanceIndex = (1 << 27) - 1;
  to->maxPerSetDescriptors = kMany;
  to->maxMemoryAllocationSize = VkDeviceSize{1} << 30;
}

void FillVulkan12(const PhysicalDeviceModel& model, VkPhysicalDeviceVulkan12Properties* to) {
  to->driverID = model.driver_id;
  snprintf(to->driverName, sizeof(to->driverName), "%s", model.driver_name);
  snprintf(to->driverInfo, sizeof(to->driverInfo), "%s", model.driver_info);
  to->conformanceVersion = {1, 3, 0, 0};
  to->maxUpdateAfterBindDescriptorsInAllPools = kMany;
  to->maxPerStageDescriptorUpdateAfterBindSamplers = kMany;
  to->maxPerStageDescriptorUpdateAfterBindUniformBuffers = kMany;
  to->maxPerStageDescriptorUpdateAfterBindStorageBuffers = kMany;
  to->maxPerStageDescriptorUpdateAfterBindSampledImages = kMany;
  to->maxPerStageDescriptorUpdateAfterBindStorageImages = kMany;
  to->maxPerStageDescriptorUpdateAfterBindInputAttachments = kMany;
  to->maxPerStageUpdateAfterBindResources = kMany;
  to->maxDescriptorSetUpdateAfterBindSamplers = kMany;
  to->maxDescriptorSetUpdateAfterBindUniformBuffers = kMany;
  to->maxDescriptorSetUpdateAfterBindUniformBuffersDynamic = 16;
  to->maxDescriptorSetUpdateAfterBindStorageBuffers = kMany;
  to->maxDescriptorSetUpdateAfterBindStorageBuffersDynamic = 16;
  to->maxDescriptorSetUpdateAfterBindSampledImages = kMany;
  to->maxDescriptorSetUpdateAfterBindStorageImages = kMany;
  to->maxDescriptorSetUpdateAfterBindInputAttachments = kMany;
  to->supportedDepthResolveModes = VK_RESOLVE_MODE_SAMPLE_ZERO_BIT;
  to->supportedStencilResolveModes = VK_RESOLVE_MODE_SAMPLE_ZERO_BIT;
  to->maxTimelineSemaphoreValueDifference = UINT64_MAX;
  to->framebufferIntegerColorSampleCounts = VK_SAMPLE_COUNT_1_BIT;
}

void FillVulkan13(VkPhysicalDeviceVulkan13Properties* to) {
  to->minSubgroupSize = to->maxSubgroupSize = 32;
  to->maxComputeWorkgroupSubgroups = 32;
  to->maxInlineUniformBlockSize = 256;
  to->maxPerStageDescriptorInlineUniformBlocks = 4;
  to->maxPerStageDescriptorUpdateAfterBindInlineUniformBlocks = 4;
  to->maxDescriptorSetInlineUniformBlocks = 4;
  to->maxDescriptorSetUpdateAfterBindInlineUniformBlocks = 4;
  to->maxInlineUniformTotalSize = 256;
  to->storageTexelBufferOffsetAlignmentBytes = 64;
  to->uniformTexelBufferOffsetAlignmentBytes = 64;
  to->maxBufferSize = VkDeviceSize{1} << 30;
}

#ifdef VK_VERSION_1_4
void FillVulkan14(VkPhysicalDeviceVulkan14Properties* to) {
  to->lineSubPixelPrecisionBits = 4;
  to->maxVertexAttribDivisor = 65535;
  to->supportsNonZeroFirstInstance = VK_TRUE;
  to->maxPushDescriptors = 32;
  to->maxCombinedImageSamplerDescriptorCount = 1;
  to->defaultRobustnessStorageBuffers = to->defaultRobustnessUniformBuffers =
      to->defaultRobustnessVertexInputs = VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DISABLED;
  to->defaultRobustnessImages = VK_PIPELINE_ROBUSTNESS_IMAGE_BEHAVIOR_DISABLED;
  to->copySrcLayoutCount = to->copyDstLayoutCount = 1;
  to->identicalMemoryTypeRequirements = VK_TRUE;
}

template <typename T>
void FillLayoutsOf(const VkBaseOutStructure* structure) {
  const auto* of = reinterpret_cast<const T*>(structure);
  if (of->pCopySrcLayouts != nullptr && of->copySrcLayoutCount > 0) {
    of->pCopySrcLayouts[0] = VK_IMAGE_LAYOUT_GENERAL;
  }
  if (of->pCopyDstLayouts != nullptr && of->copyDstLayoutCount > 0) {
    of->pCopyDstLayouts[0] = VK_IMAGE_LAYOUT_GENERAL;
  }
}

// Fills the application's arrays of layouts that the host can copy from and to, as far as
// `structure` has any and says that there is room.
void FillLayouts(const VkBaseOutStructure* structure) {
  if (structure->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_4_PROPERTIES) {
    FillLayoutsOf<VkPhysicalDeviceVulkan14Properties>(structure);
  } else if (structure->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_IMAGE_COPY_PROPERTIES) {
    FillLayoutsOf<VkPhysicalDeviceHostImageCopyProperties>(structure);
  }
}
#endif

void FillPci(const PhysicalDeviceModel& model, VkBaseOutStructure* structure) {
  auto* to = reinterpret_cast<VkPhysicalDevicePCIBusInfoPropertiesEXT*>(structure);
  to->pciDomain = model.pci[0];
  to->pciBus = model.pci[1];
  to->pciDevice = model.pci[2];
  to->pciFunction = model.pci[3];
}

void FillProperties(const PhysicalDeviceModel& model, VkPhysicalDeviceProperties* to) {
  memset(to, 0, sizeof(*to));
  to->apiVersion = model.api_version;
  static uint32_t asked = 0;
  to->driverVersion = model.driver_version;
  if (IsMisbehaviourConfigured("change_properties")) to->driverVersion += asked++;
  to->vendorID = model.vendor_id;
  to->deviceID = model.device_id;
  to->deviceType = model.type;
  snprintf(to->deviceName, sizeof(to->deviceName), "%s", model.name);
  FillUuid(to->pipelineCacheUUID, model, 0);
  FillLimits(&to->limits);
}

}  // namespace

namespace driver {

void GetPhysicalDeviceProperties(VkPhysicalDevice physicalDevice,
                                 VkPhysicalDeviceProperties* pProperties) {
  FillProperties(ModelOf(physicalDevice), pProperties);
  Event event("vkGetPhysicalDeviceProperties");
  AddPhysicalDevice(event, physicalDevice);
}

void GetPhysicalDeviceProperties2(VkPhysicalDevice physicalDevice,
                                  VkPhysicalDeviceProperties2* pProperties) {
  const PhysicalDeviceModel& model = ModelOf(physicalDevice);
  FillProperties(model, &pProperties->properties);
  if (IsMisbehaviourConfigured("other_properties2")) ++pProperties->properties.limits.maxViewports;
  CoreProperties core = {};
  FillVulkan11(model, &core.vulkan11);
  FillVulkan12(model, &core.vulkan12);
  FillVulkan13(&core.vulkan13);
#ifdef VK_VERSION_1_4
  FillVulkan14(&core.vulkan14);
#endif
  auto* next = static_cast<VkBaseOutStructure*>(pProperties->pNext);
  for (; next != nullptr; next = next->pNext) {
#ifdef VK_VERSION_1_4
    FillLayouts(next);
#endif
    FillCoreProperties(next, core);
    if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PCI_BUS_INFO_PROPERTIES_EXT &&
        model.has_pci) {
      FillPci(model, next);
    }
  }
  FillPresentation(model, pProperties->pNext);
  Event event("vkGetPhysicalDeviceProperties2");
  AddPhysicalDevice(event, physicalDevice);
  AddNext(event, pProperties);
}

}  // namespace driver
}  // namespace loadstone::mock

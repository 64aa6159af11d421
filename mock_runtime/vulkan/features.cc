// SPDX-License-Identifier: Apache-2.0
// The capabilities of a physical device: features and formats.
#include <stddef.h>
#include <string.h>

#include "commands.gen.h"
#include "mock_common/config.h"
#include "mock_runtime/vulkan/instance.h"
#include "mock_runtime/vulkan/structures.h"

namespace loadstone::mock {
namespace {

// Enables all features of a structure that consists of sType, pNext and VkBool32 members.
template <typename T>
void SetAll(T* features) {
  auto* first =
      reinterpret_cast<VkBool32*>(reinterpret_cast<char*>(features) + sizeof(VkBaseOutStructure));
  const size_t count = (sizeof(T) - sizeof(VkBaseOutStructure)) / sizeof(VkBool32);
  for (size_t i = 0; i < count; ++i) first[i] = VK_TRUE;
}

// All features except sparse resources, which the commands do not implement.
void FillFeatures(VkPhysicalDeviceFeatures* features) {
  auto* values = reinterpret_cast<VkBool32*>(features);
  for (size_t i = 0; i < sizeof(*features) / sizeof(VkBool32); ++i) values[i] = VK_TRUE;
  VkBool32* const sparse[] = {
      &features->sparseBinding,           &features->sparseResidencyBuffer,
      &features->sparseResidencyImage2D,  &features->sparseResidencyImage3D,
      &features->sparseResidency2Samples, &features->sparseResidency4Samples,
      &features->sparseResidency8Samples, &features->sparseResidency16Samples,
      &features->sparseResidencyAliased};
  for (VkBool32* feature : sparse) *feature = VK_FALSE;
}

enum class Kind { kNone, kColor, kCompressed, kDepth, kYcbcr };

// Classifies the core formats, whose values are ordered by kind, except for those with Y'CbCr
// conversion: every device with that feature must support two of these.
Kind KindOf(VkFormat format) {
  if (format == VK_FORMAT_G8_B8_R8_3PLANE_420_UNORM ||
      format == VK_FORMAT_G8_B8R8_2PLANE_420_UNORM) {
    return Kind::kYcbcr;
  }
  if (format == VK_FORMAT_UNDEFINED || format > VK_FORMAT_BC7_SRGB_BLOCK) return Kind::kNone;
  if (format >= VK_FORMAT_BC1_RGB_UNORM_BLOCK) return Kind::kCompressed;
  return format >= VK_FORMAT_D16_UNORM ? Kind::kDepth : Kind::kColor;
}

VkFormatFeatureFlags FeaturesOf(Kind kind) {
  const VkFormatFeatureFlags sampled =
      VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT |
      VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT |
      VK_FORMAT_FEATURE_BLIT_SRC_BIT;
  switch (kind) {
    case Kind::kNone:
      return 0;
    case Kind::kCompressed:
      return sampled;
    case Kind::kDepth:
      return sampled | VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT;
    case Kind::kYcbcr:
      return VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_TRANSFER_SRC_BIT |
             VK_FORMAT_FEATURE_TRANSFER_DST_BIT | VK_FORMAT_FEATURE_MIDPOINT_CHROMA_SAMPLES_BIT;
    case Kind::kColor:
      break;
  }
  return sampled | VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT | VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT |
         VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT | VK_FORMAT_FEATURE_BLIT_DST_BIT;
}

VkFormatFeatureFlags BufferFeaturesOf(Kind kind) {
  return kind != Kind::kColor
             ? 0
             : VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT |
                   VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT | VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT;
}

// The levels of a complete chain of mip levels, down to one texel.
uint32_t LevelsOf(uint32_t width) { return 32u - __builtin_clz(width); }

VkResult FillImageFormat(VkFormat format, VkImageType type, VkImageTiling tiling,
                         VkImageUsageFlags usage, VkImageCreateFlags flags,
                         VkImageFormatProperties* properties) {
  memset(properties, 0, sizeof(*properties));
  if (KindOf(format) == Kind::kNone) return VK_ERROR_FORMAT_NOT_SUPPORTED;
  properties->maxExtent = {16384, type == VK_IMAGE_TYPE_1D ? 1u : 16384u, 1};
  if (type == VK_IMAGE_TYPE_3D) properties->maxExtent = {2048, 2048, 2048};
  const bool plain = tiling == VK_IMAGE_TILING_LINEAR || type == VK_IMAGE_TYPE_3D;
  properties->maxMipLevels =
      tiling == VK_IMAGE_TILING_LINEAR ? 1 : LevelsOf(properties->maxExtent.width);
  properties->maxArrayLayers = plain ? 1 : 2048;
  properties->sampleCounts = VK_SAMPLE_COUNT_1_BIT | (plain ? 0 : VK_SAMPLE_COUNT_4_BIT);
  // Shows which arguments arrived; the API requires at least 2^31.
  properties->maxResourceSize =
      (VkDeviceSize{1} << 31) + (VkDeviceSize{usage} << 8) + VkDeviceSize{flags};
  return VK_SUCCESS;
}

void TraceFormat(const char* what, VkPhysicalDevice physical_device, VkFormat format) {
  Event event(what);
  AddPhysicalDevice(event, physical_device);
  event.Add("format", static_cast<uint32_t>(format));
}

}  // namespace

bool SupportsFeatures(const VkPhysicalDeviceFeatures& requested) {
  VkPhysicalDeviceFeatures supported;
  FillFeatures(&supported);
  const auto* own = reinterpret_cast<const VkBool32*>(&supported);
  const auto* asked = reinterpret_cast<const VkBool32*>(&requested);
  for (size_t i = 0; i < sizeof(supported) / sizeof(VkBool32); ++i) {
    if (asked[i] != VK_FALSE && own[i] == VK_FALSE) return false;
  }
  return true;
}

namespace driver {

void GetPhysicalDeviceFeatures(VkPhysicalDevice physicalDevice,
                               VkPhysicalDeviceFeatures* pFeatures) {
  FillFeatures(pFeatures);
  if (IsMisbehaviourConfigured("write_behind_features")) {
    memset(static_cast<void*>(pFeatures + 1), 0, sizeof(VkBool32));
  }
  Event event("vkGetPhysicalDeviceFeatures");
  AddPhysicalDevice(event, physicalDevice);
}

void GetPhysicalDeviceFeatures2(VkPhysicalDevice physicalDevice,
                                VkPhysicalDeviceFeatures2* pFeatures) {
  FillFeatures(&pFeatures->features);
  if (IsMisbehaviourConfigured("other_features2")) pFeatures->features.logicOp = VK_FALSE;
  if (IsMisbehaviourConfigured("clear_type")) pFeatures->sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
  CoreFeatures core = {};
  SetAll(&core.vulkan11);
  SetAll(&core.vulkan12);
  SetAll(&core.vulkan13);
#ifdef VK_VERSION_1_4
  SetAll(&core.vulkan14);
#endif
  auto* next = static_cast<VkBaseOutStructure*>(pFeatures->pNext);
  for (; next != nullptr; next = next->pNext) FillCoreFeatures(next, core);
  Event event("vkGetPhysicalDeviceFeatures2");
  AddPhysicalDevice(event, physicalDevice);
  AddNext(event, pFeatures);
}

void GetPhysicalDeviceFormatProperties(VkPhysicalDevice physicalDevice, VkFormat format,
                                       VkFormatProperties* pFormatProperties) {
  const Kind kind = KindOf(format);
  *pFormatProperties = {FeaturesOf(kind), FeaturesOf(kind), BufferFeaturesOf(kind)};
  TraceFormat("vkGetPhysicalDeviceFormatProperties", physicalDevice, format);
}

void GetPhysicalDeviceFormatProperties2(VkPhysicalDevice physicalDevice, VkFormat format,
                                        VkFormatProperties2* pFormatProperties) {
  const Kind kind = KindOf(format);
  pFormatProperties->formatProperties = {FeaturesOf(kind), FeaturesOf(kind),
                                         BufferFeaturesOf(kind)};
  auto* next = static_cast<VkBaseOutStructure*>(pFormatProperties->pNext);
  for (; next != nullptr; next = next->pNext) {
    if (next->sType != VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3 ||
        IsMisbehaviourConfigured("no_newer_format_features")) {
      continue;
    }
    auto* properties = reinterpret_cast<VkFormatProperties3*>(next);
    VkFormatFeatureFlags2 features = FeaturesOf(kind);
#ifdef VK_VERSION_1_4
    // For the feature hostImageCopy.
    if (kind == Kind::kColor) features |= VK_FORMAT_FEATURE_2_HOST_IMAGE_TRANSFER_BIT;
#endif
    properties->linearTilingFeatures = properties->optimalTilingFeatures = features;
    properties->bufferFeatures = BufferFeaturesOf(kind);
  }
  TraceFormat("vkGetPhysicalDeviceFormatProperties2", physicalDevice, format);
}

VkResult GetPhysicalDeviceImageFormatProperties(VkPhysicalDevice physicalDevice, VkFormat format,
                                                VkImageType type, VkImageTiling tiling,
                                                VkImageUsageFlags usage, VkImageCreateFlags flags,
                                                VkImageFormatProperties* pProperties) {
  TraceFormat("vkGetPhysicalDeviceImageFormatProperties", physicalDevice, format);
  return FillImageFormat(format, type, tiling, usage, flags, pProperties);
}

VkResult GetPhysicalDeviceImageFormatProperties2(VkPhysicalDevice physicalDevice,
                                                 const VkPhysicalDeviceImageFormatInfo2* pInfo,
                                                 VkImageFormatProperties2* pProperties) {
  TraceFormat("vkGetPhysicalDeviceImageFormatProperties2", physicalDevice, pInfo->format);
  return FillImageFormat(pInfo->format, pInfo->type, pInfo->tiling, pInfo->usage, pInfo->flags,
                         &pProperties->imageFormatProperties);
}

}  // namespace driver
}  // namespace loadstone::mock

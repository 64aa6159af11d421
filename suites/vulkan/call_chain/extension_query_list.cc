// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/call_chain/extension_queries.h"
#include "suites/vulkan/devices/formats.h"
#include "suites/vulkan/drivers/window_systems.h"

namespace loadstone::suites {
namespace {

constexpr uintptr_t kConnection = 0x4c530000;  // to a window system
constexpr uint32_t kUntouched = 77;

template <typename Function>
Function As(PFN_vkVoidFunction function) {
  return reinterpret_cast<Function>(function);
}

bool AskXlib(PFN_vkVoidFunction function, VkPhysicalDevice device) {
  return As<PFN_vkGetPhysicalDeviceXlibPresentationSupportKHR>(function)(
             device, 0, reinterpret_cast<Display*>(kConnection), 0) == VK_TRUE;
}

bool AskXcb(PFN_vkVoidFunction function, VkPhysicalDevice device) {
  return As<PFN_vkGetPhysicalDeviceXcbPresentationSupportKHR>(function)(
             device, 0, reinterpret_cast<xcb_connection_t*>(kConnection), 0) == VK_TRUE;
}

bool AskWayland(PFN_vkVoidFunction function, VkPhysicalDevice device) {
  return As<PFN_vkGetPhysicalDeviceWaylandPresentationSupportKHR>(function)(
             device, 0, reinterpret_cast<wl_display*>(kConnection)) == VK_TRUE;
}

bool AskBuffers(PFN_vkVoidFunction function, VkPhysicalDevice device) {
  auto info = Structure<VkPhysicalDeviceExternalBufferInfo>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_BUFFER_INFO);
  info.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
  info.handleType = VK_EXTERNAL_MEMORY_HANDLE_TYPE_OPAQUE_FD_BIT;
  auto answer = Structure<VkExternalBufferProperties>(VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES);
  As<PFN_vkGetPhysicalDeviceExternalBufferProperties>(function)(device, &info, &answer);
  return answer.sType == VK_STRUCTURE_TYPE_EXTERNAL_BUFFER_PROPERTIES;
}

bool AskSemaphores(PFN_vkVoidFunction function, VkPhysicalDevice device) {
  auto info = Structure<VkPhysicalDeviceExternalSemaphoreInfo>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_SEMAPHORE_INFO);
  info.handleType = VK_EXTERNAL_SEMAPHORE_HANDLE_TYPE_OPAQUE_FD_BIT;
  auto answer =
      Structure<VkExternalSemaphoreProperties>(VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES);
  As<PFN_vkGetPhysicalDeviceExternalSemaphoreProperties>(function)(device, &info, &answer);
  return answer.sType == VK_STRUCTURE_TYPE_EXTERNAL_SEMAPHORE_PROPERTIES;
}

bool AskFences(PFN_vkVoidFunction function, VkPhysicalDevice device) {
  auto info = Structure<VkPhysicalDeviceExternalFenceInfo>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_FENCE_INFO);
  info.handleType = VK_EXTERNAL_FENCE_HANDLE_TYPE_OPAQUE_FD_BIT;
  auto answer = Structure<VkExternalFenceProperties>(VK_STRUCTURE_TYPE_EXTERNAL_FENCE_PROPERTIES);
  As<PFN_vkGetPhysicalDeviceExternalFenceProperties>(function)(device, &info, &answer);
  return answer.sType == VK_STRUCTURE_TYPE_EXTERNAL_FENCE_PROPERTIES;
}

bool AskImagesOfNv(PFN_vkVoidFunction function, VkPhysicalDevice device) {
  VkExternalImageFormatPropertiesNV answer = {};
  return As<PFN_vkGetPhysicalDeviceExternalImageFormatPropertiesNV>(function)(
             device, kAskedFormat, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL,
             VK_IMAGE_USAGE_SAMPLED_BIT, 0, 0, &answer) == VK_SUCCESS;
}

// The mock driver has none of what these functions list.
template <typename Function, typename Element>
bool IsEmptyList(PFN_vkVoidFunction function, VkPhysicalDevice device) {
  uint32_t count = kUntouched;
  return As<Function>(function)(device, &count, static_cast<Element*>(nullptr)) == VK_SUCCESS &&
         count == 0;
}

bool AskCounters(PFN_vkVoidFunction function, VkPhysicalDevice device) {
  uint32_t count = kUntouched;
  return As<PFN_vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR>(function)(
             device, 0, &count, nullptr, nullptr) == VK_SUCCESS &&
         count == 1;
}

bool AskPasses(PFN_vkVoidFunction function, VkPhysicalDevice device) {
  constexpr uint32_t kCounter = 0;
  auto info = Structure<VkQueryPoolPerformanceCreateInfoKHR>(
      VK_STRUCTURE_TYPE_QUERY_POOL_PERFORMANCE_CREATE_INFO_KHR);
  info.counterIndexCount = 1;
  info.pCounterIndices = &kCounter;
  uint32_t passes = kUntouched;
  As<PFN_vkGetPhysicalDeviceQueueFamilyPerformanceQueryPassesKHR>(function)(device, &info, &passes);
  return passes == 0;
}

bool AskSampleLocations(PFN_vkVoidFunction function, VkPhysicalDevice device) {
  auto answer = Structure<VkMultisamplePropertiesEXT>(VK_STRUCTURE_TYPE_MULTISAMPLE_PROPERTIES_EXT);
  answer.maxSampleLocationGridSize.width = kUntouched;
  As<PFN_vkGetPhysicalDeviceMultisamplePropertiesEXT>(function)(device, VK_SAMPLE_COUNT_4_BIT,
                                                                &answer);
  return answer.maxSampleLocationGridSize.width == 0;
}

bool AskOpticalFlow(PFN_vkVoidFunction function, VkPhysicalDevice device) {
  auto info = Structure<VkOpticalFlowImageFormatInfoNV>(
      VK_STRUCTURE_TYPE_OPTICAL_FLOW_IMAGE_FORMAT_INFO_NV);
  info.usage = VK_OPTICAL_FLOW_USAGE_INPUT_BIT_NV;
  uint32_t count = kUntouched;
  return As<PFN_vkGetPhysicalDeviceOpticalFlowImageFormatsNV>(function)(device, &info, &count,
                                                                        nullptr) == VK_SUCCESS &&
         count == 0;
}

// A profile of decoding, and the structures that its extension demands beside it.
struct DecodingProfile {
  VkVideoDecodeH264ProfileInfoKHR codec = Structure<VkVideoDecodeH264ProfileInfoKHR>(
      VK_STRUCTURE_TYPE_VIDEO_DECODE_H264_PROFILE_INFO_KHR);
  VkVideoProfileInfoKHR profile =
      Structure<VkVideoProfileInfoKHR>(VK_STRUCTURE_TYPE_VIDEO_PROFILE_INFO_KHR);

  DecodingProfile() {
    codec.stdProfileIdc = STD_VIDEO_H264_PROFILE_IDC_HIGH;
    profile.pNext = &codec;
    profile.videoCodecOperation = VK_VIDEO_CODEC_OPERATION_DECODE_H264_BIT_KHR;
    profile.chromaSubsampling = VK_VIDEO_CHROMA_SUBSAMPLING_420_BIT_KHR;
    profile.lumaBitDepth = VK_VIDEO_COMPONENT_BIT_DEPTH_8_BIT_KHR;
    profile.chromaBitDepth = VK_VIDEO_COMPONENT_BIT_DEPTH_8_BIT_KHR;
  }
};

bool AskVideo(PFN_vkVoidFunction function, VkPhysicalDevice device) {
  const DecodingProfile decoding;
  auto codec = Structure<VkVideoDecodeH264CapabilitiesKHR>(
      VK_STRUCTURE_TYPE_VIDEO_DECODE_H264_CAPABILITIES_KHR);
  auto decode =
      Structure<VkVideoDecodeCapabilitiesKHR>(VK_STRUCTURE_TYPE_VIDEO_DECODE_CAPABILITIES_KHR);
  decode.pNext = &codec;
  auto answer = Structure<VkVideoCapabilitiesKHR>(VK_STRUCTURE_TYPE_VIDEO_CAPABILITIES_KHR);
  answer.pNext = &decode;
  answer.maxDpbSlots = kUntouched;
  return As<PFN_vkGetPhysicalDeviceVideoCapabilitiesKHR>(function)(device, &decoding.profile,
                                                                   &answer) == VK_SUCCESS &&
         answer.maxDpbSlots == 0 && answer.pNext == &decode;
}

bool AskVideoFormats(PFN_vkVoidFunction function, VkPhysicalDevice device) {
  const DecodingProfile decoding;
  auto profiles =
      Structure<VkVideoProfileListInfoKHR>(VK_STRUCTURE_TYPE_VIDEO_PROFILE_LIST_INFO_KHR);
  profiles.profileCount = 1;
  profiles.pProfiles = &decoding.profile;
  auto info = Structure<VkPhysicalDeviceVideoFormatInfoKHR>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VIDEO_FORMAT_INFO_KHR);
  info.pNext = &profiles;
  info.imageUsage = VK_IMAGE_USAGE_VIDEO_DECODE_DST_BIT_KHR;
  uint32_t count = kUntouched;
  return As<PFN_vkGetPhysicalDeviceVideoFormatPropertiesKHR>(function)(device, &info, &count,
                                                                       nullptr) == VK_SUCCESS &&
         count == 0;
}

constexpr char kSurface[] = VK_KHR_SURFACE_EXTENSION_NAME;
constexpr char kProperties2[] = VK_KHR_GET_PHYSICAL_DEVICE_PROPERTIES_2_EXTENSION_NAME;
constexpr uint32_t kVulkan10 = VK_API_VERSION_1_0;

}  // namespace

std::vector<ExtensionQuery> QueriesOfInstances() {
  return {
      {"xlib_presentation",
       "vkGetPhysicalDeviceXlibPresentationSupportKHR",
       "vkGetPhysicalDeviceXlibPresentationSupportKHR",
       {kSurface, "VK_KHR_xlib_surface"},
       {},
       kVulkan10,
       AskXlib},
      {"xcb_presentation",
       "vkGetPhysicalDeviceXcbPresentationSupportKHR",
       "vkGetPhysicalDeviceXcbPresentationSupportKHR",
       {kSurface, "VK_KHR_xcb_surface"},
       {},
       kVulkan10,
       AskXcb},
      {"wayland_presentation",
       "vkGetPhysicalDeviceWaylandPresentationSupportKHR",
       "vkGetPhysicalDeviceWaylandPresentationSupportKHR",
       {kSurface, "VK_KHR_wayland_surface"},
       {},
       kVulkan10,
       AskWayland},
      {"external_buffers",
       "vkGetPhysicalDeviceExternalBufferPropertiesKHR",
       "vkGetPhysicalDeviceExternalBufferProperties",
       {kProperties2, "VK_KHR_external_memory_capabilities"},
       {},
       kVulkan10,
       AskBuffers},
      {"external_semaphores",
       "vkGetPhysicalDeviceExternalSemaphorePropertiesKHR",
       "vkGetPhysicalDeviceExternalSemaphoreProperties",
       {kProperties2, "VK_KHR_external_semaphore_capabilities"},
       {},
       kVulkan10,
       AskSemaphores},
      {"external_fences",
       "vkGetPhysicalDeviceExternalFencePropertiesKHR",
       "vkGetPhysicalDeviceExternalFenceProperties",
       {kProperties2, "VK_KHR_external_fence_capabilities"},
       {},
       kVulkan10,
       AskFences},
      {"external_images_of_nv",
       "vkGetPhysicalDeviceExternalImageFormatPropertiesNV",
       "vkGetPhysicalDeviceExternalImageFormatPropertiesNV",
       {"VK_NV_external_memory_capabilities"},
       {},
       kVulkan10,
       AskImagesOfNv},
      {"tools_of_vulkan_1_3",
       "vkGetPhysicalDeviceToolProperties",
       "vkGetPhysicalDeviceToolProperties",
       {},
       {},
       VK_API_VERSION_1_3,
       IsEmptyList<PFN_vkGetPhysicalDeviceToolProperties, VkPhysicalDeviceToolProperties>},
  };
}

std::vector<ExtensionQuery> QueriesOfDevices() {
  const auto query = [](const char* name, const char* function, const char* extension, auto ask) {
    return ExtensionQuery{name, function, function, {}, {extension}, VK_API_VERSION_1_1, ask};
  };
  std::vector<ExtensionQuery> queries = {
      query("performance_counters",
            "vkEnumeratePhysicalDeviceQueueFamilyPerformanceQueryCountersKHR",
            "VK_KHR_performance_query", AskCounters),
      query("performance_passes", "vkGetPhysicalDeviceQueueFamilyPerformanceQueryPassesKHR",
            "VK_KHR_performance_query", AskPasses),
      query("sample_locations", "vkGetPhysicalDeviceMultisamplePropertiesEXT",
            "VK_EXT_sample_locations", AskSampleLocations),
      query("time_domains", "vkGetPhysicalDeviceCalibrateableTimeDomainsEXT",
            "VK_EXT_calibrated_timestamps",
            IsEmptyList<PFN_vkGetPhysicalDeviceCalibrateableTimeDomainsEXT, VkTimeDomainEXT>),
      query("fragment_shading_rates", "vkGetPhysicalDeviceFragmentShadingRatesKHR",
            "VK_KHR_fragment_shading_rate",
            IsEmptyList<PFN_vkGetPhysicalDeviceFragmentShadingRatesKHR,
                        VkPhysicalDeviceFragmentShadingRateKHR>),
      query("cooperative_matrices", "vkGetPhysicalDeviceCooperativeMatrixPropertiesNV",
            "VK_NV_cooperative_matrix",
            IsEmptyList<PFN_vkGetPhysicalDeviceCooperativeMatrixPropertiesNV,
                        VkCooperativeMatrixPropertiesNV>),
      query("mixed_samples", "vkGetPhysicalDeviceSupportedFramebufferMixedSamplesCombinationsNV",
            "VK_NV_coverage_reduction_mode",
            IsEmptyList<PFN_vkGetPhysicalDeviceSupportedFramebufferMixedSamplesCombinationsNV,
                        VkFramebufferMixedSamplesCombinationNV>),
      query("optical_flow_formats", "vkGetPhysicalDeviceOpticalFlowImageFormatsNV",
            "VK_NV_optical_flow", AskOpticalFlow),
      query("video_capabilities", "vkGetPhysicalDeviceVideoCapabilitiesKHR", "VK_KHR_video_queue",
            AskVideo),
      query("video_formats", "vkGetPhysicalDeviceVideoFormatPropertiesKHR", "VK_KHR_video_queue",
            AskVideoFormats),
      query("tools", "vkGetPhysicalDeviceToolPropertiesEXT", "VK_EXT_tooling_info",
            IsEmptyList<PFN_vkGetPhysicalDeviceToolPropertiesEXT, VkPhysicalDeviceToolProperties>),
  };
  // What the registry requires beside some of these extensions.
  for (ExtensionQuery& each : queries) {
    std::vector<std::string>& listed = each.of_devices;
    if (listed[0] == "VK_KHR_video_queue") {
      listed.insert(listed.end(), {"VK_KHR_video_decode_queue", "VK_KHR_video_decode_h264"});
    } else if (listed[0] == "VK_NV_coverage_reduction_mode") {
      listed.emplace_back("VK_NV_framebuffer_mixed_samples");
    }
  }
  queries.back().command = "vkGetPhysicalDeviceToolProperties";
  return queries;
}

}  // namespace loadstone::suites

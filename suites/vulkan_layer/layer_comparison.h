// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_LAYER_LAYER_COMPARISON_H_
#define LOADSTONE_SUITES_VULKAN_LAYER_LAYER_COMPARISON_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/probe/vulkan_app.h"
#include "harness/world/vulkan_world.h"
#include "mock_layers/vulkan/witness.h"
#include "suites/common/layer_comparison.h"

namespace loadstone::suites {

// The mock layers above and below the judged layer.
inline constexpr char kAbove[] = "VK_LAYER_LS_above";
inline constexpr char kBelow[] = "VK_LAYER_LS_below";
// Unknown extensions: of the layer below, and of the driver's device.
inline constexpr char kExtensionBelow[] = "VK_LS_below";
inline constexpr char kDeviceExtension[] = "VK_LS_device";
// All extensions of the driver's device: kDeviceExtension, and those that layers enable on any
// driver without a request.
inline constexpr const char* kDeviceExtensions[] = {kDeviceExtension, "VK_KHR_swapchain",
                                                    "VK_KHR_image_format_list"};
// Functions that only the driver has.
inline constexpr char kPhysicalDeviceFunction[] = "vkLoadstonePhysicalDeviceLS";
inline constexpr char kDeviceFunction[] = "vkLoadstoneDeviceLS";

// A function and the extension that adds it.
struct ExtensionFunction {
  const char* name;
  const char* extension;
};
// Functions of extensions that the application does not enable. The layer below returns NULL for
// them, as it should, because a loader might return a function.
inline constexpr ExtensionFunction kDisabledInstanceFunctions[] = {
    {"vkCreateDebugUtilsMessengerEXT", "VK_EXT_debug_utils"},
    {"vkDestroyDebugUtilsMessengerEXT", "VK_EXT_debug_utils"},
    {"vkCreateDebugReportCallbackEXT", "VK_EXT_debug_report"},
    {"vkDestroySurfaceKHR", "VK_KHR_surface"},
    {"vkGetPhysicalDeviceSurfaceSupportKHR", "VK_KHR_surface"},
    {"vkCreateHeadlessSurfaceEXT", "VK_EXT_headless_surface"}};

// The cases that judge a crash or failure of the layer; other cases are skipped because of it.
inline constexpr char kSurvives[] = "LLP_LAYER_2/application_comes_to_its_end";
inline constexpr char kSameResults[] = "LLP_LAYER_1/application_sees_the_same";

// How the world of a case differs from the usual one.
struct LayerWorld {
  // The groups of the driver's physical devices, one number for each device.
  std::vector<uint32_t> groups = {0};
  // Whether queues of the driver may be protected.
  bool protected_queues = false;
  // Whether the queues of the driver bind sparse memory.
  bool sparse_queues = false;
  // The number of properties of sparse images that each format of the driver has.
  uint32_t sparse_formats = 0;
  // Whether the witness below traces each query for a function.
  bool trace_queries = false;
  // Whether the first physical device is an integrated one and the others are discrete ones of
  // another vendor, as on a machine with two GPUs.
  bool two_kinds_of_devices = false;
  // Additional members of the configuration of the witnesses and the driver, as JSON objects.
  std::string below = "{}";
  std::string above = "{}";
  std::string driver = "{}";
};

// Runs `app` twice with the layers that it must request. Throws like LayerComparison.
LayerComparison RunTwice(Case& c, const std::function<void(VulkanApp&, const LayerNames&)>& app,
                         const LayerWorld& how = {});

// In the probe: creates an instance, and traces whether the layer is in its chain.
bool CreateInstanceBetween(VulkanApp& app, const InstanceRequest& request);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_LAYER_LAYER_COMPARISON_H_

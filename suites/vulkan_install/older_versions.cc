// SPDX-License-Identifier: Apache-2.0
// What an installer of Vulkan layers or drivers leaves of an older version in the Windows registry,
// and what becomes of the values of others: LoaderLayerInterface, "Requirements of Well-Behaved
// Layers", LLP_LAYER_20; LoaderDriverInterface, "Requirements of Well-Behaved Drivers",
// LDP_DRIVER_11.

#include "suites/common/install.h"

namespace loadstone::suites::older_versions {
namespace {

const Places kLayers = {RegistryPlace::kVulkanLayers, RegistryPlace::kDeviceLayers};
const Places kDrivers = {RegistryPlace::kVulkanDrivers, RegistryPlace::kDeviceDrivers};

VULKAN_INSTALL_CASE(LLP_LAYER_20, updating_leaves_no_old_layer) { JudgeUpdate(c, kLayers); }

VULKAN_INSTALL_CASE(LDP_DRIVER_11, updating_leaves_no_old_driver) { JudgeUpdate(c, kDrivers); }

VULKAN_INSTALL_CASE(LS_VK_LAYER_34, values_of_others_stay) {
  JudgeOthers(c, kLayers, "the values of other layers stay");
}

VULKAN_INSTALL_CASE(LS_VK_DRIVER_29, values_of_others_stay) {
  JudgeOthers(c, kDrivers, "the values of other drivers stay");
}

}  // namespace
}  // namespace loadstone::suites::older_versions

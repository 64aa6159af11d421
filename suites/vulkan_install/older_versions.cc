// SPDX-License-Identifier: Apache-2.0
// What an installer of Vulkan layers or drivers leaves of an older version in the Windows registry,
// and what becomes of the values of others: LoaderLayerInterface, "Requirements of Well-Behaved
// Layers", LLP_LAYER_20; LoaderDriverInterface, "Requirements of Well-Behaved Drivers",
// LDP_DRIVER_11.

#include "harness/case/install_case.h"

namespace loadstone::suites::older_versions {
namespace {

const Places kLayers = {RegistryPlace::kVulkanLayers, RegistryPlace::kDeviceLayers};
const Places kDrivers = {RegistryPlace::kVulkanDrivers, RegistryPlace::kDeviceDrivers};

void JudgeUpdate(Case& c, const Places& places) {
  SKIP_FOR(WhyNoOldVersion(c, places));
  EXPECT_SEEN(OldVersionLeft(c, places), IsEmpty())
      << "an update removes or updates the old manifests, and the values that lead to them";
}

VULKAN_INSTALL_CASE(LLP_LAYER_20, updating_leaves_no_old_layer) { JudgeUpdate(c, kLayers); }

VULKAN_INSTALL_CASE(LDP_DRIVER_11, updating_leaves_no_old_driver) { JudgeUpdate(c, kDrivers); }

VULKAN_INSTALL_CASE(LS_VK_LAYER_34, values_of_others_stay) {
  SKIP_FOR(WhyNoOthers(c, kLayers));
  EXPECT_SEEN(OthersChangedIn(c, kLayers), IsEmpty()) << "the values of other layers stay";
}

VULKAN_INSTALL_CASE(LS_VK_DRIVER_29, values_of_others_stay) {
  SKIP_FOR(WhyNoOthers(c, kDrivers));
  EXPECT_SEEN(OthersChangedIn(c, kDrivers), IsEmpty()) << "the values of other drivers stay";
}

}  // namespace
}  // namespace loadstone::suites::older_versions

// SPDX-License-Identifier: Apache-2.0
// What uninstalling leaves in the folders of manifests: LoaderLayerInterface, "Requirements of
// Well-Behaved Layers"; LoaderDriverInterface, "Requirements of a Well-Behaved Driver".

#include "harness/case/install_case.h"

namespace loadstone::suites::install_folders {
namespace {

VULKAN_INSTALL_CASE(LLP_LAYER_20, uninstalling_leaves_no_manifest_of_a_layer) {
  SKIP_FOR(WhyNoManifests(c, ManifestKind::kVulkanLayer));
  EXPECT_SEEN(RemainingManifests(c, ManifestKind::kVulkanLayer), IsEmpty())
      << "uninstalling removes manifests";
}

VULKAN_INSTALL_CASE(LDP_DRIVER_11, uninstalling_leaves_no_manifest_of_a_driver) {
  SKIP_FOR(WhyNoManifests(c, ManifestKind::kVulkanDriver));
  EXPECT_SEEN(RemainingManifests(c, ManifestKind::kVulkanDriver), IsEmpty())
      << "uninstalling removes manifests";
}

}  // namespace
}  // namespace loadstone::suites::install_folders

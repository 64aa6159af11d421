// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_INSIDE_VULKAN_MANIFEST_RULES_H_
#define LOADSTONE_FUZZ_INSIDE_VULKAN_MANIFEST_RULES_H_

#include <optional>
#include <string>
#include <vector>

#include "fuzz/inside/support/loaders.h"
#include "fuzz/inside/support/manifest_text.h"
#include "reference_loader/vulkan/driver_manifest.h"
#include "reference_loader/vulkan/layer_manifest.h"

// Invariants of what the loader reads from a manifest, checked against the text alone. Each
// function returns a complaint, or an empty string if the invariants hold.
namespace loadstone::fuzz::inside {

// Checks the layers that the loader found in the manifest with this text at
// LayerManifest::manifest_path (LoaderLayerInterface, Layer Manifest File Format).
std::string CheckVulkanLayers(const ManifestText& text,
                              const std::vector<vulkan::LayerManifest>& layers);

// Checks the driver that the loader found in the manifest with this text (LoaderDriverInterface,
// Driver Manifest File Format).
std::string CheckVulkanDriver(const std::string& text,
                              const std::optional<vulkan::DriverManifest>& driver);

// Whether two results of reading a manifest are equal, except for the path of the manifest.
bool SameLayers(const std::vector<vulkan::LayerManifest>& one,
                const std::vector<vulkan::LayerManifest>& other);
bool SameDriver(const std::optional<vulkan::DriverManifest>& one,
                const std::optional<vulkan::DriverManifest>& other);

// Checks that whatever is valid for an implicit layer is valid for an explicit one, which has fewer
// requirements.
std::string CheckImplicitAgainstExplicit(const std::vector<vulkan::LayerManifest>& implicit,
                                         const std::vector<vulkan::LayerManifest>& explicit_layers);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_VULKAN_MANIFEST_RULES_H_

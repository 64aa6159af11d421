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

// What must hold of anything that the loader reads from a manifest, judged from the text alone.
// Each function returns a complaint, empty when all is well.
namespace loadstone::fuzz::inside {

// The layers that the loader found in the manifest with this text, which lies at
// LayerManifest::manifest_path (LoaderLayerInterface, Layer Manifest File Format).
std::string CheckVulkanLayers(const ManifestText& text,
                              const std::vector<vulkan::LayerManifest>& layers);

// The driver, likewise (LoaderDriverInterface, Driver Manifest File Format).
std::string CheckVulkanDriver(const std::string& text,
                              const std::optional<vulkan::DriverManifest>& driver);

// True when two readings agree in everything but where the manifest is.
bool SameLayers(const std::vector<vulkan::LayerManifest>& one,
                const std::vector<vulkan::LayerManifest>& other);
bool SameDriver(const std::optional<vulkan::DriverManifest>& one,
                const std::optional<vulkan::DriverManifest>& other);

// What is usable as an implicit layer is usable as an explicit one, which has to fulfil less.
std::string CheckImplicitAgainstExplicit(const std::vector<vulkan::LayerManifest>& implicit,
                                         const std::vector<vulkan::LayerManifest>& explicit_layers);

}  // namespace loadstone::fuzz::inside

#endif  // LOADSTONE_FUZZ_INSIDE_VULKAN_MANIFEST_RULES_H_

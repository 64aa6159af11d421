// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_EXTENSIONS_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_EXTENSIONS_H_

#include <memory>
#include <string>
#include <vector>

#include "reference_loader/vulkan/driver_library.h"
#include "reference_loader/vulkan/layer_catalog.h"
#include "reference_loader/vulkan/vulkan_headers.h"

namespace reference_loader::vulkan {

using ExtensionList = std::vector<VkExtensionProperties>;
using DriverList = std::vector<std::shared_ptr<const DriverLibrary>>;

// Adds an extension unless the list has the name already: the first provider's version counts.
void AddExtension(const std::string& name, uint32_t spec_version, ExtensionList* list);

bool HasExtension(const ExtensionList& list, const char* name);
void RemoveExtension(const char* name, ExtensionList* list);

// Whether the application enables an instance extension.
bool EnablesExtension(const VkInstanceCreateInfo& info, const char* name);

// The extensions in a layer's manifest; for a meta-layer, the combined extensions of its
// components.
ExtensionList LayerInstanceExtensions(const LayerCatalog& catalog, const LayerManifest& layer);
ExtensionList LayerDeviceExtensions(const LayerCatalog& catalog, const LayerManifest& layer);

// A layer as the API describes it.
VkLayerProperties LayerProperties(const LayerManifest& layer);

// The extensions that both the drivers and this loader support, and those that the loader provides
// (LoaderApplicationInterface, Filtering Out Unknown Instance Extension Names).
ExtensionList PlatformInstanceExtensions(const Platform& platform, const DriverList& drivers);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_EXTENSIONS_H_

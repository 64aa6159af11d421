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

// Adds an extension unless the list has one of that name: the first provider's version counts.
void AddExtension(const std::string& name, uint32_t spec_version, ExtensionList* list);

bool HasExtension(const ExtensionList& list, const char* name);
void RemoveExtension(const char* name, ExtensionList* list);

// Whether the application enables an instance extension.
bool EnablesExtension(const VkInstanceCreateInfo& info, const char* name);

// What a layer's manifest lists, for a meta-layer what those of its components list together.
ExtensionList LayerInstanceExtensions(const LayerCatalog& catalog, const LayerManifest& layer);
ExtensionList LayerDeviceExtensions(const LayerCatalog& catalog, const LayerManifest& layer);

// A layer as the API describes it.
VkLayerProperties LayerProperties(const LayerManifest& layer);

// What the drivers support and this loader knows, and what the loader adds itself
// (LoaderApplicationInterface, Filtering Out Unknown Instance Extension Names).
ExtensionList PlatformInstanceExtensions(const Platform& platform, const DriverList& drivers);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_EXTENSIONS_H_

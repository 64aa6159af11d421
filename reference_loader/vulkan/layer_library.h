// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_LIBRARY_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_LIBRARY_H_

#include <optional>

#include "reference_loader/vulkan/layer_selection.h"
#include "reference_loader/vulkan/library.h"
#include "reference_loader/vulkan/log.h"
#include "reference_loader/vulkan/vulkan_headers.h"

namespace reference_loader::vulkan {

// A layer whose library is loaded and that agreed on an interface version with this loader.
struct LoadedLayer {
  const LayerManifest* manifest;  // owned by the catalogue
  LayerReason reason;
  Library library;
  PFN_vkGetInstanceProcAddr get_instance_proc_addr;
  PFN_vkGetDeviceProcAddr get_device_proc_addr;                 // may be null
  PFN_GetPhysicalDeviceProcAddr get_physical_device_proc_addr;  // may be null
};

// Opens the library of a layer and negotiates (LoaderLayerInterface, Layer Version Negotiation).
// Logs a message and returns nothing when the library cannot be opened, when there is no compatible
// interface version (LLP_LOADER_5) or when the layer lacks vkCreateInstance.
std::optional<LoadedLayer> LoadLayer(const Platform& platform, const ChosenLayer& layer,
                                     const Log& log);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_LIBRARY_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_LIBRARY_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_LIBRARY_H_

#include <optional>

#include "reference_loader/vulkan/layer_selection.h"
#include "reference_loader/vulkan/library.h"
#include "reference_loader/vulkan/log.h"
#include "reference_loader/vulkan/vulkan_headers.h"

namespace reference_loader::vulkan {

// A layer that is loaded and agreed on an interface with this loader.
struct LoadedLayer {
  const LayerManifest* manifest;  // in the catalogue
  LayerReason reason;
  Library library;
  PFN_vkGetInstanceProcAddr get_instance_proc_addr;
  PFN_vkGetDeviceProcAddr get_device_proc_addr;                 // may be null
  PFN_GetPhysicalDeviceProcAddr get_physical_device_proc_addr;  // may be null
};

// Opens the library of a layer and negotiates (LoaderLayerInterface, Layer Version Negotiation).
// Nothing, and a message, when the library cannot be opened, no compatible interface comes out
// (LLP_LOADER_5) or the layer does not take part in the creation of instances.
std::optional<LoadedLayer> LoadLayer(const Platform& platform, const ChosenLayer& layer,
                                     const Log& log);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_LIBRARY_H_

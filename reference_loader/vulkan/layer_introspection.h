// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_INTROSPECTION_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_INTROSPECTION_H_

#include <vector>

#include "reference_loader/common/platform.h"
#include "reference_loader/vulkan/layer_manifest.h"
#include "reference_loader/vulkan/log.h"

namespace reference_loader::vulkan {

// The layers that an application can use on Android, all of them explicit: those in libraries with
// the name of a layer's, in the application's own folder and, for one that can be debugged, also in
// the folder for developers (Android: Implement Vulkan, Finding and loading layers;
// LoaderLayerInterface, Android Layer Discovery). The libraries themselves say what a manifest
// would (LoaderLayerInterface, Layer Manifest File Usage and Layer Interface Version 0).
std::vector<LayerManifest> FindLayerLibraries(const Platform& platform, const Log& log);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_INTROSPECTION_H_

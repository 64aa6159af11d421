// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_INTROSPECTION_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_INTROSPECTION_H_

#include <vector>

#include "reference_loader/common/platform.h"
#include "reference_loader/vulkan/layer_manifest.h"
#include "reference_loader/vulkan/log.h"

namespace reference_loader::vulkan {

// The layers that an application can use on Android, all of them explicit: layer libraries in the
// application's own folder and, if the application is debuggable, also in the folder for developers
// (Android: Implement Vulkan, Finding and loading layers; LoaderLayerInterface, Android Layer
// Discovery). Functions of the libraries provide the information that manifests have elsewhere
// (LoaderLayerInterface, Layer Manifest File Usage and Layer Interface Version 0).
std::vector<LayerManifest> FindLayerLibraries(const Platform& platform, const Log& log);

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_LAYER_INTROSPECTION_H_

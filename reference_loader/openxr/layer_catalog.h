// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_LAYER_CATALOG_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_LAYER_CATALOG_H_

#include <string>
#include <string_view>
#include <vector>

#include "reference_loader/openxr/layer_manifest.h"

namespace reference_loader::openxr {

// The API layers of one kind on the system, in the order of discovery. Of layers with the same
// name, the first counts.
std::vector<LayerManifest> DiscoverLayers(const Platform& platform, LayerKind kind, const Log& log);

// All API layers on the system, each name once: implicit ones, switched on or not, and explicit
// ones.
std::vector<LayerManifest> DiscoverAllLayers(const Platform& platform, const Log& log);

// The layer of that name, or null.
const LayerManifest* FindLayer(const std::vector<LayerManifest>& layers, std::string_view name);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_LAYER_CATALOG_H_

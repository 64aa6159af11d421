// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_SEARCH_PATHS_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_SEARCH_PATHS_H_

#include <string>
#include <vector>

#include "reference_loader/common/platform.h"

namespace reference_loader::openxr {

// The possible paths of the active runtime's manifest, the preferred one first (Linux and Windows
// Active Runtime Location; Overriding the Default Runtime Usage). If XR_RUNTIME_JSON names a file,
// it is the only one. An elevated process ignores the user's variables and folders.
std::vector<std::string> RuntimeManifestPaths(const Platform& platform);

enum class LayerKind { kImplicit, kExplicit };

// The manifests of API layers of one kind, without duplicates (Linux Manifest Search Paths; Windows
// Manifest Registry Usage; Overriding the Default API Layer Paths). XR_API_LAYER_PATH replaces the
// folders, or the registry key, of explicit layers; its elements are folders or manifests. An
// elevated process ignores the user's variables and folders.
std::vector<std::string> LayerManifestPaths(const Platform& platform, LayerKind kind);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_SEARCH_PATHS_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_SEARCH_PATHS_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_SEARCH_PATHS_H_

#include <string>
#include <vector>

#include "reference_loader/common/platform.h"

namespace reference_loader::openxr {

// Where the manifest of the active runtime may be, the preferred place first (Linux and Windows
// Active Runtime Location; Overriding the Default Runtime Usage). XR_RUNTIME_JSON, when it names a
// file, is the only place. For an elevated process the user's variables and folders do not exist.
std::vector<std::string> RuntimeManifestPaths(const Platform& platform);

enum class LayerKind { kImplicit, kExplicit };

// The manifests of API layers of one kind, without repetitions (Linux Manifest Search Paths;
// Windows Manifest Registry Usage; Overriding the Default API Layer Paths). XR_API_LAYER_PATH
// replaces the folders, or the key of the registry, of explicit layers; an element of it may name a
// manifest as well as a folder. For an elevated process the user's variables and folders do not
// exist.
std::vector<std::string> LayerManifestPaths(const Platform& platform, LayerKind kind);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_SEARCH_PATHS_H_

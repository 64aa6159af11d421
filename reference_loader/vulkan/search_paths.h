// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_SEARCH_PATHS_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_SEARCH_PATHS_H_

#include <string>
#include <vector>

#include "reference_loader/common/platform.h"

namespace reference_loader::vulkan {

// The folders of manifests below each base folder of the system.
inline constexpr char kImplicitLayerFolder[] = "vulkan/implicit_layer.d";
inline constexpr char kExplicitLayerFolder[] = "vulkan/explicit_layer.d";
inline constexpr char kDriverFolder[] = "vulkan/icd.d";

// The system's and the user's folders for one kind of manifests, in the order in which they are
// searched (LoaderLayerInterface, Linux Layer Discovery, Fuchsia Layer Discovery and macOS Layer
// Discovery; LoaderDriverInterface likewise; Gapii Packaging on Fuchsia, Packaging of
// VkLayer_override.json). For an elevated process everything that the user could have set up is
// left out.
std::vector<std::string> StandardFolders(const Platform& platform, const char* folder);

// The manifests that the registry names in place of one of the folders above, those of devices
// first (LoaderLayerInterface, Windows Layer Discovery; LoaderDriverInterface, Driver Discovery on
// Windows). For an elevated process what its user can write is left out. Nothing for other folders.
std::vector<std::string> RegisteredManifests(const Platform& platform, const char* folder);

// Which environment variables replace the standard folders, the first defined one wins, and which
// one adds to them at the front.
struct PathVariables {
  std::vector<const char*> replacing;
  const char* adding;
};

// Files and folders to look into for one kind of manifests: what the system has, which is standard
// folders or a registry, and variables taken together. The variables do not exist for an elevated
// process (LLP_LOADER_13, LDP_LOADER_13).
std::vector<std::string> SearchPaths(const Platform& platform, const PathVariables& variables,
                                     const char* folder);

// The manifests at `paths`, each a file or a folder, without repetitions, in order.
std::vector<std::string> FindManifests(const Platform& platform,
                                       const std::vector<std::string>& paths);

// The variables for each kind.
PathVariables ImplicitLayerVariables();
PathVariables ExplicitLayerVariables();
PathVariables DriverVariables();

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_SEARCH_PATHS_H_

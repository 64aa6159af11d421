// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_SEARCH_PATHS_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_SEARCH_PATHS_H_

#include <string>
#include <vector>

#include "reference_loader/common/platform.h"

namespace reference_loader::vulkan {

// The manifest folders below each base folder of the system.
inline constexpr char kImplicitLayerFolder[] = "vulkan/implicit_layer.d";
inline constexpr char kExplicitLayerFolder[] = "vulkan/explicit_layer.d";
inline constexpr char kDriverFolder[] = "vulkan/icd.d";

// The system's and the user's folders for one kind of manifests, in the order of the search
// (LoaderLayerInterface, Linux Layer Discovery, Fuchsia Layer Discovery and macOS Layer Discovery;
// LoaderDriverInterface likewise; Gapii Packaging on Fuchsia, Packaging of VkLayer_override.json).
// For an elevated process, skips all places that the user can change.
std::vector<std::string> StandardFolders(const Platform& platform, const char* folder);

// The manifests that the registry names instead of one of the folders above, those of devices first
// (LoaderLayerInterface, Windows Layer Discovery; LoaderDriverInterface, Driver Discovery on
// Windows). For an elevated process, skips all places that its user can write. Empty for other
// folders.
std::vector<std::string> RegisteredManifests(const Platform& platform, const char* folder);

// These manifests, and the root folders of known packages (the same sections).
std::vector<std::string> InstalledOnWindows(const Platform& platform, const char* folder);

// Environment variables that replace the standard folders, of which the first defined one counts,
// and one whose folders are added before them.
struct PathVariables {
  std::vector<const char*> replacing;
  const char* adding;
};

// The files and folders to search for one kind of manifests: the system's standard folders or
// registry, combined with the variables. An elevated process ignores the variables (LLP_LOADER_13,
// LDP_LOADER_13).
std::vector<std::string> SearchPaths(const Platform& platform, const PathVariables& variables,
                                     const char* folder);

// The manifests at `paths`, each a file or a folder, in order and without duplicates.
std::vector<std::string> FindManifests(const Platform& platform,
                                       const std::vector<std::string>& paths);

// The variables for each kind.
PathVariables ImplicitLayerVariables();
PathVariables ExplicitLayerVariables();
PathVariables DriverVariables();

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_SEARCH_PATHS_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_FIND_IN_ROOT_H_
#define LOADSTONE_HARNESS_COMPONENT_FIND_IN_ROOT_H_

#include <string>

#include "harness/component/find_library.h"

namespace loadstone {

// These functions do the work of find_library.h for worlds with the system of LibrarySearch::root.
// Manifests and folders of manifests are paths on the host, below the root or elsewhere.

// Where a library is.
struct LibraryPlace {
  std::string asked = {};    // the path that was searched for; empty if a name was not found
  std::string path = {};     // in worlds, without links; empty if there is nothing
  std::string on_host = {};  // the same file on the host
};

// Returns where the system has the library_path of a manifest in `folder`. A path is resolved in
// the system first, and on the host if the manifest is the host's.
LibraryPlace LocateInRoot(const std::string& library_path, const std::string& folder,
                          const LibrarySearch& search);

// Does FolderOfManifest.
std::string FolderOfManifestInRoot(const std::string& manifest, const std::string& library_path,
                                   const LibrarySearch& search);

// Sets what worlds need for the library at `place`. Throws EnvironmentError, in one line, if worlds
// cannot have a library of the host at its path.
void AddNeedsInRoot(const LibraryPlace& place, const LibrarySearch& search, FoundLibrary& found);

// Returns the path on the host of the manifest that the user names: below the root if the system
// has it. Throws EnvironmentError, in one line, if only this machine's own system has it.
std::string ManifestInRoot(const std::string& manifest, const std::string& root);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_FIND_IN_ROOT_H_

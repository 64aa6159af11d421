// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_SYSTEM_LOADER_H_
#define LOADSTONE_HARNESS_COMPONENT_SYSTEM_LOADER_H_

#include <string>

#include "harness/component/find_library.h"
#include "harness/policy/kinds.h"

namespace loadstone {

// The file name under which programs link the loader of an API, "vulkan" or "openxr".
const char* LoaderName(Api api);

// The loader that a program gets on this machine, or in the system in the folder `root`; empty
// where there is none for the architecture. On this machine links are not followed: the path is
// the one that the dynamic linker uses.
std::string SystemLoader(Api api, const std::string& root = {},
                         const Architecture& architecture = OwnArchitecture());

// Returns the architectures that the system in the folder `root`, or this machine if it is empty,
// can have programs for: first that of this program, if the system has its dynamic linker. Returns
// that of this program alone for a system without any.
std::vector<Architecture> SystemArchitectures(const std::string& root);

// Returns the searches for the library of a component, one for each architecture of the system, in
// order of preference: that of the manifest's `library_arch`, "32" or "64"; that of `search`; the
// others. Each has the folder of its system's loader as origin, unless `search` has an origin.
std::vector<LibrarySearch> SearchesFor(const LibrarySearch& search, Api api,
                                       const std::string& library_arch);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_SYSTEM_LOADER_H_

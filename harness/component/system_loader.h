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
// where there is none for this architecture. On this machine links are not followed: the path is
// the one that the dynamic linker uses.
std::string SystemLoader(Api api, const std::string& root = {});

// `search` with the folder of the system's loader as origin where it has none.
LibrarySearch WithOrigin(LibrarySearch search, Api api);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_SYSTEM_LOADER_H_

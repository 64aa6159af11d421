// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_HOST_VIEW_H_
#define LOADSTONE_HARNESS_COMPONENT_HOST_VIEW_H_

#include <string>
#include <vector>

#include "harness/sandbox/sandbox.h"

namespace loadstone {

// What every world with a component shows of the host: the files of the system that a library may
// open by name, and the linker's cache; not the manifests and settings that loaders search for,
// which are the world's own.
const HostView& ViewOfComponents();

// Of `folders` of the host, each once those that a world can show and does not show by that view.
// Left out are what is no folder, and what has folders of a world in it or is one: a mount there
// would hide them.
std::vector<std::string> FoldersToShow(const std::vector<std::string>& folders);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_HOST_VIEW_H_

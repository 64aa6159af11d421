// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_COMPONENT_HOST_VIEW_H_
#define LOADSTONE_HARNESS_COMPONENT_HOST_VIEW_H_

#include <string>
#include <vector>

#include "harness/sandbox/sandbox.h"

namespace loadstone {

// Returns what every world with a component shows of the host: the system files that a library may
// open by name, and the linker's cache. The manifests and settings that loaders search for are not
// shown.
const HostView& ComponentHostView();

// Returns whether a world can show this folder, which must not contain symbolic links, and does not
// show it by that view. It cannot if it is or contains a folder of a world, which a mount would
// hide.
bool CanShow(const std::string& folder);

// Returns those of the host's `folders` that a world can show and does not show by that view,
// without duplicates. Omits paths that are not folders.
std::vector<std::string> FoldersToShow(const std::vector<std::string>& folders);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_HOST_VIEW_H_

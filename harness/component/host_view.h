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

// Returns those of the host's `folders` that a world can show and does not show by that view,
// without duplicates. Omits paths that are not folders, and folders that are or contain folders of
// a world, which a mount would hide.
std::vector<std::string> FoldersToShow(const std::vector<std::string>& folders);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_COMPONENT_HOST_VIEW_H_

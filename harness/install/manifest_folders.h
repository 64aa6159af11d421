// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_INSTALL_MANIFEST_FOLDERS_H_
#define LOADSTONE_HARNESS_INSTALL_MANIFEST_FOLDERS_H_

#include <set>
#include <string>

namespace loadstone {

// The manifests below `root`, a folder that stands for the root of a machine: their paths from
// there, beginning with a slash. Links to folders are not followed. Throws EnvironmentError with
// one line: no folder, one that cannot be read, or more than a million entries.
std::set<std::string> ManifestsBelow(const std::string& root);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_INSTALL_MANIFEST_FOLDERS_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_INSTALL_MANIFEST_FOLDERS_H_
#define LOADSTONE_HARNESS_INSTALL_MANIFEST_FOLDERS_H_

#include <set>
#include <string>

namespace loadstone {

// Returns the paths of the manifests below `root`, relative to it and beginning with a slash;
// `root` represents the root of a machine. Links to folders are not followed. Throws
// EnvironmentError with one line: not a folder, an unreadable folder, or more than a million
// entries.
std::set<std::string> ManifestsBelow(const std::string& root);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_INSTALL_MANIFEST_FOLDERS_H_

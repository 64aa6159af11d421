// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_WINDOWS_PACKAGES_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_WINDOWS_PACKAGES_H_

#include <string>
#include <vector>

namespace reference_loader {

// The root folders of the AppX and MSIX packages of a family that are installed for the user.
std::vector<std::string> FoldersOfPackages(const std::string& family);

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_WINDOWS_PACKAGES_H_

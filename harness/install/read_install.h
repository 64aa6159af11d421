// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_INSTALL_READ_INSTALL_H_
#define LOADSTONE_HARNESS_INSTALL_READ_INSTALL_H_

#include <string>

#include "harness/policy/kinds.h"
#include "harness/world/install_under_test.h"

namespace loadstone {

struct ReadInstallResult {
  Api api = Api::kVulkan;
  InstallUnderTest install = {};
};

// Reads the registry before and after installing and, where `uninstalled` is not empty, after
// uninstalling: each an exported registry, or the folder of a prefix of Wine. `api` may be empty:
// the one that the installer registered something for. Throws EnvironmentError with one line: no
// such file, no registry, a change of nothing that concerns the API, or of both and `api` is empty.
ReadInstallResult ReadInstall(const std::string& before, const std::string& after,
                              const std::string& uninstalled, std::optional<Api> api);

// Likewise of a machine whose manifests are in folders: each argument is a folder that stands for
// its root. Throws EnvironmentError with one line: no folder, or no new manifest.
InstallUnderTest ReadInstallInFolders(const std::string& before, const std::string& after,
                                      const std::string& uninstalled);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_INSTALL_READ_INSTALL_H_

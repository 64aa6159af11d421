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

// Reads the registry before and after installation and, if `uninstalled` is not empty, after
// uninstalling. `update`: the first has an older version of what was installed. Each argument is an
// exported registry, or the folder of a Wine prefix. `api` may be empty: the API for which the
// installer registered something. Throws EnvironmentError with one line: no such file, not a
// registry, no change that concerns the API, or changes for both APIs while `api` is empty.
ReadInstallResult ReadInstall(const std::string& before, const std::string& after,
                              const std::string& uninstalled, std::optional<Api> api, bool update);

// Reads an installation on a machine that has manifests in folders: each argument is a folder that
// represents the root of the machine. Throws EnvironmentError with one line: no folder, or no new
// manifest.
InstallUnderTest ReadInstallInFolders(const std::string& before, const std::string& after,
                                      const std::string& uninstalled);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_INSTALL_READ_INSTALL_H_

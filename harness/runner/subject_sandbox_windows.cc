// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/installation.h"
#include "harness/runner/subject_sandbox.h"

namespace loadstone {

std::vector<std::string> HostFilesOf(const RunRequest&) { return {}; }

std::unique_ptr<Sandbox> MakeSandbox(const RunRequest& request) {
  const Installation installation = FindInstallation();
  return MakeWindowsSandbox({.keeper = {},
                             .probe = installation.windows_probe,
                             .subject = request.loader,
                             .library = installation.windows_mocks});
}

}  // namespace loadstone

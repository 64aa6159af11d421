// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_RUNNER_SUBJECT_SANDBOX_H_
#define LOADSTONE_HARNESS_RUNNER_SUBJECT_SANDBOX_H_

#include <memory>
#include <string>
#include <vector>

#include "harness/runner/run.h"
#include "harness/sandbox/sandbox.h"

namespace loadstone {

// Returns the files of the host that worlds of a run may contain copies of: those of the component
// under test, and the rules libraries.
std::vector<std::string> HostFilesOf(const RunRequest& request);
// Returns a sandbox for the subject of a run. Throws EnvironmentError.
std::unique_ptr<Sandbox> MakeSandbox(const RunRequest& request);
// Returns a sandbox whose worlds show all of the system of --root. Throws
// EnvironmentError.
std::unique_ptr<Sandbox> MakeWholeSystemSandbox(const RunRequest& request);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_SUBJECT_SANDBOX_H_

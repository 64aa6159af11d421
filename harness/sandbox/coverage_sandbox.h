// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_COVERAGE_SANDBOX_H_
#define LOADSTONE_HARNESS_SANDBOX_COVERAGE_SANDBOX_H_

#include <memory>
#include <string>

#include "harness/sandbox/sandbox.h"

namespace loadstone {

// The folder for what an instrumented subject writes about its coverage, in a world that has one.
inline constexpr char kCoverageDirectory[] = "/loadstone/coverage";

// Returns a sandbox as MakeLinuxSandbox does. If `folder` is not empty, every world has this folder
// of the host as kCoverageDirectory, writable, and the application has the variables that lead the
// runtimes of gcov and LLVM there: GCOV_PREFIX and LLVM_PROFILE_FILE. The worlds run one after
// another, and the runtimes merge into the files of earlier worlds. Every user must be allowed to
// write to the folder, because the users in worlds are other ones than that of this process. Not
// for SandboxOptions::root.
std::unique_ptr<Sandbox> MakeCoverageSandbox(const SandboxOptions& options,
                                             const std::string& folder);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_COVERAGE_SANDBOX_H_

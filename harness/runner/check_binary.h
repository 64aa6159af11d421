// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_RUNNER_CHECK_BINARY_H_
#define LOADSTONE_HARNESS_RUNNER_CHECK_BINARY_H_

#include <string>

#include "harness/world/elf_file.h"

namespace loadstone {

// Returns the architecture of a loader for Linux if it is not that of this program and this
// installation has the parts for it; otherwise that of this program. The file need not exist.
Architecture ArchitectureOfLoader(const std::string& path, const std::string& platform = "linux");

// Checks the file that is to be tested. Throws EnvironmentError with one line if it does not exist,
// or is a folder, not a shared library of the platform, or not for `architecture`. For a platform
// whose programs run neither here nor under Wine, it must be a library for Linux with a note that
// it has the rules of that platform.
void CheckBinary(const std::string& path, const std::string& platform = "linux",
                 const Architecture& architecture = OwnArchitecture());

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_CHECK_BINARY_H_

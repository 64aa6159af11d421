// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_RUNNER_CHECK_BINARY_H_
#define LOADSTONE_HARNESS_RUNNER_CHECK_BINARY_H_

#include <string>

namespace loadstone {

// Checks the file that is to be tested. Throws EnvironmentError with one line if it does not exist,
// or is a folder, not a shared library of the platform, or for another architecture than this
// program. For a platform whose programs run neither here nor under Wine, it must be a library for
// Linux with a note that it has the rules of that platform.
void CheckBinary(const std::string& path, const std::string& platform = "linux");

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_CHECK_BINARY_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_RUNNER_CHECK_BINARY_H_
#define LOADSTONE_HARNESS_RUNNER_CHECK_BINARY_H_

#include <string>

namespace loadstone {

// Looks at the file that is to be tested. Throws EnvironmentError with one clear line if it is
// missing, a folder, not a shared library of the platform, or of another architecture than this
// program. For a platform whose programs run neither here nor under Wine that is a library for
// Linux that says in a note that it has the rules of that platform.
void CheckBinary(const std::string& path, const std::string& platform = "linux");

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_CHECK_BINARY_H_

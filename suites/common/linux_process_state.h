// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_LINUX_PROCESS_STATE_H_
#define LOADSTONE_SUITES_COMMON_LINUX_PROCESS_STATE_H_

#include <functional>
#include <string>
#include <vector>

namespace loadstone::suites {

// The state of the whole process that a library may change: a line for each part, such as "working
// folder /". For a world with no process other than the application's.
std::vector<std::string> ProcessState();

// The lines that differ between two states, with "- " before those of `before` and "+ " before
// those of the other.
std::vector<std::string> ChangesOf(const std::vector<std::string>& before,
                                   const std::vector<std::string>& after);

// What `work` writes to standard output, up to a limit.
std::string StandardOutputOf(const std::function<void()>& work);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_LINUX_PROCESS_STATE_H_

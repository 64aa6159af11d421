// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_LINUX_PROCESS_STATE_H_
#define LOADSTONE_SUITES_COMMON_LINUX_PROCESS_STATE_H_

#include <functional>
#include <string>
#include <vector>

namespace loadstone::suites {

// What a library may change that belongs to the whole process: a line for each part of it, such as
// "working folder /". In a world that holds no process but the application's own.
std::vector<std::string> ProcessState();

// The lines of one state that are not in the other, "- " before those that were, "+ " before those
// that are.
std::vector<std::string> ChangesOf(const std::vector<std::string>& before,
                                   const std::vector<std::string>& after);

// What `work` writes to standard output, of which the beginning is given.
std::string StandardOutputOf(const std::function<void()>& work);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_LINUX_PROCESS_STATE_H_

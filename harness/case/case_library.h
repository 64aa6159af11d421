// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_CASE_LIBRARY_H_
#define LOADSTONE_HARNESS_CASE_CASE_LIBRARY_H_

#include <string>

namespace loadstone {

// Loads a shared library of cases that was built outside of this tree (rules.h) and registers its
// cases with CaseInfo::library set to `known_as`. The library stays loaded. Throws
// std::runtime_error with the linker's message.
void LoadCaseLibrary(const std::string& path, const std::string& known_as);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_CASE_LIBRARY_H_

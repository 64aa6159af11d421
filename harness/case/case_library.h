// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_CASE_LIBRARY_H_
#define LOADSTONE_HARNESS_CASE_CASE_LIBRARY_H_

#include <string>

namespace loadstone {

// Loads a shared library of cases that was built outside of this tree (rules.h), so that AllCases
// and FindCaseInFile know them; they are of the library `known_as` (CaseInfo::library). It stays
// loaded. Throws std::runtime_error with the linker's reason.
void LoadCaseLibrary(const std::string& path, const std::string& known_as);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_CASE_LIBRARY_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_OPENXR_COMBINATIONS_OPENXR_ROWS_H_
#define LOADSTONE_SUITES_OPENXR_COMBINATIONS_OPENXR_ROWS_H_

#include "oracle/openxr/oracle.h"
#include "suites/openxr/combinations/openxr_row_machine.h"
#include "suites/suites.h"

namespace loadstone::suites {

// A space about OpenXR loaders.
struct OpenXrSpace {
  const char* name;
  // Describes the machine of a row; called in the tool and in the probe.
  void (*describe)(const RowValues& row, OpenXrRowMachine& machine);
  // Returns the policies that decide what the oracle says for certain about what the space varies;
  // a case cites them besides the policy of its ID.
  std::vector<std::string> (*decisive)(const oracle::openxr::Expectation& expectation);
  // Returns the policy to which wrong extensions, and an instance that is not created, are
  // attributed, because the space varies nothing else that matters to them; empty: to their own.
  std::string (*attributed)(const RowValues& row,
                            const oracle::openxr::Expectation& expectation) = nullptr;
};

// Registers a case for each row of the space: an application enumerates API layers and extensions,
// requests what the row says, and creates and uses an instance; the oracle judges all answers.
void RegisterOpenXrRows(const OpenXrSpace& space);

// The application enables the extension that "runtime_extension" says, of the runtime that is to be
// used or of the other one, and has the version that "application_version" says.
void ApplyRequest(const RowValues& row, const std::string& used, const std::string& other,
                  OpenXrRowMachine& machine);

// Returns the policies that decide which runtime is used, or that none is.
std::vector<std::string> RuntimePolicies(const oracle::openxr::Expectation& expectation);
// Returns the policy that decides which runtime is used; empty if none can be.
std::string RuntimePolicy(const RowValues& row, const oracle::openxr::Expectation& expectation);

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_OPENXR_COMBINATIONS_OPENXR_ROWS_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_MATRIX_HISTORY_H_
#define LOADSTONE_HARNESS_REPORT_MATRIX_HISTORY_H_

#include <cstddef>
#include <string>
#include <vector>

#include "harness/report/matrix.h"

namespace loadstone {

// In which versions of a subject a cause was seen.
struct CauseHistory {
  std::size_t cause = 0;
  std::string first = {};  // the first and the last version that have the cause
  std::string last = {};
  // The versions that do not have it, although at least one case of the policy was judged.
  std::vector<std::string> without = {};
};

// The versions of a subject, with the causes that any of them has.
struct SubjectHistory {
  std::size_t subject = 0;                 // the first of them
  std::vector<std::string> versions = {};  // at least two, ascending
  std::vector<CauseHistory> causes = {};
};

// Returns the history of each subject (see IsSameFamily) of which the matrix has several versions.
// Errors are no causes here: they are not the subject's.
std::vector<SubjectHistory> HistoryOf(const Matrix& matrix);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_MATRIX_HISTORY_H_

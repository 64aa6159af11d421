// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_MATRIX_COMPARE_H_
#define LOADSTONE_HARNESS_REPORT_MATRIX_COMPARE_H_

#include <cstddef>
#include <string>
#include <vector>

#include "harness/report/compare.h"
#include "harness/report/matrix.h"

namespace loadstone {

// Cases of one policy and one subject that changed in the same way.
struct MatrixChange {
  Change change = Change::kOther;  // see Compare
  std::string policy = {};
  std::string before = {};  // name of the verdict of the first case, or "not run"
  std::string after = {};
  std::vector<std::string> cases = {};  // at least one
  std::string why = {};                 // one line of the first case; empty if unknown
};

// A subject, before and after. It may have another version after, if each matrix has exactly one
// version of it (see IsSameFamily) that the other one lacks.
struct SubjectChange {
  const MatrixSubject* before = nullptr;   // null: new; pointers into the matrices
  const MatrixSubject* after = nullptr;    // null: no longer in the matrix
  std::vector<MatrixChange> changes = {};  // worse, better, not comparable; then by policy
};

// Returns the changes between two matrices in the order of the subjects after, and then of those
// that only the first one has. What is worse or better is what Compare says of two reports, except
// that expectations, which are Loadstone's own words, do not count. A subject that only one matrix
// has is neither worse nor better. Valid as long as neither matrix changes.
std::vector<SubjectChange> CompareMatrices(const Matrix& before, const Matrix& after);

// Returns how many cases of these subjects changed in this way.
std::size_t CountChanged(const std::vector<SubjectChange>& subjects, Change change);

// Returns the changes as text for a terminal; the last line is the number of cases that are worse,
// better and not comparable.
std::string DescribeMatrixChanges(const std::vector<SubjectChange>& subjects);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_MATRIX_COMPARE_H_

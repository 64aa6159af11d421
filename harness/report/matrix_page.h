// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_MATRIX_PAGE_H_
#define LOADSTONE_HARNESS_REPORT_MATRIX_PAGE_H_

#include <string>

#include "harness/report/matrix.h"

namespace loadstone {

// Returns the matrix as one self-contained HTML page: for each kind of subject a table of policies,
// by document and section, and subjects; the policies that differ between two subjects, which the
// reader chooses; the history of each subject of which there are several versions; and a part for
// each subject and each policy. Policies can be filtered by verdict and text, also by the fragment
// of the URL (#warn, #override), and a policy's ID as the fragment opens its part.
//
// The number of elements depends on the number of policies and subjects only: a part has at most
// a fixed number of causes, and refers to the JSON for the others.
std::string MatrixPage(const Matrix& matrix);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_MATRIX_PAGE_H_

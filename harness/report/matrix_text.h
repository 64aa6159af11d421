// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_MATRIX_TEXT_H_
#define LOADSTONE_HARNESS_REPORT_MATRIX_TEXT_H_

#include <string>

#include "harness/report/matrix.h"

namespace loadstone {

// Returns the matrix as a table for a terminal: a row per subject with the number of its cases by
// verdict and of its causes, and below it how many policies have a violation or an error.
std::string MatrixText(const Matrix& matrix);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_MATRIX_TEXT_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_MATRIX_JSON_H_
#define LOADSTONE_HARNESS_REPORT_MATRIX_JSON_H_

#include <string>

#include "harness/report/matrix.h"

namespace loadstone {

// Returns the matrix as JSON that follows matrix.schema.json. `tool` is the version of Loadstone.
std::string MatrixJson(const Matrix& matrix, const std::string& tool);

// Reads a file that contains the JSON of a matrix. Throws std::runtime_error with one line that
// names the file and the problem, as ReadReport does.
Matrix ReadMatrix(const std::string& path);

// Parses the JSON of a matrix; `name` identifies it in errors.
Matrix ParseMatrix(const std::string& text, const std::string& name);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_MATRIX_JSON_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_MATRIX_SUBJECTS_H_
#define LOADSTONE_HARNESS_REPORT_MATRIX_SUBJECTS_H_

#include <vector>

#include "harness/report/matrix.h"

namespace loadstone {

// Sets name, version and label of the subjects, none of which is null. Labels are different.
void NameSubjects(std::vector<MatrixSubject*>& subjects);

// The order of the subjects in a matrix: by API, kind, platform, name and version.
bool IsSubjectBefore(const MatrixSubject& a, const MatrixSubject& b);

// Returns whether two subjects may be versions of the same one: of one API, kind, platform and
// name.
bool IsSameFamily(const MatrixSubject& a, const MatrixSubject& b);

// Throws std::runtime_error, as MakeMatrix does, if two reports are of the same subject.
void RequireDifferentSubjects(const std::vector<MatrixInput>& inputs);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_MATRIX_SUBJECTS_H_

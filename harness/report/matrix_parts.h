// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_MATRIX_PARTS_H_
#define LOADSTONE_HARNESS_REPORT_MATRIX_PARTS_H_

#include <cstddef>
#include <string>

#include "harness/report/html_node.h"
#include "harness/report/matrix.h"

namespace loadstone {

// The most that the page of a matrix shows of the causes of one policy, of one subject's policies
// with causes, and of the causes in one history.
inline constexpr std::size_t kMostCausesOfPolicy = 10;
inline constexpr std::size_t kMostPoliciesOfSubject = 100;
inline constexpr std::size_t kMostCausesOfHistory = 200;

// Return the ID of the element with this part of the page.
std::string SubjectAnchor(std::size_t subject);
std::string PolicyAnchor(const std::string& policy);

// Adds a part for each policy: the statement, links to its sources, and its causes by subject.
void AddPolicyParts(html::Node body, const Matrix& matrix);

// Adds a part for each subject: what it is, how it was judged, and the policies with causes.
void AddSubjectParts(html::Node body, const Matrix& matrix);

// Adds a table for each subject of which there are several versions; nothing if there is none.
void AddHistories(html::Node body, const Matrix& matrix);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_MATRIX_PARTS_H_

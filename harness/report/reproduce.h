// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_REPRODUCE_H_
#define LOADSTONE_HARNESS_REPORT_REPRODUCE_H_

#include <string>
#include <vector>

#include "harness/report/result.h"

namespace loadstone {

// Returns the command that reproduces one case, for a POSIX shell, on one line. It includes the
// options of the run that affect judging, such as another version of the documents.
std::string ReproduceCommand(const SubjectSummary& subject, const CaseResult& result);

// Returns the command's words, each quoted for a shell.
std::vector<std::string> ReproduceWords(const SubjectSummary& subject, const CaseResult& result);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_REPRODUCE_H_

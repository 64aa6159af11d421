// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_REPRODUCE_H_
#define LOADSTONE_HARNESS_REPORT_REPRODUCE_H_

#include <string>
#include <vector>

#include "harness/report/result.h"

namespace loadstone {

// The command that shows one case again, for a POSIX shell, on one line. It takes what the run was
// told of how to judge as well, such as another version of the documents.
std::string ReproduceCommand(const SubjectSummary& subject, const CaseResult& result);

// The same, word by word, each quoted for a shell.
std::vector<std::string> ReproduceWords(const SubjectSummary& subject, const CaseResult& result);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_REPRODUCE_H_

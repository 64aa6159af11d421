// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_MERGE_H_
#define LOADSTONE_HARNESS_REPORT_MERGE_H_

#include <vector>

#include "harness/report/result.h"

namespace loadstone {

// Merges the reports of several runs of one subject, such as the shards of a run. For a case in
// several of them the worst verdict counts, and the case is flaky if the verdicts differ.
// `incomplete` lists the missing shards. Throws std::runtime_error with one line if there is no
// report, or if the reports are not of the same binary, judged in the same way.
RunReport MergeReports(const std::vector<RunReport>& parts);

// Merges another result of the same case into `known`: the worse verdict counts, with all that was
// observed with it, and the case is flaky if the verdicts differ.
void MergeResult(const CaseResult& result, CaseResult& known);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_MERGE_H_

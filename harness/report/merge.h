// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_MERGE_H_
#define LOADSTONE_HARNESS_REPORT_MERGE_H_

#include <vector>

#include "harness/report/result.h"

namespace loadstone {

// One report of several runs of one subject, such as the shards of a run. Of a case in several of
// them the worst verdict counts, and it is flaky if they differ. `incomplete` says which shards are
// missing. Throws std::runtime_error with one line if there is none, or if they are not of the same
// binary, judged in the same way.
RunReport MergeReports(const std::vector<RunReport>& parts);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_MERGE_H_

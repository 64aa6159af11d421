// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_UNJUDGED_H_
#define LOADSTONE_HARNESS_REPORT_UNJUDGED_H_

#include <functional>
#include <string>

#include "harness/report/result.h"

namespace loadstone {

// Completes the cases that could not judge because the subject did not work (CaseResult::unjudged),
// once all verdicts of a run are known: each cause becomes a finding in one case, and the skips
// name that case. If none of a skip's judges failed, or they are not in the report, the first such
// skip becomes a finding under the policy that it accuses, with the level that `level_of` returns,
// and later skips with the same first judge name it. It stays a skip if it accuses no policy, or if
// the policy is only robustness and `robustness` is false. The result does not depend on the order
// in which cases ran.
void ResolveUnjudged(RunReport& report,
                     const std::function<policy::Level(const std::string& policy)>& level_of,
                     bool robustness);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_UNJUDGED_H_

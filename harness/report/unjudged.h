// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_UNJUDGED_H_
#define LOADSTONE_HARNESS_REPORT_UNJUDGED_H_

#include <functional>
#include <string>

#include "harness/report/result.h"

namespace loadstone {

// Settles the cases that could not judge since the subject did not work (CaseResult::unjudged),
// once all verdicts of a run are known: a skip names the case in which that is a finding, and each
// cause is a finding in one case at least. A skip whose judges all went well, or are not in the
// report, is the first that tells of its cause: it becomes a finding under the policy that it
// accuses, of the level that `level_of` gives, and what has the same first judge names it. It stays
// a skip where it accuses nobody, or where the policy is no more than robustness and `robustness`
// is false. The result depends on no order in which cases ran.
void SettleUnjudged(RunReport& report,
                    const std::function<policy::Level(const std::string& policy)>& level_of,
                    bool robustness);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_UNJUDGED_H_

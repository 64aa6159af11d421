// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_CAUSES_H_
#define LOADSTONE_HARNESS_REPORT_CAUSES_H_

#include <string>
#include <string_view>
#include <vector>

#include "harness/report/result.h"

namespace loadstone {

// Cases that went wrong in the same way: with one verdict, under one policy, with texts that differ
// in names, paths and numbers at most.
struct Cause {
  Verdict verdict = Verdict::kError;
  std::string policy;                    // see BlamedPolicy
  std::vector<const CaseResult*> cases;  // at least one, in natural order; point into the report
};

// What is left of a text when the particulars are taken out: "..." stands for each row of quoted
// texts, / for a path, # for a number.
std::string Pattern(std::string_view text);

// The causes of every fail, warn and error, in this order, then by policy, and then by their first
// case. Valid as long as `report` is neither changed nor gone.
std::vector<Cause> GroupByCause(const RunReport& report);

// Causes that a report shows together.
struct CauseGroup {
  // What may be behind all of them: a fault that the cases name, or how the process ended, during
  // which call. Empty for causes of one verdict and policy with nothing of that kind in common.
  std::string fault;
  std::string says;  // what is wrong then
  std::vector<Cause> causes;
};

// All causes in groups, each of which stands where its first cause does. What two causes at least
// have in common makes a group. Valid as long as `report` is neither changed nor gone.
std::vector<CauseGroup> GroupByFault(const RunReport& report);

// The policies of its causes, each once.
std::vector<std::string> PoliciesOf(const CauseGroup& group);

// What a report says of a group with a fault: "63 cases of 3 policies may have one cause".
std::string DescribeGroup(const CauseGroup& group);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_CAUSES_H_

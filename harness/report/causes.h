// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_CAUSES_H_
#define LOADSTONE_HARNESS_REPORT_CAUSES_H_

#include <string>
#include <string_view>
#include <vector>

#include "harness/report/result.h"

namespace loadstone {

// Cases that failed in the same way: with the same verdict, under the same policy, with texts that
// differ only in names, paths and numbers.
struct Cause {
  Verdict verdict = Verdict::kError;
  std::string policy;                    // see BlamedPolicy
  std::vector<const CaseResult*> cases;  // at least one, in natural order; pointers into the report
};

// Returns a text without its particulars: "..." replaces each row of quoted texts, / a path, # a
// number.
std::string Pattern(std::string_view text);

// Returns the causes of every fail, warn and error, in this order, then by policy, then by their
// first case. Valid as long as `report` exists and is unchanged.
std::vector<Cause> GroupByCause(const RunReport& report);

// Returns the causes of every waived violation, by policy. What waivers added to the reasons does
// not count. Valid as long as `report` exists and is unchanged.
std::vector<Cause> GroupWaived(const RunReport& report);

// Causes that a report presents together.
struct CauseGroup {
  // The possible common cause: a fault that the cases name, how the process ended, during which
  // call, or the pattern of an error. Empty for causes of one verdict and policy without such a
  // common cause.
  std::string fault;
  std::string says;  // a description of the fault
  std::vector<Cause> causes;
};

// Returns all causes in groups, each at the position of its first cause. At least two causes with
// something in common form a group. Valid as long as `report` exists and is unchanged.
std::vector<CauseGroup> GroupByFault(const RunReport& report);

// Returns the groups of GroupByFault, the most important first: by verdict (fail, warn, error),
// then those in which a process crashed or hung, then by the number of cases. In each group the
// causes have that order too. A cause without a fault is a group of its own.
std::vector<CauseGroup> GroupBySeverity(const RunReport& report);

// Returns one line that says what happened in a case, not what was demanded: "observed nothing,
// expected "a" alone". If the reason is no requirement, it is the reason, with how the process
// ended. If nothing was observed, it is the headline. Long values are cut.
std::string WhatHappened(const CaseResult& result);

// Returns the policies of the group's causes, without duplicates.
std::vector<std::string> PoliciesOf(const CauseGroup& group);

// Whether all cases of the group are errors, which say nothing about their policies.
bool IsOfErrors(const CauseGroup& group);

// Returns the title of a group with a fault: "63 cases of 3 policies may have one cause".
std::string DescribeGroup(const CauseGroup& group);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_CAUSES_H_

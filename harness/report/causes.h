#ifndef LOADSTONE_HARNESS_REPORT_CAUSES_H_
#define LOADSTONE_HARNESS_REPORT_CAUSES_H_

#include <string>
#include <string_view>
#include <vector>

#include "harness/report/result.h"

namespace loadstone::inline report {

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

// The causes of every error, fail and warn, in this order, then by policy, and then by their first
// case. Valid as long as `report` is neither changed nor gone.
std::vector<Cause> GroupByCause(const RunReport& report);

}  // namespace loadstone::inline report

#endif  // LOADSTONE_HARNESS_REPORT_CAUSES_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_COMPARE_H_
#define LOADSTONE_HARNESS_REPORT_COMPARE_H_

#include <string>
#include <vector>

#include "harness/report/result.h"

namespace loadstone {

// Which way a case went from one run to another. What was not judged in either of them, because it
// was skipped, in error or not there, is neither better nor worse unless it is a violation now.
enum class Change { kWorse, kBetter, kOther };

// A case whose verdict, or kind of violation (see kind.h), is not the same in two runs.
struct Difference {
  Change change = Change::kOther;
  std::string id;
  const CaseResult* before = nullptr;  // null: not in that run; both point into the reports
  const CaseResult* after = nullptr;
};

// Every difference from one run to another, what got worse first, then what got better, each in
// natural order. A waived violation is still one. What is violated in both runs and of another kind
// now is worse, since nobody knew of it; of a run by another version of Loadstone reason and
// expectation, which are its words, are no part of the kind. Valid as long as neither report
// changes.
std::vector<Difference> Compare(const RunReport& before, const RunReport& after);

// Throws std::runtime_error with one line if a baseline of `baseline` says nothing about `subject`:
// if the two are of another API, or one is a layer and one a loader.
void RequireSameKind(const SubjectSummary& baseline, const SubjectSummary& subject);

// Turns every fail and warn of `report` that `baseline` had as well, of the same kind and no less
// severe, into waived, and names in `report.better` the cases that got better. Throws
// as RequireSameKind does.
void ApplyBaseline(const RunReport& baseline, RunReport& report);

// The differences as text for a terminal, as Markdown, or as one page of HTML that needs no other
// file, between runs called by their subjects.
std::string DiffText(const RunReport& before, const RunReport& after);
std::string DiffMarkdown(const RunReport& before, const RunReport& after);
std::string DiffHtml(const RunReport& before, const RunReport& after);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_COMPARE_H_

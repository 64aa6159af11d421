// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_COMPARE_H_
#define LOADSTONE_HARNESS_REPORT_COMPARE_H_

#include <string>
#include <vector>

#include "harness/report/result.h"

namespace loadstone {

// How a case changed between two runs. A case that was not judged in one of them, because it was
// skipped, in error or missing, is neither better nor worse, unless it is a violation in the later
// one.
enum class Change { kWorse, kBetter, kOther };

// A case whose verdict, or kind of violation (see kind.h), differs between two runs.
struct Difference {
  Change change = Change::kOther;
  std::string id;
  const CaseResult* before = nullptr;  // null: not in that run; pointers into the reports
  const CaseResult* after = nullptr;
};

// Returns every difference between two runs: first the cases that got worse, then those that got
// better, each in natural order. A waived violation is still a violation. A violation in both runs
// whose kind has changed is worse, because the new kind was unknown before. If the runs are by
// different versions of Loadstone, reason and expectation, which are Loadstone's own words, are not
// part of the kind. Valid as long as neither report changes.
std::vector<Difference> Compare(const RunReport& before, const RunReport& after);

// Throws std::runtime_error with one line if a baseline of `baseline` cannot be applied to
// `subject`, because they are of different APIs or of different kinds, such as a layer and a
// loader.
void RequireSameKind(const SubjectSummary& baseline, const SubjectSummary& subject);

// Changes every fail and warn of `report` that `baseline` has as well, with the same kind and at
// least the same severity, to waived, and stores the cases that got better in `report.better`.
// Throws as RequireSameKind does.
void ApplyBaseline(const RunReport& baseline, RunReport& report);

// Return the differences as text for a terminal, as Markdown, or as one self-contained HTML page.
// The runs are named by their subjects.
std::string DiffText(const RunReport& before, const RunReport& after);
std::string DiffMarkdown(const RunReport& before, const RunReport& after);
std::string DiffHtml(const RunReport& before, const RunReport& after);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_COMPARE_H_

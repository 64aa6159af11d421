// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_WAIVERS_H_
#define LOADSTONE_HARNESS_REPORT_WAIVERS_H_

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/report/result.h"

namespace loadstone {

// Today in UTC, so that a waiver ends at the same moment wherever a run takes place.
std::chrono::year_month_day TodayUtc();

// Of what kind a violation is that a waiver covers: members that are missing accept anything, but
// for the ending.
struct WaivedCause {
  std::optional<Verdict> verdict;       // no more severe than this
  std::optional<std::string> violates;  // the policy
  // A glob over how the process ended, as EndingOf says it; where it is missing the waiver covers
  // no process that did not come to its end.
  std::optional<std::string> ending;
  // Texts of the report; only their kinds count (see KindOfText).
  std::optional<std::string> reason;
  std::optional<std::string> expected;
  std::optional<std::string> observed;
};

// One known violation that its owner accepts for a time.
struct Waiver {
  std::string case_glob;    // over case IDs; empty if policy_glob is set
  std::string policy_glob;  // over policies; empty if case_glob is set
  std::string reason;
  std::string link;                       // where it is tracked; may be empty
  std::chrono::year_month_day expires{};  // the last day on which it holds
  WaivedCause cause = {};

  // Globs are those of fnmatch(3); `*` goes across the slash of a case ID. A policy's glob is held
  // against the one that was not kept alone, so that it cannot hide a violation of another.
  bool Names(const CaseResult& result) const;

  // In a few words why the violation of a case that it names is not the one that is waived; empty
  // where it is.
  std::string WhyNot(const CaseResult& result) const;
};

// The waivers of one file: a JSON list of objects with exactly one of "case" and "policy", with
// "reason", "expires" (YYYY-MM-DD) and perhaps "link" and "cause", an object of texts.
class Waivers {
 public:
  // Reads the file at `path`. Throws std::runtime_error with one line that names the file and,
  // where there is one, the entry and the field at fault: what cannot be read, is larger than
  // 1 MiB, is no such list, or holds an unknown, missing, doubled or malformed field.
  static Waivers Load(const std::string& path);

  // The same for a text; `name` is what errors and warnings call it.
  static Waivers Parse(std::string_view text, const std::string& name);

  // Turns every fail and warn that a waiver covers on the day `today` into waived, with the
  // waiver's reason behind the case's own. Where several cover it, the first in the file gives the
  // reason. Returns warnings, one line each: waivers that expired, that covered none, or that name
  // a case that no waiver covers because it is of another cause.
  std::vector<std::string> Apply(RunReport& report, std::chrono::year_month_day today) const;

  const std::vector<Waiver>& entries() const { return entries_; }

 private:
  std::string name_;
  std::vector<Waiver> entries_;
};

// A waiver file to start from: an entry for each case of `report` that failed or warned, which says
// what went wrong, covers that cause alone and ends on the day `expires`.
std::string DraftWaivers(const RunReport& report, std::chrono::year_month_day expires);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_WAIVERS_H_

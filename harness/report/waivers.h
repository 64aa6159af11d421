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

// Returns the current date in UTC, so that a waiver expires at the same moment everywhere.
std::chrono::year_month_day TodayUtc();

// The kind of violation that a waiver covers. A missing member matches anything, except `ending`.
struct WaivedCause {
  std::optional<Verdict> verdict;       // at most this severe
  std::optional<std::string> violates;  // the violated policy
  // A glob over how the process ended, as EndingOf returns it; if it is missing, the waiver does
  // not cover processes that ended early.
  std::optional<std::string> ending;
  // Texts of the report; only their kinds are compared (see KindOfText).
  std::optional<std::string> reason;
  std::optional<std::string> expected;
  std::optional<std::string> observed;
};

// A known violation that its owner accepts for a time.
struct Waiver {
  std::string case_glob;    // over case IDs; empty if policy_glob is set
  std::string policy_glob;  // over policies; empty if case_glob is set
  std::string reason;
  std::string link;                       // issue that tracks it; may be empty
  std::chrono::year_month_day expires{};  // the last day on which it is valid
  WaivedCause cause = {};

  // Globs are those of fnmatch(3); `*` also matches the slash of a case ID. A policy's glob is
  // matched only against the violated policy, so that it cannot hide a violation of another.
  bool Names(const CaseResult& result) const;

  // Returns, in a few words, why the violation of a case that it names is not the waived one; empty
  // if it is.
  std::string WhyNot(const CaseResult& result) const;
};

// The waivers of one file: a JSON list of objects with exactly one of "case" and "policy", with
// "reason", "expires" (YYYY-MM-DD) and optionally "link" and "cause", an object of texts.
class Waivers {
 public:
  // Reads the file at `path`. Throws std::runtime_error with one line that names the file and, if
  // there is one, the entry and the field: the file cannot be read, is larger than 1 MiB, is not
  // such a list, or has an unknown, missing, duplicate or malformed field.
  static Waivers Load(const std::string& path);

  // Parses a text; `name` identifies it in errors and warnings.
  static Waivers Parse(std::string_view text, const std::string& name);

  // Changes every fail and warn that a waiver covers on the day `today` to waived, and appends the
  // waiver's reason to the case's own. If several cover it, the first in the file is used. Returns
  // warnings, one line each: waivers that expired, that covered nothing, or that name a case which
  // no waiver covers because its cause differs.
  std::vector<std::string> Apply(RunReport& report, std::chrono::year_month_day today) const;

  const std::vector<Waiver>& entries() const { return entries_; }

 private:
  std::string name_;
  std::vector<Waiver> entries_;
};

// Returns an initial waiver file: an entry for each case of `report` that failed or warned, which
// describes the failure, covers only that cause and expires after the day `expires`.
std::string DraftWaivers(const RunReport& report, std::chrono::year_month_day expires);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_WAIVERS_H_

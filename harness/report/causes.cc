// SPDX-License-Identifier: Apache-2.0
#include "harness/report/causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "harness/report/kind.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

// At most this much of an observed or expected value is in a line that says what happened.
constexpr std::size_t kMostValueColumns = 80;

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Returns the end of the number at the start of `text`, which may be hexadecimal: 0x1f.
std::size_t EndOfNumber(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789";
  constexpr std::string_view kHexadecimal = "0123456789abcdefABCDEF";
  if (text.starts_with("0x") && text.find_first_of(kHexadecimal, 2) == 2) {
    return text.find_first_not_of(kHexadecimal, 2);
  }
  return text.find_first_not_of(kDigits);
}

// If `text` begins with a particular (a quoted text, a path or a number), removes it and returns
// its placeholder; else returns an empty string.
std::string_view TakeParticular(std::string_view& text, bool at_word) {
  if (text[0] == '"') {
    const std::size_t end = text.find('"', 1);
    if (end == std::string_view::npos) return "";
    text.remove_prefix(end + 1);
    return "\"...\"";
  }
  if (text[0] == '/' && at_word) {
    text.remove_prefix(std::min(text.find_first_of(" ,;\""), text.size()));
    return "/";
  }
  const std::size_t sign = text[0] == '-' && at_word ? 1 : 0;
  if (text.size() > sign && IsDigit(text[sign])) {
    text.remove_prefix(sign);
    text.remove_prefix(std::min(EndOfNumber(text), text.size()));
    return "#";
  }
  return "";
}

// Returns whether `pattern` ends in this placeholder and a comma, so that a further one is part of
// the same row.
bool EndsInRow(const std::string& pattern, std::string_view sign) {
  return pattern.ends_with(", ") &&
         std::string_view(pattern).substr(0, pattern.size() - 2).ends_with(sign);
}

// Returns what a case may have in common with others: the fault that it names, a crash in one
// function, or the reason of an error, which is not about the policy.
std::string FaultOf(const CaseResult& result) {
  if (!result.fault.empty()) return result.fault;
  if (result.verdict == Verdict::kError) return Pattern(OwnReason(result));
  const std::string ending = EndingOf(result);
  const bool tells =
      ending.starts_with("killed by ") && ending.find(" during ") != std::string::npos;
  return tells ? ending : "";
}

std::string SaysOf(const RunReport& report, const std::string& fault, const CaseResult& first) {
  const auto found = report.faults.find(fault);
  if (found != report.faults.end()) return found->second;
  return first.verdict == Verdict::kError ? OwnReason(first) : "the process was " + fault;
}

int PlaceOf(Verdict verdict) {
  return verdict == Verdict::kFail ? 0 : verdict == Verdict::kWarn ? 1 : 2;
}

// A group or cause with a smaller value is more important, see GroupBySeverity: the verdict,
// whether the process finished, and the number of cases below zero.
using Importance = std::tuple<int, bool, long>;

Importance Urgency(const Cause& cause) {
  return {PlaceOf(cause.verdict), EndingOf(*cause.cases.front()).empty(),
          -static_cast<long>(cause.cases.size())};
}

Importance Urgency(const CauseGroup& group) {
  long cases = 0;
  for (const Cause& cause : group.causes) cases -= static_cast<long>(cause.cases.size());
  Importance importance = Urgency(group.causes.front());
  std::get<2>(importance) = cases;
  return importance;
}

// Appends the causes of the cases with this verdict.
void AddCauses(const std::vector<PolicyGroup>& groups, Verdict verdict,
               std::vector<Cause>& causes) {
  for (const PolicyGroup& group : groups) {
    std::map<std::tuple<std::string, std::string, std::string>, std::size_t> known;
    for (const CaseResult* result : group.cases) {
      if (result->verdict != verdict) continue;
      const auto [place, first] = known.emplace(
          std::tuple(FaultOf(*result), Pattern(OwnReason(*result)), Pattern(result->observed)),
          causes.size());
      if (first) causes.push_back({verdict, group.policy, {}});
      causes[place->second].cases.push_back(result);
    }
  }
}

}  // namespace

std::string Pattern(std::string_view text) {
  std::string pattern;
  while (!text.empty()) {
    const bool at_word = pattern.empty() || pattern.back() == ' ';
    const std::string_view sign = TakeParticular(text, at_word);
    if (sign.empty()) {
      pattern += text[0];
      text.remove_prefix(1);
    } else if (EndsInRow(pattern, sign)) {
      pattern.resize(pattern.size() - 2);
    } else {
      pattern += sign;
    }
  }
  return pattern;
}

std::vector<Cause> GroupByCause(const RunReport& report) {
  const std::vector<PolicyGroup> groups = GroupByPolicy(report, BlamedPolicy);
  std::vector<Cause> causes;
  for (const Verdict verdict : {Verdict::kFail, Verdict::kWarn, Verdict::kError}) {
    AddCauses(groups, verdict, causes);
  }
  return causes;
}

std::vector<Cause> GroupWaived(const RunReport& report) {
  std::vector<Cause> causes;
  AddCauses(GroupByPolicy(report, BlamedPolicy), Verdict::kWaived, causes);
  return causes;
}

std::vector<CauseGroup> GroupByFault(const RunReport& report) {
  const std::vector<Cause> causes = GroupByCause(report);
  std::map<std::string, std::size_t> count;
  for (const Cause& cause : causes) ++count[FaultOf(*cause.cases.front())];
  std::vector<CauseGroup> groups;
  std::map<std::string, std::size_t> places;  // index of each group with a fault
  for (const Cause& cause : causes) {
    const std::string fault = FaultOf(*cause.cases.front());
    if (!fault.empty() && count[fault] > 1) {
      const auto [place, first] = places.emplace(fault, groups.size());
      if (first) groups.push_back({fault, SaysOf(report, fault, *cause.cases.front()), {}});
      groups[place->second].causes.push_back(cause);
      continue;
    }
    const bool goes_on = !groups.empty() && groups.back().fault.empty() &&
                         groups.back().causes.front().policy == cause.policy &&
                         groups.back().causes.front().verdict == cause.verdict;
    if (!goes_on) groups.emplace_back();
    groups.back().causes.push_back(cause);
  }
  return groups;
}

std::vector<CauseGroup> GroupBySeverity(const RunReport& report) {
  std::vector<CauseGroup> groups;
  for (CauseGroup& group : GroupByFault(report)) {
    if (!group.fault.empty()) {
      std::stable_sort(group.causes.begin(), group.causes.end(),
                       [](const Cause& a, const Cause& b) { return Urgency(a) < Urgency(b); });
      groups.push_back(std::move(group));
    } else {
      for (Cause& cause : group.causes) groups.push_back({"", "", {std::move(cause)}});
    }
  }
  std::stable_sort(groups.begin(), groups.end(), [](const CauseGroup& a, const CauseGroup& b) {
    return Urgency(a) < Urgency(b);
  });
  return groups;
}

std::string WhatHappened(const CaseResult& result) {
  if (result.observed.empty()) return Headline(result);
  if (!result.demanded) {
    const bool more = !EndingOf(result).empty() && !result.reason.ends_with(result.observed);
    return more ? result.reason + ": " + Truncate(result.observed, kMostValueColumns)
                : result.reason;
  }
  const bool condition = result.reason.starts_with(result.expected);
  if (condition) {
    return result.reason == result.expected ? Headline(result) : "observed " + result.observed;
  }
  return fmt::format("observed {}, expected {}", Truncate(result.observed, kMostValueColumns),
                     Truncate(result.expected, kMostValueColumns));
}

std::vector<std::string> PoliciesOf(const CauseGroup& group) {
  std::vector<std::string> policies;
  for (const Cause& cause : group.causes) {
    if (std::find(policies.begin(), policies.end(), cause.policy) == policies.end()) {
      policies.push_back(cause.policy);
    }
  }
  return policies;
}

bool IsOfErrors(const CauseGroup& group) {
  return std::all_of(group.causes.begin(), group.causes.end(),
                     [](const Cause& cause) { return cause.verdict == Verdict::kError; });
}

std::string DescribeGroup(const CauseGroup& group) {
  std::size_t cases = 0;
  for (const Cause& cause : group.causes) cases += cause.cases.size();
  const std::size_t policies = PoliciesOf(group).size();
  return fmt::format("{} cases of {} {} {}", cases, policies, policies == 1 ? "policy" : "policies",
                     IsOfErrors(group) ? "have one error" : "may have one cause");
}

}  // namespace loadstone

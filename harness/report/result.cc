// SPDX-License-Identifier: Apache-2.0
#include "harness/report/result.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

#include "harness/policy/print.h"
#include "harness/report/kind.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

constexpr std::array<std::pair<Verdict, const char*>, 6> kVerdictNames = {{
    {Verdict::kPass, "pass"},
    {Verdict::kFail, "fail"},
    {Verdict::kWarn, "warn"},
    {Verdict::kWaived, "waived"},
    {Verdict::kSkip, "skip"},
    {Verdict::kError, "error"},
}};

struct NaturalOrder {
  bool operator()(const std::string& a, const std::string& b) const { return NaturalLess(a, b); }
};

bool IsLater(const RunReport& report, const policy::Source& source) {
  const auto spec = policy::Version::TryParse(report.subject.spec);
  return spec.has_value() && policy::IsLater(source, *spec);
}

}  // namespace

const char* VerdictName(Verdict verdict) {
  for (const auto& [value, name] : kVerdictNames) {
    if (value == verdict) return name;
  }
  return "error";
}

std::optional<Verdict> VerdictFromName(std::string_view name) {
  for (const auto& [value, known] : kVerdictNames) {
    if (name == known) return value;
  }
  return std::nullopt;
}

std::optional<Shard> ParseShard(const std::string& text) {
  constexpr unsigned kMostParts = 10000;
  Shard shard;
  const char* end = text.data() + text.size();
  const auto number = std::from_chars(text.data(), end, shard.number);
  if (number.ec != std::errc() || number.ptr == end || *number.ptr != '/') return std::nullopt;
  const auto count = std::from_chars(number.ptr + 1, end, shard.count);
  if (count.ec != std::errc() || count.ptr != end) return std::nullopt;
  if (shard.number < 1 || shard.number > shard.count || shard.count > kMostParts) {
    return std::nullopt;
  }
  return shard;
}

void Summary::Add(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass:
      ++pass;
      break;
    case Verdict::kFail:
      ++fail;
      break;
    case Verdict::kWarn:
      ++warn;
      break;
    case Verdict::kWaived:
      ++waived;
      break;
    case Verdict::kSkip:
      ++skip;
      break;
    case Verdict::kError:
      ++error;
      break;
  }
}

Verdict Summary::Worst() const {
  if (error > 0) return Verdict::kError;
  if (fail > 0) return Verdict::kFail;
  if (warn > 0) return Verdict::kWarn;
  if (waived > 0) return Verdict::kWaived;
  if (pass > 0) return Verdict::kPass;
  return Verdict::kSkip;
}

Summary Count(const RunReport& report) {
  Summary summary;
  for (const CaseResult& result : report.cases) summary.Add(result.verdict);
  return summary;
}

std::size_t NotRun(const RunReport& report) {
  return report.chosen > report.cases.size() ? report.chosen - report.cases.size() : 0;
}

std::string WhyUnjudged(const RunReport& report) {
  std::map<std::string, Verdict> verdicts;
  for (const CaseResult& result : report.cases) verdicts[result.id] = result.verdict;
  const auto waived = [&](const std::string& id) {
    const auto found = verdicts.find(id);
    return found != verdicts.end() && found->second == Verdict::kWaived;
  };
  std::size_t unjudged = 0;
  const CaseResult* first = nullptr;
  const CaseResult* ended = nullptr;
  for (const CaseResult& result : report.cases) {
    if (result.unjudged && !waived(result.see)) {
      if (result.see != result.id) ++unjudged;  // otherwise it is a finding
      // The reason of a case with a reference to another one is the same as there; without one, the
      // reason is its own.
      if (first == nullptr) first = &result;
    }
    const bool ends = result.verdict == Verdict::kWarn && !EndingOf(result).empty();
    if (ends && ended == nullptr) ended = &result;
  }
  if (first != nullptr && unjudged == 0) {
    return first->verdict == Verdict::kFail ? ""
                                            : fmt::format("{}, see {}", first->reason, first->id);
  }
  if (first != nullptr) {
    return fmt::format("{} of {} cases could not be judged: {}{}", unjudged, report.cases.size(),
                       first->reason, first->see == first->id ? ", see " + first->id : "");
  }
  if (ended == nullptr || report.subject.kind == "loader") return {};
  return fmt::format("the {} ended the process, see {}", report.subject.kind, ended->id);
}

std::string WhyIncomplete(const RunReport& report) {
  if (!report.incomplete.empty()) return report.incomplete;
  if (const std::size_t missing = NotRun(report); missing > 0) {
    return fmt::format("{}{} of {} cases did not run",
                       report.interrupted ? "interrupted before every case had run: " : "", missing,
                       report.chosen);
  }
  if (report.interrupted) return "interrupted before every case had run";
  if (report.cases.empty()) return "no case ran";
  if (const std::string why = WhyUnjudged(report); !why.empty()) return why;
  if (Count(report).skip == report.cases.size()) {
    return "every case was skipped, so nothing was judged";
  }
  return "";
}

int ExitStatus(const RunReport& report) {
  const Summary summary = Count(report);
  if (summary.fail > 0 || (report.strict && summary.warn > 0)) return 1;
  return summary.error > 0 || !WhyIncomplete(report).empty() ? 3 : 0;
}

std::string OwningPolicy(const CaseResult& result) {
  if (!result.policies.empty()) return result.policies.front();
  return result.id.substr(0, result.id.find('/'));
}

std::string BlamedPolicy(const CaseResult& result) {
  return result.violates.empty() ? OwningPolicy(result) : result.violates;
}

std::string Headline(const CaseResult& result) {
  return result.demanded ? "violated: " + result.reason : result.reason;
}

const PolicySummary* FindPolicy(const RunReport& report, const CaseResult& result) {
  const auto found = report.policies.find(BlamedPolicy(result));
  return found == report.policies.end() ? nullptr : &found->second;
}

std::string DescribeSource(const RunReport& report, const policy::Source& source) {
  const std::string text = Describe(source);
  return IsLater(report, source) ? fmt::format("{} (later than {})", text, report.subject.spec)
                                 : text;
}

std::string DescribeSources(const RunReport& report, const PolicySummary& policy) {
  std::string text;
  for (const policy::Source& source : policy.sources) {
    text += (text.empty() ? "" : "; ") + DescribeSource(report, source);
  }
  return text;
}

std::string CitedEditions(const RunReport& report) {
  std::map<policy::Version, bool> editions;  // value: whether it is later than the subject
  for (const CaseResult& result : report.cases) {
    const PolicySummary* policy = FindPolicy(report, result);
    if (policy == nullptr || result.verdict == Verdict::kSkip) continue;
    for (const policy::Source& source : policy->sources) {
      const auto edition = policy::Version::TryParse(source.edition);
      if (edition.has_value()) editions.emplace(*edition, IsLater(report, source));
    }
  }
  std::string text;
  for (const auto& [edition, later] : editions) {
    text += (text.empty() ? "" : ", ") + edition.ToString() + (later ? " (later)" : "");
  }
  return text;
}

std::string ShortName(const CaseResult& result) {
  const std::size_t slash = result.id.find('/');
  return slash == std::string::npos ? result.id : result.id.substr(slash + 1);
}

Summary PolicyGroup::Count() const {
  Summary summary;
  for (const CaseResult* result : cases) summary.Add(result->verdict);
  return summary;
}

std::vector<PolicyGroup> GroupByPolicy(const RunReport& report,
                                       std::string (*policy_of)(const CaseResult&)) {
  std::map<std::string, std::vector<const CaseResult*>, NaturalOrder> by_policy;
  for (const CaseResult& result : report.cases) by_policy[policy_of(result)].push_back(&result);
  std::vector<PolicyGroup> groups;
  groups.reserve(by_policy.size());
  for (auto& [policy, cases] : by_policy) {
    std::stable_sort(cases.begin(), cases.end(), [](const CaseResult* a, const CaseResult* b) {
      return NaturalLess(a->id, b->id);
    });
    groups.push_back({policy, std::move(cases)});
  }
  return groups;
}

}  // namespace loadstone

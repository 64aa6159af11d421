#include "harness/report/result.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

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

int ExitStatus(const RunReport& report) {
  const Summary summary = Count(report);
  if (summary.fail > 0 || (report.strict && summary.warn > 0)) return 1;
  // A run without a case has shown nothing, so it must not look like conformance.
  if (summary.error > 0 || report.interrupted || summary.total() == 0) return 3;
  return 0;
}

std::string OwningPolicy(const CaseResult& result) {
  if (!result.policies.empty()) return result.policies.front();
  return result.id.substr(0, result.id.find('/'));
}

std::string BlamedPolicy(const CaseResult& result) {
  return result.violates.empty() ? OwningPolicy(result) : result.violates;
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

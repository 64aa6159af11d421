// SPDX-License-Identifier: Apache-2.0
#include "harness/report/unjudged.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "harness/report/kind.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

bool WentWrong(const CaseResult& result) {
  return result.verdict == Verdict::kFail || result.verdict == Verdict::kWarn ||
         result.verdict == Verdict::kWaived || result.verdict == Verdict::kError;
}

// Returns whether `judge`, a case or a policy, includes that case.
bool Names(const std::string& judge, const CaseResult& result) {
  return judge == result.id ||
         (judge.find('/') == std::string::npos && result.id.starts_with(judge + "/"));
}

// Returns the first judge that failed, in the order in which the case names them; empty if none
// did.
std::string JudgeOf(const CaseResult& result, const std::vector<CaseResult*>& cases) {
  for (const std::string& judge : result.judges) {
    for (const CaseResult* other : cases) {
      if (other != &result && Names(judge, *other) && WentWrong(*other)) return other->id;
    }
  }
  return {};
}

}  // namespace

void ResolveUnjudged(RunReport& report,
                     const std::function<policy::Level(const std::string& policy)>& level_of,
                     bool robustness) {
  std::vector<CaseResult*> cases;
  for (CaseResult& result : report.cases) cases.push_back(&result);
  std::stable_sort(cases.begin(), cases.end(), [](const CaseResult* a, const CaseResult* b) {
    return NaturalLess(a->id, b->id);
  });
  std::map<std::string, std::string> told;  // the reporting case, by the first judge of a cause
  for (CaseResult* result : cases) {
    if (result->verdict != Verdict::kSkip || !result->unjudged) continue;
    const std::string cause = result->judges.empty() ? "" : result->judges.front();
    result->see = JudgeOf(*result, cases);
    if (const auto known = told.find(cause); result->see.empty() && known != told.end()) {
      result->see = known->second;
    }
    if (result->see.empty() && !result->accused.empty()) {
      const policy::Level level = level_of(result->accused);
      if (level == policy::Level::kRobustness && !robustness) continue;
      result->verdict = level == policy::Level::kMust ? Verdict::kFail : Verdict::kWarn;
      result->violates = result->accused;
      result->level = policy::Name(level);
      result->ending = EndingIn(result->reason);
      result->expected = result->ending->empty() ? "the component works, so that the case can judge"
                                                 : "the application finishes";
      result->observed = result->reason;
      result->see = result->id;
      told.emplace(cause, result->id);
    } else if (!result->see.empty()) {
      result->reason += ", see " + result->see;
    }
  }
}

}  // namespace loadstone

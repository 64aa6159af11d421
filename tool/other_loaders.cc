// SPDX-License-Identifier: Apache-2.0
#include "tool/second_loader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "harness/report/text.h"

namespace loadstone {
namespace {

constexpr char kReference[] = "the reference loader";

bool IsBad(Verdict verdict) { return verdict == Verdict::kFail || verdict == Verdict::kWarn; }

// Describes the result of a case below the other loader.
std::string Otherwise(const CaseResult& other, const std::string& loader) {
  switch (other.verdict) {
    case Verdict::kPass:
      return fmt::format("below {} the case passes", loader);
    case Verdict::kSkip:
      return fmt::format("below {} the case is skipped: {}", loader, other.reason);
    case Verdict::kError:
      return fmt::format("below {} the case could not be judged: {}", loader, other.reason);
    default:
      return fmt::format("below {}: {}", loader, other.reason);
  }
}

void Append(std::string& text, const std::string& more) {
  text += text.empty() ? more : fmt::format(" ({})", more);
}

// If a layer fails after the chain below it succeeded, the loader must destroy the remaining
// objects (LS_VK_CREATION_1). The reference loader does; objects that another loader leaves behind
// are not attributed to the layer.
constexpr std::string_view kOfReferenceAlone[] = {
    "LLP_LAYER_14/failing_allocations_leave_nothing_behind"};

bool CountsBelowAnyLoader(const std::string& id) {
  return std::ranges::find(kOfReferenceAlone, id) == std::end(kOfReferenceAlone);
}

// Combines the results of a case: `result` is below the reference loader, `second` below the other
// one, `loader`.
CaseResult Combine(const CaseResult& result, const CaseResult& second, const std::string& loader) {
  const bool bad = IsBad(result.verdict);
  if (bad && (IsBad(second.verdict) && result.verdict <= second.verdict)) return result;
  CaseResult combined = result;
  if (bad && !IsBad(second.verdict)) {
    Append(combined.reason, fmt::format("below {}; {}", kReference, Otherwise(second, loader)));
  } else if (IsBad(second.verdict) && !CountsBelowAnyLoader(result.id)) {
    Append(result.verdict == Verdict::kPass ? combined.observed : combined.reason,
           Otherwise(second, loader) + ", which may be caused by that loader");
  } else if (IsBad(second.verdict)) {
    combined = second;
    Append(combined.reason, fmt::format("below {}; {}", loader, Otherwise(result, kReference)));
  } else if (result.verdict == Verdict::kSkip && second.verdict == Verdict::kPass) {
    combined = second;
    Append(combined.observed, fmt::format("below {}; {}", loader, Otherwise(result, kReference)));
  } else if (result.verdict == Verdict::kPass && second.verdict == Verdict::kError) {
    Append(combined.observed, Otherwise(second, loader));
  } else if (result.verdict == Verdict::kSkip && second.verdict == Verdict::kError) {
    Append(combined.reason, Otherwise(second, loader));
  }
  return combined;
}

}  // namespace

void AddSecondLoader(const std::string& loader, const RunReport& second, RunReport& report) {
  std::map<std::string, const CaseResult*> others;
  for (const CaseResult& result : second.cases) others[result.id] = &result;
  for (CaseResult& result : report.cases) {
    const auto other = others.find(result.id);
    if (other == others.end()) continue;
    const CaseResult combined = Combine(result, *other->second, loader);
    const auto evidence = second.evidence.find(result.id);
    const bool of_second = IsBad(combined.verdict) && combined.verdict != result.verdict;
    if (of_second && evidence != second.evidence.end()) {
      report.evidence[result.id] = evidence->second;
    }
    const double seconds = result.seconds + other->second->seconds;
    result = combined;
    result.seconds = seconds;
  }
  std::string version;
  for (const Finding& finding : second.subject.calibration) {
    if (finding.name.find("version") != std::string::npos) {
      version = fmt::format(" ({}: {})", finding.name, finding.value);
    }
  }
  report.subject.calibration.push_back({"also below", loader + version});
  report.seconds += second.seconds;
  report.interrupted |= second.interrupted;
}

void AddUnusableLoader(const std::string& loader, const std::string& why, RunReport& report) {
  report.subject.calibration.push_back({"not below", fmt::format("{}: {}", loader, OneLine(why))});
}

}  // namespace loadstone

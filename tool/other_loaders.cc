// SPDX-License-Identifier: Apache-2.0
#include "tool/other_loaders.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string_view>

#include "harness/report/text.h"

namespace loadstone {
namespace {

// The result of a case below one loader.
struct ResultBelow {
  std::string loader;
  const CaseResult* result;
  const RunReport* run;
};

bool IsBad(const ResultBelow& below) {
  return below.result->verdict == Verdict::kFail || below.result->verdict == Verdict::kWarn;
}

// Describes the result of a case below a loader.
std::string Describe(const ResultBelow& below) {
  const CaseResult& result = *below.result;
  switch (result.verdict) {
    case Verdict::kPass:
      return fmt::format("below {} the case passes", below.loader);
    case Verdict::kSkip:
      return fmt::format("below {} the case is skipped: {}", below.loader, result.reason);
    case Verdict::kError:
      return fmt::format("below {} the case could not be judged: {}", below.loader, result.reason);
    default:
      return fmt::format("below {}: {}", below.loader, result.reason);
  }
}

void Append(std::string& text, const std::string& more) {
  text += text.empty() ? more : fmt::format(" ({})", more);
}

// If a layer fails after the chain below it succeeded, the loader must destroy the remaining
// objects (LS_VK_CREATION_1). The reference loader does; objects that another loader leaves behind
// are not attributed to the layer.
constexpr std::string_view kOfFirstAlone[] = {
    "LLP_LAYER_14/failing_allocations_leave_nothing_behind"};

bool CountsBelowAnyLoader(const std::string& id) {
  return std::ranges::find(kOfFirstAlone, id) == std::end(kOfFirstAlone);
}

// Returns the result that counts: the most serious one, and the first one of those; else the first
// pass; else the first one.
const ResultBelow& Chosen(const std::vector<ResultBelow>& all) {
  const ResultBelow* chosen = &all.front();
  const bool any = CountsBelowAnyLoader(all.front().result->id);
  for (const ResultBelow& each : all) {
    if (&each == chosen || !IsBad(each) || !any) continue;
    if (!IsBad(*chosen) || each.result->verdict < chosen->result->verdict) chosen = &each;
  }
  if (chosen->result->verdict != Verdict::kSkip) return *chosen;
  const auto passed = std::ranges::find_if(
      all, [](const ResultBelow& each) { return each.result->verdict == Verdict::kPass; });
  return passed == all.end() ? *chosen : *passed;
}

// Whether the report says what the case did below another loader than the chosen one. What failed
// below the chosen one and, less seriously, below a later one is one finding.
bool IsTold(const ResultBelow& chosen, const ResultBelow& other, bool is_later) {
  if (IsBad(chosen)) {
    return !IsBad(other) || (!is_later && other.result->verdict != chosen.result->verdict);
  }
  if (IsBad(other) || other.result->verdict == Verdict::kError) return true;
  return !is_later;  // the chosen one replaces a skip
}

// Returns `chosen`, one of all results of a case, with what is told of the others.
CaseResult Combine(const std::vector<ResultBelow>& all, const ResultBelow& chosen) {
  CaseResult combined = *chosen.result;
  std::vector<std::string> told;
  bool is_later = false;
  for (const ResultBelow& each : all) {
    if (&each == &chosen) {
      is_later = true;
      continue;
    }
    if (!IsTold(chosen, each, is_later)) continue;
    const bool excused = IsBad(each) && !CountsBelowAnyLoader(each.result->id);
    told.push_back(Describe(each) + (excused ? ", which may be caused by that loader" : ""));
  }
  if (told.empty()) return combined;
  if (IsBad(chosen) || &chosen != &all.front()) told.insert(told.begin(), "below " + chosen.loader);
  Append(combined.verdict == Verdict::kPass ? combined.observed : combined.reason,
         fmt::format("{}", fmt::join(told, "; ")));
  return combined;
}

// Names a loader with the version that calibration found.
std::string Named(const RunBelow& below) {
  std::string version;
  for (const Finding& finding : below.report.subject.calibration) {
    if (finding.name.find("version") != std::string::npos) {
      version = fmt::format(" ({}: {})", finding.name, finding.value);
    }
  }
  return below.loader + version;
}

void NameLoaders(const std::vector<RunBelow>& others, RunReport& report) {
  std::vector<std::string> used;
  std::vector<std::string> unused;
  for (const RunBelow& each : others) {
    if (each.unusable.empty()) {
      used.push_back(Named(each));
    } else {
      unused.push_back(fmt::format("{}: {}", each.loader, OneLine(each.unusable)));
    }
  }
  auto& calibration = report.subject.calibration;
  if (!used.empty())
    calibration.push_back({"also below", fmt::format("{}", fmt::join(used, "; "))});
  if (!unused.empty()) {
    calibration.push_back({"not below", fmt::format("{}", fmt::join(unused, "; "))});
  }
}

}  // namespace

void AddOtherLoaders(const std::string& first, const std::vector<RunBelow>& others,
                     RunReport& report) {
  std::map<std::string, std::vector<ResultBelow>> below;
  for (const RunBelow& each : others) {
    for (const CaseResult& result : each.report.cases) {
      below[result.id].push_back({each.loader, &result, &each.report});
    }
    report.seconds += each.report.seconds;
    report.interrupted |= each.report.interrupted;
  }
  for (CaseResult& result : report.cases) {
    std::vector<ResultBelow> all = {{first, &result, &report}};
    std::ranges::copy(below[result.id], std::back_inserter(all));
    const ResultBelow& chosen = Chosen(all);
    const auto evidence = chosen.run->evidence.find(result.id);
    if (IsBad(chosen) && chosen.run != &report && evidence != chosen.run->evidence.end()) {
      report.evidence[result.id] = evidence->second;
    }
    CaseResult combined = Combine(all, chosen);
    combined.seconds = 0;
    for (const ResultBelow& each : all) combined.seconds += each.result->seconds;
    result = std::move(combined);
  }
  NameLoaders(others, report);
}

}  // namespace loadstone

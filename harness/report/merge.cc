// SPDX-License-Identifier: Apache-2.0
#include "harness/report/merge.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

#include "harness/report/text.h"

namespace loadstone {
namespace {

constexpr Verdict kFromBest[] = {Verdict::kSkip, Verdict::kPass, Verdict::kWaived,
                                 Verdict::kWarn, Verdict::kFail, Verdict::kError};

bool IsWorse(Verdict a, Verdict b) {
  return std::find(std::begin(kFromBest), std::end(kFromBest), a) >
         std::find(std::begin(kFromBest), std::end(kFromBest), b);
}

// Returns what must be equal in reports of the same run.
std::string Identity(const RunReport& report) {
  const SubjectSummary& subject = report.subject;
  return fmt::format("{} {} {} {} {} {}", subject.kind, subject.api, subject.layer, subject.version,
                     subject.spec, subject.sha256.empty() ? subject.path : subject.sha256);
}

// Returns the shards without a report, as "2/5, 4/5"; empty if none is missing, or if the reports
// are not of shards.
std::string MissingShards(const std::vector<RunReport>& parts) {
  std::set<std::string> present;
  unsigned count = 0;
  for (const RunReport& part : parts) {
    const std::optional<Shard> shard = ParseShard(part.shard);
    if (!shard.has_value()) continue;
    present.insert(part.shard);
    count = std::max(count, shard->count);
  }
  std::vector<std::string> missing;
  for (unsigned number = 1; number <= count; ++number) {
    const std::string shard = fmt::format("{}/{}", number, count);
    if (!present.contains(shard)) missing.push_back(shard);
  }
  return fmt::format("{}", fmt::join(missing, ", "));
}

void Add(const CaseResult& result, std::map<std::string, CaseResult>& cases) {
  const auto [place, first] = cases.emplace(result.id, result);
  if (!first) MergeResult(result, place->second);
}

}  // namespace

void MergeResult(const CaseResult& result, CaseResult& known) {
  const bool flaky = known.flaky || result.flaky || known.verdict != result.verdict;
  if (IsWorse(result.verdict, known.verdict)) known = result;
  known.flaky = flaky;
}

RunReport MergeReports(const std::vector<RunReport>& parts) {
  if (parts.empty()) throw std::runtime_error("there is no report to merge");
  RunReport merged = parts.front();
  merged.cases.clear();
  merged.shard.clear();
  merged.warnings.clear();
  merged.incomplete.clear();
  merged.better.clear();
  merged.chosen = 0;
  merged.seconds = 0;
  std::map<std::string, CaseResult> cases;
  std::size_t missing = 0;
  for (const RunReport& part : parts) {
    if (Identity(part) != Identity(parts.front())) {
      throw std::runtime_error(
          fmt::format("the reports are not for the same binary, judged in the same way: {} {} by "
                      "{}, and {} {} by {}",
                      OneLine(parts.front().subject.path), parts.front().subject.version,
                      parts.front().subject.spec, OneLine(part.subject.path), part.subject.version,
                      part.subject.spec));
    }
    for (const CaseResult& result : part.cases) Add(result, cases);
    merged.policies.insert(part.policies.begin(), part.policies.end());
    merged.faults.insert(part.faults.begin(), part.faults.end());
    merged.warnings.insert(merged.warnings.end(), part.warnings.begin(), part.warnings.end());
    merged.seconds += part.seconds;
    merged.interrupted |= part.interrupted;
    merged.strict |= part.strict;
    missing += NotRun(part);
  }
  for (auto& [id, result] : cases) merged.cases.push_back(std::move(result));
  merged.chosen = merged.cases.size() + missing;
  const std::string shards = MissingShards(parts);
  if (!shards.empty()) merged.incomplete = "there is no report of shard " + shards;
  return merged;
}

}  // namespace loadstone

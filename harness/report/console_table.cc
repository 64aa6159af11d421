// SPDX-License-Identifier: Apache-2.0
#include "harness/report/console_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "harness/report/terminal.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

constexpr std::size_t kMaxPolicyColumns = 40;
constexpr std::size_t kMinReasonColumns = 20;
constexpr std::size_t kMaxLineColumns = 400;
constexpr std::string_view kGap = "  ";

// A formatted row of the table.
struct Row {
  std::string policy;
  Verdict verdict = Verdict::kSkip;
  std::string cases;
  std::string why;     // truncated to the remaining width
  std::string suffix;  // follows `why` and is not truncated
};

std::string Pad(std::string_view text, std::size_t columns) {
  const std::size_t used = Columns(text);
  return fmt::format("{}{}", text, std::string(used < columns ? columns - used : 0, ' '));
}

const char* ColorOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kPass:
      return "\x1b[32m";  // green
    case Verdict::kFail:
      return "\x1b[31m";  // red
    case Verdict::kWarn:
      return "\x1b[33m";  // yellow
    case Verdict::kWaived:
      return "\x1b[36m";  // cyan
    case Verdict::kSkip:
      return "\x1b[2m";  // faint
    case Verdict::kError:
      return "\x1b[35m";  // magenta
  }
  return "";
}

std::string CasesCell(const Summary& summary) {
  const std::size_t applicable = summary.total() - summary.skip;
  if (applicable == 0) return fmt::format("{} skipped", summary.skip);
  return fmt::format("{}/{}", summary.pass, applicable);
}

// Sets why a policy has its verdict: the reason of the first case with that verdict. For a policy
// that passes, it is the number of skipped cases and the reason of the first, if there are any.
void ExplainRow(const PolicyGroup& group, const Summary& summary, Row& row) {
  const Verdict wanted = row.verdict == Verdict::kPass ? Verdict::kSkip : row.verdict;
  const auto first =
      std::find_if(group.cases.begin(), group.cases.end(),
                   [&](const CaseResult* result) { return result->verdict == wanted; });
  if (first == group.cases.end()) return;
  const auto more =
      std::count_if(std::next(first), group.cases.end(),
                    [&](const CaseResult* result) { return result->verdict == wanted; });
  row.why = OneLine(Headline(**first));
  if (row.verdict == Verdict::kWarn) row.why = fmt::format("{}: {}", (*first)->level, row.why);
  if (row.verdict == Verdict::kPass) {
    row.why = fmt::format("{} skipped: {}", summary.skip, row.why);
  } else if (row.verdict == Verdict::kSkip) {
    if (more > 0) row.suffix = fmt::format("(+{} more)", more);
  } else {
    row.suffix = more > 0 ? fmt::format("({}, +{} more)", OneLine((*first)->id), more)
                          : fmt::format("({})", OneLine((*first)->id));
  }
}

Row MakeRow(const PolicyGroup& group) {
  const Summary summary = group.Count();
  Row row;
  row.policy = Truncate(OneLine(group.policy), kMaxPolicyColumns);
  row.verdict = summary.Worst();
  row.cases = CasesCell(summary);
  ExplainRow(group, summary, row);
  return row;
}

// Formats the last cell of a row. The suffix is complete as long as a useful part of the reason
// fits before it.
std::string WhyCell(const Row& row, std::size_t room) {
  if (row.suffix.empty()) return Truncate(row.why, room);
  if (row.why.empty()) return Truncate(row.suffix, room);
  const std::size_t suffix = Columns(row.suffix) + 1;
  const std::size_t reason = std::max(room > suffix ? room - suffix : 0, kMinReasonColumns);
  return Truncate(fmt::format("{} {}", Truncate(row.why, reason), row.suffix), room);
}

}  // namespace

std::string ConsoleLine(std::string_view text) { return Truncate(OneLine(text), kMaxLineColumns); }

std::string Paint(std::string_view text, Verdict verdict, const ConsoleOptions& options) {
  if (!options.color) return std::string(text);
  return fmt::format("{}{}\x1b[0m", ColorOf(verdict), text);
}

std::string ConsoleTable(const RunReport& report, const ConsoleOptions& options) {
  std::string text;
  const auto out = std::back_inserter(text);
  std::vector<Row> rows;
  std::size_t policy_columns = std::string_view("policy").size();
  std::size_t cases_columns = std::string_view("cases").size();
  const std::size_t verdict_columns = std::string_view("verdict").size();
  for (const PolicyGroup& group : GroupByPolicy(report, BlamedPolicy)) {
    rows.push_back(MakeRow(group));
    policy_columns = std::max(policy_columns, Columns(rows.back().policy));
    cases_columns = std::max(cases_columns, Columns(rows.back().cases));
  }
  const std::size_t used = policy_columns + verdict_columns + cases_columns + 3 * kGap.size();
  const std::size_t width = std::max(options.width, kMinWidth);
  const std::size_t room = std::max(width > used ? width - used : 0, kMinReasonColumns);
  fmt::format_to(out, "{}{}{}{}{}{}why\n", Pad("policy", policy_columns), kGap,
                 Pad("verdict", verdict_columns), kGap, Pad("cases", cases_columns), kGap);
  for (const Row& row : rows) {
    const std::string why = WhyCell(row, room);
    fmt::format_to(out, "{}{}{}{}{}", Pad(row.policy, policy_columns), kGap,
                   Paint(Pad(VerdictName(row.verdict), verdict_columns), row.verdict, options),
                   kGap, why.empty() ? row.cases : Pad(row.cases, cases_columns));
    if (!why.empty()) fmt::format_to(out, "{}{}", kGap, why);
    fmt::format_to(out, "\n");
  }
  return text;
}

}  // namespace loadstone

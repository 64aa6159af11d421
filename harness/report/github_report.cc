// SPDX-License-Identifier: Apache-2.0
#include "harness/report/github_report.h"

#include <fmt/format.h>

#include <string_view>

#include "harness/report/causes.h"
#include "harness/report/reproduce.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

constexpr std::size_t kMostMessageColumns = 1000;

// In a property, commas and colons are escaped as well as line ends.
std::string Escape(std::string_view text, bool property) {
  std::string escaped;
  for (const char c : text) {
    const bool special = c == '%' || c == '\r' || c == '\n' || (property && (c == ':' || c == ','));
    escaped += special ? fmt::format("%{:02X}", static_cast<unsigned>(c)) : std::string(1, c);
  }
  return escaped;
}

std::string Annotation(std::string_view kind, std::string_view title, std::string_view message) {
  return fmt::format("::{} title={}::{}\n", kind, Escape(title, true), Escape(message, false));
}

std::string MessageOf(const Cause& cause, const SubjectSummary& subject) {
  const CaseResult& first = *cause.cases.front();
  std::string message = Truncate(OneLine(Headline(first)), kMostMessageColumns);
  if (!first.expected.empty()) {
    message += "\nexpected: " + Truncate(OneLine(first.expected), kMostMessageColumns);
  }
  if (!first.observed.empty()) {
    message += "\nobserved: " + Truncate(OneLine(first.observed), kMostMessageColumns);
  }
  if (cause.cases.size() > 1) message += fmt::format("\nin {} cases", cause.cases.size());
  return message + "\nreproduce: " + ReproduceCommand(subject, first);
}

}  // namespace

std::string GithubReport(const RunReport& report) {
  std::string text;
  const std::string incomplete = WhyIncomplete(report);
  if (!incomplete.empty()) text += Annotation("error", "incomplete run", incomplete);
  for (const Cause& cause : GroupByCause(report)) {
    const bool warning = cause.verdict == Verdict::kWarn && !report.strict;
    const std::string title = fmt::format("{} {} ({})", VerdictName(cause.verdict), cause.policy,
                                          cause.cases.front()->level);
    text +=
        Annotation(warning ? "warning" : "error", OneLine(title), MessageOf(cause, report.subject));
  }
  for (const std::string& warning : report.warnings) {
    text += Annotation("warning", "waivers", OneLine(warning));
  }
  return text;
}

}  // namespace loadstone

// SPDX-License-Identifier: Apache-2.0
#include "harness/report/console_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <vector>

#include "harness/policy/print.h"
#include "harness/report/causes.h"
#include "harness/report/console_table.h"
#include "harness/report/reproduce.h"
#include "harness/report/terminal.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

// At most this many further cases of a cause are named; the JSON report names all.
constexpr std::size_t kMostNamed = 4;
// At most this many faults are named at the end.
constexpr std::size_t kMostFirst = 5;

std::string Number(std::size_t number, const char* one, const char* several) {
  return fmt::format("{} {}", number, number == 1 ? one : several);
}

// Formats a report as text, line by line.
class Console {
 public:
  Console(const RunReport& report, const ConsoleOptions& options)
      : report_(report), options_(options), width_(std::max(options.width, kMinWidth)) {}

  std::string Write() {
    WriteHeader();
    WriteCauses();
    if (options_.table && !report_.cases.empty()) {
      text_ += "\n" + ConsoleTable(report_, options_);
    }
    WriteEnd();
    return std::move(text_);
  }

 private:
  template <typename... Arguments>
  void Print(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
  }

  // Appends `first` and the text, with an indent for further lines.
  void Wrapped(std::string_view first, std::string_view text) {
    text_ += policy::Wrap(first, ConsoleLine(text), width_);
  }

  void WriteHeader() {
    const SubjectSummary& subject = report_.subject;
    Print("{}: {} {} on {}\n", ConsoleLine(subject.path), ConsoleLine(subject.api),
          subject.version.empty() ? "of an unknown version" : ConsoleLine(subject.version),
          ConsoleLine(subject.platform));
    if (subject.spec != subject.version) Print("  judged as: {}\n", ConsoleLine(subject.spec));
    if (const std::string editions = CitedEditions(report_); !editions.empty()) {
      Wrapped("  cited documents: ", editions);
    }
    if (options_.own_architecture != subject.architecture && !subject.architecture.empty()) {
      Print("  architecture: {}\n", ConsoleLine(subject.architecture));
    }
    if (!subject.package.empty()) Print("  package: {}\n", ConsoleLine(subject.package));
    if (!subject.build_id.empty()) Print("  build ID: {}\n", ConsoleLine(subject.build_id));
    for (const Finding& finding : subject.calibration) {
      Wrapped(fmt::format("  {}: ", ConsoleLine(finding.name)), finding.value);
    }
  }

  void WriteCauses() {
    for (const CauseGroup& group : GroupByFault(report_)) {
      const std::vector<Cause>& causes = group.causes;
      if (!group.fault.empty()) {
        Print("\n{}:\n", DescribeGroup(group));
        Wrapped("  ", group.says);
        if (IsOfErrors(group)) {
          WriteErrors(group);
          continue;
        }
      }
      for (auto first = causes.begin(); first != causes.end();) {
        const auto last = std::find_if(first, causes.end(), [&](const Cause& other) {
          return other.policy != first->policy || other.verdict != first->verdict;
        });
        WritePolicy(*first, CountCases(first, last));
        for (; first != last; ++first) {
          WriteCause(*first, !group.fault.empty() && first != causes.begin());
        }
      }
    }
  }

  // Appends the cases of a group of errors. What their policies demand does not matter.
  void WriteErrors(const CauseGroup& group) {
    Cause all;
    for (const Cause& cause : group.causes) {
      all.cases.insert(all.cases.end(), cause.cases.begin(), cause.cases.end());
    }
    Print("    case:      {}\n", ConsoleLine(all.cases.front()->id));
    Wrapped("    also in:   ", Others(all));
    WriteCommand("    reproduce:", ReproduceWords(report_.subject, *all.cases.front()));
  }

  template <typename Iterator>
  static std::size_t CountCases(Iterator first, Iterator last) {
    std::size_t cases = 0;
    for (; first != last; ++first) cases += first->cases.size();
    return cases;
  }

  // Appends the violated policy, which precedes its causes.
  void WritePolicy(const Cause& cause, std::size_t cases) {
    const std::string& level = cause.cases.front()->level;
    Print("\n{} {}{}: {}\n", Paint(VerdictName(cause.verdict), cause.verdict, options_),
          ConsoleLine(cause.policy), level.empty() ? "" : fmt::format(" ({})", level),
          Number(cases, "case", "cases"));
    const PolicySummary* policy = FindPolicy(report_, *cause.cases.front());
    if (policy == nullptr) return;
    Wrapped("  ", policy->statement);
    for (const policy::Source& source : policy->sources) {
      Wrapped("  ", DescribeSource(report_, source));
      if (!source.url.empty()) Print("  {}\n", ConsoleLine(source.url));
    }
  }

  // Short if it follows another cause that may have the same fault.
  void WriteCause(const Cause& cause, bool in_short) {
    const CaseResult& result = *cause.cases.front();
    text_ += "\n";
    Wrapped("  - ", Headline(result));
    if (!in_short && !result.expected.empty()) Wrapped("    expected:  ", result.expected);
    if (!result.observed.empty()) Wrapped("    observed:  ", result.observed);
    Print("    case:      {}\n", ConsoleLine(result.id));
    if (!result.place.empty()) Print("    source:    {}\n", ConsoleLine(result.place));
    if (cause.cases.size() > 1) Wrapped("    also in:   ", Others(cause));
    if (result.tries > 1) Print("    tried:     {} times, the last time alone\n", result.tries);
    if (result.flaky) Print("    flaky:     the verdict differed between runs\n");
    if (!in_short) WriteCommand("    reproduce:", ReproduceWords(report_.subject, result));
  }

  static std::string Others(const Cause& cause) {
    std::string text;
    const std::size_t others = cause.cases.size() - 1;
    for (std::size_t i = 1; i <= std::min(others, kMostNamed); ++i) {
      text += (i == 1 ? "" : ", ") + cause.cases[i]->id;
    }
    if (others > kMostNamed) text += fmt::format(" and {} more", others - kMostNamed);
    return text;
  }

  // Appends a command that can be pasted as a whole: a line that is too long is continued after a
  // backslash, before an option, below the first word.
  void WriteCommand(std::string_view label, const std::vector<std::string>& words) {
    std::string line(label);
    for (auto word = words.begin(); word != words.end();) {
      std::string part = " " + *word++;
      while (part.starts_with(" --") && word != words.end() && !word->starts_with("--")) {
        part += " " + *word++;
      }
      constexpr std::size_t kMark = 2;  // columns of " \"
      if (part.starts_with(" --") && Columns(line) + Columns(part) + kMark > width_) {
        text_ += line + " \\\n";
        line = std::string(label.size(), ' ');
      }
      line += part;
    }
    text_ += line + "\n";
  }

  void WriteEnd() {
    const Summary summary = Count(report_);
    WriteFirst();
    text_ += "\n";
    WriteCounts();
    if (summary.warn > 0) {
      Wrapped("", report_.strict ? "warnings count as violations (--strict)"
                                 : "warnings are unmet SHOULDs or robustness issues; --strict "
                                   "treats them as violations");
    }
    for (const std::string& id : report_.better) {
      Print("better than the baseline: {}\n", ConsoleLine(id));
    }
    const std::string incomplete = WhyIncomplete(report_);
    const std::string unjudged = WhyUnjudged(report_);
    if (incomplete != unjudged) Print("incomplete: {}\n", incomplete);
    Print("{} passed, {} failed, {} warned, {} waived, {} skipped, {} errors{} in {:.1f} s{}\n",
          summary.pass, summary.fail, summary.warn, summary.waived, summary.skip, summary.error,
          NotRun(report_) > 0 ? fmt::format(", {} did not run", NotRun(report_)) : "",
          SaneSeconds(report_.seconds), unjudged.empty() ? "" : "; " + ConsoleLine(unjudged));
  }

  // Appends the faults worth reading first; nothing if there is only one, which was just printed.
  void WriteFirst() {
    const std::vector<CauseGroup> groups = GroupBySeverity(report_);
    if (groups.size() <= 1) return;
    text_ += "\nread first:\n";
    for (std::size_t i = 0; i < std::min(groups.size(), kMostFirst); ++i) {
      const Cause& cause = groups[i].causes.front();
      const CaseResult& result = *cause.cases.front();
      const std::size_t cases = CountCases(groups[i].causes.begin(), groups[i].causes.end());
      const bool errors = !groups[i].fault.empty() && IsOfErrors(groups[i]);
      Wrapped(fmt::format("  {}. ", i + 1),
              fmt::format("{}{}, {}: {}", VerdictName(cause.verdict),
                          errors ? "" : " " + OneLine(cause.policy), Number(cases, "case", "cases"),
                          WhatHappened(result)));
      if (errors) continue;
      const PolicySummary* policy = FindPolicy(report_, result);
      if (policy != nullptr && !policy->sources.empty() && !policy->sources.front().url.empty()) {
        Print("     {}\n", ConsoleLine(policy->sources.front().url));
      }
    }
    if (report_.subject.kind != "loader") return;
    std::vector<std::string> words =
        ReproduceWords(report_.subject, *groups.front().causes.front().cases.front());
    words.emplace_back("--markdown");
    text_ += "next, a bug report for the first:\n";
    WriteCommand("   ", words);
  }

  // Appends the number of policies and causes of the failed cases.
  void WriteCounts() {
    const std::vector<Cause> causes = GroupByCause(report_);
    if (causes.empty()) return;
    std::set<std::string> policies;
    for (const Cause& cause : causes) policies.insert(cause.policy);
    std::size_t faults = 0;
    for (const CauseGroup& group : GroupByFault(report_)) {
      faults += group.fault.empty() ? group.causes.size() : 1;
    }
    Wrapped("", fmt::format("problems: {}, {}{}, {}{}",
                            Number(CountCases(causes.begin(), causes.end()), "case", "cases"),
                            Number(causes.size(), "cause", "causes"),
                            faults == causes.size() ? "" : fmt::format(" (perhaps {})", faults),
                            Number(policies.size(), "policy", "policies"),
                            options_.table ? "" : "; --table lists all policies"));
  }

  const RunReport& report_;
  const ConsoleOptions& options_;
  const std::size_t width_;
  std::string text_;
};

}  // namespace

std::string ConsoleReport(const RunReport& report, const ConsoleOptions& options) {
  return Console(report, options).Write();
}

}  // namespace loadstone

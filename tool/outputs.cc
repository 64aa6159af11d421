// SPDX-License-Identifier: Apache-2.0
#include "tool/outputs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <map>

#include "harness/report/compare.h"
#include "harness/report/console_report.h"
#include "harness/report/github_report.h"
#include "harness/report/html_report.h"
#include "harness/report/json_report.h"
#include "harness/report/junit_report.h"
#include "harness/report/report_file.h"
#include "harness/report/sarif_report.h"
#include "harness/report/terminal.h"
#include "harness/world/elf_file.h"

namespace loadstone {
namespace {

// The report formats, by the option that names the file.
struct Format {
  const char* option;
  const char* what;
  const std::string& path;
  std::string (*write)(const RunReport&);
};

}  // namespace

Outputs::Outputs(const ReportOptions& options) : options_(options) {
  if (!options.waivers.empty()) waivers_ = Waivers::Load(options.waivers);
  if (!options.baseline.empty()) baseline_ = ReadReport(options.baseline);
  const Format formats[] = {{"--json", "JSON report", options.json, JsonReport},
                            {"--html", "HTML report", options.html, HtmlReport},
                            {"--junit", "JUnit report", options.junit, JunitReport},
                            {"--sarif", "SARIF report", options.sarif, SarifReport}};
  std::map<std::string, const char*> taken;
  for (const Format& format : formats) {
    if (format.path.empty()) continue;
    const auto [other, free] = taken.emplace(format.path, format.option);
    if (!free) {
      throw UsageError(fmt::format("{} and {} are given the same file, {}", other->second,
                                   format.option, format.path));
    }
    files_.push_back({std::make_unique<OutputFile>(format.path, format.what), format.write});
  }
  standard_output_taken_ = taken.contains("-");
}

void Outputs::Expect(const SubjectSummary& subject) const {
  if (baseline_.has_value()) RequireSameKind(baseline_->subject, subject);
}

void Outputs::Apply(RunReport& report) const {
  if (baseline_.has_value()) ApplyBaseline(*baseline_, report);
  if (waivers_.has_value()) report.warnings = waivers_->Apply(report, TodayUtc());
}

bool Outputs::IsFailure(const CaseResult& result) const {
  if (result.verdict != Verdict::kFail && result.verdict != Verdict::kWarn) return false;
  RunReport alone;
  if (baseline_.has_value()) alone.subject = baseline_->subject;
  alone.cases = {result};
  alone.chosen = 1;
  alone.strict = options_.strict;
  alone.provenance.tool = LOADSTONE_VERSION;
  Apply(alone);
  return ExitStatus(alone) == 1;
}

int Outputs::Write(RunReport& report) const {
  Apply(report);
  for (const File& file : files_) file.file->Commit(file.write(report));
  Print(report);
  for (const std::string& warning : report.warnings) fmt::print(stderr, "loadstone: {}\n", warning);
  return ExitStatus(report);
}

// Prints on standard output, or on standard error if a report is written to standard output.
void Outputs::Print(const RunReport& report) const {
  const int descriptor = standard_output_taken_ ? STDERR_FILENO : STDOUT_FILENO;
  const bool color = IsTerminal(descriptor) && getenv("NO_COLOR") == nullptr;
  const std::string text = ConsoleReport(report, {.color = color,
                                                  .width = TerminalWidth(descriptor),
                                                  .table = options_.table,
                                                  .own_architecture = NameOf(OwnArchitecture())});
  fmt::print(standard_output_taken_ ? stderr : stdout, "{}{}", text,
             options_.github ? GithubReport(report) : "");
}

}  // namespace loadstone

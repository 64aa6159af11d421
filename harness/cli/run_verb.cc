#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <thread>

#include "harness/cli/cli.h"
#include "harness/report/console_report.h"
#include "harness/report/json_report.h"
#include "harness/report/junit_report.h"
#include "harness/report/output_file.h"
#include "harness/report/progress.h"
#include "harness/report/terminal.h"
#include "harness/report/waivers.h"
#include "harness/runner/run.h"

namespace loadstone {
namespace {

// A report that was asked for: its file, opened before the run, and what writes it.
struct Output {
  std::unique_ptr<OutputFile> file;
  std::string (*write)(const RunReport&);
};

std::vector<Output> OpenOutputs(const ReportOptions& options) {
  std::vector<Output> outputs;
  if (!options.json.empty() && options.json == options.junit) {
    throw UsageError("--json and --junit name the same file, " + options.json);
  }
  if (!options.json.empty()) {
    outputs.push_back({std::make_unique<OutputFile>(options.json, "JSON report"), JsonReport});
  }
  if (!options.junit.empty()) {
    outputs.push_back({std::make_unique<OutputFile>(options.junit, "JUnit report"), JunitReport});
  }
  return outputs;
}

}  // namespace

unsigned Jobs(unsigned asked) {
  return asked != 0 ? asked : std::max(1u, std::thread::hardware_concurrency());
}

policy::Version ParseSpec(const std::string& text) {
  const auto spec = policy::Version::TryParse(text);
  if (!spec.has_value()) {
    throw UsageError("--spec takes a version such as 1.3.239, not '" + text + "'");
  }
  return *spec;
}

RunRequest MakeRequest(const RunOptions& options, const policy::Catalogue& catalogue) {
  RunRequest request;
  request.loader = std::filesystem::absolute(options.loader);
  request.api = options.api;
  request.platform = options.platform;
  if (!options.spec.empty()) request.spec = ParseSpec(options.spec);
  request.search_folders = options.search_folders;
  request.cases =
      SelectCases(options.api, kLoaderSubject, options.policies, options.cases, catalogue);
  request.jobs = Jobs(options.jobs);
  request.timeout_seconds = options.timeout;
  request.robustness = !options.no_robustness;
  if (options.seed >= 0) request.seed = options.seed;
  request.googletest = options.googletest;
  return request;
}

int RunVerb(const RunOptions& options) {
  CheckBinary(options.loader);
  const policy::Catalogue catalogue = LoadCatalogue();
  return RunAndReport(MakeRequest(options, catalogue), catalogue, options.reports);
}

int RunAndReport(const RunRequest& request, const policy::Catalogue& catalogue,
                 const ReportOptions& options) {
  std::unique_ptr<Waivers> waivers;
  if (!options.waivers.empty()) {
    waivers = std::make_unique<Waivers>(Waivers::Load(options.waivers));
  }
  const std::vector<Output> outputs = OpenOutputs(options);
  RunReport report;
  {
    Progress progress(STDERR_FILENO, request.cases.size());
    report =
        RunCases(request, catalogue,
                 {.on_subject = {},
                  .on_begin = [&](const std::string& id) { progress.Started(id); },
                  .on_end = [&](const CaseResult& result) { progress.Finished(result.verdict); }});
  }
  report.strict = options.strict;
  std::vector<std::string> warnings;
  if (waivers != nullptr) warnings = waivers->Apply(report, TodayUtc());
  for (const Output& output : outputs) output.file->Commit(output.write(report));
  const bool to_terminal = IsTerminal(STDOUT_FILENO);
  fmt::print("{}", ConsoleReport(report, {.color = to_terminal && getenv("NO_COLOR") == nullptr,
                                          .width = TerminalWidth(STDOUT_FILENO)}));
  for (const std::string& warning : warnings) fmt::print(stderr, "loadstone: {}\n", warning);
  return ExitStatus(report);
}

}  // namespace loadstone

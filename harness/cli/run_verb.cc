#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <thread>

#include "harness/cli/cli.h"
#include "harness/cli/identity.h"
#include "harness/report/console_report.h"
#include "harness/report/github_report.h"
#include "harness/report/json_report.h"
#include "harness/report/junit_report.h"
#include "harness/report/output_file.h"
#include "harness/report/progress.h"
#include "harness/report/sarif_report.h"
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

// What may be asked for, by the option that names its file.
struct Format {
  const char* option;
  const char* what;
  std::string path;
  std::string (*write)(const RunReport&);
};

std::vector<Format> FormatsOf(const ReportOptions& options) {
  std::vector<Format> formats = {{"--json", "JSON report", options.json, JsonReport},
                                 {"--junit", "JUnit report", options.junit, JunitReport},
                                 {"--sarif", "SARIF report", options.sarif, SarifReport}};
  std::erase_if(formats, [](const Format& format) { return format.path.empty(); });
  return formats;
}

std::vector<Output> OpenOutputs(const ReportOptions& options) {
  std::vector<Output> outputs;
  std::map<std::string, const char*> taken;
  for (const Format& format : FormatsOf(options)) {
    const auto [other, free] = taken.emplace(format.path, format.option);
    if (!free) {
      throw UsageError(fmt::format("{} and {} name the same file, {}", other->second, format.option,
                                   format.path));
    }
    outputs.push_back({std::make_unique<OutputFile>(format.path, format.what), format.write});
  }
  return outputs;
}

// On standard output, or on standard error where a report was asked for on standard output.
void PrintConsoleReport(const RunReport& report, const ReportOptions& options) {
  const std::vector<Format> formats = FormatsOf(options);
  const bool taken = std::any_of(formats.begin(), formats.end(),
                                 [](const Format& format) { return format.path == "-"; });
  const int descriptor = taken ? STDERR_FILENO : STDOUT_FILENO;
  const bool color = IsTerminal(descriptor) && getenv("NO_COLOR") == nullptr;
  fmt::print(
      taken ? stderr : stdout, "{}{}",
      ConsoleReport(report,
                    {.color = color, .width = TerminalWidth(descriptor), .table = options.table}),
      options.github ? GithubReport(report) : "");
}

}  // namespace

unsigned Jobs(unsigned asked) {
  return asked != 0 ? asked : std::max(1u, std::thread::hardware_concurrency());
}

std::vector<std::string> JudgingOptions(const std::string& spec,
                                        const std::vector<std::string>& folders) {
  std::vector<std::string> words;
  if (!spec.empty()) words.insert(words.end(), {"--spec", spec});
  for (const std::string& folder : folders) words.insert(words.end(), {"--search-folder", folder});
  return words;
}

RunRequest MakeRequest(const RunOptions& options, const policy::Catalogue& catalogue) {
  RunRequest request;
  request.loader = std::filesystem::absolute(options.loader);
  request.api = options.api;
  request.platform = options.platform;
  request.options = JudgingOptions(options.spec, options.search_folders);
  if (!options.spec.empty()) request.spec = ParseSpec(options.spec, options.api, catalogue);
  request.search_folders = options.search_folders;
  request.cases =
      SelectCases(options.api, kLoaderSubject, options.policies, options.cases, catalogue);
  request.jobs = Jobs(options.jobs);
  request.timeout_seconds = options.timeout;
  request.robustness = !options.no_robustness;
  if (options.seed >= 0) request.seed = options.seed;
  request.repeat = options.repeat;
  request.fail_fast = options.fail_fast;
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
  Identify(request, catalogue, report);
  if (waivers != nullptr) report.warnings = waivers->Apply(report, TodayUtc());
  for (const Output& output : outputs) output.file->Commit(output.write(report));
  PrintConsoleReport(report, options);
  for (const std::string& warning : report.warnings) fmt::print(stderr, "loadstone: {}\n", warning);
  return ExitStatus(report);
}

}  // namespace loadstone

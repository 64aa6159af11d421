// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "harness/report/progress.h"
#include "harness/runner/check_binary.h"
#include "harness/runner/emulator.h"
#include "harness/runner/installation.h"
#include "harness/runner/run.h"
#include "harness/sandbox/sandbox.h"
#include "harness/world/platform.h"
#include "tool/cli.h"
#include "tool/evidence.h"
#include "tool/identity.h"
#include "tool/other_loaders.h"
#include "tool/outputs.h"
#include "tool/subject_coverage.h"
#include "tool/system_root.h"

namespace loadstone {

unsigned Jobs(unsigned asked) {
  return asked != 0 ? asked : std::max(1u, std::thread::hardware_concurrency());
}

std::vector<std::string> JudgingOptions(const std::string& spec,
                                        const std::vector<std::string>& search_folders,
                                        const std::vector<std::string>& rules) {
  std::vector<std::string> words;
  if (!spec.empty()) words.insert(words.end(), {"--spec", spec});
  for (const std::string& folder : search_folders) {
    words.insert(words.end(), {"--search-folder", folder});
  }
  for (const std::string& folder : rules) {
    words.insert(words.end(), {"--rules", std::filesystem::absolute(folder).string()});
  }
  return words;
}

void ApplyGuardOption(const CaseOptions& options, RunRequest& request) {
  if (!options.guard) return;
  if (options.no_robustness) {
    throw UsageError(
        "--guard detects violations that --no-robustness leaves out; leave out one of them");
  }
  if (request.platform == kWindows ||
      (request.component() != nullptr && IsForeign(*request.component()))) {
    throw UsageError(
        "--guard works only with Linux libraries, which run on this machine; leave it out");
  }
  request.guard = true;
  request.options.emplace_back("--guard");
}

RunRequest MakeRequest(const RunOptions& options, const policy::Catalogue& catalogue) {
  if (options.platform == kWindows && !options.rules.empty()) {
    throw UsageError("--rules supports cases for Linux only; leave out --platform windows");
  }
  RunRequest request;
  request.loader = std::filesystem::absolute(HostPathIn(options.root, options.loader)).string();
  request.api = options.api;
  request.platform = options.platform;
  if (options.platform == "linux" || options.platform == kWindows) {
    request.architecture = ArchitectureOfLoader(request.loader, options.platform);
  }
  request.options = JudgingOptions(options.spec, options.search_folders, options.rules);
  if (options.platform != kOwnPlatform) {
    request.options.insert(request.options.end(), {"--platform", options.platform});
  }
  if (options.platform != kWindows) {
    RequireArchitecture(request.loader, options.root, request.architecture);
  }
  ApplyRoot(options.root, request);
  if (!options.spec.empty()) request.spec = ParseSpec(options.spec, options.api, catalogue);
  request.search_folders = options.search_folders;
  request.cases =
      SelectCases(options.api, SubjectKind::kLoader, options.policies, options.cases, catalogue);
  ApplyShard(options, request);
  ApplyGuardOption(options, request);
  request.jobs = Jobs(options.jobs);
  request.timeout_seconds = options.timeout;
  request.robustness = !options.no_robustness;
  if (options.seed >= 0) request.seed = options.seed;
  request.repeat = options.repeat;
  request.fail_fast = options.fail_fast;
  return request;
}

int RunVerb(const RunOptions& options) {
  const std::string loader = HostPathIn(options.root, options.loader);
  CheckBinary(loader, options.platform, ArchitectureOfLoader(loader));
  const policy::Catalogue catalogue = LoadCatalogue(options.rules);
  RunRequest request = MakeRequest(options, catalogue);
  if (options.coverage.empty()) return RunAndReport(request, catalogue, options.reports);
  if (options.platform == kWindows || request.architecture.machine != OwnArchitecture().machine) {
    throw UsageError(
        "--coverage works only with loaders for Linux that run on this machine; leave it out");
  }
  if (!options.root.empty()) {
    throw UsageError("--coverage and --root do not work together; leave out one of them");
  }
  request.coverage = PrepareCoverage(options.coverage, request.loader);
  const int status = RunAndReport(request, catalogue, options.reports);
  if (!HasCoverageData(options.coverage)) {
    fmt::print(stderr, "loadstone: {}\n", NoCoverageData(options.coverage));
  }
  return status;
}

namespace {

// Runs the cases and adds evidence for the failed ones to the report.
RunReport RunWithEvidence(const RunRequest& request, const policy::Catalogue& catalogue,
                          const Outputs& outputs, Progress& progress) {
  EvidenceKeeper keeper;
  RunListener listener;
  listener.on_subject = [&](const Subject& subject, const Calibration&) {
    keeper.SetSubject(subject);
  };
  listener.on_begin = [&](const std::string& id) { progress.Started(id); };
  listener.on_probe_result = [&](const std::string& id, const ProbeResult& probe_result) {
    keeper.Take(id, probe_result);
  };
  listener.on_end = [&](const CaseResult& result) {
    progress.Finished(result.verdict);
    keeper.End(result);
  };
  listener.is_failure = [&](const CaseResult& result) { return outputs.IsFailure(result); };
  RunReport report = RunCases(request, catalogue, listener);
  report.evidence = keeper.kept();
  for (const CaseResult& result : report.cases) {
    if (result.verdict == Verdict::kSkip) report.evidence.erase(result.id);
  }
  return report;
}

// Returns what a report calls the loader of the request.
std::string NameOfLoader(const RunRequest& request) {
  const std::filesystem::path folder =
      WithPartsFor(FindInstallation(), request.architecture).reference_loaders;
  std::error_code error;
  const bool own = std::filesystem::equivalent(std::filesystem::path(request.loader).parent_path(),
                                               folder, error);
  return own ? "the reference loader" : request.loader;
}

// Returns how often a case ends in this run, without second tries.
std::size_t RunsOfCases(const RunRequest& request) {
  return request.cases.size() * request.repeat * (1 + request.other_loaders.size());
}

// Runs the cases below the request's other loaders, and merges the results into `report`.
void RunBelowOtherLoaders(const RunRequest& request, const policy::Catalogue& catalogue,
                          const Outputs& outputs, Progress& progress, RunReport& report) {
  std::vector<RunBelow> others;
  for (const std::string& loader : request.other_loaders) {
    if (report.interrupted || (!others.empty() && others.back().report.interrupted)) break;
    RunRequest other = request;
    other.loader = loader;
    others.push_back({.loader = loader});
    try {
      others.back().report = RunWithEvidence(other, catalogue, outputs, progress);
    } catch (const EnvironmentError& error) {
      others.back().unusable = error.what();
    }
  }
  AddOtherLoaders(NameOfLoader(request), others, report);
}

}  // namespace

int RunAndReport(RunRequest request, const policy::Catalogue& catalogue,
                 const ReportOptions& options) {
  const Outputs outputs(options);
  outputs.Expect(
      {.api = std::string(Name(request.api)), .kind = std::string(Name(request.Kind()))});
  request.with_probe_results = !options.html.empty();
  RunReport report;
  {
    Progress progress(STDERR_FILENO, RunsOfCases(request),
                      request.repeat > 1 ? "runs of cases" : "cases");
    report = RunWithEvidence(request, catalogue, outputs, progress);
    if (!request.other_loaders.empty()) {
      RunBelowOtherLoaders(request, catalogue, outputs, progress, report);
    }
  }
  report.strict = options.strict;
  report.shard = request.shard;
  Identify(request, catalogue, report);
  return outputs.Write(report);
}

}  // namespace loadstone

#include <fmt/format.h>

#include <filesystem>

#include "fuzz/outside/findings.h"
#include "harness/cli/cli.h"
#include "harness/cli/debugger.h"
#include "harness/cli/evidence.h"
#include "harness/cli/identity.h"
#include "harness/cli/show.h"
#include "harness/cli/steps.h"
#include "harness/report/bug_report.h"
#include "harness/report/result.h"
#include "harness/runner/installation.h"
#include "harness/runner/run.h"
#include "harness/world/platform.h"

namespace loadstone {
namespace {

CaseInfo RequireCase(const ReproOptions& options) {
  const std::optional<CaseInfo> info = FindCase(options.id);
  if (!info.has_value() || (!options.api.empty() && info->api != options.api)) {
    throw UsageError(
        fmt::format("no case is called '{}'; 'loadstone list cases' names all", options.id));
  }
  return *info;
}

void PrintResult(const CaseResult& result) {
  fmt::print("\nverdict: {}\n", VerdictName(result.verdict));
  if (!result.violates.empty()) fmt::print("  violates: {} ({})\n", result.violates, result.level);
  if (!result.reason.empty()) fmt::print("  reason:   {}\n", result.reason);
  if (!result.expected.empty()) fmt::print("  expected: {}\n", result.expected);
  if (!result.observed.empty()) fmt::print("  observed: {}\n", result.observed);
}

// Runs the case and prints all that was seen; gives the exit status.
int ShowCase(const RunRequest& request, const CaseInfo& info, const policy::Catalogue& catalogue,
             const std::string& keep) {
  World world;
  RunListener listener;
  listener.on_subject = [&](const Subject& subject, const Calibration&) {
    world = WorldOf(info, subject);
    fmt::print("case: {}\n{}", info.id, Describe(world));
    fflush(stdout);
  };
  listener.on_started = DebugWorld;
  listener.on_probe_result = [&](const std::string&, const ProbeResult& probe_result) {
    fmt::print("\ntrace:\n{}\noutput:\n{}\nending: {}\n", DescribeTrace(probe_result.trace),
               probe_result.output, Observation(probe_result).DescribeEnding());
    const Installation installation = FindInstallation();
    const bool windows = request.platform == kWindows;
    const std::string& mocks = windows ? installation.windows_mocks : installation.mocks;
    if (!keep.empty()) Keep(keep, mocks, world, probe_result);
  };
  listener.on_end = PrintResult;
  return ExitStatus(RunCases(request, catalogue, listener));
}

// Runs the case and prints nothing but a bug report; gives the exit status.
int PrintBugReport(const RunRequest& request, const CaseInfo& info,
                   const policy::Catalogue& catalogue) {
  Subject judged;
  Evidence evidence;
  Steps steps;
  RunListener listener;
  listener.on_subject = [&](const Subject& subject, const Calibration&) { judged = subject; };
  listener.on_probe_result = [&](const std::string&, const ProbeResult& probe_result) {
    evidence = EvidenceOf(info, judged, probe_result);
    steps = StepsOf(info.id, request.loader, info.api, WorldOf(info, judged),
                    Observation(probe_result));
  };
  RunReport report = RunCases(request, catalogue, listener);
  Identify(request, catalogue, report);
  report.evidence[info.id] = evidence;
  for (const CaseResult& result : report.cases) fmt::print("{}", BugReport(report, result, steps));
  return ExitStatus(report);
}

}  // namespace

int ReproVerb(const ReproOptions& options) {
  if (!FindCase(options.id).has_value() && fuzz::IsFinding(options.id))
    return ReproFinding(options);
  const CaseInfo info = RequireCase(options);
  if (info.subject == kLayerSubject) {
    throw UsageError(fmt::format(
        "{0} judges a layer: use 'loadstone check-layer MANIFEST --case {0}'", info.id));
  }
  CheckBinary(options.loader, options.platform);
  if (options.platform == kWindows && (options.gdb || options.markdown)) {
    throw UsageError(
        "--gdb and --markdown are for loaders for Linux; --keep shows what a world was");
  }
  if (options.markdown && (options.gdb || !options.keep.empty())) {
    throw UsageError("--markdown prints a bug report alone; leave out --gdb and --keep");
  }
  if (options.gdb) RequireDebugger();
  if (!options.keep.empty() && std::filesystem::exists(options.keep)) {
    throw UsageError("--keep needs a folder that does not exist yet, not " + options.keep);
  }
  RunOptions run;
  run.api = info.api;
  run.platform = options.platform;
  run.loader = options.loader;
  run.spec = options.spec;
  run.search_folders = options.search_folders;
  run.jobs = 1;
  const policy::Catalogue catalogue = LoadCatalogue();
  RunRequest request = MakeRequest(run, catalogue);
  request.cases = {&info};
  request.with_probe_results = true;
  request.try_again = false;  // the case runs alone anyway
  request.stop_at_start = options.gdb;
  return options.markdown ? PrintBugReport(request, info, catalogue)
                          : ShowCase(request, info, catalogue, options.keep);
}

}  // namespace loadstone

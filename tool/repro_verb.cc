// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>

#include "fuzz/outside/findings.h"
#include "harness/case/world_of.h"
#include "harness/report/bug_report.h"
#include "harness/report/result.h"
#include "harness/runner/check_binary.h"
#include "harness/runner/installation.h"
#include "harness/runner/run.h"
#include "harness/world/platform.h"
#include "tool/cli.h"
#include "tool/debugger.h"
#include "tool/evidence.h"
#include "tool/identity.h"
#include "tool/show.h"
#include "tool/steps.h"
#include "tool/system_root.h"

namespace loadstone {
namespace {

CaseInfo RequireCase(const ReproOptions& options) {
  const std::optional<CaseInfo> info = FindCase(options.id);
  if (!info.has_value() || (options.api.has_value() && info->api != *options.api)) {
    throw UsageError(
        fmt::format("there is no case '{}'; 'loadstone list cases' lists all cases", options.id));
  }
  return *info;
}

void PrintResult(const CaseResult& result) {
  fmt::print("\nverdict: {}\n", VerdictName(result.verdict));
  if (!result.violates.empty()) fmt::print("  violates: {} ({})\n", result.violates, result.level);
  if (!result.reason.empty()) {
    fmt::print("  {} {}\n", result.demanded ? "violated:" : "reason:  ", result.reason);
  }
  if (!result.expected.empty()) fmt::print("  expected: {}\n", result.expected);
  if (!result.observed.empty()) fmt::print("  observed: {}\n", result.observed);
}

// Returns the world with the host's paths in place of the sandbox's names for files of the host.
World WithHostPaths(const World& world, const RunRequest& request) {
  if (request.component() == nullptr) return world;
  World::Parts parts{.nodes = world.nodes(),
                     .environment = world.environment(),
                     .registry = world.registry(),
                     .home = world.home(),
                     .application = world.application(),
                     .elevation = world.elevation()};
  const std::vector<std::string>& files = request.component()->files;
  for (Node& node : parts.nodes) {
    for (size_t i = 0; node.kind == Node::Kind::kCopy && i < files.size(); ++i) {
      if (node.text == HostFileName(i)) node.text = HostPathIn(request.root, files[i]);
    }
  }
  return World(std::move(parts));
}

// Returns the request that runs the case, on a loader or on the component of a manifest.
RunRequest RequestFor(const ReproOptions& options, const CaseInfo& info,
                      const policy::Catalogue& catalogue) {
  if (info.subject != SubjectKind::kLoader) {
    CheckOptions check;
    check.kind = info.subject;
    check.manifest = options.manifest;
    check.layer = options.layer;
    if (info.subject == SubjectKind::kLayer) check.api = info.api;
    if (!options.loader.empty()) check.loaders = {options.loader};
    check.root = options.root;
    if (options.platform != "linux") check.platform = options.platform;
    check.spec = options.spec;
    check.rules = options.rules;
    check.library_folders = options.library_folders;
    check.world = options.world;
    check.guard = options.guard;
    check.jobs = 1;
    return MakeCheckRequest(check, catalogue);
  }
  RunOptions run;
  run.api = info.api;
  run.platform = options.platform;
  run.loader = options.loader;
  run.root = options.root;
  run.spec = options.spec;
  run.search_folders = options.search_folders;
  run.rules = options.rules;
  run.guard = options.guard;
  run.jobs = 1;
  return MakeRequest(run, catalogue);
}

// Checks that the options name a subject of the kind that the case judges. Throws UsageError, and
// EnvironmentError for a loader that cannot be judged.
void RequireSubject(const ReproOptions& options, const CaseInfo& info) {
  if (info.subject == SubjectKind::kLoader) {
    if (options.loader.empty()) throw UsageError("--loader is required; see loadstone --help");
    if (!options.manifest.empty() || !options.layer.empty() || !options.library_folders.empty() ||
        !options.world.empty()) {
      throw UsageError(info.id +
                       " judges a loader; leave out --manifest, --layer, --library-path, "
                       "--with-devices, --env and --show");
    }
    const std::string loader = HostPathIn(options.root, options.loader);
    CheckBinary(loader, options.platform, ArchitectureOfLoader(loader));
  } else if (info.subject == SubjectKind::kInstaller) {
    throw UsageError(fmt::format(
        "{0} judges an installer: use 'loadstone check-install BEFORE AFTER --case {0}'", info.id));
  } else if (info.subject == SubjectKind::kHalModule) {
    throw UsageError(
        fmt::format("{0} judges an Android hardware module: use 'loadstone check-driver MODULE "
                    "--platform android --case {0}'",
                    info.id));
  } else if (info.subject == SubjectKind::kDevice || info.subject == SubjectKind::kPackage) {
    throw UsageError(
        fmt::format("{0} judges files: use 'loadstone check-{1} --case {0}'", info.id,
                    info.subject == SubjectKind::kDevice ? "image FOLDER" : "package PACKAGE"));
  } else if (options.manifest.empty()) {
    throw UsageError(
        fmt::format("{0} judges a {1}: pass its manifest with --manifest, or use 'loadstone "
                    "check-{1} MANIFEST --case {0}'",
                    info.id, Name(info.subject)));
  }
}

// Runs the case and prints everything that was observed; returns the exit status.
int ShowCase(const RunRequest& request, const CaseInfo& info, const policy::Catalogue& catalogue,
             const std::string& keep) {
  World world;
  RunListener listener;
  listener.on_subject = [&](const Subject& subject, const Calibration&) {
    world = WithHostPaths(WorldOf(info, subject).value_or(World()), request);
    fmt::print("case: {}\n{}", info.id, Describe(world));
    fflush(stdout);
  };
  listener.on_started = DebugWorld;
  listener.on_probe_result = [&](const std::string&, const ProbeResult& probe_result) {
    fmt::print("\ntrace:\n{}\noutput:\n{}\nending: {}\n", DescribeTrace(probe_result.trace),
               probe_result.output, Observation(probe_result).DescribeEnding());
    const Installation installation = WithPartsFor(FindInstallation(), request.architecture);
    const bool windows = request.platform == kWindows;
    const std::string& mocks = windows ? installation.windows_mocks : installation.mocks;
    if (!keep.empty()) Keep(keep, mocks, world, probe_result);
  };
  const RunReport report = RunCases(request, catalogue, listener);
  for (const CaseResult& result : report.cases) PrintResult(result);
  return ExitStatus(report);
}

// Runs the case and prints only a bug report; returns the exit status.
int PrintBugReport(const RunRequest& request, const CaseInfo& info,
                   const policy::Catalogue& catalogue) {
  Subject judged;
  Evidence evidence;
  Steps steps;
  RunListener listener;
  listener.on_subject = [&](const Subject& subject, const Calibration&) { judged = subject; };
  listener.on_probe_result = [&](const std::string&, const ProbeResult& probe_result) {
    evidence = EvidenceOf(info, judged, probe_result);
    if (info.subject != SubjectKind::kLoader) {
      steps.missing = fmt::format("the case judges a {}, which a plain application does not reach",
                                  Name(info.subject));
      return;
    }
    if (!request.root.empty()) {
      steps.missing = "it was judged with the libraries of another system (--root)";
      return;
    }
    if (request.platform == kWindows && judged.bits == 32) {
      steps.missing = "scripts run 64-bit DLLs only";
      return;
    }
    judged.path = request.loader;
    steps = StepsOf(info.id, judged, WorldOf(info, judged).value_or(World()),
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
  const policy::Catalogue catalogue = LoadCatalogue(options.rules);
  if (!FindCase(options.id).has_value() && fuzz::IsFinding(options.id)) {
    if (options.platform != "linux") {
      throw UsageError("a fuzz finding has its platform; leave out --platform " + options.platform);
    }
    return ReproFinding(options);
  }
  const CaseInfo info = RequireCase(options);
  RequireSubject(options, info);
  if (options.platform == kWindows && options.gdb) {
    throw UsageError(
        "--gdb works with loaders for Linux only; use --keep to save the files and the registry of "
        "the world for a debugger on Windows");
  }
  if (options.markdown && (options.gdb || !options.keep.empty())) {
    throw UsageError("--markdown prints only a bug report; leave out --gdb and --keep");
  }
  if (options.gdb) RequireDebugger();
  if (!options.keep.empty() && std::filesystem::exists(options.keep)) {
    throw UsageError("--keep needs a folder that does not exist yet, but got " + options.keep);
  }
  RunRequest request = RequestFor(options, info, catalogue);
  request.cases = {&info};
  request.with_probe_results = true;
  request.try_again = false;  // the case runs alone anyway
  request.stop_at_start = options.gdb;
  return options.markdown ? PrintBugReport(request, info, catalogue)
                          : ShowCase(request, info, catalogue, options.keep);
}

}  // namespace loadstone

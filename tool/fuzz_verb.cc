// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <thread>

#include "fuzz/outside/difference.h"
#include "fuzz/outside/findings.h"
#include "fuzz/outside/fuzz_run.h"
#include "harness/report/bug_report.h"
#include "harness/report/text.h"
#include "harness/report/waivers.h"
#include "harness/runner/check_binary.h"
#include "harness/world/platform.h"
#include "tool/cli.h"
#include "tool/identity.h"
#include "tool/system_root.h"

namespace loadstone {
namespace {

constexpr double kForever = 1e9;
constexpr double kReproHangSeconds = 10;

std::string AbsoluteOrEmpty(const std::string& path) {
  return path.empty() ? path : std::filesystem::absolute(path).string();
}

RunRequest SubjectRequest(const std::string& loader, const std::string& root, Api api,
                          const std::string& spec, const std::vector<std::string>& folders,
                          const policy::Catalogue& catalogue) {
  RunRequest request;
  request.loader = std::filesystem::absolute(HostPathIn(root, loader));
  ApplyRoot(root, request);
  request.api = api;
  request.search_folders = folders;
  if (!spec.empty()) request.spec = ParseSpec(spec, api, catalogue);
  return request;
}

// Fails at the start of a run, not at its end, if the folder cannot be created or written: creates
// it, writes a file, and removes both.
void CheckOutputFolder(const char* option, const std::string& out) {
  namespace fs = std::filesystem;
  if (out.empty()) throw UsageError(std::string(option) + " needs the name of a folder");
  std::error_code error;
  const auto status = fs::status(out, error);
  if (fs::exists(status) && !fs::is_directory(status)) {
    throw UsageError(std::string(option) + " needs a folder, but " + out + " is not a folder");
  }
  std::vector<fs::path> made;
  for (fs::path path = fs::absolute(out); !fs::exists(path, error); path = path.parent_path()) {
    made.push_back(path);
  }
  fs::create_directories(out, error);
  const fs::path trial = fs::path(out) / ".loadstone";
  const bool usable = !error && std::ofstream(trial).put('x').flush().good();
  fs::remove(trial, error);
  for (const fs::path& path : made) fs::remove(path, error);
  if (!usable) {
    throw UsageError(
        fmt::format("{} {}: cannot write to this folder; choose another one", option, out));
  }
}

// Returns the options of `loadstone repro` that reproduce a finding of this run.
std::string ReproOptionsText(const FuzzOptions& options) {
  std::string text = "--loader " + options.loader;
  if (!options.against.empty()) text += " --against " + options.against;
  if (!options.root.empty()) text += " --root " + options.root;
  if (!options.spec.empty()) text += " --spec " + options.spec;
  for (const std::string& folder : options.search_folders) text += " --search-folder " + folder;
  return text;
}

// Returns the level of the violated policy; a difference between two loaders is only a warning.
policy::Level LevelOf(const fuzz::Fault& fault, const policy::Catalogue& catalogue) {
  if (fuzz::IsDifference(fault)) return policy::Level::kRobustness;
  const policy::Policy* policy = catalogue.Find(fault.policy);
  return policy == nullptr ? policy::Level::kMust : policy->level;
}

// Counts the findings, and records whether any of them ended the process.
struct Tally {
  size_t failures = 0;
  size_t warnings = 0;
  size_t differences = 0;
  bool ending = false;

  void Add(const fuzz::Fault& fault, const policy::Catalogue& catalogue) {
    const bool is_failure = LevelOf(fault, catalogue) == policy::Level::kMust;
    ++(fuzz::IsDifference(fault) ? differences : is_failure ? failures : warnings);
    ending |= fault.ending;
  }
  size_t all() const { return failures + warnings + differences; }
};

void PrintFault(const fuzz::Fault& fault, const policy::Catalogue& catalogue) {
  if (fuzz::IsDifference(fault)) {
    fmt::print("differs: {}\n  this loader: {}\n  the other: {}\n", fault.cause, fault.observed,
               fault.expected);
    return;
  }
  const policy::Level level = LevelOf(fault, catalogue);
  fmt::print("{} {} ({}): {}\n  expected: {}\n  observed: {}\n",
             level == policy::Level::kMust ? "fail" : "warn", fault.policy, policy::Name(level),
             fault.cause, fault.expected, fault.observed);
}

CaseResult ResultOf(const fuzz::Fault& fault, const std::string& id,
                    const policy::Catalogue& catalogue) {
  const policy::Level level = LevelOf(fault, catalogue);
  CaseResult result;
  result.id = id;
  result.policies = {fault.policy};
  result.violates = fault.policy;
  result.level = policy::Name(level);
  result.verdict = level == policy::Level::kMust ? Verdict::kFail : Verdict::kWarn;
  result.reason = fault.cause;
  result.expected = fault.expected;
  result.observed = fault.observed;
  result.ending = "";  // the name of a finding identifies its cause, so a waiver needs no ending
  return result;
}

// Converts the findings to the cases of a report, to which waivers apply.
RunReport ReportOf(const fuzz::Findings& findings, const policy::Catalogue& catalogue) {
  RunReport report;
  for (const fuzz::Finding& finding : findings.all()) {
    report.cases.push_back(ResultOf(finding.fault, fuzz::FolderName(finding.fault), catalogue));
  }
  return report;
}

// Returns the machine of a finding, and what its application does.
Evidence MachineOf(const fuzz::Input& input) {
  Evidence machine;
  machine.application = std::string(fuzz::kApplicationPath) +
                        (input.elevated ? " (elevated)" : "") + ", which lists the layers";
  if (input.create) {
    machine.application +=
        fmt::format(" and creates an instance with [{}]", fmt::join(input.layers, ", "));
  }
  if (input.device) machine.application += " and a device";
  for (const auto& [name, value] : fuzz::Environment(input)) {
    machine.environment.push_back(name + "=" + value);
  }
  for (const auto& [path, text] : input.files) machine.files.push_back({path, "", text});
  return machine;
}

void PrintMachine(const std::string& id, const fuzz::Input& input) {
  fmt::print("finding: {}\nenvironment:\n", id);
  for (const auto& [name, value] : fuzz::Environment(input)) fmt::print("  {}={}\n", name, value);
  for (const auto& [path, text] : input.files) fmt::print("{}\n  {}\n", path, text);
  if (input.elevated) fmt::print("the application has more rights than its user\n");
  if (input.create) {
    fmt::print("the application creates an instance with the layers: {}\n",
               fmt::join(input.layers, ", "));
  }
  fmt::print("\n");
  fflush(stdout);
}

// Prints only a bug report for each fault of a finding, or one that says that the input is none.
void PrintBugReports(const ReproOptions& options, const RunRequest& request,
                     const fuzz::Input& input, const std::vector<fuzz::Fault>& faults,
                     const fuzz::FuzzReport& seen, const policy::Catalogue& catalogue) {
  RunReport report;
  report.subject.path = request.loader;
  report.subject.api = Name(input.api);
  report.subject.version = seen.subjects.judged.api_version.ToString();
  report.subject.spec = seen.subjects.judged.spec.ToString();
  report.subject.options = JudgingOptions(options.spec, options.search_folders);
  for (const fuzz::Fault& fault : faults) {
    report.cases.push_back(ResultOf(fault, options.id, catalogue));
  }
  if (faults.empty()) {
    fmt::print(
        "# {}: {}\n\n"
        "The finding does not occur with this binary.\n",
        MarkdownText(options.id),
        VerdictName(seen.errors.empty() ? Verdict::kPass : Verdict::kError));
  }
  Identify(request, catalogue, report);
  report.evidence[options.id] = MachineOf(input);
  const Steps steps = {"", "", "the machine of a finding also has generated layers and drivers"};
  for (const CaseResult& result : report.cases) {
    fmt::print("{}", BugReport(report, result, steps));
  }
}

void PrintSummary(const fuzz::FuzzReport& report, const Tally& tally) {
  fmt::print("{} inputs, {} with an instance, {:.0f} per second and process, in {:.1f} s\n",
             report.inputs, report.creates,
             report.busy_seconds > 0 ? static_cast<double>(report.inputs) / report.busy_seconds : 0,
             report.seconds);
  if (report.places > 0) {
    fmt::print("{} edges of the instrumented subject were covered\n", report.places);
  }
  for (const fuzz::Finding& finding : report.unconfirmed.all()) {
    fmt::print("seen only together with other inputs, not alone: {}\n", finding.fault.Signature());
  }
  std::fflush(stdout);  // so that no error is printed inside a line if both streams go to one place
  for (const std::string& error : report.errors) fmt::print(stderr, "loadstone: {}\n", error);
  const size_t findings = tally.all();
  fmt::print("{} finding{}", findings, findings == 1 ? "" : "s");
  if (findings > 0) fmt::print(", {} fail, {} warn", tally.failures, tally.warnings);
  if (tally.differences > 0) fmt::print(", {} differ", tally.differences);
  fmt::print("{}\n", report.interrupted ? "; interrupted" : "");
}

// Returns the exit status. Warnings alone do not fail a run, unless the loader ended its process or
// hung.
int Status(const fuzz::FuzzReport& report, const Tally& tally, bool strict) {
  if (tally.failures > 0 || tally.ending || (strict && tally.warnings + tally.differences > 0)) {
    return kViolates;
  }
  return report.errors.empty() && !report.interrupted ? kConforms : kCannotTell;
}

}  // namespace

int FuzzVerb(const FuzzOptions& options) {
  if (options.platform == kWindows) {
    throw UsageError(
        "fuzz takes loaders for Linux only, because under Wine each input costs the start of a "
        "server; use 'loadstone run --platform windows' for a Windows loader");
  }
  if (options.platform != "linux") {
    throw UsageError(fmt::format("fuzz implements the rules of Linux only; leave out --platform {}",
                                 options.platform));
  }
  CheckBinary(HostPathIn(options.root, options.loader));
  if (!options.against.empty()) CheckBinary(HostPathIn(options.root, options.against));
  CheckOutputFolder("--out", options.out);
  std::optional<Waivers> waivers;
  if (!options.waivers.empty()) waivers = Waivers::Load(options.waivers);
  fuzz::FuzzRequest request;
  const policy::Catalogue catalogue = LoadCatalogue();
  request.run = SubjectRequest(options.loader, options.root, options.api, options.spec,
                               options.search_folders, catalogue);
  request.run.jobs =
      options.jobs != 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency());
  request.run.guard = options.guard;
  request.run.against = AbsoluteOrEmpty(HostPathIn(options.root, options.against));
  request.inputs = options.inputs != 0 ? options.inputs : UINT64_MAX;
  // A limit on the number of inputs replaces the default time limit.
  request.seconds = options.seconds > 0 ? options.seconds : options.inputs != 0 ? kForever : 60;
  request.seed = options.seed;
  request.create_percent = options.create;
  request.hang_seconds = options.timeout;
  request.keep = !options.corpus.empty();
  if (request.keep) {
    CheckOutputFolder("--corpus", options.corpus);
    request.corpus = fuzz::ReadCorpus(options.corpus, options.api);
  }
  fuzz::Findings findings;
  // Writes each finding at once, so that it is not lost if this process is killed.
  const fuzz::FuzzReport report = fuzz::Fuzz(request, [&](const fuzz::Finding& finding) {
    if (findings.Add(finding)) {
      fuzz::WriteFinding(finding, std::string(policy::Name(LevelOf(finding.fault, catalogue))),
                         options.out, ReproOptionsText(options));
    }
  });
  fmt::print("{}: {} {} on linux, seed {}\n", report.subjects.judged.path,
             Name(report.subjects.judged.api), report.subjects.judged.spec.ToString(),
             options.seed);
  if (report.subjects.against.has_value()) {
    fmt::print("against {}: {}\n", report.subjects.against->path,
               report.subjects.against->spec.ToString());
  }
  fmt::print("\n");
  if (!report.trouble.empty()) fmt::print("trouble: {}\n\n", report.trouble);
  RunReport waived = ReportOf(findings, catalogue);
  if (waivers.has_value()) waived.warnings = waivers->Apply(waived, TodayUtc());
  Tally tally;
  for (size_t i = 0; i < findings.all().size(); ++i) {
    const fuzz::Finding& finding = findings.all()[i];
    if (waived.cases[i].verdict == Verdict::kWaived) {
      fmt::print("waived {}: {}\n\n", waived.cases[i].id, waived.cases[i].reason);
      continue;
    }
    tally.Add(finding.fault, catalogue);
    PrintFault(finding.fault, catalogue);
    fmt::print("  reproduce: loadstone repro {} {}\n\n", fuzz::FindingFolder(finding, options.out),
               ReproOptionsText(options));
  }
  for (const std::string& warning : waived.warnings) {
    fmt::print(stderr, "loadstone: {}\n", warning);
  }
  if (request.keep) fuzz::WriteCorpus(report.kept, options.corpus);
  for (const fuzz::Finding& finding : report.unconfirmed.all()) {
    fuzz::WriteFinding(finding, "seen only together with other inputs, not alone",
                       (std::filesystem::path(options.out) / fuzz::kUnconfirmedFolder).string(),
                       ReproOptionsText(options));
  }
  PrintSummary(report, tally);
  return Status(report, tally, options.strict);
}

int ReproFinding(const ReproOptions& options) {
  if (options.gdb || !options.keep.empty()) {
    throw UsageError("--gdb and --keep are for cases; the folder of a finding already keeps it");
  }
  if (options.loader.empty()) throw UsageError("--loader is required; see loadstone --help");
  CheckBinary(HostPathIn(options.root, options.loader));
  const fuzz::Input input = fuzz::ReadFinding(options.id);
  const policy::Catalogue catalogue = LoadCatalogue();
  RunRequest request = SubjectRequest(options.loader, options.root, input.api, options.spec,
                                      options.search_folders, catalogue);
  request.guard = true;  // as in the run that found the input
  if (!options.against.empty()) CheckBinary(HostPathIn(options.root, options.against));
  request.against = AbsoluteOrEmpty(HostPathIn(options.root, options.against));
  const std::vector<fuzz::Input> before = fuzz::ReadBefore(options.id, input.api);
  if (!options.markdown) PrintMachine(options.id, input);
  if (!options.markdown && !before.empty()) {
    fmt::print("the process received {} other input{} before this one\n\n", before.size(),
               before.size() == 1 ? "" : "s");
  }
  fuzz::FuzzReport report;
  const std::vector<fuzz::Fault> faults =
      fuzz::RunFinding(request, input, before, kReproHangSeconds, report);
  Tally tally;
  for (const fuzz::Fault& fault : faults) {
    tally.Add(fault, catalogue);
    if (!options.markdown) PrintFault(fault, catalogue);
  }
  for (const std::string& error : report.errors) fmt::print(stderr, "loadstone: {}\n", error);
  const int status = Status(report, tally, false);
  if (options.markdown) {
    PrintBugReports(options, request, input, faults, report, catalogue);
    return status;
  }
  fmt::print("verdict: {}\n", tally.failures > 0      ? "fail"
                              : tally.warnings > 0    ? "warn"
                              : tally.differences > 0 ? "differs"
                              : status == kConforms   ? "pass"
                                                      : "error");
  return status;
}

}  // namespace loadstone

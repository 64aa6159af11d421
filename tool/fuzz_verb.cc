// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <thread>

#include "fuzz/outside/findings.h"
#include "fuzz/outside/fuzz_run.h"
#include "fuzz/outside/machine_text.h"
#include "fuzz/outside/native_text.h"
#include "harness/report/bug_report.h"
#include "harness/report/text.h"
#include "harness/runner/check_binary.h"
#include "harness/world/pe_file.h"
#include "harness/world/platform.h"
#include "tool/cli.h"
#include "tool/fuzz_output.h"
#include "tool/identity.h"
#include "tool/registry_editor.h"
#include "tool/system_root.h"

namespace loadstone {
namespace {

constexpr double kForever = 1e9;
constexpr double kReproHangSeconds = 10;

std::string AbsoluteOrEmpty(const std::string& path) {
  return path.empty() ? path : std::filesystem::absolute(path).string();
}

// The loader of a run, and how it is judged.
struct FuzzedLoader {
  std::string path;
  std::string root;
  Api api;
  std::string platform;
  std::string spec;
  std::vector<std::string> search_folders;
};

// Throws UsageError or EnvironmentError for a loader that cannot be fuzzed.
RunRequest SubjectRequest(const FuzzedLoader& loader, const policy::Catalogue& catalogue) {
  const std::string& root = loader.root;
  const std::string path = HostPathIn(root, loader.path);
  CheckBinary(path, loader.platform, ArchitectureOfLoader(path, loader.platform));
  RunRequest request;
  request.loader = std::filesystem::absolute(path);
  request.platform = loader.platform;
  if (request.platform == kWindows) {
    request.architecture = ArchitectureOfLoader(request.loader, request.platform);
    if (ExaminePeFile(request.loader).bits == 32) {
      throw UsageError("the fuzzer takes 64-bit DLLs only; 'loadstone run' judges 32-bit ones");
    }
  }
  ApplyRoot(root, request);
  request.api = loader.api;
  request.search_folders = loader.search_folders;
  if (!loader.spec.empty()) request.spec = ParseSpec(loader.spec, loader.api, catalogue);
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
  for (const auto& [name, value] : fuzz::NativeEnvironment(input)) {
    machine.environment.push_back(name + "=" + value);
  }
  for (const auto& [path, text] : input.files) {
    machine.files.push_back({path, "", fuzz::NativeManifest(input.platform, text)});
  }
  if (!input.registry.empty()) machine.registry = RegistryEditorText(input.registry);
  return machine;
}

void PrintMachine(const std::string& id, const fuzz::Input& input) {
  fmt::print("finding: {}\nenvironment:\n", id);
  for (const auto& [name, value] : fuzz::NativeEnvironment(input)) {
    fmt::print("  {}={}\n", name, value);
  }
  for (const auto& [path, text] : input.files) {
    fmt::print("{}\n  {}\n", path, fuzz::NativeManifest(input.platform, text));
  }
  if (!input.registry.empty()) {
    fmt::print("registry:\n{}\n", RegistryEditorText(input.registry));
  }
  fmt::print("machine: {}\n", fuzz::MachineInWords(input));
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
  const Steps steps = {
      {}, "", "", "the machine of a finding also has generated layers and drivers"};
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
  if (options.platform != "linux" && options.platform != kWindows) {
    throw UsageError(
        fmt::format("fuzz implements the rules of Linux and Windows only; leave out --platform {}",
                    options.platform));
  }
  const FuzzedLoader loader = {options.loader,   options.root, options.api,
                               options.platform, options.spec, options.search_folders};
  const policy::Catalogue catalogue = LoadCatalogue();
  fuzz::FuzzRequest request;
  request.run = SubjectRequest(loader, catalogue);
  if (!options.against.empty()) {
    CheckBinary(HostPathIn(options.root, options.against), options.platform);
  }
  CheckOutputFolder("--out", options.out);
  FuzzOutput output(options, catalogue);
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
    std::erase_if(request.corpus,
                  [&](const fuzz::Input& input) { return input.platform != options.platform; });
  }
  const fuzz::FuzzReport report = fuzz::Fuzz(request, output.Listener());
  if (request.keep) fuzz::WriteCorpus(report.kept, options.corpus);
  const Tally tally = output.Finish(report);
  PrintSummary(report, tally);
  return Status(report, tally, options.strict);
}

int ReproFinding(const ReproOptions& options) {
  if (options.gdb || !options.keep.empty()) {
    throw UsageError("--gdb and --keep are for cases; the folder of a finding already keeps it");
  }
  if (options.loader.empty()) throw UsageError("--loader is required; see loadstone --help");
  const fuzz::Input input = fuzz::ReadFinding(options.id);
  const policy::Catalogue catalogue = LoadCatalogue();
  RunRequest request = SubjectRequest({options.loader, options.root, input.api, input.platform,
                                       options.spec, options.search_folders},
                                      catalogue);
  request.guard = true;  // as in the run that found the input
  if (!options.against.empty()) {
    CheckBinary(HostPathIn(options.root, options.against), input.platform);
  }
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

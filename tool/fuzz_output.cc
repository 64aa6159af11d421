// SPDX-License-Identifier: Apache-2.0
#include "tool/fuzz_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>

#include "fuzz/outside/difference.h"
#include "fuzz/outside/machine_text.h"
#include "harness/report/text.h"

namespace loadstone {
namespace {

// So many causes are printed in full at the end, as at the end of `loadstone run`.
constexpr size_t kMostInFull = 5;
constexpr char kUnconfirmedLevel[] = "seen only together with other inputs, not alone";

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

// "fail LLP_LOADER_4 (must): the cause"
std::string HeadingOf(const fuzz::Fault& fault, const policy::Catalogue& catalogue) {
  if (fuzz::IsDifference(fault)) return "differs: " + OneLine(fault.cause);
  const policy::Level level = LevelOf(fault, catalogue);
  return fmt::format("{} {} ({}): {}", level == policy::Level::kMust ? "fail" : "warn",
                     fault.policy, policy::Name(level), OneLine(fault.cause));
}

// The lower, the earlier a cause should be read.
int Rank(const fuzz::Fault& fault, const policy::Catalogue& catalogue) {
  if (fuzz::IsDifference(fault)) return 3;
  if (LevelOf(fault, catalogue) == policy::Level::kMust) return 0;
  return fault.ending ? 1 : 2;
}

RunReport ReportOf(const std::vector<fuzz::Finding>& findings, const policy::Catalogue& catalogue) {
  RunReport report;
  for (const fuzz::Finding& finding : findings) {
    report.cases.push_back(ResultOf(finding.fault, fuzz::FolderName(finding.fault), catalogue));
  }
  return report;
}

size_t CountCauses(const std::vector<fuzz::Finding>& findings) {
  std::set<std::string> causes;
  for (const fuzz::Finding& finding : findings) causes.insert(fuzz::CauseKey(finding.fault));
  return causes.size();
}

}  // namespace

void Tally::Add(const fuzz::Fault& fault, const policy::Catalogue& catalogue) {
  const bool is_failure = LevelOf(fault, catalogue) == policy::Level::kMust;
  ++(fuzz::IsDifference(fault) ? differences : is_failure ? failures : warnings);
  ending |= fault.ending;
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

void PrintFault(const fuzz::Fault& fault, const policy::Catalogue& catalogue) {
  const bool differs = fuzz::IsDifference(fault);
  fmt::print("{}\n  {}: {}\n  {}: {}\n", HeadingOf(fault, catalogue),
             differs ? "this loader" : "expected", differs ? fault.observed : fault.expected,
             differs ? "the other" : "observed", differs ? fault.expected : fault.observed);
}

FuzzOutput::FuzzOutput(const FuzzOptions& options, const policy::Catalogue& catalogue)
    : options_(options), catalogue_(catalogue) {
  if (!options.waivers.empty()) waivers_ = Waivers::Load(options.waivers);
}

fuzz::FuzzListener FuzzOutput::Listener() {
  return {.on_start = [this](const fuzz::FuzzReport& report) { PrintStart(report); },
          .on_finding = [this](const fuzz::Finding& finding) { Take(finding); }};
}

std::string FuzzOutput::LineKey(const fuzz::Fault& fault) const {
  return fmt::format("{} {}", policy::Name(LevelOf(fault, catalogue_)), fuzz::CauseKey(fault));
}

void FuzzOutput::PrintStart(const fuzz::FuzzReport& report) const {
  const Subject& subject = report.subjects.judged;
  fmt::print("{}: {} {} on {}, seed {}\n", subject.path, Name(subject.api), subject.spec.ToString(),
             subject.platform, options_.seed);
  if (report.subjects.against.has_value()) {
    fmt::print("against {}: {}\n", report.subjects.against->path,
               report.subjects.against->spec.ToString());
  }
  if (!report.trouble.empty()) fmt::print("trouble: {}\n", report.trouble);
  fmt::print("\n");
  std::fflush(stdout);
}

void FuzzOutput::Take(const fuzz::Finding& finding) {
  if (!findings_.Add(finding)) return;
  // At once, so that the finding is not lost if this process is killed.
  fuzz::WriteFinding(finding, std::string(policy::Name(LevelOf(finding.fault, catalogue_))),
                     options_.out, ReproOptionsText(options_));
  PrintLine(finding);
}

void FuzzOutput::PrintLine(const fuzz::Finding& finding) {
  RunReport one = ReportOf({finding}, catalogue_);
  if (waivers_.has_value()) waivers_->Apply(one, TodayUtc());
  const CaseResult& result = one.cases.front();
  const bool waived = result.verdict == Verdict::kWaived;
  const std::string key = waived ? result.id : LineKey(finding.fault);
  if (!printed_.emplace(key, finding.fault.Signature()).second) return;
  fmt::print("{}\n", waived ? fmt::format("waived {}: {}", result.id, OneLine(result.reason))
                            : HeadingOf(finding.fault, catalogue_));
  std::fflush(stdout);
}

std::string FuzzOutput::ReportPath() const {
  return (std::filesystem::path(options_.out) / kFuzzReportFile).string();
}

std::vector<FuzzOutput::Cause> FuzzOutput::Causes(const RunReport& waived) const {
  std::map<std::string, size_t> index;
  std::vector<Cause> causes;
  for (size_t i = 0; i < findings_.all().size(); ++i) {
    const fuzz::Finding& finding = findings_.all()[i];
    if (waived.cases[i].verdict == Verdict::kWaived) continue;
    const std::string key = LineKey(finding.fault);
    const auto [at, is_new] = index.emplace(key, causes.size());
    if (is_new) causes.emplace_back();
    Cause& cause = causes[at->second];
    const bool printed = printed_.at(key) == finding.fault.Signature();
    cause.insert(printed ? cause.begin() : cause.end(), &finding);
  }
  std::stable_sort(causes.begin(), causes.end(), [this](const Cause& one, const Cause& other) {
    return Rank(one.front()->fault, catalogue_) < Rank(other.front()->fault, catalogue_);
  });
  return causes;
}

// Returns the lines below expected and observed, which the console and the report both have.
std::string FuzzOutput::Rest(const Cause& cause) const {
  std::string text = fmt::format("  machine: {}\n", fuzz::MachineInWords(cause.front()->input));
  for (size_t i = 1; i < cause.size(); ++i) {
    text += fmt::format("  the same in another folder: {}, {}\n", cause[i]->fault.policy,
                        fuzz::FindingFolder(*cause[i], options_.out));
  }
  return text + fmt::format("  reproduce: loadstone repro {} {}\n",
                            fuzz::FindingFolder(*cause.front(), options_.out),
                            ReproOptionsText(options_));
}

void FuzzOutput::PrintCause(const Cause& cause) const {
  fmt::print("\n");
  PrintFault(cause.front()->fault, catalogue_);
  fmt::print("{}", Rest(cause));
}

void FuzzOutput::WriteReport(const std::vector<Cause>& causes,
                             const fuzz::FuzzReport& report) const {
  const std::vector<fuzz::Finding>& unconfirmed = report.unconfirmed.all();
  if (causes.empty() && unconfirmed.empty()) return;
  std::string text = fmt::format("# Findings in {}\n\n{} inputs, seed {}\n",
                                 MarkdownText(options_.loader), report.inputs, options_.seed);
  for (const Cause& cause : causes) {
    const fuzz::Fault& fault = cause.front()->fault;
    const bool differs = fuzz::IsDifference(fault);
    text += fmt::format("\n## {}\n\n    {}: {}\n    {}: {}\n",
                        MarkdownText(HeadingOf(fault, catalogue_)),
                        differs ? "the other" : "expected", OneLine(fault.expected),
                        differs ? "this loader" : "observed", OneLine(fault.observed));
    std::istringstream rest(Rest(cause));
    for (std::string line; std::getline(rest, line);) text += "  " + line + "\n";
  }
  if (!unconfirmed.empty()) {
    text += fmt::format("\n## Seen only among other inputs, not alone: {}\n\n",
                        CountCauses(unconfirmed));
  }
  for (const fuzz::Finding& finding : unconfirmed) {
    text += fmt::format("- {}; machine: {}\n", MarkdownText(finding.fault.Signature()),
                        MarkdownText(fuzz::MachineInWords(finding.input)));
  }
  std::filesystem::create_directories(options_.out);
  const std::string path = ReportPath();
  std::ofstream file(path, std::ios::binary);
  file << text;
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

Tally FuzzOutput::Finish(const fuzz::FuzzReport& report) {
  RunReport waived = ReportOf(findings_.all(), catalogue_);
  if (waivers_.has_value()) waived.warnings = waivers_->Apply(waived, TodayUtc());
  const std::vector<Cause> causes = Causes(waived);
  const std::string path = ReportPath();
  Tally tally;
  for (const Cause& cause : causes) tally.Add(cause.front()->fault, catalogue_);
  if (causes.size() > kMostInFull) {
    fmt::print("\nto read first, {} of {}; all are in {}:\n", kMostInFull, causes.size(), path);
  }
  for (size_t i = 0; i < std::min(causes.size(), kMostInFull); ++i) PrintCause(causes[i]);
  if (!printed_.empty()) fmt::print("\n");
  for (const fuzz::Finding& finding : report.unconfirmed.all()) {
    fuzz::WriteFinding(finding, kUnconfirmedLevel,
                       (std::filesystem::path(options_.out) / fuzz::kUnconfirmedFolder).string(),
                       ReproOptionsText(options_));
  }
  WriteReport(causes, report);
  if (const size_t count = CountCauses(report.unconfirmed.all()); count > 0) {
    fmt::print("{} more cause{} seen only among other inputs, not alone: see {}\n", count,
               count == 1 ? " was" : "s were", path);
  }
  std::fflush(stdout);  // so that no error is printed inside a line if both streams go to one place
  for (const std::string& warning : waived.warnings) {
    fmt::print(stderr, "loadstone: {}\n", warning);
  }
  return tally;
}

}  // namespace loadstone

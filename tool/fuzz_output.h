// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_FUZZ_OUTPUT_H_
#define LOADSTONE_TOOL_FUZZ_OUTPUT_H_

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/outside/findings.h"
#include "fuzz/outside/fuzz_run.h"
#include "harness/policy/catalogue.h"
#include "harness/report/result.h"
#include "harness/report/waivers.h"
#include "tool/cli.h"

namespace loadstone {

// The file in the folder for findings that lists all of them, in Markdown.
inline constexpr char kFuzzReportFile[] = "report.md";

// Counts findings, and records whether any of them ended the process.
struct Tally {
  size_t failures = 0;
  size_t warnings = 0;
  size_t differences = 0;
  bool ending = false;

  void Add(const fuzz::Fault& fault, const policy::Catalogue& catalogue);
  size_t all() const { return failures + warnings + differences; }
};

// Converts a fault to the case `id` of a report. A fault under a must fails, every other one warns.
CaseResult ResultOf(const fuzz::Fault& fault, const std::string& id,
                    const policy::Catalogue& catalogue);

// Prints a fault with what was expected and observed.
void PrintFault(const fuzz::Fault& fault, const policy::Catalogue& catalogue);

// Prints and writes the findings of `loadstone fuzz`: while the run lasts, one line for each cause
// and a folder for each finding; at its end the causes to read first, and the list of all findings.
class FuzzOutput {
 public:
  // Reads the waivers. Throws as Waivers::Load does. The arguments must outlive the output.
  FuzzOutput(const FuzzOptions& options, const policy::Catalogue& catalogue);

  // Throws std::runtime_error with one line if a finding cannot be written.
  fuzz::FuzzListener Listener();

  // Prints and writes what is known only at the end, and counts the causes that no waiver covers.
  // Throws as the listener does.
  Tally Finish(const fuzz::FuzzReport& report);

 private:
  // Findings that differ in the folder only, and in the policy about it.
  using Cause = std::vector<const fuzz::Finding*>;

  // Identifies the line for a finding: causes with different levels have different lines.
  std::string LineKey(const fuzz::Fault& fault) const;
  void PrintStart(const fuzz::FuzzReport& report) const;
  void Take(const fuzz::Finding& finding);
  void PrintLine(const fuzz::Finding& finding);
  // The causes that no waiver covers, the most severe first; each begins with the finding that was
  // printed.
  std::vector<Cause> Causes(const RunReport& waived) const;
  std::string ReportPath() const;
  void PrintCause(const Cause& cause) const;
  std::string Rest(const Cause& cause) const;
  void WriteReport(const std::vector<Cause>& causes, const fuzz::FuzzReport& report) const;

  const FuzzOptions& options_;
  const policy::Catalogue& catalogue_;
  std::optional<Waivers> waivers_;
  fuzz::Findings findings_;
  std::map<std::string, std::string> printed_;  // the signatures of the printed findings by key
};

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_FUZZ_OUTPUT_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_OUTPUTS_H_
#define LOADSTONE_TOOL_OUTPUTS_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/report/output_file.h"
#include "harness/report/result.h"
#include "harness/report/waivers.h"
#include "tool/cli.h"

namespace loadstone {

// The outputs of a run: waivers and baseline are applied, files written, the console report
// printed. The constructor reads or opens every file that the user named, so that a wrong path is
// found before the run.
class Outputs {
 public:
  // Throws UsageError or std::runtime_error with one line.
  explicit Outputs(const ReportOptions& options);

  // Throws std::runtime_error if the baseline is of another kind than `subject`. Called before the
  // run.
  void Expect(const SubjectSummary& subject) const;

  // Returns whether this result alone makes the exit status 1: neither waivers nor the baseline
  // cover it.
  bool IsFailure(const CaseResult& result) const;

  // Applies waivers and baseline to `report`, writes all outputs, and returns the exit status.
  // Throws std::runtime_error if a file cannot be written.
  int Write(RunReport& report) const;

 private:
  // A requested report: its file and the function that formats it.
  struct File {
    std::unique_ptr<OutputFile> file;
    std::string (*write)(const RunReport&);
  };

  void Apply(RunReport& report) const;
  void Print(const RunReport& report) const;

  const ReportOptions options_;
  std::optional<Waivers> waivers_;
  std::optional<RunReport> baseline_;
  std::vector<File> files_;
  bool standard_output_taken_ = false;
};

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_OUTPUTS_H_

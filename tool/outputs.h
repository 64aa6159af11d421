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

// What becomes of the report of a run: waivers, a baseline, files and the console. Everything that
// a user named is read or opened first, so that a path that is wrong is found before a run.
class Outputs {
 public:
  // Throws UsageError or std::runtime_error with one line.
  explicit Outputs(const ReportOptions& options);

  // Throws std::runtime_error, before a run of `subject`, if what was read is of another kind.
  void Expect(const SubjectSummary& subject) const;

  // Whether the result alone makes the exit status 1: neither waivers nor the baseline cover it.
  bool IsFailure(const CaseResult& result) const;

  // Applies waivers and baseline to `report`, writes what was asked for, and gives the exit status.
  // Throws std::runtime_error where a file cannot be written.
  int Write(RunReport& report) const;

 private:
  // A report that was asked for: its file and what writes it.
  struct File {
    std::unique_ptr<OutputFile> file;
    std::string (*write)(const RunReport&);
  };

  // Applies waivers and baseline to `report`.
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

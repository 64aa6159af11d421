// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_PROBE_STAGE_H_
#define LOADSTONE_HARNESS_CASE_PROBE_STAGE_H_

#include <string>

namespace loadstone {

struct ProbeOptions {
  bool wait = false;   // the process stops itself first
  bool guard = false;  // the heap is guarded, see harness/probe/case_guard.h
};

// Runs the app of the case `id`, which the file `file` of the suites registers (CaseInfo::file),
// and ends the process; called in the probe. `subject_json` is Subject::ToJson(). `library` is the
// shared library of rules with the case, or empty for a case of this program.
[[noreturn]] void RunAppOfCase(const std::string& id, const std::string& file,
                               const std::string& subject_json, const std::string& library,
                               const ProbeOptions& options);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_PROBE_STAGE_H_

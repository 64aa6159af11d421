// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_CASE_PROBE_STAGE_H_
#define LOADSTONE_HARNESS_CASE_PROBE_STAGE_H_

#include <string>

namespace loadstone {

struct ProbeOptions {
  bool wait = false;   // the process stops itself first
  bool guard = false;  // its heap is guarded, see harness/probe/case_guard.h
};

// What a probe does: runs the app of the case `id`, which that file of the suites registers
// (CaseInfo::file), and ends the process. `subject_json` is Subject::ToJson(). The case is
// in the shared library `library` of rules, or in the program itself if that is empty.
[[noreturn]] void RunAppOfCase(const std::string& id, const std::string& file,
                               const std::string& subject_json, const std::string& library,
                               const ProbeOptions& options);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_CASE_PROBE_STAGE_H_

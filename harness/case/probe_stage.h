#ifndef LOADSTONE_HARNESS_CASE_PROBE_STAGE_H_
#define LOADSTONE_HARNESS_CASE_PROBE_STAGE_H_

#include <string>

namespace loadstone::inline cases {

// What a probe does: runs the app of the case `id`, which that file of the suites registers
// (CaseInfo::file), and ends the process. `subject_json` is Subject::ToJson(). The case is
// in the shared library `library` of rules, or in the program itself if that is empty. With `wait`
// it stops itself first.
[[noreturn]] void RunAppOfCase(const std::string& id, const std::string& file,
                               const std::string& subject_json, const std::string& library,
                               bool wait);

}  // namespace loadstone::inline cases

#endif  // LOADSTONE_HARNESS_CASE_PROBE_STAGE_H_

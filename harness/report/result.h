#ifndef LOADSTONE_HARNESS_REPORT_RESULT_H_
#define LOADSTONE_HARNESS_REPORT_RESULT_H_

#include <string>
#include <vector>

namespace loadstone {

// What a case says about the subject.
enum class Verdict {
  kPass,
  kFail,
  kWaived,  // failed, and a waiver that still holds covers it
  kSkip,    // does not apply to this subject; the reason says why
  kError,   // the harness could not tell; the reason says why
};

// "pass", "fail", "waived", "skip" or "error".
const char* VerdictName(Verdict verdict);

// The verdict of one case with what a reader needs to believe it.
struct CaseResult {
  std::string id;                     // POLICY_ID/short_snake_case_name
  std::vector<std::string> policies;  // the cited policies, the first one owns the case
  Verdict verdict = Verdict::kError;
  double seconds = 0;
  std::string reason;    // one line; empty for a pass
  std::string expected;  // what every reading of the documents demands; empty unless failed
  std::string observed;  // what was seen instead; empty unless failed
};

// One line of what calibration found out about the subject, for example
// {"explicit layer folders", "/etc/vulkan/explicit_layer.d, /usr/share/vulkan/explicit_layer.d"}.
struct Finding {
  std::string name;
  std::string value;
};

// The binary under test as the reports name it.
struct SubjectSummary {
  std::string path;
  std::string api;       // "vulkan" or "openxr"
  std::string platform;  // "linux"
  std::string version;   // the edition of the documents by which it is judged
  std::vector<Finding> calibration;
};

// A whole run.
struct RunReport {
  SubjectSummary subject;
  std::vector<CaseResult> cases;  // in the order of their IDs
  double seconds = 0;             // wall time
  bool interrupted = false;       // ended by the user before every case had run
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_RESULT_H_

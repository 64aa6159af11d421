// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_REPORT_RESULT_H_
#define LOADSTONE_HARNESS_REPORT_RESULT_H_

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/policy/policy.h"

namespace loadstone {

// What a case says about the subject.
enum class Verdict {
  kPass,
  kFail,    // a must is not kept, in every reading
  kWarn,    // a should is not kept, or what no document demands but every user wants
  kWaived,  // failed or warned, and a waiver that still holds covers it
  kSkip,    // does not apply to this subject; the reason says why
  kError,   // the harness could not tell; the reason says why
};

// "pass", "fail", "warn", "waived", "skip" or "error".
const char* VerdictName(Verdict verdict);

// The reverse of VerdictName; nothing for any other text.
std::optional<Verdict> VerdictFromName(std::string_view name);

// The verdict of one case with what a reader needs to believe it.
struct CaseResult {
  std::string id = {};                     // POLICY_ID/short_snake_case_name
  std::vector<std::string> policies = {};  // the cited policies, the first one owns the case
  std::string place = {};  // file and line of the case; empty where nothing is known of it
  Verdict verdict = Verdict::kError;
  double seconds = 0;
  std::string reason = {};    // one line; empty for a pass
  std::string expected = {};  // what every reading of the documents demands; empty unless failed
  std::string observed = {};  // what was seen instead; of a pass, its remark, if any
  // The policy that was not kept, where the verdict is fail, warn or waived. It is not always the
  // owning one: a duty of layers is not what a loader breaks that ends the process.
  std::string violates = {};
  // How binding that policy, or else the owning one, is: "must", "should", "may", "robustness".
  std::string level = {};
  unsigned tries = 1;      // 2: the first try ran out of time or was lost, the second ran alone
  bool timed_out = false;  // the process had not ended in time
  bool blocked = false;    // then: it only waited, and a busy machine had no part in it
  bool flaky = false;      // it was run more than once, and its verdicts differ
  // How the process ended, if that is what went wrong: "killed by SIGSEGV during vkCreateInstance",
  // or "memory error" with a guarded heap; else empty. Nothing in a report of an older version.
  std::optional<std::string> ending = {};
  // The reason says what was demanded, which did not happen; else it says what happened.
  bool demanded = false;
  // The fault of the subject that may be why (see harness/case/faults.h), by its ID; empty for
  // none.
  std::string fault = {};
  // The subject did not work, as where it ended the process, so that the case could not judge. Then
  // `see` is the case in which that is a finding, which may be this one; empty where it is none.
  bool unjudged = false;
  std::string see = {};
  // Before SettleUnjudged: the cases, and policies of cases, of which one may have found it, and
  // the policy that is not kept where none did; empty where nobody is accused.
  std::vector<std::string> judges = {};
  std::string accused = {};
};

// One line of what calibration found out about the subject, for example
// {"explicit layer folders", "/etc/vulkan/explicit_layer.d, /usr/share/vulkan/explicit_layer.d"}.
struct Finding {
  std::string name = {};
  std::string value = {};
};

// The binary under test as the reports name it.
struct SubjectSummary {
  std::string path = {};
  std::string api = {};       // "vulkan" or "openxr"
  std::string platform = {};  // "linux"
  std::string version = {};   // the one that it claims; empty where it claims none
  std::vector<Finding> calibration = {};
  std::string spec = {};  // the version of the documents by which it is judged
  // Whom the run judged: "loader", or "layer", "driver" or "runtime", whose manifest is at `path`,
  // or "installer", of which `path` is the registry after installing.
  std::string kind = "loader";
  std::string layer = {};  // the layer's name; empty for a loader, and for a manifest without one
  // The words of the command line that say how the subject is judged, which showing a case again
  // takes as well: {"--spec", "1.4.330"}.
  std::vector<std::string> options = {};
  // Of the binary, which is the library of a layer: its build ID and the SHA-256 of the file, in
  // hexadecimal digits, and name and version of the package that it belongs to; empty for none.
  std::string build_id = {};
  std::string sha256 = {};
  std::string package = {};
};

// A policy as a report quotes it.
struct PolicySummary {
  std::string level = {};
  std::string statement = {};
  std::vector<policy::Source> sources = {};  // those for the version that judges
  std::string versions = {};  // for which it holds; empty in a report that was read from a file
};

// What one run of a case left, for a reader who wants to see how it went wrong.
struct Evidence {
  struct File {
    std::string path = {};
    std::string note = {};  // "copy of vulkan_layer.so", "-> /target"; empty for a file of text
    std::string text = {};
  };
  // A call of the application, and by whom else it was noted, from the application down.
  struct Call {
    std::string name = {};
    std::string asked = {};  // "layers VK_LAYER_LS_a"; empty where it asks for nothing
    std::vector<std::string> reached = {};
    bool returned = false;
    bool operator==(const Call&) const = default;
  };
  std::string application = {};               // its path, in the world
  std::vector<std::string> environment = {};  // NAME=value
  std::vector<File> files = {};               // of the world, by path
  std::string registry = {};                  // as Windows exports it; empty where there is none
  std::vector<Call> calls = {};               // in order; one that follows its like is left out
  std::string trace = {};                     // one event per line
  std::string log = {};                       // what the process wrote
  std::string ending = {};                    // how it ended
};

// What judged, when and where.
struct Provenance {
  std::string tool = {};    // the version of Loadstone
  std::string date = {};    // ISO 8601, in UTC
  std::string kernel = {};  // its release
};

// A whole run.
struct RunReport {
  SubjectSummary subject;
  std::vector<CaseResult> cases;  // in the order of their IDs
  double seconds = 0;             // wall time
  std::size_t chosen = 0;         // how many cases were to run; less than those above is the same
  Provenance provenance = {};
  std::map<std::string, PolicySummary> policies = {};  // those that the cases cite, by ID
  std::vector<std::string> warnings = {};              // about waivers, one line each
  std::map<std::string, Evidence> evidence = {};       // by case ID, where it was gathered
  std::map<std::string, std::string> faults = {};      // what is wrong, by the ID of the fault
  std::vector<std::string> better = {};  // IDs of cases that got better than a baseline
  std::string shard = {};                // "2/5": of five parts of the cases the second; or empty
  std::string incomplete = {};           // what else is missing, see WhyIncomplete
  bool interrupted = false;              // ended by the user before every case had run
  bool strict = false;                   // warnings count as violations
};

// One of `count` parts of the cases, `number` from 1.
struct Shard {
  unsigned number = 1;
  unsigned count = 1;
};

// Reads "2/5"; nothing for anything else, such as "6/5", "0/5" or more than 10,000 parts.
std::optional<Shard> ParseShard(const std::string& text);

// How many cases ended with which verdict.
struct Summary {
  std::size_t pass = 0;
  std::size_t fail = 0;
  std::size_t warn = 0;
  std::size_t waived = 0;
  std::size_t skip = 0;
  std::size_t error = 0;

  void Add(Verdict verdict);
  std::size_t total() const { return pass + fail + warn + waived + skip + error; }

  // The most serious verdict that occurs: error, fail, warn, waived, pass, skip in this order; skip
  // when there is no case at all, since nothing was shown.
  Verdict Worst() const;
};

Summary Count(const RunReport& report);

// How many of the cases that were chosen did not come to a verdict.
std::size_t NotRun(const RunReport& report);

// In one line how many cases could not be judged since the subject did not work, and why; of a
// layer, driver or runtime also that it ended the process. Empty where nothing of that happened, or
// all of it is waived.
std::string WhyUnjudged(const RunReport& report);

// In one line why the run says less than it was asked for: it was interrupted, cases did not run,
// could not be judged or were all skipped, or there was none. Empty for a run that says all.
std::string WhyIncomplete(const RunReport& report);

// The exit status that a run owes its caller: 1 with at least one fail, or warn where the report is
// strict, else 3 where the harness could not tell (an error, or a run that is incomplete), else 0.
int ExitStatus(const RunReport& report);

// The policy that owns a case: the first one cited, or what stands before the slash of the ID
// where none is cited.
std::string OwningPolicy(const CaseResult& result);

// The policy under which people look for what happened: the one that was not kept, or else the
// owning one.
std::string BlamedPolicy(const CaseResult& result);

// What a report says first of a case: the reason, where it is a demand marked as one that was not
// kept, so that nobody reads it as what happened.
std::string Headline(const CaseResult& result);

// The policy under which people look for it, or null where the report does not quote it.
const PolicySummary* FindPolicy(const RunReport& report, const CaseResult& result);

// Where a policy is written down, for a reader of `report`: the edition of the document, and that
// it is later than the subject, where it is.
std::string DescribeSource(const RunReport& report, const policy::Source& source);

// All its sources on one line.
std::string DescribeSources(const RunReport& report, const PolicySummary& policy);

// The editions of the documents that cases were judged by, from old to new, on one line: "1.3.239,
// 1.4.330 (later)"; empty where none has a version.
std::string CitedEditions(const RunReport& report);

// What stands behind the slash of a case's ID; the whole ID without a slash.
std::string ShortName(const CaseResult& result);

// All cases of one policy.
struct PolicyGroup {
  std::string policy;
  std::vector<const CaseResult*> cases;  // point into the report that was grouped

  Summary Count() const;
};

// The cases by the policy that `policy_of` gives, policies and cases in the natural order of their
// IDs (LLP_LOADER_2 before LLP_LOADER_10). The groups are valid as long as `report` is neither
// changed nor gone.
std::vector<PolicyGroup> GroupByPolicy(const RunReport& report,
                                       std::string (*policy_of)(const CaseResult&));

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_RESULT_H_

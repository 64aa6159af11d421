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

// The result of a case.
enum class Verdict {
  kPass,
  kFail,    // a MUST is violated under every accepted reading
  kWarn,    // a SHOULD is violated, or robustness that no document demands
  kWaived,  // failed or warned, and a waiver that has not expired covers it
  kSkip,    // does not apply to this subject; the reason says why
  kError,   // the harness could not judge; the reason says why
};

// Returns "pass", "fail", "warn", "waived", "skip" or "error".
const char* VerdictName(Verdict verdict);

// Returns the verdict with this name; std::nullopt for any other text.
std::optional<Verdict> VerdictFromName(std::string_view name);

// The verdict of one case, with the details that reports show.
struct CaseResult {
  std::string id = {};                     // POLICY_ID/short_snake_case_name
  std::vector<std::string> policies = {};  // the cited policies, beginning with the owner
  std::string place = {};                  // source file and line of the case; empty if unknown
  Verdict verdict = Verdict::kError;
  double seconds = 0;
  std::string reason = {};    // one line; empty for a pass
  std::string expected = {};  // what all readings of the documents demand; empty unless failed
  std::string observed = {};  // what was observed instead; for a pass its remark, if any
  // The violated policy, if the verdict is fail, warn or waived. It need not be the owning one: a
  // loader that ends the process does not violate a requirement for layers.
  std::string violates = {};
  // The level of that policy, or else of the owning one: "must", "should", "may", "robustness".
  std::string level = {};
  unsigned tries = 1;      // 2: the first try timed out or was lost, the second ran alone
  bool timed_out = false;  // the process did not end in time
  bool blocked = false;    // after a timeout: it was blocked, so a busy machine was not the reason
  bool flaky = false;      // it was run more than once, with different verdicts
  // How the process ended, if that is the failure: "killed by SIGSEGV during vkCreateInstance", or
  // "memory error" with a guarded heap; else empty. std::nullopt in a report of an older version.
  std::optional<std::string> ending = {};
  // Whether the reason is the requirement that was violated; otherwise it describes what happened.
  bool demanded = false;
  // The ID of the subject's fault that may be the cause (see harness/case/faults.h); empty if none
  // is known.
  std::string fault = {};
  // The case could not judge because the subject did not work, for example because it ended the
  // process. Then `see` is the case that reports this as a finding, which may be this one; empty if
  // none does.
  bool unjudged = false;
  std::string see = {};
  // Before ResolveUnjudged: the cases, and policies of cases, one of which may report it, and the
  // policy that is violated if none does; the latter is empty if no component is accused.
  std::vector<std::string> judges = {};
  std::string accused = {};
};

// A property of the subject that calibration determined, for example {"explicit layer folders",
// "/etc/vulkan/explicit_layer.d, /usr/share/vulkan/explicit_layer.d"}.
struct Finding {
  std::string name = {};
  std::string value = {};
};

// The subject as the reports describe it.
struct SubjectSummary {
  std::string path = {};
  std::string api = {};       // "vulkan" or "openxr"
  std::string platform = {};  // "linux"
  std::string version = {};   // the version that it claims; empty if it claims none
  std::vector<Finding> calibration = {};
  std::string spec = {};  // the version of the documents by which it is judged
  // The kind of subject: "loader", or "layer", "driver" or "runtime", whose manifest is at `path`,
  // or "installer", for which `path` is the registry after installation.
  std::string kind = "loader";
  std::string layer = {};  // name of a layer; empty for a loader, or if its manifest has none
  // The options of the command line that determine how the subject is judged, which are also needed
  // to reproduce a case: {"--spec", "1.4.330"}.
  std::vector<std::string> options = {};
  // Properties of the binary, for a layer those of its library: build ID and SHA-256, in
  // hexadecimal digits, and name and version of the package that contains it; empty if unknown.
  std::string build_id = {};
  std::string sha256 = {};
  std::string package = {};
  // The architecture of a binary for Linux, such as "i386-linux-gnu"; empty for other subjects.
  std::string architecture = {};
};

// A policy as quoted in a report.
struct PolicySummary {
  std::string level = {};
  std::string statement = {};
  std::vector<policy::Source> sources = {};  // those for the version by which the subject is judged
  std::string versions = {};  // to which it applies; empty in a report that was read from a file
};

// Evidence of one run of a case, for a reader who analyses the failure.
struct Evidence {
  struct File {
    std::string path = {};
    std::string note = {};  // "copy of vulkan_layer.so", "-> /target"; empty for a file of text
    std::string text = {};
  };
  // A call of the application, and the components that traced it, in the order of the call chain.
  struct Call {
    std::string name = {};
    std::string asked = {};  // "layers VK_LAYER_LS_a"; empty if it requests none
    std::vector<std::string> reached = {};
    bool returned = false;
    bool operator==(const Call&) const = default;
  };
  std::string application = {};               // its path in the world
  std::vector<std::string> environment = {};  // NAME=value
  std::vector<File> files = {};               // sorted by path
  std::string registry = {};     // in the format of Windows's editor; empty if there is none
  std::vector<Call> calls = {};  // in order, without repetitions of the preceding call
  std::string trace = {};        // one event per line
  std::string log = {};          // the output of the process
  std::string ending = {};       // how the process ended
};

// Which Loadstone judged, when and where.
struct Provenance {
  std::string tool = {};    // the version of Loadstone
  std::string date = {};    // ISO 8601, UTC
  std::string kernel = {};  // kernel release
};

// The report of a run.
struct RunReport {
  SubjectSummary subject;
  std::vector<CaseResult> cases;  // sorted by ID
  double seconds = 0;             // wall time
  std::size_t chosen = 0;  // number of cases to run; ignored if less than the number of `cases`
  Provenance provenance = {};
  std::map<std::string, PolicySummary> policies = {};  // those that the cases cite, by ID
  std::vector<std::string> warnings = {};              // about waivers, one line each
  std::map<std::string, Evidence> evidence = {};       // by case ID, for cases with evidence
  std::map<std::string, std::string> faults = {};      // descriptions, by the ID of the fault
  std::vector<std::string> better = {};  // IDs of cases that got better than a baseline
  std::string shard = {};       // "2/5" for the second of five parts of the cases; or empty
  std::string incomplete = {};  // what is missing for another reason, see WhyIncomplete
  bool interrupted = false;     // the user ended the run before every case had run
  bool strict = false;          // warnings count as violations
};

// Part `number`, from 1, of `count` parts of the cases.
struct Shard {
  unsigned number = 1;
  unsigned count = 1;
};

// Parses "2/5"; std::nullopt for anything else, such as "6/5", "0/5" or more than 10,000 parts.
std::optional<Shard> ParseShard(const std::string& text);

// The number of cases with each verdict.
struct Summary {
  std::size_t pass = 0;
  std::size_t fail = 0;
  std::size_t warn = 0;
  std::size_t waived = 0;
  std::size_t skip = 0;
  std::size_t error = 0;

  void Add(Verdict verdict);
  std::size_t total() const { return pass + fail + warn + waived + skip + error; }

  // Returns the most serious verdict that occurs: error, fail, warn, waived, pass, skip in this
  // order; skip if there is no case, because nothing was shown.
  Verdict Worst() const;
};

Summary Count(const RunReport& report);

// Returns how many of the selected cases have no verdict.
std::size_t NotRun(const RunReport& report);

// Returns one line that says how many cases could not be judged because the subject did not work,
// and why; for a layer, driver or runtime also that it ended the process. Empty if this did not
// happen, or if all of it is waived.
std::string WhyUnjudged(const RunReport& report);

// Returns one line that says why the run is incomplete: it was interrupted, cases did not run,
// could not be judged or were all skipped, or there was none. Empty for a complete run.
std::string WhyIncomplete(const RunReport& report);

// Returns the exit status of a run: 1 with at least one fail, or warn if the report is strict; else
// 3 if the harness could not judge (an error, or an incomplete run); else 0.
int ExitStatus(const RunReport& report);

// Returns the policy that owns a case: the first cited one, or the part of the ID before the slash
// if none is cited.
std::string OwningPolicy(const CaseResult& result);

// Returns the policy under which a case is listed: the violated one, or else the owning one.
std::string BlamedPolicy(const CaseResult& result);

// Returns the first line about a case: the reason, marked as violated if it is a requirement, so
// that it is not mistaken for what happened.
std::string Headline(const CaseResult& result);

// Returns the policy under which the case is listed, or null if the report does not quote it.
const PolicySummary* FindPolicy(const RunReport& report, const CaseResult& result);

// Describes a source of a policy for a reader of `report`: the edition of the document, and whether
// it is later than the subject.
std::string DescribeSource(const RunReport& report, const policy::Source& source);

// Describes all sources of a policy on one line.
std::string DescribeSources(const RunReport& report, const PolicySummary& policy);

// Returns the editions of the documents by which cases were judged, from oldest to newest, on one
// line: "1.3.239, 1.4.330 (later)"; empty if none has a version.
std::string CitedEditions(const RunReport& report);

// Returns the part of a case's ID after the slash; the whole ID if it has none.
std::string ShortName(const CaseResult& result);

// All cases of one policy.
struct PolicyGroup {
  std::string policy;
  std::vector<const CaseResult*> cases;  // pointers into the grouped report

  Summary Count() const;
};

// Groups the cases by the policy that `policy_of` returns; policies and cases are in the natural
// order of their IDs (LLP_LOADER_2 before LLP_LOADER_10). Valid as long as `report` exists and is
// unchanged.
std::vector<PolicyGroup> GroupByPolicy(const RunReport& report,
                                       std::string (*policy_of)(const CaseResult&));

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_REPORT_RESULT_H_

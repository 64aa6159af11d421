// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_TOOL_CLI_H_
#define LOADSTONE_TOOL_CLI_H_

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/case/case.h"
#include "harness/policy/catalogue.h"
#include "harness/policy/print.h"
#include "harness/runner/run.h"

namespace loadstone {

// Exit statuses of every verb.
inline constexpr int kConforms = 0;
inline constexpr int kViolates = 1;
inline constexpr int kCannotRun = 2;
inline constexpr int kCannotTell = 3;

// Wrong usage: what() is one clear line.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// The command line of the tool; returns its exit status. What goes wrong is told on standard error
// in one line that says what to do.
int CliMain(int count, char** words);

// The catalogue of this installation, together with the rules in these folders (rules.h).
policy::Catalogue LoadCatalogue(const std::vector<std::string>& rules = {});
// The case IDs by the policies that they cite.
policy::CaseMap CasesByPolicy();

// The ID, or glob over IDs, that a user means by `text`, in whatever case of letters.
std::string PolicyId(std::string text);
// That no policy is called so, with the one that is nearest.
std::string NoSuchPolicy(const std::string& text, const policy::Catalogue& catalogue);

// The cases of `subject` that `--api`, `--policy` and `--case` choose, where nothing chooses all;
// either of the latter two may be a glob, and the case of letters in a policy's ID
// does not matter. What chooses no case is a UsageError.
std::vector<const CaseInfo*> SelectCases(std::optional<Api> api, std::optional<SubjectKind> subject,
                                         const std::vector<std::string>& policies,
                                         const std::vector<std::string>& globs,
                                         const policy::Catalogue& catalogue);

// Where the reports of a run go, beside the console.
struct ReportOptions {
  std::string json = {};
  std::string junit = {};
  std::string html = {};
  std::string sarif = {};
  bool github = false;  // annotations of GitHub Actions beside the report for people
  bool table = false;   // with the table of policies
  std::string waivers = {};
  std::string baseline = {};
  bool strict = false;  // warnings count as violations
};

// Which cases are run, and how.
struct CaseOptions {
  std::vector<std::string> rules = {};  // folders
  std::vector<std::string> policies = {};
  std::vector<std::string> cases = {};
  unsigned jobs = 0;
  double timeout = 10;
  bool no_robustness = false;
  bool guard = false;  // the heap of the probe is guarded
  std::string shard = {};
};

// The newest edition of the documents of an API from which a policy was taken.
policy::Version NewestEdition(Api api, const policy::Catalogue& catalogue);

// A version that --spec names. Throws UsageError for what is none, or one of which the catalogue
// has no documents.
policy::Version ParseSpec(const std::string& text, Api api, const policy::Catalogue& catalogue);

// The loader of an API that serves where none is named: the reference loader, which is known to
// keep the policies for loaders, so that what goes wrong is not its doing. Throws UsageError where
// the installation lacks it.
std::string ReferenceLoader(Api api);

// Has the request run its cases with a guarded heap, where the options ask for that. Throws
// UsageError where that cannot be.
void TakeGuard(const CaseOptions& options, RunRequest& request);

// Leaves of the request's cases those of the shard that was asked for. Throws UsageError.
void TakeShard(const CaseOptions& options, RunRequest& request);

// The verbs, each with its options as CLI11 filled them in.
struct RunOptions : CaseOptions {
  Api api = Api::kVulkan;
  std::string loader;
  std::string root;  // the folder of another system; empty: the host's
  std::string platform = "linux";
  std::string spec;
  std::vector<std::string> search_folders;
  int seed = -1;
  ReportOptions reports;
  unsigned repeat = 1;
  bool fail_fast = false;
};
int RunVerb(const RunOptions& options);
// Runs what was asked for with progress on standard error, and writes every report that `options`
// name; returns the exit status.
int RunAndReport(RunRequest request, const policy::Catalogue& catalogue,
                 const ReportOptions& options);
// The words of a command line that say how a subject is judged, for one that shows a case again:
// --spec, --search-folder and --rules.
std::vector<std::string> JudgingOptions(const std::string& spec,
                                        const std::vector<std::string>& search_folders,
                                        const std::vector<std::string>& rules = {});
// How many processes: as many as asked for, or 0 for one per processor.
unsigned Jobs(unsigned asked);
// What the options ask for, checked. Throws UsageError.
RunRequest MakeRequest(const RunOptions& options, const policy::Catalogue& catalogue);

struct ReproOptions {
  std::optional<Api> api;  // nothing: that of the case
  std::string platform = "linux";
  std::string loader;
  std::string root;      // the folder of another system; empty: the host's
  std::string manifest;  // of what a case judges that judges no loader
  std::string layer;     // empty: the only one of the manifest
  std::string spec;
  std::string id;
  std::string keep;
  std::string against;  // of a finding: another loader, or empty
  std::vector<std::string> search_folders;
  std::vector<std::string> library_folders;  // of what a manifest describes
  std::vector<std::string> rules;
  bool gdb = false;
  bool with_devices = false;  // of what a manifest describes
  bool guard = false;         // of a finding: always
  bool markdown = false;
};
int ReproVerb(const ReproOptions& options);

// Shows a finding of the fuzzer again, whose folder is `options.id`.
int ReproFinding(const ReproOptions& options);

struct FuzzOptions {
  Api api = Api::kVulkan;
  std::string platform = "linux";
  std::string loader;
  std::string root;     // the folder of another system; empty: the host's
  std::string against;  // another loader, or empty
  std::string spec;
  std::vector<std::string> search_folders;
  double seconds = 0;   // 0: not given
  uint64_t inputs = 0;  // 0: not given
  uint64_t seed = 1;
  unsigned jobs = 0;
  unsigned create = 25;
  double timeout = 2;
  std::string out = "findings";
  std::string corpus;   // a folder, or empty
  std::string waivers;  // a file, or empty
  bool strict = false;
  bool guard = true;
};
int FuzzVerb(const FuzzOptions& options);

// Of check-layer, check-driver and check-runtime; what only a layer has is empty for the others.
struct CheckOptions : CaseOptions {
  SubjectKind kind = SubjectKind::kLayer;  // or kDriver or kRuntime
  std::string manifest;
  std::string layer;       // empty: the only one of the manifest
  std::optional<Api> api;  // nothing: that of the manifest
  std::string loader;      // empty: the reference loader beside the tool
  std::string spec;        // empty: what the manifest says
  std::string platform;    // "linux", "windows" or "macos"; empty: what the library tells
  std::vector<std::string> library_folders;  // where a mere file name is looked for first
  bool with_devices = false;                 // the host's graphics devices are in the worlds
  ReportOptions reports;
};
int CheckVerb(const CheckOptions& options);
// What the options ask for, checked, with all cases that they choose. Throws UsageError, and
// EnvironmentError for a manifest that cannot be judged.
RunRequest MakeCheckRequest(const CheckOptions& options, const policy::Catalogue& catalogue);

struct CheckInstallOptions {
  std::string before;
  std::string after;
  std::string uninstalled;  // empty: nothing was uninstalled
  std::optional<Api> api;   // nothing: the one that something was registered for
  std::string platform = "windows";
  std::string installer;  // "application", "driver", or empty
  std::string spec;       // empty: the newest
  std::vector<std::string> policies;
  std::vector<std::string> cases;
  ReportOptions reports;
};
int CheckInstallVerb(const CheckInstallOptions& options);

struct DoctorOptions {
  std::optional<Api> api;  // nothing: both
  std::string loader;      // empty: those of the system
  bool json = false;
};
// Tells what this machine can run, and what becomes of each manifest on it. Gives kCannotRun where
// it runs no cases.
int DoctorVerb(const DoctorOptions& options);

struct ListOptions {
  std::string what;
  std::optional<Api> api;              // nothing: any
  std::optional<SubjectKind> subject;  // nothing: any
  std::vector<std::string> cases;      // globs; none: all
  std::vector<std::string> rules;
  bool json = false;
};
int ListVerb(const ListOptions& options);
int ExplainVerb(const std::string& policy_id, const std::vector<std::string>& rules);

}  // namespace loadstone

#endif  // LOADSTONE_TOOL_CLI_H_

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
#include "harness/world/platform.h"

namespace loadstone {

// Exit statuses of every verb.
inline constexpr int kConforms = 0;
inline constexpr int kViolates = 1;
inline constexpr int kCannotRun = 2;
inline constexpr int kCannotTell = 3;

// Wrong usage: what() is one line.
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Runs the command line of the tool; returns the exit status. Prints an error as one line on
// standard error that says what to do.
int CliMain(int count, char** words);

// Loads the catalogue of this installation, together with the rules in these folders (rules.h).
policy::Catalogue LoadCatalogue(const std::vector<std::string>& rules = {});
// Returns the case IDs by the policies that they cite.
policy::CaseMap CasesByPolicy();

// Returns the ID, or glob over IDs, for `text`, whose case does not matter.
std::string PolicyId(std::string text);
// Returns the message for an unknown policy, with the most similar ID.
std::string NoSuchPolicy(const std::string& text, const policy::Catalogue& catalogue);

// The cases of `subject` that `--api`, `--policy` and `--case` choose, where nothing chooses all;
// either of the latter two may be a glob, and the case of letters in a policy's ID
// does not matter. What chooses no case is a UsageError.
std::vector<const CaseInfo*> SelectCases(std::optional<Api> api, std::optional<SubjectKind> subject,
                                         const std::vector<std::string>& policies,
                                         const std::vector<std::string>& globs,
                                         const policy::Catalogue& catalogue);

// The reports of a run, in addition to the console.
struct ReportOptions {
  std::string json = {};
  std::string junit = {};
  std::string html = {};
  std::string sarif = {};
  bool github = false;  // also print annotations of GitHub Actions
  bool table = false;   // also print the table of policies
  std::string waivers = {};
  std::string baseline = {};
  bool strict = false;  // warnings count as violations
};

// Which cases run, and how.
struct CaseOptions {
  std::vector<std::string> rules = {};  // folders of rules
  std::vector<std::string> policies = {};
  std::vector<std::string> cases = {};
  unsigned jobs = 0;
  double timeout = 10;
  bool no_robustness = false;
  bool guard = false;  // guard the heap of the probe
  std::string shard = {};
};

// The newest edition of the documents of an API from which a policy was taken.
policy::Version NewestEdition(Api api, const policy::Catalogue& catalogue);

// A version that --spec names; "newest" is that of the newest edition. Throws UsageError for what
// is none, or one of which the catalogue has no documents.
policy::Version ParseSpec(const std::string& text, Api api, const policy::Catalogue& catalogue);

// The loader of an API, for an architecture, that serves where none is named: the reference loader,
// which is known to keep the policies for loaders, so that what goes wrong is not its doing. Throws
// UsageError where the installation lacks it.
std::string ReferenceLoader(Api api, const Architecture& architecture = OwnArchitecture());

// Makes the request run its cases with a guarded heap if the options ask for it. Throws UsageError
// if that is not possible.
void ApplyGuardOption(const CaseOptions& options, RunRequest& request);

// Removes the cases that are not part of the shard in the options from the request. Throws
// UsageError.
void ApplyShard(const CaseOptions& options, RunRequest& request);

// The options of each verb, as CLI11 filled them in, and the functions that run the verbs.
struct RunOptions : CaseOptions {
  Api api = Api::kVulkan;
  std::string loader;
  std::string root;  // the folder of another system; empty: the host
  std::string platform = kOwnPlatform;
  std::string spec;
  std::vector<std::string> search_folders;
  int seed = -1;
  ReportOptions reports;
  unsigned repeat = 1;
  bool fail_fast = false;
  std::string coverage;  // a folder, or empty
};
int RunVerb(const RunOptions& options);
// Runs the request with progress on standard error, and writes every report that `options` names;
// returns the exit status.
int RunAndReport(RunRequest request, const policy::Catalogue& catalogue,
                 const ReportOptions& options);
// Returns the options that determine how a subject is judged, for the command line that reproduces
// a case: --spec, --search-folder and --rules.
std::vector<std::string> JudgingOptions(const std::string& spec,
                                        const std::vector<std::string>& search_folders,
                                        const std::vector<std::string>& rules = {});
// Returns the number of processes: `asked`, or one per processor if it is 0.
unsigned Jobs(unsigned asked);
// Converts the options to a request and checks it. Throws UsageError.
RunRequest MakeRequest(const RunOptions& options, const policy::Catalogue& catalogue);

// What the worlds of a layer, driver or runtime have besides its library.
struct WorldOptions {
  bool with_devices = false;             // the host's graphics devices
  std::vector<std::string> environment;  // NAME=VALUE
  std::vector<std::string> shown;        // files and folders of the host

  bool empty() const { return !with_devices && environment.empty() && shown.empty(); }
};

struct ReproOptions {
  std::optional<Api> api;  // nothing: that of the case
  std::string platform = kOwnPlatform;
  std::string loader;
  std::string root;      // the folder of another system; empty: the host
  std::string manifest;  // of the subject, if it is not a loader
  std::string layer;     // empty: the only layer of the manifest
  std::string spec;
  std::string id;
  std::string keep;
  std::string against;  // for a finding: another loader, or empty
  std::vector<std::string> search_folders;
  std::vector<std::string> library_folders;  // for a manifest only
  std::vector<std::string> rules;
  bool gdb = false;
  WorldOptions world;  // for a manifest only
  bool guard = false;  // findings always run guarded
  bool markdown = false;
};
int ReproVerb(const ReproOptions& options);

// Reproduces a finding of the fuzzer, whose folder is `options.id`.
int ReproFinding(const ReproOptions& options);

struct FuzzOptions {
  Api api = Api::kVulkan;
  std::string platform = kOwnPlatform;
  std::string loader;
  std::string root;     // the folder of another system; empty: the host
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

// The options of check-layer, check-driver and check-runtime; those for layers are empty for the
// other two.
struct CheckOptions : CaseOptions {
  SubjectKind kind = SubjectKind::kLayer;  // or kDriver or kRuntime
  std::string manifest;
  std::string layer;                 // empty: the only one of the manifest
  std::optional<Api> api;            // nothing: that of the manifest
  std::vector<std::string> loaders;  // below which a layer runs; empty: see FindOtherLoader
  std::string root;                  // the folder of another system; empty: the host
  std::string spec;                  // empty: what the manifest says
  std::string platform;              // "linux", "windows" or "macos"; empty: what the library tells
  std::vector<std::string> library_folders;  // where a mere file name is looked for first
  WorldOptions world;
  ReportOptions reports;
};
int CheckVerb(const CheckOptions& options);
// Checks the options, and adds them to the request, whose component has been read. Throws
// UsageError.
void ApplyWorldOptions(const WorldOptions& options, RunRequest& request);
// Converts the options to a request with all selected cases and checks it. Throws UsageError, and
// EnvironmentError for a manifest that cannot be judged.
RunRequest MakeCheckRequest(const CheckOptions& options, const policy::Catalogue& catalogue);

struct CheckInstallOptions {
  std::string before;
  std::string after;
  std::string uninstalled;  // empty: nothing was uninstalled
  std::optional<Api> api;   // nothing: the one that something was registered for
  std::string platform = "windows";
  bool update = false;    // whether `before` has an older version of what was installed
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
  std::string root;        // the folder of another system; empty: the host
  bool json = false;
};
// Prints what this machine can run, and for each of its manifests whether its component is used.
// Returns kCannotRun if this machine cannot run cases.
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

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_RUNNER_RUN_H_
#define LOADSTONE_HARNESS_RUNNER_RUN_H_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "harness/case/calibration.h"
#include "harness/case/case.h"
#include "harness/policy/catalogue.h"
#include "harness/report/result.h"

namespace loadstone {

// What `loadstone run` was asked to do, checked and complete.
struct RunRequest {
  std::string loader = {};      // empty for a driver, runtime or installer, which needs none
  std::string also_below = {};  // another loader that serves a layer; RunCases leaves it alone
  std::string against = {};     // another loader, of fuzz alone, with whose answers it is compared
  Api api = Api::kVulkan;
  std::string platform = "linux";
  std::optional<policy::Version> spec = {};
  Judged judged = {};  // in place of the loader
  std::vector<std::string> search_folders = {};
  std::string root = {};  // of another system, whose libraries worlds have; empty: the host's
  std::string root_system = {};           // what that system is, for the report
  std::vector<std::string> options = {};  // of the command line, see SubjectSummary
  std::vector<const CaseInfo*> cases = {};
  std::string shard = {};  // which part of the cases these are, see RunReport
  unsigned jobs = 1;
  double timeout_seconds = 10;
  bool with_devices = false;        // worlds of a component have the host's graphics devices
  bool guard = false;               // the heap of the probe is guarded, see probe/guard.h
  bool try_again = true;            // what ran out of time or was lost, or Wine did not start
  bool robustness = true;           // false: what no document demands is skipped
  std::optional<int> seed = {};     // given: the order is shuffled
  unsigned repeat = 1;              // how often each case is run
  bool fail_fast = false;           // ends at the first failure, by is_failure
  bool with_probe_results = false;  // tell RunListener::on_probe_result
  bool stop_at_start = false;       // the app waits for SIGCONT before it begins

  // The layer, driver or runtime that is judged; null for another subject.
  const ComponentUnderTest* component() const { return std::get_if<ComponentUnderTest>(&judged); }
  // Whether all there is to judge was read before, so that no case starts a process.
  bool RunsNothing() const {
    return !std::holds_alternative<std::monostate>(judged) && component() == nullptr;
  }
  // What is judged. A module of Android is a driver, which the verb for drivers judges.
  SubjectKind Kind() const;
};

// Functions that are called during a run; every one may be empty.
struct RunListener {
  std::function<void(const Subject& subject, const Calibration& calibration)> on_subject = {};
  std::function<void(const std::string& id)> on_begin = {};
  // What a case told alone; of one that could not judge, the report has the verdict.
  std::function<void(const CaseResult& result)> on_end = {};
  // Whether that is a failure, of which the first ends a run with fail_fast.
  std::function<bool(const CaseResult& result)> is_failure = {};
  // What the last world of a case left, before on_end of that case.
  std::function<void(const std::string& id, const ProbeResult& probe_result)> on_probe_result = {};
  // The process ID of the first process of a world whose app waits; its only child is the probe.
  std::function<void(int init)> on_started = {};
};

// Runs the cases in `jobs` processes, each with a sandbox of its own, and gathers what they tell.
// Ends early, with `interrupted` set, when SIGINT or SIGTERM arrives. A case that ran out of time,
// or whose process was lost, is run again alone when all others are done, and that counts; of a
// great many only the first. A process that is lost again makes its case an error. Throws
// EnvironmentError, before the first case, if this machine or this binary cannot be used.
RunReport RunCases(const RunRequest& request, const policy::Catalogue& catalogue,
                   const RunListener& listener);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_RUN_H_

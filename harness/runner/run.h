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
#include "harness/world/elf_file.h"
#include "harness/world/platform.h"

namespace loadstone {

// The request of `loadstone run`, checked and complete.
struct RunRequest {
  std::string loader = {};  // empty for a driver, runtime or installer, which needs none
  // Other loaders below which a layer runs as well; RunCases leaves them alone.
  std::vector<std::string> other_loaders = {};
  std::string against = {};  // another loader, of fuzz alone, with whose answers it is compared
  Api api = Api::kVulkan;
  std::string platform = kOwnPlatform;
  Architecture architecture = OwnArchitecture();  // of the loader and the component
  std::optional<policy::Version> spec = {};
  Judged judged = {};  // in place of the loader
  std::vector<std::string> search_folders = {};
  std::string root = {};         // another system whose libraries worlds use; empty: the host
  std::string root_system = {};  // the name of that system, for the report
  std::vector<std::string> options = {};  // of the command line, see SubjectSummary
  std::vector<const CaseInfo*> cases = {};
  std::string shard = {};  // part of the cases, see RunReport
  unsigned jobs = 1;
  double timeout_seconds = 10;
  bool with_devices = false;        // worlds of a component get the host's graphics devices
  bool guard = false;               // guard the heap of the probe, see probe/guard.h
  bool try_again = true;            // after a timeout, a lost worker, or a failed start of Wine
  bool robustness = true;           // false: skip what no document demands
  std::optional<int> seed = {};     // if set, shuffle the order
  unsigned repeat = 1;              // number of runs of each case
  bool fail_fast = false;           // end at the first failure according to is_failure
  bool with_probe_results = false;  // call RunListener::on_probe_result
  // The folder for what an instrumented loader writes about its coverage, one subfolder for each
  // worker; empty for none.
  std::string coverage = {};
  bool stop_at_start = false;  // make the app wait for SIGCONT before it begins

  // The layer, driver or runtime that is judged; null for another subject.
  const ComponentUnderTest* component() const { return std::get_if<ComponentUnderTest>(&judged); }
  // Whether all there is to judge was read before, so that no case starts a process.
  bool StartsNoProcess() const {
    return !std::holds_alternative<std::monostate>(judged) && component() == nullptr;
  }
  // What is judged. A module of Android is a driver, which the verb for drivers judges.
  SubjectKind Kind() const;
};

// Functions that are called during a run; any of them may be empty.
struct RunListener {
  std::function<void(const Subject& subject, const Calibration& calibration)> on_subject = {};
  std::function<void(const std::string& id)> on_begin = {};
  // Receives the result of a case by itself; for a case that could not judge, only the report has
  // the final verdict.
  std::function<void(const CaseResult& result)> on_end = {};
  // Returns whether a result is a failure; with fail_fast the first one ends the run.
  std::function<bool(const CaseResult& result)> is_failure = {};
  // Receives the result of the last world of a case, before on_end for that case.
  std::function<void(const std::string& id, const ProbeResult& probe_result)> on_probe_result = {};
  // Receives the process ID of the first process of a world whose app waits; its only child is the
  // probe.
  std::function<void(int init)> on_started = {};
};

// Runs the cases in `jobs` processes, each with a separate sandbox, and collects the results. Ends
// early, with `interrupted` set, on SIGINT or SIGTERM. A case that ran out of time, or whose
// process was lost, is run again alone after all others, and the second result counts; of a large
// number only the first ones are. If a process is lost again, its case is an error. Throws
// EnvironmentError, before the first case, if this machine or this binary cannot be used.
RunReport RunCases(const RunRequest& request, const policy::Catalogue& catalogue,
                   const RunListener& listener);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_RUN_H_

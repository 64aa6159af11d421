// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_FUZZ_RUN_H_
#define LOADSTONE_FUZZ_OUTSIDE_FUZZ_RUN_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/outside/findings.h"
#include "harness/runner/run.h"

// The processes of a fuzzing run, each started by the one above it:
//
//   run       this program. Starts the workers and collects their messages (fuzz_run.cc).
//   worker    as many as jobs. Has its own sandbox, runs one slice of the inputs after another, and
//             starts a probe for each world that it needs: for the plain and for the elevated
//             inputs of a slice, to minimise a suspect, and to confirm it alone (fuzz_worker.cc).
//   probe     this program again, inside a world. Makes the inputs, places their files and judges
//             the answers (slice.cc, executor.cc).
//   executor  a fork of the probe, on Windows the probe again. Loads the subject, and calls it for
//             one input after another until it ends or hangs, or has run thousands
//             (executor_child.cc).
//
// Between worker and probe there are only the keeper of the worker's sandbox and the world's init,
// as for any case. A worker sends lines of JSON (FuzzMessage) to the run, as the workers of
// `loadstone run` do (runner/worker_pool.h). A probe gets an Order on its command line and files in
// its world, and answers through the trace. Probe and executor share memory (Shared), and exchange
// a byte each way for each input.
namespace loadstone::fuzz {

// The validated request of `loadstone fuzz`.
struct FuzzRequest {
  RunRequest run;  // loader, the loader of --against, api, spec, search folders and jobs
  double seconds = 60;
  uint64_t inputs = UINT64_MAX;
  uint64_t seed = 1;
  double hang_seconds = 2;
  unsigned create_percent = 25;
  // The inputs to vary in addition to new ones, and whether inputs that show something new are
  // reported.
  std::vector<Input> corpus = {};
  bool keep = false;
};

// The subject, and the loader of --against, both as calibration found them.
struct Subjects {
  Subject judged = {};
  std::optional<Subject> against = {};
};

struct FuzzReport {
  Subjects subjects;
  std::string trouble;  // a problem that calibration found
  uint64_t inputs = 0;
  uint64_t creates = 0;
  uint64_t places = 0;      // of an instrumented subject: reached in the slice that reached most
  std::vector<Input> kept;  // with `keep`: inputs that showed something new, by slice
  double busy_seconds = 0;  // of all processes, while they ran inputs
  double seconds = 0;
  // Faults that occurred among other inputs and did not recur in a fresh world, or recurred only
  // after those inputs and without an end of the process.
  Findings unconfirmed;
  std::vector<std::string> errors;  // where the harness could not tell
  bool interrupted = false;
};

// What a run calls while it lasts, in the calling process.
struct FuzzListener {
  // Before the first input, with the subjects and the trouble that calibration found.
  std::function<void(const FuzzReport&)> on_start;
  // For each confirmed finding, possibly for the same one several times.
  std::function<void(Finding)> on_finding;
};

// Fuzzes, in as many processes as requested, until the time is over or all inputs have been run.
// Each fault is minimised and confirmed in a fresh world. Throws EnvironmentError if this machine
// or this binary cannot be used.
FuzzReport Fuzz(const FuzzRequest& request, const FuzzListener& listener);

// Runs one input in a fresh world, after `before` in the same process; `report` gets the results of
// calibration.
std::vector<Fault> RunFinding(const RunRequest& request, const Input& input,
                              const std::vector<Input>& before, double hang_seconds,
                              FuzzReport& report);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_FUZZ_RUN_H_

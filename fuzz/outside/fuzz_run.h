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
//   run       this program. Starts the workers and gathers what they tell (fuzz_run.cc).
//   worker    as many as jobs. Has a sandbox of its own, takes one slice of the inputs after
//             another, and starts a probe for each world that it needs: for the plain and for the
//             elevated inputs of a slice, to make a suspect small, and to see it once more by
//             itself (fuzz_worker.cc).
//   probe     this program anew, inside a world. Makes the inputs, puts their files in place and
//             judges the answers (slice.cc, executor.cc).
//   executor  a fork of the probe. Holds the subject, and asks it one input after another until it
//             ends or hangs, or has answered thousands (executor_child.cc).
//
// Between worker and probe stand only the keeper of the worker's sandbox and the world's init, as
// for any case. A worker tells the run lines of JSON (FuzzMessage), as the workers of `loadstone
// run` do (runner/worker_pool.h). A probe gets an Order on its command line and files in its world,
// and answers by the trace. Probe and executor share memory (Shared) and a byte each way for each
// input.
namespace loadstone::fuzz {

// What `loadstone fuzz` was asked to do, checked and complete.
struct FuzzRequest {
  RunRequest run;  // loader, the other one, api, spec, search folders and jobs
  double seconds = 60;
  uint64_t inputs = UINT64_MAX;
  uint64_t seed = 1;
  double hang_seconds = 2;
  unsigned create_percent = 25;
  // What to change beside what is made anew, and whether what shows something new is told.
  std::vector<Input> corpus = {};
  bool keep = false;
};

// The loader that is judged, and that of --against, both as calibration found them.
struct Subjects {
  Subject judged = {};
  std::optional<Subject> against = {};
};

struct FuzzReport {
  Subjects subjects;
  std::string trouble;  // of calibration
  uint64_t inputs = 0;
  uint64_t creates = 0;
  uint64_t places = 0;      // of an instrumented subject, passed in the slice that passed most
  std::vector<Input> kept;  // with `keep`: inputs that showed something new, by slice
  double busy_seconds = 0;  // of all processes, in which inputs were run
  double seconds = 0;
  // Faults that were seen among other inputs and did not come again on a machine of their own, or
  // only after those inputs and without an end of the process.
  Findings unconfirmed;
  std::vector<std::string> errors;  // where the harness could not tell
  bool interrupted = false;
};

// Fuzzes, in as many processes as asked, until the time is over or all inputs have been run. Each
// fault is minimised and confirmed on a machine of its own; `on_finding` is told each confirmed
// one, the same one by several processes. Throws EnvironmentError if this machine or this binary
// cannot be used.
FuzzReport Fuzz(const FuzzRequest& request, const std::function<void(Finding)>& on_finding);

// Runs one input on a machine of its own, after `before` in the same process; `report` gets what
// calibration found.
std::vector<Fault> RunFinding(const RunRequest& request, const Input& input,
                              const std::vector<Input>& before, double hang_seconds,
                              FuzzReport& report);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_FUZZ_RUN_H_

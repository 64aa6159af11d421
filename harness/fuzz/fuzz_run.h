#ifndef LOADSTONE_HARNESS_FUZZ_FUZZ_RUN_H_
#define LOADSTONE_HARNESS_FUZZ_FUZZ_RUN_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "harness/fuzz/findings.h"
#include "harness/runner/run.h"

namespace loadstone::fuzz {

// What `loadstone fuzz` was asked to do, checked and complete.
struct FuzzRequest {
  RunRequest run;  // loader, api, spec, search folders and jobs
  double seconds = 60;
  uint64_t inputs = UINT64_MAX;
  uint64_t seed = 1;
  double hang_seconds = 2;
  unsigned create_percent = 25;
  // What to change beside what is made anew, and whether what shows something new is told.
  std::vector<Input> corpus = {};
  bool keep = false;
};

struct FuzzReport {
  Subject subject;
  std::string trouble;  // of calibration
  uint64_t inputs = 0;
  uint64_t creates = 0;
  uint64_t places = 0;      // of an instrumented subject, passed in the slice that passed most
  std::vector<Input> kept;  // with `keep`: inputs that showed something new, by slice
  double busy_seconds = 0;  // of all processes, in which inputs were run
  double seconds = 0;
  // Faults that were seen among other inputs and did not come again on a machine of their own.
  std::vector<std::string> unconfirmed;
  std::vector<std::string> errors;  // where the harness could not tell
  bool interrupted = false;
};

// Fuzzes, in as many processes as asked, until the time is over or all inputs have been run. Each
// fault is minimised and confirmed on a machine of its own; `on_finding` is told each confirmed
// one, the same one by several processes. Throws EnvironmentError if this machine or this binary
// cannot be used.
FuzzReport Fuzz(const FuzzRequest& request, const std::function<void(Finding)>& on_finding);

// Runs one input on a machine of its own; `report` gets what calibration found.
std::vector<Fault> RunFinding(const RunRequest& request, const Input& input, double hang_seconds,
                              FuzzReport& report);

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_HARNESS_FUZZ_FUZZ_RUN_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_EXECUTOR_H_
#define LOADSTONE_FUZZ_OUTSIDE_EXECUTOR_H_

#include <memory>
#include <string>

#include "fuzz/outside/api.h"
#include "fuzz/outside/coverage.h"
#include "fuzz/outside/executor_process.h"
#include "fuzz/outside/input.h"
#include "fuzz/outside/placed_files.h"
#include "fuzz/outside/seen_lines.h"
#include "harness/probe/guarded_heap.h"
#include "oracle/answer.h"

namespace loadstone::fuzz {

// The executor as seen by the probe: the process that loads the subject (see fuzz_run.h). It is
// reused for many inputs: each input gets its files and its environment, and the subject reads both
// again. If the process ends or hangs, that is the answer, and the next input gets a new process.
class Executor {
 public:
  // `subject` is the path of the binary in this world. `api` must outlive it. With `guard` the
  // subject's memory is guarded, where this program can (see harness/probe/guard.h).
  Executor(const FuzzedApi& api, std::string subject, bool guard);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // Places exactly the files of `input` and calls the subject, which hangs if it uses more than
  // `seconds` of processor time. Throws HarnessError if the world fails or the machine is too busy
  // to tell.
  Answer Run(const Input& input, double seconds, GuardMode mode = {});
  // The same if another executor of this world has already placed these files.
  Answer RunOnPlaced(const Input& input, double seconds, GuardMode mode = {});
  // The same in two halves, between which the subject runs.
  void Begin(const Input& input, GuardMode mode = {});
  Answer Finish(const Input& input, double seconds);
  // Lets the subject run on any processor, not only on that of this process.
  void AllowAnyProcessor();
  // Ignores files that appeared since the last input, because another executor made them.
  void IgnoreNewFiles();
  // The number of places of an instrumented subject that have been reached.
  size_t places() const { return seen_.places(); }
  // The next input gets a fresh process.
  void Renew();

 private:
  void Describe(Answer& answer);
  void ReadTrace(Answer& answer);

  const FuzzedApi& api_;
  std::unique_ptr<ExecutorProcess> process_;
  Shared& shared_;
  SeenPlaces seen_;
  SeenLines said_;
  PlacedFiles placed_;
};

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_EXECUTOR_H_

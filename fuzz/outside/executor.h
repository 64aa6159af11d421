// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_EXECUTOR_H_
#define LOADSTONE_FUZZ_OUTSIDE_EXECUTOR_H_

#include <sys/types.h>

#include <map>
#include <set>
#include <string>

#include "fuzz/outside/api.h"
#include "fuzz/outside/coverage.h"
#include "fuzz/outside/input.h"
#include "fuzz/outside/seen_lines.h"
#include "harness/probe/guarded_heap.h"
#include "oracle/answer.h"

namespace loadstone::fuzz {

// The memory that probe and executor share (see executor_child.h).
struct Shared;

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
  void AllowAnyProcessor() { any_processor_ = true; }
  // Ignores files that appeared since the last input, because another executor made them.
  void IgnoreNewFiles();
  // The number of places of an instrumented subject that have been reached.
  size_t places() const { return seen_.places(); }
  // The next input gets a fresh process.
  void Renew();

 private:
  void Start();
  void Stop();
  void MakeFolder(const std::string& folder);
  void RemoveFolder(const std::string& folder);
  void Write(const std::string& path, const std::string& text);
  void Place(const std::map<std::string, std::string>& files);
  bool Await(double seconds, Answer& answer);
  void Describe(Answer& answer);
  void ReadTrace(Answer& answer);
  void ReadLeftFiles(Answer& answer);
  // Reads the subject's output. Returns whether it contains a new line.
  bool ReadLog();

  const FuzzedApi& api_;
  std::string subject_;
  Shared* shared_ = nullptr;
  pid_t pid_ = -1;
  bool any_processor_ = false;
  int go_ = -1;
  int done_ = -1;
  int watch_ = -1;
  int trace_ = -1;
  int log_ = -1;
  bool has_log_ = false;  // the log is not empty
  SeenPlaces seen_;
  SeenLines said_;
  std::map<std::string, std::string> placed_;
  std::set<std::string> made_;  // the folders made for placed files
};

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_EXECUTOR_H_

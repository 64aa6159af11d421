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

// What probe and executor share (see executor_child.h).
struct Shared;

// The executor as the probe sees it: the process that holds the subject (see fuzz_run.h). It is
// kept for as many inputs as it survives: each input gets its files and its environment, and the
// subject reads both anew. When the process ends or hangs, that is the answer, and the next input
// gets another one.
class Executor {
 public:
  // `subject` is the path of the binary in this world. `api` must outlive it. With `guard` the
  // subject's memory is guarded, where this program can (see harness/probe/guard.h).
  Executor(const FuzzedApi& api, std::string subject, bool guard);
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  // Makes the files of `input`, and no others, and asks the subject; `seconds` of processor
  // time after which it hangs. Throws HarnessError where the world itself fails, or the machine is
  // too busy to tell.
  Answer Run(const Input& input, double seconds, GuardMode mode = {});
  // Likewise where another executor of this world has made these files.
  Answer RunOnPlaced(const Input& input, double seconds, GuardMode mode = {});
  // The same in two halves: between them the subject is at work.
  void Begin(const Input& input, GuardMode mode = {});
  Answer Finish(const Input& input, double seconds);
  // Has the subject run on any processor, not only on that of this process.
  void UseAnyProcessor() { any_processor_ = true; }
  // Files that appeared since the last input were made by another executor.
  void ForgetNewFiles();
  // How many places of an instrumented subject have been passed.
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
  // Whether the subject said something for the first time.
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
  std::set<std::string> made_;  // the folders for them
};

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_EXECUTOR_H_

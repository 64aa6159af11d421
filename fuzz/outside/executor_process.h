// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_EXECUTOR_PROCESS_H_
#define LOADSTONE_FUZZ_OUTSIDE_EXECUTOR_PROCESS_H_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "fuzz/outside/api.h"
#include "fuzz/outside/input.h"

namespace loadstone::fuzz {

// The memory that probe and executor share (see executor_child.h).
struct Shared;

// What is read of the mocks' trace and of the subject's log, in bytes.
inline constexpr size_t kMaxTraceSize = size_t{4} << 20;
inline constexpr size_t kMaxLogSize = 64 << 10;
// A process that got no processor time is waited for up to this multiple of its time limit.
inline constexpr double kMaxWaitFactor = 20;

// The process of an executor as the probe starts, asks and watches it, and what it leaves in the
// world: one implementation for each platform (executor_process_linux.cc,
// executor_process_windows.cc).
class ExecutorProcess {
 public:
  // Does not start it. `api` must outlive it.
  ExecutorProcess(const FuzzedApi& api, std::string subject, bool guard);
  ~ExecutorProcess();
  ExecutorProcess(const ExecutorProcess&) = delete;
  ExecutorProcess& operator=(const ExecutorProcess&) = delete;

  Shared& shared();
  // Lets the subject run on any processor, not only on that of this process.
  void AllowAnyProcessor();
  // Starts it unless it runs. Throws HarnessError if it cannot load the subject.
  void EnsureStarted();
  void Stop();
  // Empties the mocks' trace and the log of the subject.
  void EmptyRecords();
  // Makes it ask the question in the shared memory.
  void Go();
  // Waits for the answer, for `seconds` of processor time. Returns false if the process hung, and
  // was stopped, or ended; the answer then says how. Throws HarnessError if the machine is too busy
  // to tell.
  bool Await(double seconds, Answer& answer);
  // The trace, as far as the first run of the question wrote it.
  std::string Trace();
  // What the subject wrote to its standard output and standard error, up to a limit.
  std::string Log();
  // The names of the files that appeared in watched folders since the last call.
  std::vector<std::string> NewFiles();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace loadstone::fuzz

#endif  // LOADSTONE_FUZZ_OUTSIDE_EXECUTOR_PROCESS_H_

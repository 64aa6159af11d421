// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_RUNNER_WORKER_H_
#define LOADSTONE_HARNESS_RUNNER_WORKER_H_

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/runner/run.h"
#include "harness/runner/worker_pool.h"

namespace loadstone {

// Shared between the processes of a run: how often each case has been claimed.
class ClaimTable {
 public:
  explicit ClaimTable(size_t cases);
  ~ClaimTable();
  ClaimTable(const ClaimTable&) = delete;
  ClaimTable& operator=(const ClaimTable&) = delete;

  // True for the first process that asks for `index` in `repetition`, which counts from 1.
  bool Claim(size_t index, uint32_t repetition);
  // From now on no process gets a case.
  void Close();
  bool closed() const;

 private:
  size_t size() const;  // in bytes

  size_t cases_;
  std::atomic<uint32_t>* counts_;  // one for each case, and one that is not 0 once it is closed
};

// What a worker tells, one line of JSON each.
struct WorkerMessage {
  enum class Kind {
    kBegin,        // `id`: a case begins
    kEnd,          // `result`: a case ended
    kCalibrated,   // `subject`; `id`: trouble, if any
    kStarted,      // `id`: the process ID, on the host, of the first process of a world
    kProbeResult,  // `probe_result` of the last world
    kUnusable,     // `id`: why this machine or this binary cannot be used
  };
  Kind kind = Kind::kBegin;
  std::string id = {};
  CaseResult result = {};
  std::string subject = {};
  ProbeResult probe_result = {};
};
std::string WriteMessage(const WorkerMessage& message);
// Throws HarnessError for anything that WriteMessage did not write.
WorkerMessage ReadMessage(const std::string& line);

// The files of the host that worlds of a run may hold copies of: those of the component under
// test, and the libraries of cases of rules.
std::vector<std::string> HostFilesOf(const RunRequest& request);
// A sandbox for the subject of a run. Throws EnvironmentError.
std::unique_ptr<Sandbox> MakeSandbox(const RunRequest& request);

// What a worker does that runs the cases which it can claim, and tells them by messages. After a
// result of which `ends_run` is true nobody gets another case. What the function refers to must
// outlive the worker.
WorkerPool::Body CaseWorker(const RunRequest& request, const Subject& subject,
                            const policy::Catalogue& catalogue, ClaimTable& claims,
                            std::function<bool(const CaseResult&)> ends_run);

// Finds out about the subject in a worker of its own: what the harness takes it for, with the
// layer under test, and what calibration says. Nothing when a stop was requested. Throws
// EnvironmentError if this machine or this binary cannot be used.
struct CalibratedSubject {
  Subject subject;
  Calibration calibration;
};
std::optional<CalibratedSubject> CalibrateInWorker(const RunRequest& request,
                                                   const StopRequest& stop);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_WORKER_H_

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

// Shared by the processes of a run: how often each case was claimed.
class ClaimTable {
 public:
  explicit ClaimTable(size_t cases);
  ~ClaimTable();
  ClaimTable(const ClaimTable&) = delete;
  ClaimTable& operator=(const ClaimTable&) = delete;

  // Returns true for the first process that claims `index` in `repetition`, which counts from 1.
  bool Claim(size_t index, uint32_t repetition);
  // From now on no process can claim a case.
  void Close();
  bool closed() const;

 private:
  size_t size() const;  // in bytes

  size_t cases_;
  std::atomic<uint32_t>* counts_;  // one per case, and a last one that is not 0 after Close
};

// The messages of a worker, one line of JSON each.
struct WorkerMessage {
  enum class Kind {
    kBegin,        // `id`: a case begins
    kEnd,          // `result`: a case ended
    kCalibrated,   // `subject`; `id`: trouble, or empty
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
// Throws HarnessError for a line that WriteMessage did not produce.
WorkerMessage ReadMessage(const std::string& line);

// Returns the files of the host that worlds of a run may contain copies of: those of the component
// under test, and the rules libraries.
std::vector<std::string> HostFilesOf(const RunRequest& request);
// Returns a sandbox for the subject of a run. Throws EnvironmentError.
std::unique_ptr<Sandbox> MakeSandbox(const RunRequest& request);
// Returns a sandbox whose worlds show all of the system of --root. Throws
// EnvironmentError.
std::unique_ptr<Sandbox> MakeWholeSystemSandbox(const RunRequest& request);

// Returns the function of a worker that runs the cases which it can claim, and sends their results
// as messages. After a result for which `ends_run` is true, no process gets another case. The
// arguments must outlive the worker.
WorkerPool::Body CaseWorker(const RunRequest& request, const Subject& subject,
                            const policy::Catalogue& catalogue, ClaimTable& claims,
                            std::function<bool(const CaseResult&)> ends_run);

// Calibrates in a separate worker: returns the subject, with the component under test, and the
// results of calibration; std::nullopt if a stop was requested. Throws EnvironmentError if this
// machine or this binary cannot be used.
struct CalibratedSubject {
  Subject subject;
  Calibration calibration;
};
std::optional<CalibratedSubject> CalibrateInWorker(const RunRequest& request,
                                                   const StopRequest& stop);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_WORKER_H_

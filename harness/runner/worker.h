#ifndef LOADSTONE_HARNESS_RUNNER_WORKER_H_
#define LOADSTONE_HARNESS_RUNNER_WORKER_H_

#include <sys/types.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/runner/run.h"

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

 private:
  std::atomic<uint32_t>* counts_;
  size_t size_;
};

// What a worker tells, one line of JSON each.
struct WorkerMessage {
  enum class Kind {
    kBegin,       // `id`: a case begins
    kEnd,         // `result`: a case ended
    kCalibrated,  // `subject`; `id`: trouble, if any
    kStarted,     // `id`: the process ID, on the host, of the first process of a world
    kRemains,     // `remains` of the last world
    kUnusable,    // `id`: why this machine or this binary cannot be used
  };
  Kind kind = Kind::kBegin;
  std::string id = {};
  CaseResult result = {};
  std::string subject = {};
  Remains remains = {};
};
std::string WriteMessage(const WorkerMessage& message);
// Throws HarnessError for anything that WriteMessage did not write.
WorkerMessage ReadMessage(const std::string& line);

// Starts a process with a sandbox of its own that writes messages to `pipe`. Without a subject it
// calibrates and ends; with one it runs the cases that it can claim.
pid_t StartCalibrator(const RunRequest& request, int pipe);
pid_t StartWorker(const RunRequest& request, const Subject& subject,
                  const policy::Catalogue& catalogue, ClaimTable& claims, int pipe);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_WORKER_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_RUNNER_WORKER_MESSAGE_H_
#define LOADSTONE_HARNESS_RUNNER_WORKER_MESSAGE_H_

#include <string>

#include "harness/report/result.h"
#include "harness/sandbox/sandbox.h"

namespace loadstone {

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

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_WORKER_MESSAGE_H_

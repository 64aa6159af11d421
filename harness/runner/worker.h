// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_RUNNER_WORKER_H_
#define LOADSTONE_HARNESS_RUNNER_WORKER_H_

#include <functional>
#include <optional>

#include "harness/runner/claim_table.h"
#include "harness/runner/run.h"
#include "harness/runner/worker_pool.h"

namespace loadstone {

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

// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include "harness/runner/worker_pool.h"

namespace loadstone {

WorkerPool::Body ReportingExceptions(
    WorkerPool::Body body, std::function<std::string(const std::exception& exception)> describe) {
  return [body = std::move(body), describe = std::move(describe)](const WorkerProcess& process) {
    try {
      body(process);
    } catch (const std::exception& exception) {
      process.WriteLine(describe(exception));
      throw;
    }
  };
}

}  // namespace loadstone

// SPDX-License-Identifier: Apache-2.0
// Windows has no fork: workers run one after another in this process. Each case has a process of
// its own anyway, and `--shard` shares cases among several runs.
#include <fmt/format.h>
#include <windows.h>

#include <atomic>
#include <deque>
#include <utility>

#include "harness/errors.h"
#include "harness/runner/worker_pool.h"

namespace loadstone {
namespace {

std::atomic<bool> stop_requested = false;

// The first one ends the run as soon as the current case has ended; the second one ends it at once.
BOOL WINAPI RequestStop(DWORD) { return stop_requested.exchange(true) ? FALSE : TRUE; }

struct WaitingWorker {
  pid_t id = 0;
  WorkerPool::Body body;
};

std::deque<WaitingWorker>& Waiting() {
  static auto* waiting = new std::deque<WaitingWorker>;
  return *waiting;
}

// Of the worker that runs.
const WorkerPool::Listener* listener_of_all = nullptr;
pid_t running_worker = 0;

}  // namespace

StopRequest::StopRequest() : fd_(-1) {
  stop_requested = false;
  SetConsoleCtrlHandler(&RequestStop, TRUE);
}

StopRequest::~StopRequest() { SetConsoleCtrlHandler(&RequestStop, FALSE); }

bool StopRequest::made() const { return stop_requested; }

void WorkerProcess::WriteLine(const std::string& line) const {
  listener_of_all->on_line(running_worker, line);
}

pid_t WorkerPool::Start(const Body& body) {
  static pid_t last = 0;
  Waiting().push_back({++last, body});
  return last;
}

void WorkerPool::Run(const Listener& listener) {
  while (!Waiting().empty() && !stop_.made()) {
    const WaitingWorker worker = std::move(Waiting().front());
    Waiting().pop_front();
    listener_of_all = &listener;
    running_worker = worker.id;
    int status = 0;
    try {
      worker.body(WorkerProcess(-1));
    } catch (const EnvironmentError&) {
      status = kFailedWorker;  // the worker told the reason (ReportingExceptions)
    }
    listener.on_end(worker.id, status);
  }
  KillAll();
}

void WorkerPool::KillAll() { Waiting().clear(); }

std::string DescribeStatus(int status) { return fmt::format("exit status {}", status); }

}  // namespace loadstone

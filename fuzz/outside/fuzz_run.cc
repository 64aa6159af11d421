// SPDX-License-Identifier: Apache-2.0
#include "fuzz/outside/fuzz_run.h"

#include <sched.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "fuzz/outside/fuzz_worker.h"
#include "harness/runner/worker.h"

namespace loadstone::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kMostKept = 2000;

// Binds the calling process and its children to one processor, a different one for each worker: of
// the processes that work on an input only one ever runs, and waking an idle processor costs up to
// a fifth of the time of an input. Counts from `first`, so that other runs of this program use
// other processors. Does nothing if there are fewer processors than workers.
void BindToOneProcessor(int first, unsigned worker, unsigned workers) {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0) return;
  std::vector<int> processors;
  for (int i = 0; i < CPU_SETSIZE; ++i) {
    if (CPU_ISSET(i, &allowed)) processors.push_back(i);
  }
  if (processors.size() < workers) return;
  const auto at = std::lower_bound(processors.begin(), processors.end(), first);
  const auto index = static_cast<size_t>(at - processors.begin()) + worker;
  cpu_set_t own;
  CPU_ZERO(&own);
  CPU_SET(processors[index % processors.size()], &own);
  sched_setaffinity(0, sizeof(own), &own);
}

void Calibrate(const RunRequest& request, const StopRequest& stop, FuzzReport& report) {
  const std::optional<CalibratedSubject> calibrated = CalibrateInWorker(request, stop);
  if (!calibrated.has_value()) return;
  report.subjects.judged = calibrated->subject;
  report.trouble = calibrated->calibration.trouble;
  if (request.against.empty()) return;
  RunRequest other = request;
  other.loader = request.against;
  other.against.clear();
  const std::optional<CalibratedSubject> against = CalibrateInWorker(other, stop);
  if (against.has_value()) report.subjects.against = against->subject;
}

void Take(FuzzMessage message, FuzzReport& report, const std::function<void(Finding)>& on_finding) {
  report.inputs += message.inputs;
  report.creates += message.creates;
  report.busy_seconds += message.seconds;
  report.places = std::max(report.places, message.places);
  switch (message.kind) {
    case FuzzMessage::Kind::kSlice:
      break;
    case FuzzMessage::Kind::kKept:
      if (report.kept.size() < kMostKept) report.kept.push_back(std::move(message.finding.input));
      break;
    case FuzzMessage::Kind::kFinding:
      on_finding(std::move(message.finding));
      break;
    case FuzzMessage::Kind::kUnconfirmed:
      report.unconfirmed.Add(std::move(message.finding));
      break;
    case FuzzMessage::Kind::kError:
      report.errors.push_back(message.text);
      break;
    case FuzzMessage::Kind::kUnusable:
      throw EnvironmentError(message.text);
  }
}

// Reads the workers' messages until all have ended or a stop is requested.
void Gather(WorkerPool& pool, FuzzReport& report, const std::function<void(Finding)>& on_finding) {
  pool.Run({.on_line =
                [&](pid_t, const std::string& line) {
                  Take(FuzzMessage::FromJson(line), report, on_finding);
                },
            .on_end =
                [&](pid_t, int status) {
                  if (WIFSIGNALED(status)) {
                    report.errors.push_back("a process of the fuzzer was lost");
                  }
                }});
}

}  // namespace

FuzzReport Fuzz(const FuzzRequest& request, const FuzzListener& listener) {
  const StopRequest stop;
  FuzzReport report;
  Calibrate(request.run, stop, report);
  listener.on_start(report);
  SliceCounter slices;
  const auto start = Clock::now();
  const auto end = start + std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(request.seconds));
  const int here = sched_getcpu();
  WorkerPool pool(stop);
  for (unsigned i = 0; i < request.run.jobs && !stop.made(); ++i) {
    pool.Start([&, work = SliceWorker(request, report.subjects, slices, end)](
                   const WorkerProcess& process) {
      BindToOneProcessor(here, i, request.run.jobs);
      work(process);
    });
  }
  Gather(pool, report, listener.on_finding);
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  report.interrupted = stop.made();
  return report;
}

std::vector<Fault> RunFinding(const RunRequest& request, const Input& input,
                              const std::vector<Input>& before, double hang_seconds,
                              FuzzReport& report) {
  const StopRequest stop;
  Calibrate(request, stop, report);
  std::vector<Fault> faults;
  if (!stop.made()) {
    WorkerPool pool(stop);
    pool.Start(InputWorker(request, report.subjects, input, before, hang_seconds));
    Gather(pool, report, [&](const Finding& finding) { faults.push_back(finding.fault); });
  }
  report.interrupted = stop.made();
  return faults;
}

}  // namespace loadstone::fuzz

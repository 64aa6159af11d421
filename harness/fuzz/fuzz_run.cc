#include "harness/fuzz/fuzz_run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "harness/fuzz/fuzz_worker.h"
#include "harness/runner/worker.h"

namespace loadstone::fuzz {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kMostKept = 2000;

volatile sig_atomic_t stop_requested = 0;

void RequestStop(int) { stop_requested = 1; }

// SIGINT and SIGTERM ask for an end while this lives.
class StopSignals {
 public:
  StopSignals() {
    struct sigaction action = {};
    action.sa_handler = RequestStop;
    stop_requested = 0;
    sigaction(SIGINT, &action, &old_interrupt_);
    sigaction(SIGTERM, &action, &old_terminate_);
  }
  ~StopSignals() {
    sigaction(SIGINT, &old_interrupt_, nullptr);
    sigaction(SIGTERM, &old_terminate_, nullptr);
  }

 private:
  struct sigaction old_interrupt_;
  struct sigaction old_terminate_;
};

struct Process {
  pid_t pid = -1;
  int pipe = -1;
  std::string unread = {};
};

Process Start(const std::function<void(int pipe)>& body) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw EnvironmentError("cannot make a pipe");
  const pid_t child = fork();
  if (child < 0) throw EnvironmentError("cannot start a process");
  if (child != 0) {
    close(ends[1]);
    return {child, ends[0]};
  }
  close(ends[0]);
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_DFL);
  signal(SIGPIPE, SIG_IGN);
  const auto tell = [&](FuzzMessage::Kind kind, const char* text) {
    const std::string line = FuzzMessage{.kind = kind, .text = text}.ToJson() + "\n";
    if (write(ends[1], line.data(), line.size()) < 0) _exit(1);
    _exit(2);
  };
  try {
    body(ends[1]);
  } catch (const EnvironmentError& error) {
    tell(FuzzMessage::Kind::kUnusable, error.what());
  } catch (const std::exception& error) {
    tell(FuzzMessage::Kind::kError, error.what());
  }
  _exit(0);
}

// The complete lines that have arrived; false when the other end is closed.
bool ReadLines(Process& process, std::vector<std::string>& lines) {
  char buffer[65536];
  const ssize_t count = read(process.pipe, buffer, sizeof(buffer));
  if (count < 0 && errno == EINTR) return true;
  if (count <= 0) return false;
  process.unread.append(buffer, static_cast<size_t>(count));
  size_t start = 0;
  for (size_t end; (end = process.unread.find('\n', start)) != std::string::npos; start = end + 1) {
    lines.push_back(process.unread.substr(start, end - start));
  }
  process.unread.erase(0, start);
  return true;
}

int Reap(Process& process) {
  int status = 0;
  close(process.pipe);
  while (waitpid(process.pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

// Keeps the calling process and its children on one processor, another one for each worker: of the
// two that share the work on an input only one ever runs, and waking a processor that sleeps costs
// as much as a fifth of an input. Counts from `first` on, so that other runs of this program have
// other processors. Does nothing where there are fewer processors than workers.
void StayOnOneProcessor(int first, unsigned worker, unsigned workers) {
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

void Calibrate(const RunRequest& request, FuzzReport& report) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw EnvironmentError("cannot make a pipe");
  Process calibrator{StartCalibrator(request, ends[1]), ends[0]};
  close(ends[1]);
  std::vector<std::string> lines;
  while (stop_requested == 0 && ReadLines(calibrator, lines)) {
  }
  if (stop_requested != 0) kill(calibrator.pid, SIGKILL);
  Reap(calibrator);
  if (stop_requested != 0) return;
  if (lines.empty()) throw EnvironmentError("calibration was lost");
  const WorkerMessage message = ReadMessage(lines.back());
  if (message.kind == WorkerMessage::Kind::kUnusable) throw EnvironmentError(message.id);
  report.subject = Subject::FromJson(message.subject);
  report.trouble = message.id;
}

// Reads what the processes tell until all have ended or an end is asked for.
void Gather(std::vector<Process> processes, FuzzReport& report,
            const std::function<void(Finding)>& on_finding) {
  std::string unusable;
  while (!processes.empty() && stop_requested == 0 && unusable.empty()) {
    std::vector<struct pollfd> polls;
    for (const Process& process : processes) polls.push_back({process.pipe, POLLIN, 0});
    if (poll(polls.data(), polls.size(), -1) <= 0) continue;
    for (size_t i = polls.size(); i-- > 0;) {
      if (polls[i].revents == 0) continue;
      std::vector<std::string> lines;
      const bool open = ReadLines(processes[i], lines);
      for (const std::string& line : lines) {
        FuzzMessage message = FuzzMessage::FromJson(line);
        report.inputs += message.inputs;
        report.creates += message.creates;
        report.busy_seconds += message.seconds;
        report.places = std::max(report.places, message.places);
        if (message.kind == FuzzMessage::Kind::kKept && report.kept.size() < kMostKept) {
          report.kept.push_back(std::move(message.finding.input));
        }
        if (message.kind == FuzzMessage::Kind::kFinding) on_finding(std::move(message.finding));
        if (message.kind == FuzzMessage::Kind::kUnconfirmed) {
          report.unconfirmed.push_back(message.text);
        }
        if (message.kind == FuzzMessage::Kind::kError) report.errors.push_back(message.text);
        if (message.kind == FuzzMessage::Kind::kUnusable) unusable = message.text;
      }
      if (open) continue;
      const int status = Reap(processes[i]);
      if (WIFSIGNALED(status)) report.errors.push_back("a process of the fuzzer was lost");
      processes.erase(processes.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  for (Process& process : processes) {
    kill(process.pid, SIGKILL);
    Reap(process);
  }
  if (!unusable.empty()) throw EnvironmentError(unusable);
}

}  // namespace

FuzzReport Fuzz(const FuzzRequest& request, const std::function<void(Finding)>& on_finding) {
  const StopSignals signals;
  FuzzReport report;
  Calibrate(request.run, report);
  SliceCounter slices;
  const auto start = Clock::now();
  const auto end = start + std::chrono::duration_cast<Clock::duration>(
                               std::chrono::duration<double>(request.seconds));
  const int here = sched_getcpu();
  std::vector<Process> processes;
  for (unsigned i = 0; i < request.run.jobs && stop_requested == 0; ++i) {
    processes.push_back(Start([&](int pipe) {
      StayOnOneProcessor(here, i, request.run.jobs);
      FuzzSlices(request, report.subject, slices, end, pipe);
    }));
  }
  Gather(std::move(processes), report, on_finding);
  report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  report.interrupted = stop_requested != 0;
  return report;
}

std::vector<Fault> RunFinding(const RunRequest& request, const Input& input, double hang_seconds,
                              FuzzReport& report) {
  const StopSignals signals;
  Calibrate(request, report);
  std::vector<Fault> faults;
  if (stop_requested == 0) {
    Gather(
        {Start([&](int pipe) { JudgeInput(request, report.subject, input, hang_seconds, pipe); })},
        report, [&](const Finding& finding) { faults.push_back(finding.fault); });
  }
  report.interrupted = stop_requested != 0;
  return faults;
}

}  // namespace loadstone::fuzz

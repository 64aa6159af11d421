// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "fuzz/outside/executor_child.h"
#include "fuzz/outside/executor_process.h"
#include "fuzz/outside/hang_detector.h"
#include "harness/errors.h"
#include "harness/sandbox/sandbox.h"

namespace loadstone::fuzz {
namespace {

constexpr int kReadyMilliseconds = 20000;
// Folders in which the fuzzer places no file of an input, so that the subject made whatever appears
// there.
constexpr const char* kWatched[] = {"/",    "/tmp",       kHome,  "/opt/loadstone",
                                    "/etc", "/loadstone", "/opt", "/opt/fuzz"};

[[noreturn]] void Fail(const std::string& what) {
  throw HarnessError(fmt::format("the fuzzer cannot {}: {}", what, strerror(errno)));
}

// Removes the processor affinity, as far as this process may.
void ClearProcessorAffinity() {
  cpu_set_t all;
  memset(&all, 0xff, sizeof(all));
  sched_setaffinity(0, sizeof(all), &all);
}

}  // namespace

struct ExecutorProcess::State {
  const FuzzedApi& api;
  std::string subject;
  Shared* shared = nullptr;
  pid_t pid = -1;
  bool any_processor = false;
  int go = -1;
  int done = -1;
  int watch = -1;
  int trace = -1;
  int log = -1;
  bool has_log = false;  // the log is not empty

  void Start();
};

ExecutorProcess::ExecutorProcess(const FuzzedApi& api, std::string subject, bool guard)
    : state_(new State{.api = api, .subject = std::move(subject)}) {
  void* memory =
      mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) Fail("get memory");
  state_->shared = static_cast<Shared*>(memory);
  state_->shared->guard = guard && PrepareGuard();
  state_->trace = open(kMockTrace, O_RDWR | O_CLOEXEC);
  if (state_->trace < 0) Fail("open the mocks' trace");
  state_->log = memfd_create("log", MFD_CLOEXEC);
  if (state_->log < 0) Fail("get memory for a log");
  signal(SIGPIPE, SIG_IGN);
  // The mocks are loaded in every executor and stay loaded: the subject is not charged for the time
  // and memory of loading them, which the C++ runtime in them never frees.
  for (const Library& one : api.libraries()) {
    dlopen(LibraryPath(one).c_str(), RTLD_NOW | RTLD_LOCAL);
  }
}

ExecutorProcess::~ExecutorProcess() {
  Stop();
  munmap(state_->shared, sizeof(Shared));
  close(state_->trace);
  close(state_->log);
  if (state_->watch >= 0) close(state_->watch);
}

Shared& ExecutorProcess::shared() { return *state_->shared; }

void ExecutorProcess::AllowAnyProcessor() { state_->any_processor = true; }

void ExecutorProcess::State::Start() {
  if (watch < 0) {
    for (const char* folder : {"/.config", "/.local"}) {
      mkdir((std::string(kHome) + folder).c_str(), 0755);
    }
    watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    for (const char* folder : kWatched) inotify_add_watch(watch, folder, IN_CREATE | IN_MOVED_TO);
  }
  int go_ends[2], done_ends[2];
  if (pipe2(go_ends, O_CLOEXEC) != 0 || pipe2(done_ends, O_CLOEXEC) != 0) Fail("make a pipe");
  pid = fork();
  if (pid < 0) Fail("fork");
  if (pid == 0) {
    close(go_ends[1]);
    close(done_ends[0]);
    close(watch);
    close(trace);
    if (any_processor) ClearProcessorAffinity();
    dup2(log, 1);
    dup2(log, 2);
    close(log);
    ExecutorMain(api, subject, *shared, go_ends[0], done_ends[1]);
  }
  close(go_ends[0]);
  close(done_ends[1]);
  go = go_ends[1];
  done = done_ends[0];
}

void ExecutorProcess::EnsureStarted() {
  if (state_->pid >= 0) return;
  state_->Start();
  struct pollfd poll_ready = {state_->done, POLLIN, 0};
  char byte;
  const bool ready =
      poll(&poll_ready, 1, kReadyMilliseconds) > 0 && read(state_->done, &byte, 1) == 1;
  if (ready) return;
  // No input has been run yet, so this is not a finding.
  Stop();
  throw HarnessError("cannot load the loader; `loadstone run` reports the reason");
}

void ExecutorProcess::Stop() {
  if (state_->pid < 0) return;
  kill(state_->pid, SIGKILL);
  while (waitpid(state_->pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  state_->pid = -1;
  close(state_->go);
  close(state_->done);
}

void ExecutorProcess::EmptyRecords() {
  if (ftruncate(state_->trace, 0) != 0) Fail("empty the mocks' trace");
  if (!state_->has_log) return;
  if (lseek(state_->log, 0, SEEK_SET) != 0 || ftruncate(state_->log, 0) != 0) Fail("empty the log");
}

void ExecutorProcess::Go() {
  if (write(state_->go, "x", 1) != 1 && errno != EPIPE) Fail("reach its executor");
}

bool ExecutorProcess::Await(double seconds, Answer& answer) {
  const auto start = std::chrono::steady_clock::now();
  HangDetector detector(state_->pid, seconds);
  const int look = std::max(1, static_cast<int>(seconds * 1000) / HangDetector::kLooks);
  struct pollfd poll_done = {state_->done, POLLIN, 0};
  while (true) {
    const int ready = poll(&poll_done, 1, look);
    if (ready > 0) break;
    if (ready < 0 && errno == EINTR) continue;
    answer.stuck = detector.Look();
    if (answer.stuck != Stuck::kNo) {
      // Not at each look: what comes next must not depend on how long an input took.
      answer.step = static_cast<Step>(state_->shared->step);
      answer.ending = Answer::Ending::kHang;
      Stop();
      return false;
    }
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    if (passed.count() < kMaxWaitFactor * seconds) continue;
    Stop();
    throw HarnessError("this machine is too busy to tell whether an input of the fuzzer hangs");
  }
  char byte;
  if (read(state_->done, &byte, 1) == 1) return true;
  int status = 0;
  while (waitpid(state_->pid, &status, 0) < 0 && errno == EINTR) {
  }
  state_->pid = -1;
  close(state_->go);
  close(state_->done);
  answer.step = static_cast<Step>(state_->shared->step);
  answer.ending = WIFSIGNALED(status) ? Answer::Ending::kSignal : Answer::Ending::kExit;
  answer.value = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  if (state_->shared->stack_ended) {
    answer.place = kEndOfStack;
  } else if (state_->shared->crash_place != 0) {
    answer.place = fmt::format("{:#x}", state_->shared->crash_place);
  }
  answer.memory_error = DescribeMemoryError(state_->shared->memory_error);
  if (!answer.memory_error.empty()) {
    answer.memory_error_story = MemoryErrorStory(state_->shared->memory_error);
  }
  return false;
}

std::string ExecutorProcess::Trace() {
  struct stat status = {};
  if (fstat(state_->trace, &status) != 0) return {};
  const auto size = std::min<uint64_t>(
      {static_cast<uint64_t>(status.st_size), state_->shared->trace_size, kMaxTraceSize});
  std::string text(size, '\0');
  if (pread(state_->trace, text.data(), size, 0) != static_cast<ssize_t>(size)) return {};
  return text;
}

std::string ExecutorProcess::Log() {
  char text[kMaxLogSize];
  const ssize_t size = pread(state_->log, text, sizeof(text), 0);
  state_->has_log = size > 0;
  return state_->has_log ? std::string(text, static_cast<size_t>(size)) : std::string();
}

std::vector<std::string> ExecutorProcess::NewFiles() {
  std::vector<std::string> files;
  if (state_->watch < 0) return files;
  alignas(struct inotify_event) char buffer[16384];
  ssize_t count;
  while ((count = read(state_->watch, buffer, sizeof(buffer))) > 0) {
    for (ssize_t at = 0; at < count;) {
      const auto* event = reinterpret_cast<const struct inotify_event*>(buffer + at);
      at += static_cast<ssize_t>(sizeof(*event)) + event->len;
      const std::string name = event->len > 0 ? event->name : "";
      if (!name.empty()) files.push_back(name);
    }
  }
  return files;
}

}  // namespace loadstone::fuzz

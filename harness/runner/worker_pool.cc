// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/worker_pool.h"

#include <errno.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <utility>
#include <vector>

#include "harness/errors.h"

namespace loadstone {
namespace {

// The event of the StopRequest that exists, and the actions that it replaced.
volatile sig_atomic_t stop_event = -1;
struct sigaction old_interrupt;
struct sigaction old_terminate;

void RequestStop(int) {
  const int saved_errno = errno;
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(stop_event, &one, sizeof(one));
  errno = saved_errno;
}

void SetSignalsOfWorker() {
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_DFL);
  signal(SIGPIPE, SIG_IGN);
}

[[noreturn]] void Work(const WorkerPool::Body& body, const WorkerProcess& process) {
  try {
    body(process);
  } catch (...) {
    _exit(WorkerPool::kFailedWorker);
  }
  _exit(0);
}

}  // namespace

StopRequest::StopRequest() : fd_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (fd_ < 0) throw EnvironmentError(std::string("cannot make an eventfd: ") + strerror(errno));
  stop_event = fd_;
  struct sigaction action = {};
  action.sa_handler = RequestStop;
  sigaction(SIGINT, &action, &old_interrupt);
  sigaction(SIGTERM, &action, &old_terminate);
}

StopRequest::~StopRequest() {
  sigaction(SIGINT, &old_interrupt, nullptr);
  sigaction(SIGTERM, &old_terminate, nullptr);
  stop_event = -1;
  close(fd_);
}

bool StopRequest::made() const {
  struct pollfd event = {fd_, POLLIN, 0};
  return poll(&event, 1, 0) > 0;
}

void WorkerProcess::WriteLine(const std::string& line) const {
  const std::string text = line + "\n";
  for (size_t done = 0; done < text.size();) {
    const ssize_t count = write(pipe_, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) _exit(1);
    done += static_cast<size_t>(count);
  }
}

std::string WorkerProcess::LinesFile() const {
  return fmt::format("/proc/{}/fd/{}", getpid(), pipe_);
}

pid_t WorkerPool::Start(const Body& body) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw EnvironmentError(std::string("cannot make a pipe: ") + strerror(errno));
  }
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    SetSignalsOfWorker();
    close(ends[0]);
    close(stop_.fd());
    for (const auto& [other, worker] : workers_) close(worker.pipe);
    Work(body, WorkerProcess(ends[1]));
  }
  const int error = errno;
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    throw EnvironmentError(std::string("cannot start a process: ") + strerror(error));
  }
  workers_.emplace(pid, Worker{ends[0]});
  return pid;
}

void WorkerPool::Run(const Listener& listener) {
  while (!workers_.empty() && !stop_.made()) {
    std::vector<struct pollfd> polls = {{stop_.fd(), POLLIN, 0}};
    std::vector<pid_t> pids = {0};
    for (const auto& [pid, worker] : workers_) {
      polls.push_back({worker.pipe, POLLIN, 0});
      pids.push_back(pid);
    }
    if (poll(polls.data(), polls.size(), -1) < 0) {
      if (errno == EINTR) continue;
      throw EnvironmentError(std::string("cannot wait for a process: ") + strerror(errno));
    }
    for (size_t i = 1; i < polls.size(); ++i) {
      if (polls[i].revents != 0) Read(pids[i], listener);
    }
  }
  KillAll();
}

// Passes on the complete lines, or the end of the worker.
void WorkerPool::Read(pid_t pid, const Listener& listener) {
  Worker& worker = workers_.at(pid);
  char buffer[65536];
  const ssize_t count = read(worker.pipe, buffer, sizeof(buffer));
  if (count < 0 && errno == EINTR) return;
  if (count <= 0) {
    const int status = Reap(pid);
    listener.on_end(pid, status);
    return;
  }
  size_t searched = worker.unread.size();
  worker.unread.append(buffer, static_cast<size_t>(count));
  size_t begin = 0;
  for (size_t end; (end = worker.unread.find('\n', searched)) != std::string::npos;) {
    CheckLength(end - begin);
    listener.on_line(pid, worker.unread.substr(begin, end - begin));
    begin = searched = end + 1;
  }
  worker.unread.erase(0, begin);
  CheckLength(worker.unread.size());
}

void WorkerPool::CheckLength(size_t line) const {
  if (line <= max_line_bytes_) return;
  throw HarnessError(
      fmt::format("a worker process wrote a line of more than {} bytes", max_line_bytes_));
}

int WorkerPool::Reap(pid_t pid) {
  close(workers_.at(pid).pipe);
  workers_.erase(pid);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

void WorkerPool::KillAll() {
  for (const auto& [pid, worker] : workers_) kill(pid, SIGKILL);
  while (!workers_.empty()) Reap(workers_.begin()->first);
}

void LimitWorker(unsigned seconds) {
  alarm(seconds);
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
}

std::string DescribeStatus(int status) {
  return WIFSIGNALED(status) ? fmt::format("killed by signal {}", WTERMSIG(status))
                             : fmt::format("exit status {}", WEXITSTATUS(status));
}

}  // namespace loadstone

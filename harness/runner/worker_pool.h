// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_RUNNER_WORKER_POOL_H_
#define LOADSTONE_HARNESS_RUNNER_WORKER_POOL_H_

#include <signal.h>
#include <sys/types.h>

#include <cstddef>
#include <exception>
#include <functional>
#include <map>
#include <string>

namespace loadstone {

// While one lives, SIGINT and SIGTERM do not end this process but ask for an early end. No two live
// at the same time.
class StopRequest {
 public:
  // Throws EnvironmentError where no file descriptor is left.
  StopRequest();
  ~StopRequest();
  StopRequest(const StopRequest&) = delete;
  StopRequest& operator=(const StopRequest&) = delete;

  bool made() const;
  // Can be read, for poll(2), from the moment at which the request was made.
  int fd() const { return fd_; }

 private:
  int fd_;
  struct sigaction old_interrupt_;
  struct sigaction old_terminate_;
};

// What the function of a worker is given: the process it runs in.
class WorkerProcess {
 public:
  explicit WorkerProcess(int pipe) : pipe_(pipe) {}

  // Tells the parent `line`, which has no newline. Ends the process if the parent reads no more.
  void WriteLine(const std::string& line) const;

 private:
  int pipe_;
};

// Processes that work at the same time and tell lines of text to this one. Workers ignore SIGINT,
// which a terminal sends to the whole group: their parent ends them, by its own end at the latest.
// A change of IDs would take a worker out of that.
class WorkerPool {
 public:
  // An exception that leaves the function ends the worker with kFailedWorker.
  using Body = std::function<void(const WorkerProcess& process)>;
  static constexpr int kFailedWorker = 2;
  // Room for the trace of a world, each byte of it escaped.
  static constexpr size_t kLongestLine = size_t{512} << 20;

  // Told by Run, each with the process ID that Start returned. Both may call Start, and may throw.
  struct Listener {
    std::function<void(pid_t worker, const std::string& line)> on_line;
    // After the last line: how the worker ended, as wait(2) has it.
    std::function<void(pid_t worker, int status)> on_end;
  };

  // `stop` must outlive the pool.
  explicit WorkerPool(const StopRequest& stop, size_t longest_line = kLongestLine)
      : stop_(stop), longest_line_(longest_line) {}
  // Kills the workers that still run, and waits for them.
  ~WorkerPool() { KillAll(); }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Starts a worker. Throws EnvironmentError where the system refuses.
  pid_t Start(const Body& body);

  // Returns when no worker is left, or kills all of them when a stop is requested. Throws
  // HarnessError for a line that is longer than allowed.
  void Run(const Listener& listener);

 private:
  struct Worker {
    int pipe;
    std::string unread = {};  // the beginning of a line
  };

  void Read(pid_t pid, const Listener& listener);
  void CheckLength(size_t line) const;
  int Reap(pid_t pid);
  void KillAll();

  const StopRequest& stop_;
  const size_t longest_line_;
  std::map<pid_t, Worker> workers_;
};

// For a worker that runs what is the host's: ends the calling process after `seconds`, by SIGALRM,
// and drops what it writes to standard output and error.
void LimitWorker(unsigned seconds);

// `body`, which tells the parent the line that `describe` makes of an exception that ends it.
WorkerPool::Body TellingWhyItFails(
    WorkerPool::Body body, std::function<std::string(const std::exception& exception)> describe);

// "killed by signal 9" or "exit status 1", of a status as wait(2) has it.
std::string DescribeStatus(int status);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_WORKER_POOL_H_

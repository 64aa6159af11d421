// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_RUNNER_WORKER_POOL_H_
#define LOADSTONE_HARNESS_RUNNER_WORKER_POOL_H_

#include <sys/types.h>

#include <cstddef>
#include <exception>
#include <functional>
#include <map>
#include <string>

namespace loadstone {

// While an object exists, SIGINT and SIGTERM request an early end instead of ending this process.
// Only one object may exist at a time.
class StopRequest {
 public:
  // Throws EnvironmentError if no file descriptor is left.
  StopRequest();
  ~StopRequest();
  StopRequest(const StopRequest&) = delete;
  StopRequest& operator=(const StopRequest&) = delete;

  bool made() const;
  // Becomes readable, for poll(2), when the request is made.
  int fd() const { return fd_; }

 private:
  int fd_;
};

// The argument of a worker's function: the process in which it runs.
class WorkerProcess {
 public:
  explicit WorkerProcess(int pipe) : pipe_(pipe) {}

  // Sends `line`, which must not contain a newline, to the parent. Ends the process if the parent
  // no longer reads.
  void WriteLine(const std::string& line) const;

  // Returns a file to which a program that this process starts can append such lines.
  std::string LinesFile() const;

 private:
  int pipe_;
};

// A pool of parallel processes that send lines of text to this one. Workers ignore SIGINT, which a
// terminal sends to the whole process group: their parent ends them, at the latest when it ends
// itself. A worker that changes its user ID would no longer be ended with its parent.
class WorkerPool {
 public:
  // An exception that leaves the function ends the worker with kFailedWorker.
  using Body = std::function<void(const WorkerProcess& process)>;
  static constexpr int kFailedWorker = 2;
  // The size of a world's trace with every byte escaped.
  static constexpr size_t kMaxLineBytes = size_t{512} << 20;

  // Called by Run, each with the process ID that Start returned. Both may call Start, and may
  // throw.
  struct Listener {
    std::function<void(pid_t worker, const std::string& line)> on_line;
    // Called after the last line, with the worker's status as in wait(2).
    std::function<void(pid_t worker, int status)> on_end;
  };

  // `stop` must outlive the pool.
  explicit WorkerPool(const StopRequest& stop, size_t longest_line = kMaxLineBytes)
      : stop_(stop), max_line_bytes_(longest_line) {}
  // Kills the workers that still run, and waits for them.
  ~WorkerPool() { KillAll(); }
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Starts a worker. Throws EnvironmentError if the system refuses.
  pid_t Start(const Body& body);

  // Returns when all workers have ended; kills them when a stop is requested. Throws HarnessError
  // for a line above the length limit.
  void Run(const Listener& listener);

 private:
  struct Worker {
    int pipe;
    std::string unread = {};  // the beginning of an incomplete line
  };

  void Read(pid_t pid, const Listener& listener);
  void CheckLength(size_t line) const;
  int Reap(pid_t pid);
  void KillAll();

  const StopRequest& stop_;
  const size_t max_line_bytes_;
  std::map<pid_t, Worker> workers_;
};

// For a worker that runs components of the host: ends the calling process after `seconds`, by
// SIGALRM, and discards its standard output and error.
void LimitWorker(unsigned seconds);

// Wraps `body`: if an exception ends it, the line that `describe` makes of the exception is sent to
// the parent.
WorkerPool::Body ReportingExceptions(
    WorkerPool::Body body, std::function<std::string(const std::exception& exception)> describe);

// Describes a status of wait(2): "killed by signal 9" or "exit status 1".
std::string DescribeStatus(int status);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_RUNNER_WORKER_POOL_H_

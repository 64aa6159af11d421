// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/sandbox/coverage_sandbox.h"
#include "harness/sandbox/keeper_message.h"
#include "harness/sandbox/linux_system.h"
#include "harness/sandbox/not_on_platform.h"
#include "harness/sandbox/sandbox.h"

namespace loadstone {
namespace {

using linux_system::Fd;

// Starts the keeper with `socket` as its standard input. Not with posix_spawn, which leaves two of
// glibc's internal signals ignored in all programs that the keeper starts.
pid_t StartKeeper(const std::string& program, int socket) {
  if (access(program.c_str(), X_OK) != 0) {
    throw EnvironmentError("cannot start " + program + ": " + strerror(errno) +
                           "; build or install Loadstone completely");
  }
  const std::string parent = std::to_string(getpid());
  const pid_t keeper = fork();
  if (keeper < 0) linux_system::ThrowErrno("start a process");
  if (keeper == 0) {
    if (dup2(socket, STDIN_FILENO) == STDIN_FILENO) {
      execl(program.c_str(), "keeper", parent.c_str(), nullptr);
    }
    _exit(127);
  }
  return keeper;
}

class LinuxSandbox : public Sandbox {
 public:
  explicit LinuxSandbox(const SandboxOptions& options) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
      linux_system::ThrowErrno("make a socket");
    }
    socket_ = Fd(ends[0]);
    const Fd other(ends[1]);
    keeper_ = StartKeeper(options.keeper, other.get());
  }

  // Kills a world that still runs because on_start_ threw.
  ~LinuxSandbox() override {
    if (keeper_ > 0) kill(keeper_, SIGKILL);
    End();
  }

  void Prepare(const SandboxOptions& options, const std::string& coverage) {
    const KeeperMessage answer = Ask(MessageOf(options, coverage));
    if (answer.kind == KeeperMessage::Kind::kUnusable) throw EnvironmentError(answer.bytes);
  }

  ProbeResult Run(const World& world, const std::vector<std::string>& arguments,
                  const Limits& limits) override {
    const bool tell_start = on_start_ != nullptr;
    KeeperMessage answer = Ask(MessageOf(world, arguments, limits, tell_start));
    if (answer.kind == KeeperMessage::Kind::kStarted) {
      on_start_(std::stoi(answer.bytes));
      Await(answer);
    }
    if (answer.kind == KeeperMessage::Kind::kFailed) throw HarnessError(answer.bytes);
    if (answer.kind == KeeperMessage::Kind::kNotOnPlatform) throw NotOnPlatform(answer.bytes);
    return ReadProbeResult(answer);
  }

 private:
  KeeperMessage Ask(const KeeperMessage& question) {
    KeeperMessage answer;
    if (!Send(socket_.get(), question)) ThrowLost();
    Await(answer);
    return answer;
  }

  void Await(KeeperMessage& answer) {
    if (!Receive(socket_.get(), answer)) ThrowLost();
  }

  [[noreturn]] void ThrowLost() {
    const int status = End();
    throw HarnessError(WIFSIGNALED(status) ? "the keeper of the worlds was killed by signal " +
                                                 std::to_string(WTERMSIG(status))
                                           : "the keeper of the worlds ended before its sandbox");
  }

  // Ends the keeper by closing the socket. Returns its status as in wait(2).
  int End() {
    socket_ = Fd();
    int status = 0;
    if (keeper_ > 0) {
      while (waitpid(keeper_, &status, 0) < 0 && errno == EINTR) {
      }
    }
    keeper_ = -1;
    return status;
  }

  Fd socket_;
  pid_t keeper_ = -1;
};

}  // namespace

std::unique_ptr<Sandbox> MakeLinuxSandbox(const SandboxOptions& options) {
  return MakeCoverageSandbox(options, {});
}

std::unique_ptr<Sandbox> MakeCoverageSandbox(const SandboxOptions& options,
                                             const std::string& folder) {
  auto sandbox = std::make_unique<LinuxSandbox>(options);
  sandbox->Prepare(options, folder);
  return sandbox;
}

}  // namespace loadstone

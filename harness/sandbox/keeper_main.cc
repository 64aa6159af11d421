// SPDX-License-Identifier: Apache-2.0
// The keeper, a separate program because worlds begin as forks of it: forking a small process costs
// a fraction of forking a worker, which has the catalogue and all cases in memory.
//
// usage: keeper PARENT, with a socket to the LinuxSandbox in the process PARENT as standard input.

#include <malloc.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <optional>

#include "harness/sandbox/keeper_message.h"
#include "harness/sandbox/not_on_platform.h"
#include "harness/sandbox/world_runner.h"

namespace loadstone {
namespace {

constexpr int kSocket = STDIN_FILENO;

KeeperMessage RunWorld(WorldRunner& runner, const KeeperMessage& message) {
  try {
    return MessageOf(runner.Run(ReadWorldRequest(message), [](pid_t init) {
      if (!Send(kSocket, MessageOf(KeeperMessage::Kind::kStarted, std::to_string(init)))) _exit(1);
    }));
  } catch (const NotOnPlatform& reason) {
    return MessageOf(KeeperMessage::Kind::kNotOnPlatform, reason.what());
  } catch (const std::exception& exception) {
    return MessageOf(KeeperMessage::Kind::kFailed, exception.what());
  }
}

// Returns when the sandbox has closed the socket.
void Serve(WorldRunner& runner) {
  while (true) {
    KeeperMessage message;
    if (!Receive(kSocket, message) || !Send(kSocket, RunWorld(runner, message))) return;
  }
}

// Makes malloc return large blocks to the system at once, so that a large world does not make later
// forks slower. By default the thresholds grow with the largest request.
void KeepMemorySmall() {
  mallopt(M_MMAP_THRESHOLD, 64 << 10);
  mallopt(M_TRIM_THRESHOLD, 128 << 10);
}

int Main(pid_t parent) {
  KeepMemorySmall();
  KeeperMessage message;
  if (!Receive(kSocket, message)) return 1;
  std::optional<WorldRunner> runner;
  try {
    runner.emplace(ReadOptions(message));
  } catch (const std::exception& exception) {
    return Send(kSocket, MessageOf(KeeperMessage::Kind::kUnusable, exception.what())) ? 0 : 1;
  }
  // After the change of IDs, which would reset it. The end of the socket reports the parent's end
  // too, but the socket is not read while a world runs.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) return 1;
  if (Send(kSocket, MessageOf(KeeperMessage::Kind::kReady, {}))) Serve(*runner);
  return 0;
}

}  // namespace
}  // namespace loadstone

int main(int count, char** words) {
  if (count != 2 || atoi(words[1]) <= 0) {
    fputs("keeper: a part of loadstone, which starts it to make worlds\n", stderr);
    return 2;
  }
  return loadstone::Main(atoi(words[1]));
}

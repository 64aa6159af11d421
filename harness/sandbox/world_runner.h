// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_WORLD_RUNNER_H_
#define LOADSTONE_HARNESS_SANDBOX_WORLD_RUNNER_H_

#include <sys/types.h>

#include <functional>
#include <vector>

#include "harness/sandbox/keeper_message.h"
#include "harness/sandbox/linux_keeper.h"

namespace loadstone {

// What the keeper has for all its worlds.
struct KeeperState {
  std::vector<SharedFolder> shared = {};
  std::vector<int> ignored_signals = {};
  bool has_second_id = false;
  bool emulated = false;     // an emulator runs the probe
  bool narrow = false;       // the probe has 32 bits
  bool whole_space = false;  // the emulator needs all of the address space of 32 bits for the probe
  bool coverage = false;     // worlds have a folder for coverage
};

// The keeper's part of a LinuxSandbox: creates worlds, one after another.
class WorldRunner {
 public:
  // Turns the calling process into the keeper: it gives up root privileges, if it has them, and its
  // view of the host's file system. Throws EnvironmentError.
  explicit WorldRunner(const KeeperOptions& options);

  // Does what Sandbox::Run does, and throws the same. Calls `on_start` with the process ID of the
  // world's first process if the request asks for it.
  ProbeResult Run(WorldRequest request, const std::function<void(pid_t init)>& on_start);

 private:
  Ending RunInit(const WorldRequest& request, const std::function<void(pid_t init)>& on_start,
                 int output);

  KeeperState state_;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_WORLD_RUNNER_H_

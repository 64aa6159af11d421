// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_LINUX_WORLD_H_
#define LOADSTONE_HARNESS_SANDBOX_LINUX_WORLD_H_

#include <vector>

#include "harness/sandbox/linux_keeper.h"
#include "harness/sandbox/sandbox.h"
#include "harness/world/world.h"

namespace loadstone {

// What the keeper has for a world besides its files.
struct WorldParts {
  bool emulated = false;  // an emulator for its application
  bool coverage = false;  // a folder for the coverage of the subject
};

// Makes `world` the root of the calling process, which is the first process in new mount and PID
// namespaces that are copies of the keeper's. Throws HarnessError.
void BecomeWorld(const World& world, const std::vector<SharedFolder>& shared, const Limits& limits,
                 bool has_second_id, const WorldParts& parts);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_LINUX_WORLD_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_LINUX_ACTIVITY_H_
#define LOADSTONE_HARNESS_SANDBOX_LINUX_ACTIVITY_H_

#include <sys/types.h>

#include <cstdint>

namespace loadstone {

// What /proc tells of a process and all its descendants at one moment.
struct Activity {
  // Used so far, also by children that have been waited for: in all, and by their own code, without
  // what the kernel did for them.
  double processor_seconds = 0;
  double user_seconds = 0;
  uint64_t switches = 0;  // how often their threads were given a processor or left it
  bool asleep = false;    // there is a thread, and all wait for something other than a disk

  bool operator==(const Activity&) const = default;
};

// Looks at `root` and what descends from it. A process that ends meanwhile is left out; where
// /proc shows nothing, nothing was used and nobody is asleep.
Activity LookAtProcesses(pid_t root);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_LINUX_ACTIVITY_H_

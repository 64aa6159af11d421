// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_LINUX_ACTIVITY_H_
#define LOADSTONE_HARNESS_SANDBOX_LINUX_ACTIVITY_H_

#include <sys/types.h>

#include <cstdint>

namespace loadstone {

// The state of a process and all its descendants, according to /proc.
struct Activity {
  // Processor time used so far, including that of terminated children: in total, and in user mode
  // only.
  double processor_seconds = 0;
  double user_seconds = 0;
  uint64_t switches = 0;  // context switches of their threads
  bool asleep = false;    // at least one thread exists, and none runs or waits for a disk

  bool operator==(const Activity&) const = default;
};

// Reads the state of `root` and its descendants. Omits a process that ends meanwhile; if /proc
// shows no process, no time is used and `asleep` is false.
Activity ReadProcessActivity(pid_t root);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_LINUX_ACTIVITY_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_PROCESS_STAT_H_
#define LOADSTONE_HARNESS_SANDBOX_PROCESS_STAT_H_

#include <sys/types.h>

#include <filesystem>
#include <optional>

namespace loadstone {

// What /proc/PID/stat says of a process or a thread (proc(5)), as far as it matters here.
struct ProcessStat {
  char state = '?';  // 'R', 'S', 'D', 'T', 't', 'Z', ...
  pid_t parent = 0;
  // Also of the children that have been waited for: in all, and without the kernel's work for them.
  double processor_seconds = 0;
  double user_seconds = 0;
};

// Reads `folder`/stat, where `folder` is that of a process or a thread in /proc. Nothing where it
// has ended, or cannot be seen.
std::optional<ProcessStat> ReadProcessStat(const std::filesystem::path& folder);
// The same of a process by its ID.
std::optional<ProcessStat> ReadProcessStat(pid_t process);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_PROCESS_STAT_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_PROCESS_STAT_H_
#define LOADSTONE_HARNESS_SANDBOX_PROCESS_STAT_H_

#include <sys/types.h>

#include <filesystem>
#include <optional>

namespace loadstone {

// The fields of /proc/PID/stat (proc(5)) that the sandbox uses, for a process or a thread.
struct ProcessStat {
  char state = '?';  // 'R', 'S', 'D', 'T', 't', 'Z', ...
  pid_t parent = 0;
  // Including terminated children that were waited for: in total, and in user mode only.
  double processor_seconds = 0;
  double user_seconds = 0;
};

// Reads `folder`/stat, where `folder` is that of a process or a thread in /proc; std::nullopt if it
// has ended or is not visible.
std::optional<ProcessStat> ReadProcessStat(const std::filesystem::path& folder);
// Does the same for a process by its ID.
std::optional<ProcessStat> ReadProcessStat(pid_t process);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_PROCESS_STAT_H_

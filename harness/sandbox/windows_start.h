// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_SANDBOX_WINDOWS_START_H_
#define LOADSTONE_HARNESS_SANDBOX_WINDOWS_START_H_

#include <windows.h>

namespace loadstone {

// Starts a process by `create`, which calls CreateProcess and returns its result. Calls it again, a
// few times in all, where Wine's new process ended before its program began, which Wine reports as
// an internal error: it happens now and then on a busy machine, and says nothing about the program.
// Returns false, with the reason in GetLastError, if no process was started.
template <typename Create>
bool StartProcess(const Create& create) {
  constexpr int kAttempts = 5;
  for (int attempt = 1;; ++attempt) {
    if (create() != 0) return true;
    if (attempt == kAttempts || GetLastError() != ERROR_INTERNAL_ERROR) return false;
  }
}

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_SANDBOX_WINDOWS_START_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_INTERFACES_WINDOWS_TRACE_LOCK_H_
#define LOADSTONE_INTERFACES_WINDOWS_TRACE_LOCK_H_

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

// Held while a line is appended to the trace: Windows looks for the end of a file and writes there
// in two steps, so that of two lines at a time one would be lost. Each world has its own namespace
// of names, which all its components share.
class TraceLock {
 public:
  TraceLock() : mutex_(CreateMutexW(nullptr, FALSE, L"loadstone trace")) {
    if (mutex_ != nullptr) WaitForSingleObject(mutex_, INFINITE);
  }
  ~TraceLock() {
    if (mutex_ == nullptr) return;
    ReleaseMutex(mutex_);
    CloseHandle(mutex_);
  }
  TraceLock(const TraceLock&) = delete;
  TraceLock& operator=(const TraceLock&) = delete;

 private:
  HANDLE mutex_;
};

#endif  // LOADSTONE_INTERFACES_WINDOWS_TRACE_LOCK_H_

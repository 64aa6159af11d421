// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_INTERFACES_WINDOWS_TRACE_LOCK_H_
#define LOADSTONE_INTERFACES_WINDOWS_TRACE_LOCK_H_

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

// Held while a line is appended to the trace: Windows seeks to the end of a file and writes in two
// steps, so of two lines written at the same time one would be lost. All components of a world
// share its namespace, and so the lock.
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

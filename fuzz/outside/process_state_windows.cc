// SPDX-License-Identifier: Apache-2.0
#include <string.h>
#include <windows.h>

#include "fuzz/outside/fnv.h"
#include "fuzz/outside/process_state.h"

namespace loadstone::fuzz {

// Windows has no umask, and the C runtime's locale and signals are those of one library of several.
ProcessState ProcessState::Now() {
  ProcessState now;
  now.RenewEnvironment();
  GetCurrentDirectoryA(sizeof(now.folder), now.folder);
  return now;
}

void ProcessState::RenewEnvironment() {
  environment = kFnvBasis;
  wchar_t* all = GetEnvironmentStringsW();
  if (all == nullptr) return;
  size_t size = 0;
  while (all[size] != 0) size += wcslen(all + size) + 1;
  environment = Fnv1a(environment, {reinterpret_cast<const char*>(all), size * sizeof(*all)});
  FreeEnvironmentStringsW(all);
}

int ThreadsNow() { return 0; }

}  // namespace loadstone::fuzz

// SPDX-License-Identifier: Apache-2.0
#include <string.h>
#include <windows.h>

#include <iterator>

#include "fuzz/outside/fnv.h"
#include "fuzz/outside/process_state.h"

namespace loadstone::fuzz {
namespace {

// Wine's DXGI sets variables of its own, with names that begin like this, when a loader starts it.
constexpr wchar_t kOfWine[] = L"VKD3D_";

}  // namespace

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
  for (const wchar_t* one = all; *one != 0; one += wcslen(one) + 1) {
    if (wcsncmp(one, kOfWine, std::size(kOfWine) - 1) == 0) continue;
    const size_t size = (wcslen(one) + 1) * sizeof(*one);
    environment = Fnv1a(environment, {reinterpret_cast<const char*>(one), size});
  }
  FreeEnvironmentStringsW(all);
}

int ThreadsNow() { return 0; }

}  // namespace loadstone::fuzz

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_COMMON_BESIDE_H_
#define LOADSTONE_MOCK_COMMON_BESIDE_H_

#include <dlfcn.h>
#include <stdio.h>

namespace loadstone::mock {

// The function of that name in the mock at <path of the library with `self`><suffix>, or null. The
// mock stays open.
inline void* FindBeside(void* self, const char* suffix, const char* name) {
  Dl_info own;
  if (dladdr(self, &own) == 0) return nullptr;
  char path[4096];
  const int length = snprintf(path, sizeof(path), "%s%s", own.dli_fname, suffix);
  if (length < 0 || static_cast<size_t>(length) >= sizeof(path)) return nullptr;
  void* part = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  return part == nullptr ? nullptr : dlsym(part, name);
}

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_COMMON_BESIDE_H_

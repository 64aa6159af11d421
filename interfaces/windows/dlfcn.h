// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_INTERFACES_WINDOWS_DLFCN_H_
#define LOADSTONE_INTERFACES_WINDOWS_DLFCN_H_

// The part of <dlfcn.h> that the probe and the mocks use, for Windows: Debian's mingw-w64 has none.
// Only builds for Windows have this folder in their include path. Paths are UTF-8.

#define WIN32_LEAN_AND_MEAN
#include <stdio.h>
#include <windows.h>

#define RTLD_NOW 2
#define RTLD_LOCAL 0
#define RTLD_NOLOAD 4

typedef struct {
  const char* dli_fname;  // overwritten by the next call of dladdr in the same thread
} Dl_info;

// Opens the library at `path`; null on failure. The folder of a full path is searched for libraries
// that it needs. With RTLD_NOLOAD only a library that is loaded already.
inline void* dlopen(const char* path, int mode) {
  wchar_t wide[4096];
  if (MultiByteToWideChar(CP_UTF8, 0, path, -1, wide, 4096) == 0) return NULL;
  if ((mode & RTLD_NOLOAD) != 0) {
    HMODULE loaded = NULL;
    return GetModuleHandleExW(0, wide, &loaded) != 0 ? (void*)loaded : NULL;
  }
  const DWORD how = wide[0] != 0 && wide[1] == L':' ? LOAD_WITH_ALTERED_SEARCH_PATH : 0;
  return (void*)LoadLibraryExW(wide, NULL, how);
}

inline void* dlsym(void* library, const char* name) {
  return (void*)GetProcAddress((HMODULE)library, name);
}

inline int dlclose(void* library) { return FreeLibrary((HMODULE)library) != 0 ? 0 : -1; }

// The number of the last call's error.
inline char* dlerror() {
  static thread_local char text[64];
  snprintf(text, sizeof(text), "error %lu of Windows", GetLastError());
  return text;
}

// Finds the library that contains `address`. Returns 0 if there is none.
inline int dladdr(const void* address, Dl_info* info) {
  static thread_local char path[4096];
  wchar_t wide[4096];
  HMODULE library = NULL;
  if (GetModuleHandleExW(
          GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
          (LPCWSTR)address, &library) == 0) {
    return 0;
  }
  const DWORD length = GetModuleFileNameW(library, wide, 4096);
  if (length == 0 || length >= 4096) return 0;
  if (WideCharToMultiByte(CP_UTF8, 0, wide, -1, path, sizeof(path), NULL, NULL) == 0) return 0;
  info->dli_fname = path;
  return 1;
}

#endif  // LOADSTONE_INTERFACES_WINDOWS_DLFCN_H_

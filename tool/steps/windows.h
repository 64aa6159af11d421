// SPDX-License-Identifier: Apache-2.0
// What the other sources need of Linux, as Windows has it.
#define WIN32_LEAN_AND_MEAN
#include <io.h>
#include <stdio.h>
#include <windows.h>

#define RTLD_NOW 0
#define dlopen(path, flags) ((void*)LoadLibraryA(path))
#define dlsym(library, name) ((void*)GetProcAddress((HMODULE)(library), name))
#define dlerror() "the loader cannot be loaded"
#define putenv _putenv
#define dprintf(file, ...)                                                  \
  do {                                                                      \
    char text[500];                                                         \
    _write(file, text, (unsigned)snprintf(text, sizeof text, __VA_ARGS__)); \
  } while (0)

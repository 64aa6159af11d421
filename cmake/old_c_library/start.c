/* SPDX-License-Identifier: Apache-2.0 */
/* The start of a program with a GNU C library from 2.31 on: see cmake/OldCLibrary.cmake. Since 2.34
   the start files of a build call a newer __libc_start_main, which runs the program's constructors.
   The older one, which all releases have, leaves that to a function that it is given. */
#include <stddef.h>

typedef int Main(int, char**, char**);
typedef void Init(int, char**, char**);

extern Init* __init_array_start[] __attribute__((visibility("hidden")));
extern Init* __init_array_end[] __attribute__((visibility("hidden")));
extern void _init(void);

extern int StartOld(Main* main, int argc, char** argv, Init* init, void (*fini)(void),
                    void (*linker_fini)(void), void* stack_end)
    __attribute__((visibility("default")));
__asm__(".symver StartOld, __libc_start_main@" OLD_START);

static void RunConstructors(int argc, char** argv, char** environment) {
  _init();
  const size_t count = (size_t)(__init_array_end - __init_array_start);
  for (size_t i = 0; i < count; ++i) __init_array_start[i](argc, argv, environment);
}

int __libc_start_main(Main* main, int argc, char** argv, Init* init, void (*fini)(void),
                      void (*linker_fini)(void), void* stack_end) {
  return StartOld(main, argc, argv, init != NULL ? init : RunConstructors, fini, linker_fini,
                  stack_end);
}

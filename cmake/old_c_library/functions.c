/* SPDX-License-Identifier: Apache-2.0 */
/* Functions and data of the GNU C library that are newer than 2.31 and that this project or the
   compiler's runtime uses: see cmake/OldCLibrary.cmake. The symbols are hidden, so that no other
   library is bound to them. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if __GLIBC_PREREQ(2, 32)
/* libstdc++ omits atomic operations where it is true. */
char __libc_single_threaded = 0;

const char* sigabbrev_np(int signal) {
  static const char* const kNames[] = {
      [SIGHUP] = "HUP",   [SIGINT] = "INT",       [SIGQUIT] = "QUIT", [SIGILL] = "ILL",
      [SIGTRAP] = "TRAP", [SIGABRT] = "ABRT",     [SIGBUS] = "BUS",   [SIGFPE] = "FPE",
      [SIGKILL] = "KILL", [SIGUSR1] = "USR1",     [SIGSEGV] = "SEGV", [SIGUSR2] = "USR2",
      [SIGPIPE] = "PIPE", [SIGALRM] = "ALRM",     [SIGTERM] = "TERM", [SIGSTKFLT] = "STKFLT",
      [SIGCHLD] = "CHLD", [SIGCONT] = "CONT",     [SIGSTOP] = "STOP", [SIGTSTP] = "TSTP",
      [SIGTTIN] = "TTIN", [SIGTTOU] = "TTOU",     [SIGURG] = "URG",   [SIGXCPU] = "XCPU",
      [SIGXFSZ] = "XFSZ", [SIGVTALRM] = "VTALRM", [SIGPROF] = "PROF", [SIGWINCH] = "WINCH",
      [SIGPOLL] = "POLL", [SIGPWR] = "PWR",       [SIGSYS] = "SYS"};
  return signal > 0 && (size_t)signal < sizeof(kNames) / sizeof(kNames[0]) ? kNames[signal] : NULL;
}
#endif

#if __GLIBC_PREREQ(2, 33)
#ifdef SYS_newfstatat
/* On 64-bit processors there is one `struct stat`, which is the kernel's. */
static int Stat(int folder, const char* path, struct stat* status, int flags) {
  return (int)syscall(SYS_newfstatat, folder, path, status, flags);
}
int fstatat(int folder, const char* path, struct stat* status, int flags) {
  return Stat(folder, path, status, flags);
}
int stat(const char* path, struct stat* status) { return Stat(AT_FDCWD, path, status, 0); }
int lstat(const char* path, struct stat* status) {
  return Stat(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}
int fstat(int fd, struct stat* status) { return Stat(fd, "", status, AT_EMPTY_PATH); }
int fstat64(int fd, struct stat64* status) { return fstat(fd, (struct stat*)status); }
#else
/* On 32-bit processors `struct stat64` is the kernel's, and `struct stat` has smaller numbers. */
int fstatat64(int folder, const char* path, struct stat64* status, int flags) {
  return (int)syscall(SYS_fstatat64, folder, path, status, flags);
}
int stat64(const char* path, struct stat64* status) { return fstatat64(AT_FDCWD, path, status, 0); }
int lstat64(const char* path, struct stat64* status) {
  return fstatat64(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}
int fstat64(int fd, struct stat64* status) { return (int)syscall(SYS_fstat64, fd, status); }

static int Narrow(int result, const struct stat64* wide, struct stat* status) {
  if (result != 0) return result;
  *status = (struct stat){.st_dev = wide->st_dev,
                          .st_ino = (ino_t)wide->st_ino,
                          .st_mode = wide->st_mode,
                          .st_nlink = wide->st_nlink,
                          .st_uid = wide->st_uid,
                          .st_gid = wide->st_gid,
                          .st_rdev = wide->st_rdev,
                          .st_size = (off_t)wide->st_size,
                          .st_blksize = wide->st_blksize,
                          .st_blocks = (blkcnt_t)wide->st_blocks,
                          .st_atim = wide->st_atim,
                          .st_mtim = wide->st_mtim,
                          .st_ctim = wide->st_ctim};
  if (status->st_ino == wide->st_ino && status->st_size == wide->st_size &&
      status->st_blocks == wide->st_blocks) {
    return 0;
  }
  errno = EOVERFLOW;
  return -1;
}
int stat(const char* path, struct stat* status) {
  struct stat64 wide;
  return Narrow(stat64(path, &wide), &wide, status);
}
int lstat(const char* path, struct stat* status) {
  struct stat64 wide;
  return Narrow(lstat64(path, &wide), &wide, status);
}
int fstat(int fd, struct stat* status) {
  struct stat64 wide;
  return Narrow(fstat64(fd, &wide), &wide, status);
}
#endif
#endif

#if __GLIBC_PREREQ(2, 35) && !DLFO_STRUCT_HAS_EH_COUNT
/* The unwinder of GCC 12 and newer asks it for the table of the code at `pc`; on 32-bit Arm it asks
   an older function. */
struct Search {
  ElfW(Addr) pc;
  struct dl_find_object* found;
};

#if DLFO_STRUCT_HAS_EH_DBASE
/* The base of addresses relative to data; the dynamic linker has made it absolute. */
static void* GlobalOffsetTable(const struct dl_phdr_info* object, const ElfW(Phdr) * dynamic) {
  if (dynamic == NULL) return NULL;
  const ElfW(Dyn)* entry = (const ElfW(Dyn)*)(object->dlpi_addr + dynamic->p_vaddr);
  while (entry->d_tag != DT_NULL && entry->d_tag != DT_PLTGOT) ++entry;
  return entry->d_tag == DT_PLTGOT ? (void*)entry->d_un.d_ptr : NULL;
}
#endif

static int SearchObject(struct dl_phdr_info* object, size_t size, void* data) {
  const struct Search* search = data;
  const ElfW(Phdr)* table = NULL;
  const ElfW(Phdr)* code = NULL;
  const ElfW(Phdr)* dynamic = NULL;
  (void)size;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const ElfW(Phdr)* segment = &object->dlpi_phdr[i];
    const ElfW(Addr) start = object->dlpi_addr + segment->p_vaddr;
    if (segment->p_type == PT_GNU_EH_FRAME) table = segment;
    if (segment->p_type == PT_DYNAMIC) dynamic = segment;
    if (segment->p_type == PT_LOAD && search->pc >= start &&
        search->pc - start < segment->p_memsz) {
      code = segment;
    }
  }
  if (code == NULL) return 0;
  if (table == NULL) return -1;
  search->found->dlfo_map_start = (void*)(object->dlpi_addr + code->p_vaddr);
  search->found->dlfo_map_end = (void*)(object->dlpi_addr + code->p_vaddr + code->p_memsz);
  search->found->dlfo_eh_frame = (void*)(object->dlpi_addr + table->p_vaddr);
#if DLFO_STRUCT_HAS_EH_DBASE
  search->found->dlfo_eh_dbase = GlobalOffsetTable(object, dynamic);
#else
  (void)dynamic;
#endif
  return 1;
}

int _dl_find_object(void* pc, struct dl_find_object* found) {
  struct Search search = {(ElfW(Addr))pc, found};
  return dl_iterate_phdr(SearchObject, &search) == 1 ? 0 : -1;
}
#endif

#if __GLIBC_PREREQ(2, 36)
/* std::random_device, which nothing uses, is linked into libraries that export what they use. */
uint32_t arc4random(void) {
  uint32_t number;
  if (getentropy(&number, sizeof(number)) != 0) abort();
  return number;
}

int mount_setattr(int folder, const char* path, unsigned int flags, struct mount_attr* attributes,
                  size_t size) {
  return (int)syscall(SYS_mount_setattr, folder, path, flags, attributes, size);
}
#endif

#if __GLIBC_PREREQ(2, 38)
/* The headers replace these functions by those of C23, which also read binary numbers; the names of
   the replaced ones are free only in assembler. */
extern long OldStrtol(const char* text, char** end, int base) __asm__("strtol");
extern long long OldStrtoll(const char* text, char** end, int base) __asm__("strtoll");
extern unsigned long OldStrtoul(const char* text, char** end, int base) __asm__("strtoul");
extern unsigned long long OldStrtoull(const char* text, char** end, int base) __asm__("strtoull");
extern int OldVsscanf(const char* text, const char* format, va_list into) __asm__("vsscanf");

long __isoc23_strtol(const char* text, char** end, int base) { return OldStrtol(text, end, base); }
long long __isoc23_strtoll(const char* text, char** end, int base) {
  return OldStrtoll(text, end, base);
}
unsigned long __isoc23_strtoul(const char* text, char** end, int base) {
  return OldStrtoul(text, end, base);
}
unsigned long long __isoc23_strtoull(const char* text, char** end, int base) {
  return OldStrtoull(text, end, base);
}
int __isoc23_sscanf(const char* text, const char* format, ...) {
  va_list into;
  va_start(into, format);
  const int count = OldVsscanf(text, format, into);
  va_end(into);
  return count;
}
#endif

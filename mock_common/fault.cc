// SPDX-License-Identifier: Apache-2.0
#include "mock_common/fault.h"

#include <errno.h>
#include <fcntl.h>
#ifndef _WIN32
#include <pthread.h>
#include <sched.h>
#endif
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef _WIN32
#include <windows.h>
#else
#include <sys/resource.h>
#endif

#include "mock_common/config.h"
#include "mock_common/trace.h"

namespace loadstone::mock {
namespace {

constexpr int kExitStatus = 42;
constexpr size_t kBlock = 1 << 20;

void Crash() {
  // Twice volatile, or the compiler optimizes the write away.
  volatile int* volatile nowhere = nullptr;
  *nowhere = 1;
}

void Abort() { abort(); }

void Exit() { exit(kExitStatus); }

void Hang() {
#ifdef _WIN32
  for (;;) Sleep(INFINITE);
#else
  for (;;) pause();
#endif
}

// Lets other threads run; the application continues.
void LetOthersRun() {
  constexpr int kTimes = 100;
  for (int i = 0; i < kTimes; ++i) {
#ifdef _WIN32
    SwitchToThread();
#else
    sched_yield();
#endif
  }
}

#ifndef _WIN32
void ForkForever() {
  // A failing fork must not end the loop: the sandbox has to contain it.
  for (;;) {
    if (fork() < 0) usleep(1000);
  }
}
#endif

// Writes to a file until the file system is full or the limit on file sizes is reached.
void FillFile(const char* path) {
  static char block[kBlock];
  const int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0) return;
  ssize_t written;
  do {
    written = write(fd, block, sizeof(block));
  } while (written > 0 || (written < 0 && errno == EINTR));
  close(fd);
}

// Fills the disk of the trace's folder, then of all folders that are usually writable.
void FillDisk() {
#ifndef _WIN32
  // Beyond the limit on file sizes, write should fail instead of killing the process.
  signal(SIGXFSZ, SIG_IGN);
#endif
  char path[4096];
  if (const char* trace = Text(Config(), "trace", nullptr)) {
    const char* slash = strrchr(trace, '/');
    const int length = slash != nullptr ? static_cast<int>(slash - trace) : 0;
    if (snprintf(path, sizeof(path), "%.*s/fill", length, trace) < 4096) FillFile(path);
  }
  static const char* const kFolders[] = {"/tmp", "/var/tmp", "/dev/shm", "/run"};
  for (const char* folder : kFolders) {
    snprintf(path, sizeof(path), "%s/fill", folder);
    FillFile(path);
  }
  if (const char* home = getenv("HOME")) {
    if (snprintf(path, sizeof(path), "%s/fill", home) < 4096) FillFile(path);
  }
  abort();
}

void EatMemory() {
  for (;;) {
    if (void* block = malloc(kBlock)) {
      // Written to, because the kernel allocates memory only on access.
      memset(block, 1, kBlock);
      // An apparent use, or the compiler may optimize the allocation away.
      asm volatile("" : : "r"(block) : "memory");
    } else {
      usleep(1000);
    }
  }
}

#ifndef _WIN32
// Faults with side effects outside the library, after which the application continues.
void Print() {
  puts("a mock is here");
  fflush(stdout);
}

void SetEnvironment() { setenv("LOADSTONE_MOCK", "was here", 1); }

void ChangeFolder() {
  if (chdir("/tmp") != 0) abort();
}

void HandleSignal() {
  signal(SIGUSR1, [](int) {});
}

void StartHangingProcess() {
  if (fork() == 0) Hang();
}

// Repeatedly returns to the library's code, which crashes after the library was unloaded.
void* SleepForeverInMock(void*) {
  constexpr useconds_t kMicroseconds = 100;
  for (;;) usleep(kMicroseconds);
}

void StartEndlessThread() {
  pthread_t thread;
  if (pthread_create(&thread, nullptr, SleepForeverInMock, nullptr) == 0) pthread_detach(thread);
}

void ReadPastEnd() {
  constexpr size_t kSize = 16;
  void* memory = malloc(kSize);
  // Hides the size from the compiler.
  asm volatile("" : "+r"(memory) : : "memory");
  static_cast<void>(static_cast<volatile char*>(memory)[kSize]);
  free(memory);
}

void LimitMemory() {
  const rlimit none = {0, 0};
  setrlimit(RLIMIT_AS, &none);
}
#endif

struct Fault {
  const char* name;
  void (*run)();
};

constexpr Fault kFaults[] = {{"crash", Crash},
                             {"abort", Abort},
                             {"exit", Exit},
                             {"hang", Hang},
                             {"yield", LetOthersRun},
#ifndef _WIN32
                             {"fork_bomb", ForkForever},
                             {"print", Print},
                             {"set_environment", SetEnvironment},
                             {"change_folder", ChangeFolder},
                             {"handle_signal", HandleSignal},
                             {"leave_process", StartHangingProcess},
                             {"leave_thread", StartEndlessThread},
                             {"limit_memory", LimitMemory},
                             {"read_past_end", ReadPastEnd},
#endif
                             {"fill_disk", FillDisk},
                             {"eat_memory", EatMemory}};

}  // namespace

void MaybeFault(const char* function) {
  const rapidjson::Value& faults = Object(Config(), "faults");
  if (faults.MemberCount() == 0) return;
  const char* wanted = Text(faults, function, nullptr);
  if (wanted == nullptr) return;
  for (const Fault& fault : kFaults) {
    if (strcmp(fault.name, wanted) != 0) continue;
    Event("fault").Add("function", function).Add("fault", wanted);
    fault.run();
  }
}

}  // namespace loadstone::mock

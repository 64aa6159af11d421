// SPDX-License-Identifier: Apache-2.0
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/single_threaded.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fuzz/outside/fnv.h"
#include "fuzz/outside/process_state.h"

namespace loadstone::fuzz {
namespace {

bool HasChildren() {
  siginfo_t info = {};
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

}  // namespace

ProcessState ProcessState::Now() {
  ProcessState now;
  now.RenewEnvironment();
  if (getcwd(now.folder, sizeof(now.folder)) == nullptr) now.folder[0] = 0;
  now.mask = umask(0);
  umask(now.mask);
  const char* locale = setlocale(LC_ALL, nullptr);
  snprintf(now.locale, sizeof(now.locale), "%s", locale != nullptr ? locale : "");
  for (int number = 1; number < kSignals; ++number) {
    struct sigaction action = {};
    if (sigaction(number, nullptr, &action) != 0) continue;
    now.handlers[number] = reinterpret_cast<uintptr_t>(action.sa_handler);
  }
  now.has_children = HasChildren();
  return now;
}

void ProcessState::RenewEnvironment() {
  environment = kFnvBasis;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    environment = Fnv1a(environment, {*variable, strlen(*variable) + 1});
  }
}

int ThreadsNow() {
  // While this is true, the C library has started no thread: this saves a system call.
  if (__libc_single_threaded) return 1;
  struct stat status = {};
  // Apart from the folders of the threads, two links lead to the folder itself.
  return stat("/proc/self/task", &status) == 0 ? static_cast<int>(status.st_nlink) - 2 : 0;
}

}  // namespace loadstone::fuzz

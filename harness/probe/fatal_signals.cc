// SPDX-License-Identifier: Apache-2.0
#include "harness/probe/fatal_signals.h"

namespace loadstone {

void CatchFatalSignals(void (*note)(int number, siginfo_t* info, void* context)) {
  static char room[1 << 16];
  stack_t stack = {};
  stack.ss_sp = room;
  stack.ss_size = sizeof(room);
  sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_sigaction = note;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  for (const int number : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT}) {
    sigaction(number, &action, nullptr);
  }
}

}  // namespace loadstone

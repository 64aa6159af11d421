// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_FATAL_SIGNALS_H_
#define LOADSTONE_HARNESS_PROBE_FATAL_SIGNALS_H_

#include <signal.h>

namespace loadstone {

// From now on `note` is called, on a separate stack, for signals with which the system ends a
// process that made an error: SIGSEGV, SIGBUS, SIGILL, SIGFPE or SIGABRT. It must restore the
// default action of the signal.
void CatchFatalSignals(void (*note)(int number, siginfo_t* info, void* context));

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_FATAL_SIGNALS_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_GUARD_H_
#define LOADSTONE_HARNESS_PROBE_GUARD_H_

#include <signal.h>

#include <cstddef>
#include <string>

#include "harness/probe/guarded_heap.h"
#include "harness/probe/memory_error.h"

// The probe's malloc and related functions. A subject uses those of the process into which it is
// loaded, so a guarded heap detects memory errors of a binary that was not rebuilt. Until ArmGuard
// is called, every function is that of the C library.
//
// Not detected: errors on the stack and in the data of a library, in memory that it maps itself, in
// allocations above 256 KiB, and reads of up to fifteen bytes past the end of an allocation whose
// size is not a multiple of sixteen, because malloc guarantees alignment.
namespace loadstone {

// Reserves the address space for the guarded heap, which forked processes share; returns false if
// there is none left, or if the program was built with a sanitizer that has its own allocator.
bool PrepareGuard();

// From now on the guarded heap is used. An error is written to `report`, which must stay valid, and
// ends the process with SIGABRT. PrepareGuard must have returned true. Frames outside of
// `outermost`, a frame's address, are omitted from stacks of the calling thread: they are unrelated
// to the subject, and walking many frames takes longer than everything else.
void ArmGuard(MemoryErrorReport& report, const void* outermost = nullptr);
void SetGuardMode(GuardMode mode);

// Checks for errors that did not cause a fault: in what was freed since the last check, and in
// strict mode in all memory. Ends the process as above if there is one. Does nothing if the guard
// is not armed.
void CheckGuard();

// For signal handlers: writes to the report which memory error caused a signal, if one did.
void ExplainSignal(const siginfo_t& info, const void* context);

// Returns the error as a phrase, such as "a write past the end of an allocation"; empty if there is
// none.
const char* DescribeMemoryError(const MemoryErrorReport& report);
// Returns the same with the size of the allocation and the stacks.
std::string MemoryErrorStory(const MemoryErrorReport& report);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_GUARD_H_

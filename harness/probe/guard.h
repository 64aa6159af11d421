// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_GUARD_H_
#define LOADSTONE_HARNESS_PROBE_GUARD_H_

#include <signal.h>

#include <cstddef>
#include <string>

#include "harness/probe/guarded_heap.h"

// The probe's malloc and its kin. A subject takes its memory from the process into which it is
// loaded, so that a guarded heap here shows the memory errors of a binary that nobody rebuilt.
// Until ArmGuard is called every function is that of the C library.
//
// Out of its reach: the stack and the data of a library, memory that it takes from the system
// itself, allocations above 256 KiB, and reads of up to fifteen bytes past the end of an allocation
// whose size is no multiple of sixteen, for the alignment that malloc promises.
namespace loadstone {

// A memory error, as it can stand in memory that two processes share.
struct MemoryErrorReport {
  volatile int error;  // a MemoryError
  bool is_access;      // otherwise it was seen later, or by a function that frees
  bool is_write;       // of an access
  size_t size;
  int64_t offset;
  // Where it was, and where the allocation was made and freed: "FILE+0xOFFSET (SYMBOL)", the
  // innermost first, with " < " between them; empty where it is not known.
  char stack[1024];
  char allocated_by[512];
  char freed_by[512];
  // Likewise, as addresses; zeros where it is not known.
  Frames frames;
  Frames allocation_frames;
  Frames free_frames;
  // Before which of `frames` the program itself stands, of an access; kMostFrames: nowhere.
  size_t own_at;
};

// Takes the address space for the guarded heap, which forked processes share; false if this system
// has none, or the program was built with a sanitizer that has an allocator of its own.
bool PrepareGuard();

// From now on the guarded heap is used. What is wrong is written to `report`, which must stay, and
// ends the process by SIGABRT. PrepareGuard must have returned true. Of stacks of the calling
// thread the frames outside of `outermost`, a frame's address, are left out: where the caller
// stands says nothing of the subject, and a walk through many callers takes longer than all else.
void ArmGuard(MemoryErrorReport& report, const void* outermost = nullptr);
void SetGuardMode(GuardMode mode);

// Looks for errors that showed in no access: in what was freed since the last look, and with
// strict mode in all memory. Ends the process as above if there is one. Does nothing if the guard
// is not armed.
void CheckGuard();

// For handlers of signals: writes to the report what memory error a signal tells of, if it does.
void ExplainSignal(const siginfo_t& info, const void* context);

// The error as a phrase, as in "a write past the end of an allocation"; empty if there is none.
const char* DescribeMemoryError(const MemoryErrorReport& report);
// The same with the size of the allocation and the stacks.
std::string MemoryErrorStory(const MemoryErrorReport& report);

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_GUARD_H_

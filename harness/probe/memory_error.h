// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_MEMORY_ERROR_H_
#define LOADSTONE_HARNESS_PROBE_MEMORY_ERROR_H_

#include <cstddef>
#include <cstdint>

#include "harness/probe/guarded_heap.h"

namespace loadstone {

enum class MemoryAccess : uint8_t { kNone, kRead, kWrite, kUnknown };

// A memory error, in a form that can be in memory shared by two processes.
struct MemoryErrorReport {
  volatile int error;  // a MemoryError
  // kNone: it was detected later, or by a function that frees.
  MemoryAccess access;
  size_t size;
  int64_t offset;
  // The stacks of the error, of the allocation and of the free: "FILE+0xOFFSET (SYMBOL)", beginning
  // with the innermost frame, separated by " < "; empty if unknown.
  char stack[1024];
  char allocated_by[512];
  char freed_by[512];
  // The same stacks as addresses; zeros if unknown.
  Frames frames;
  Frames allocation_frames;
  Frames free_frames;
  // For an access, the number of `frames` inside of the program's first own frame; kMaxFrames: the
  // program is not among them.
  size_t own_frame_index;
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_MEMORY_ERROR_H_

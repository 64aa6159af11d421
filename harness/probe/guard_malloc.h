// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_GUARD_MALLOC_H_
#define LOADSTONE_HARNESS_PROBE_GUARD_MALLOC_H_

#include <cstddef>

#include "harness/probe/guarded_heap.h"

// The interface between the probe's malloc and the guard.
namespace loadstone {

// Returns whether this program's malloc is the one of guard_malloc.cc.
bool ReplacesMalloc();

namespace guard {

// Allocates memory in the guarded heap; nullptr if the guard is not armed or has no room, and the C
// library's heap is to be used.
void* Allocate(size_t size, size_t alignment, Content content = Content::kFresh);
// Returns whether `memory` is in the guarded heap, so that the functions below apply.
bool Owns(const void* memory);
void Free(void* memory);
// Returns the size of the allocation at `memory`. Ends the process if there is none.
size_t SizeToCopy(void* memory);

}  // namespace guard
}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_GUARD_MALLOC_H_

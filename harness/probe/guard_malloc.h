// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_GUARD_MALLOC_H_
#define LOADSTONE_HARNESS_PROBE_GUARD_MALLOC_H_

#include <cstddef>

#include "harness/probe/guarded_heap.h"

// Between the probe's malloc and the guard.
namespace loadstone {

// Whether malloc of this program is the one of guard_malloc.cc.
bool ReplacesMalloc();

namespace guard {

// Memory of the guarded heap; nullptr if the guard is not armed or has no room, and the C library's
// serves as well.
void* Allocate(size_t size, size_t alignment, Content content = Content::kFresh);
// Whether the functions below are for `memory`.
bool Owns(const void* memory);
void Free(void* memory);
// The size of the allocation at `memory`. Ends the process if there is none.
size_t SizeToCopy(void* memory);

}  // namespace guard
}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_GUARD_MALLOC_H_

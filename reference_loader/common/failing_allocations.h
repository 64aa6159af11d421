// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_FAILING_ALLOCATIONS_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_FAILING_ALLOCATIONS_H_

// For test programs that link failing_allocations.cc with the options of CMake's
// loadstone_failing_allocations: their operators, malloc, calloc and realloc fail on request. Calls
// of malloc inside shared libraries do not fail.
namespace reference_loader {

// The number of allocations of this thread that succeed before one fails; after that one, all
// succeed. No allocation fails while it is negative.
extern thread_local int allocations_left;

// The number of allocations, by all threads, that were not freed.
int LiveAllocations();

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_FAILING_ALLOCATIONS_H_

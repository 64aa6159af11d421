// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_FAILING_ALLOCATIONS_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_FAILING_ALLOCATIONS_H_

// For test programs that are linked with failing_allocations.cc and the options that CMake's
// loadstone_failing_allocations gives: their operators, malloc, calloc and realloc fail when told
// to. What libraries allocate for themselves by malloc does not.
namespace reference_loader {

// How many allocations of this thread succeed before one fails, after which none fails; no
// allocation fails while it is negative.
extern thread_local int allocations_left;

// The allocations of all threads that were not freed.
int LiveAllocations();

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_FAILING_ALLOCATIONS_H_

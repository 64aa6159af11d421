// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/common/failing_allocations.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

// The C library's own functions, under the names that the linker option --wrap gives them. The
// Windows build does not wrap them, so only the operators fail there.
#ifdef _WIN32
#define __real_malloc std::malloc
#define __real_calloc std::calloc
#define __real_realloc std::realloc
#define __real_free std::free
#endif
extern "C" {
#ifndef _WIN32
void* __real_malloc(size_t size);
void* __real_calloc(size_t count, size_t size);
void* __real_realloc(void* memory, size_t size);
void __real_free(void* memory);
#endif
void* __wrap_malloc(size_t size);
void* __wrap_calloc(size_t count, size_t size);
void* __wrap_realloc(void* memory, size_t size);
void __wrap_free(void* memory);
}

namespace reference_loader {
namespace {

std::atomic<int> live_allocations = 0;

bool Fails() {
  if (allocations_left < 0) return false;
  return allocations_left-- == 0;
}

void* Counted(void* memory) {
  if (memory != nullptr) ++live_allocations;
  return memory;
}

void* AllocateOrThrow(size_t size) {
  void* memory = __wrap_malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

thread_local int allocations_left = -1;

int LiveAllocations() { return live_allocations; }

}  // namespace reference_loader

void* __wrap_malloc(size_t size) {
  if (reference_loader::Fails()) return nullptr;
  return reference_loader::Counted(__real_malloc(size != 0 ? size : 1));
}
void* __wrap_calloc(size_t count, size_t size) {
  if (reference_loader::Fails()) return nullptr;
  return reference_loader::Counted(__real_calloc(count, size));
}
void* __wrap_realloc(void* memory, size_t size) {
  if (reference_loader::Fails()) return nullptr;
  if (memory == nullptr) return reference_loader::Counted(__real_realloc(memory, size));
  return __real_realloc(memory, size);
}
void __wrap_free(void* memory) {
  if (memory != nullptr) --reference_loader::live_allocations;
  __real_free(memory);
}

void* operator new(size_t size) { return reference_loader::AllocateOrThrow(size); }
void* operator new[](size_t size) { return reference_loader::AllocateOrThrow(size); }
void* operator new(size_t size, const std::nothrow_t&) noexcept { return __wrap_malloc(size); }
void* operator new[](size_t size, const std::nothrow_t&) noexcept { return __wrap_malloc(size); }
void operator delete(void* memory) noexcept { __wrap_free(memory); }
void operator delete[](void* memory) noexcept { __wrap_free(memory); }
void operator delete(void* memory, size_t) noexcept { __wrap_free(memory); }
void operator delete[](void* memory, size_t) noexcept { __wrap_free(memory); }

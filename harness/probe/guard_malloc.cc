// SPDX-License-Identifier: Apache-2.0
// The malloc functions that the program exports, so that every library in its process uses them.
// Programs that guard their heap link this file directly.

#include "harness/probe/guard_malloc.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <algorithm>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define LOADSTONE_OTHER_MALLOC 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define LOADSTONE_OTHER_MALLOC 1
#endif
#endif

#ifdef LOADSTONE_OTHER_MALLOC

namespace loadstone {
bool ReplacesMalloc() { return false; }
}  // namespace loadstone

#else

// The C library's own functions, which it exports for programs that replace malloc.
extern "C" {
void* __libc_malloc(size_t size);
void __libc_free(void* memory);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* memory, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
}

namespace loadstone {
namespace {

constexpr size_t kUsual = 16;

bool IsPowerOfTwo(size_t number) { return number != 0 && (number & (number - 1)) == 0; }

void* Aligned(size_t alignment, size_t size) {
  void* memory = IsPowerOfTwo(alignment) ? guard::Allocate(size, alignment) : nullptr;
  return memory != nullptr ? memory : __libc_memalign(alignment, size);
}

}  // namespace

bool ReplacesMalloc() { return true; }

}  // namespace loadstone

extern "C" {

__attribute__((visibility("default"))) void* malloc(size_t size) {
  void* memory = loadstone::guard::Allocate(size, loadstone::kUsual);
  return memory != nullptr ? memory : __libc_malloc(size);
}

__attribute__((visibility("default"))) void free(void* memory) {
  if (!loadstone::guard::Owns(memory)) {
    __libc_free(memory);
    return;
  }
  const int error = errno;
  loadstone::guard::Free(memory);
  errno = error;
}

__attribute__((visibility("default"))) void* calloc(size_t count, size_t size) {
  size_t all;
  if (__builtin_mul_overflow(count, size, &all)) {
    errno = ENOMEM;
    return nullptr;
  }
  void* memory = loadstone::guard::Allocate(all, loadstone::kUsual, loadstone::Content::kZeros);
  return memory != nullptr ? memory : __libc_calloc(count, size);
}

// Always moves the allocation, so that uses of the old address are detected.
__attribute__((visibility("default"))) void* realloc(void* memory, size_t size) {
  if (memory == nullptr) return malloc(size);
  if (!loadstone::guard::Owns(memory)) return __libc_realloc(memory, size);
  const size_t old = loadstone::guard::SizeToCopy(memory);
  if (size == 0) {
    free(memory);
    return nullptr;
  }
  void* moved = malloc(size);
  if (moved == nullptr) return nullptr;
  memcpy(moved, memory, std::min(old, size));
  free(memory);
  return moved;
}

__attribute__((visibility("default"))) void* memalign(size_t alignment, size_t size) {
  return loadstone::Aligned(alignment, size);
}

__attribute__((visibility("default"))) void* aligned_alloc(size_t alignment, size_t size) {
  return loadstone::Aligned(alignment, size);
}

__attribute__((visibility("default"))) int posix_memalign(void** memory, size_t alignment,
                                                          size_t size) {
  if (alignment % sizeof(void*) != 0 || !loadstone::IsPowerOfTwo(alignment)) return EINVAL;
  void* made = loadstone::Aligned(alignment, size);
  if (made == nullptr) return ENOMEM;
  *memory = made;
  return 0;
}

__attribute__((visibility("default"))) void* valloc(size_t size) {
  return loadstone::Aligned(static_cast<size_t>(getpagesize()), size);
}

__attribute__((visibility("default"))) void* pvalloc(size_t size) {
  const auto page = static_cast<size_t>(getpagesize());
  return loadstone::Aligned(page, (size + page - 1) / page * page);
}

__attribute__((visibility("default"))) size_t malloc_usable_size(void* memory) {
  if (memory == nullptr) return 0;
  if (loadstone::guard::Owns(memory)) return loadstone::guard::SizeToCopy(memory);
  using Function = size_t (*)(void*);
  static const auto next = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "malloc_usable_size"));
  return next != nullptr ? next(memory) : 0;
}

}  // extern "C"

#endif  // LOADSTONE_OTHER_MALLOC

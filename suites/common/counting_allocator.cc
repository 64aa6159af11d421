// SPDX-License-Identifier: Apache-2.0
#include "suites/common/counting_allocator.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace loadstone::suites {
namespace {

CountingAllocator* Self(void* self) { return static_cast<CountingAllocator*>(self); }

void* AllocateAligned(size_t size, size_t alignment) {
#ifdef _WIN32
  void* memory = _aligned_malloc(size, alignment);
#else
  void* memory = nullptr;
  if (posix_memalign(&memory, alignment, size) != 0) memory = nullptr;
#endif
  if (memory == nullptr) std::abort();
  return memory;
}

void FreeAligned(void* memory) {
#ifdef _WIN32
  _aligned_free(memory);
#else
  std::free(memory);
#endif
}

// Fills memory, so that what reads it before it was written, or after it was freed, is noticed.
void Fill(void* memory, size_t size) {
  constexpr int kDirt = 0xCD;
  std::memset(memory, kDirt, size);
}

}  // namespace

CountingAllocator::CountingAllocator(int failing) : failing_(failing) {
  callbacks_.pUserData = this;
  callbacks_.pfnAllocation = Allocate;
  callbacks_.pfnReallocation = Reallocate;
  callbacks_.pfnFree = Free;
}

void* CountingAllocator::Allocate(void* self, size_t size, size_t alignment,
                                  VkSystemAllocationScope) {
  return Self(self)->New(size, alignment);
}

void* CountingAllocator::Reallocate(void* self, void* old, size_t size, size_t alignment,
                                    VkSystemAllocationScope) {
  if (size == 0) {
    Self(self)->Delete(old);
    return nullptr;
  }
  void* memory = Self(self)->New(size, alignment);
  const auto block = Self(self)->blocks_.find(old);
  if (memory != nullptr && block != Self(self)->blocks_.end()) {
    std::memcpy(memory, old, std::min(size, block->second));
    Self(self)->Delete(old);
  }
  return memory;
}

void CountingAllocator::Free(void* self, void* memory) { Self(self)->Delete(memory); }

void* CountingAllocator::New(size_t size, size_t alignment) {
  if (asked_++ == failing_) return nullptr;
  void* memory = AllocateAligned(std::max<size_t>(size, 1), std::max(alignment, sizeof(void*)));
  Fill(memory, size);
  blocks_[memory] = size;
  return memory;
}

void CountingAllocator::Delete(void* memory) {
  if (memory == nullptr) return;
  const auto block = blocks_.find(memory);
  if (block == blocks_.end()) {
    ++foreign_;  // not freed: the owner is unknown
    return;
  }
  Fill(memory, block->second);
  blocks_.erase(block);
  FreeAligned(memory);
}

}  // namespace loadstone::suites

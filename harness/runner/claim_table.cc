// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/claim_table.h"

#ifdef _WIN32
#include <stdlib.h>
#else
#include <sys/mman.h>
#endif

#include <new>

namespace loadstone {

namespace {

// Memory that the processes of a run share: on Windows there is only one.
#ifdef _WIN32
void* Allocate(size_t size) { return malloc(size); }
void Free(void* memory, size_t) { free(memory); }
#else
void* Allocate(size_t size) {
  void* memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : memory;
}
void Free(void* memory, size_t size) { munmap(memory, size); }
#endif

}  // namespace

ClaimTable::ClaimTable(size_t cases) : cases_(cases) {
  void* memory = Allocate(size());
  if (memory == nullptr) throw std::bad_alloc();
  counts_ = new (memory) std::atomic<uint32_t>[cases + 1]();
}

ClaimTable::~ClaimTable() { Free(counts_, size()); }

size_t ClaimTable::size() const { return (cases_ + 1) * sizeof(*counts_); }

void ClaimTable::Close() { counts_[cases_] = 1; }

bool ClaimTable::closed() const { return counts_[cases_] != 0; }

bool ClaimTable::Claim(size_t index, uint32_t repetition) {
  if (closed()) return false;
  uint32_t before = repetition - 1;
  return counts_[index].compare_exchange_strong(before, repetition);
}

}  // namespace loadstone

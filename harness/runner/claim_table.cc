// SPDX-License-Identifier: Apache-2.0
#include "harness/runner/claim_table.h"

#include <sys/mman.h>

#include <new>

namespace loadstone {

ClaimTable::ClaimTable(size_t cases) : cases_(cases) {
  void* memory = mmap(nullptr, size(), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  counts_ = new (memory) std::atomic<uint32_t>[cases + 1]();
}

ClaimTable::~ClaimTable() { munmap(counts_, size()); }

size_t ClaimTable::size() const { return (cases_ + 1) * sizeof(*counts_); }

void ClaimTable::Close() { counts_[cases_] = 1; }

bool ClaimTable::closed() const { return counts_[cases_] != 0; }

bool ClaimTable::Claim(size_t index, uint32_t repetition) {
  if (closed()) return false;
  uint32_t before = repetition - 1;
  return counts_[index].compare_exchange_strong(before, repetition);
}

}  // namespace loadstone

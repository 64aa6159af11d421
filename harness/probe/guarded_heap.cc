// SPDX-License-Identifier: Apache-2.0
#include "harness/probe/guarded_heap.h"

#include <string.h>
#include <sys/mman.h>

#include <algorithm>

namespace loadstone {
namespace {

constexpr size_t kPage = 4096;
// MADV_GUARD_INSTALL and MADV_GUARD_REMOVE, which the headers of many systems lack.
constexpr int kInstallGuard = 102;
constexpr int kRemoveGuard = 103;
// Guaranteed by malloc, and relied on by compilers.
constexpr size_t kAlignment = 16;
// How many bytes next to an allocation are checked if there is no guard page.
constexpr size_t kBeside = 64;
// As pointers these are not valid addresses, as numbers they are out of range, and as text they are
// not terminated.
constexpr auto kFresh = static_cast<unsigned char>(Content::kFresh);
constexpr unsigned char kFreed = 0xde;
constexpr unsigned char kAround = 0xcb;
// Freed allocations are not reused immediately, but so few are kept that they stay in the
// processor's caches: all allocations that end at the end of a page compete for the same cache
// lines.
constexpr struct {
  size_t bytes;
  uint32_t count;
  uint32_t kept;
} kSizes[] = {{kPage, 4096, 128}, {16 * kPage, 128, 16}, {64 * kPage, 32, 8}};

// Returns the position of the first byte other than `value`; `size` if there is none. Reads only
// words that a single instruction may have written: a load that spans several stores waits until
// they are in the cache.
size_t FindMismatch(const void* memory, unsigned char value, size_t size) {
  const auto* bytes = static_cast<const unsigned char*>(memory);
  const uint64_t filled = 0x0101010101010101 * value;
  constexpr size_t kWords = 8;
  size_t at = 0;
  for (uint64_t words[kWords]; at + sizeof(words) <= size; at += sizeof(words)) {
    memcpy(words, bytes + at, sizeof(words));
    uint64_t others = 0;
    for (const uint64_t word : words) others |= word ^ filled;
    if (others != 0) break;
  }
  for (uint64_t word; at + sizeof(word) <= size; at += sizeof(word)) {
    memcpy(&word, bytes + at, sizeof(word));
    if (word != filled) break;
  }
  while (at < size && bytes[at] == value) ++at;
  return at;
}

void Fill(uintptr_t memory, unsigned char value, size_t size) {
  memset(reinterpret_cast<void*>(memory), value, size);
}

// Outside of strict mode, only the ends of a large allocation are filled and checked: the middle,
// for example of a buffer for reading a folder, costs more than all small allocations together.
constexpr size_t kLarge = 16 << 10;
constexpr size_t kEnd = 2 << 10;

bool IsWhole(size_t size, GuardMode mode) { return mode.strict || size <= kLarge; }

void FillEnds(uintptr_t memory, unsigned char value, size_t size, bool whole) {
  if (whole) return Fill(memory, value, size);
  Fill(memory, value, kEnd);
  Fill(memory + size - kEnd, value, kEnd);
}

size_t FirstOtherOfEnds(uintptr_t memory, unsigned char value, size_t size, bool whole) {
  const auto* bytes = reinterpret_cast<const char*>(memory);
  if (whole) return FindMismatch(bytes, value, size);
  const size_t first = FindMismatch(bytes, value, kEnd);
  return first < kEnd ? first : size - kEnd + FindMismatch(bytes + size - kEnd, value, kEnd);
}

}  // namespace

size_t GuardedHeap::Class::stride() const { return bytes + kPage; }

bool GuardedHeap::Map(bool guard_regions) {
  size_t all = kPage;
  uint32_t slots = 0;
  for (uint32_t i = 0; i < kClasses; ++i) {
    Class& one = classes_[i];
    one = {};
    one.bytes = kSizes[i].bytes;
    one.first = slots;
    one.count = kSizes[i].count;
    one.kept = kSizes[i].kept;
    one.begin = all;
    slots += one.count;
    all += one.count * one.stride();
  }
  void* memory = mmap(nullptr, all, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return false;
  guard_regions_ = guard_regions && madvise(memory, all, kInstallGuard) == 0;
  if (!guard_regions_ && mprotect(memory, all, PROT_NONE) != 0) {
    munmap(memory, all);
    return false;
  }
  base_ = reinterpret_cast<uintptr_t>(memory);
  size_ = all;
  for (Class& one : classes_) {
    one.begin += base_;
    // In this order the first slot is used first.
    for (uint32_t i = 0; i < one.count; ++i) free_[one.first + i] = one.first + one.count - 1 - i;
    one.free_count = one.count;
  }
  return true;
}

const GuardedHeap::Class* GuardedHeap::ClassOf(uintptr_t address) const {
  for (const Class& one : classes_) {
    if (address - one.begin < one.count * one.stride()) return &one;
  }
  return nullptr;
}

GuardedHeap::Class* GuardedHeap::ClassOf(uintptr_t address) {
  return const_cast<Class*>(static_cast<const GuardedHeap*>(this)->ClassOf(address));
}

uint32_t GuardedHeap::SlotAt(const Class& one, uintptr_t address) const {
  return one.first + static_cast<uint32_t>((address - one.begin) / one.stride());
}

uintptr_t GuardedHeap::BeginOf(const Class& one, uint32_t slot) const {
  return one.begin + (slot - one.first) * one.stride();
}

// Takes the slot that was freed first, if enough are kept after it, or one that was never used.
bool GuardedHeap::TakeSlot(Class& one, uint32_t& slot, HeapFinding& finding) {
  if (one.freed - one.reused > one.kept) {
    slot = freed_[one.first + one.reused % one.count];
    ++one.reused;
    PrefetchEnd(one, freed_[one.first + one.reused % one.count]);
    // A slot that was checked before is not checked again: it was intact then, and what has written
    // to it since is unknown.
    if (one.reused > one.checked) {
      finding = CheckSlot(one, slot);
      one.checked = one.reused;
    }
    return true;
  }
  if (one.free_count == 0) return false;
  slot = free_[one.first + --one.free_count];
  return true;
}

// All allocations that end at the end of a page compete for the same cache lines.
void GuardedHeap::PrefetchEnd(const Class& one, uint32_t slot) const {
  __builtin_prefetch(&slots_[slot], 1);
  const uintptr_t end = BeginOf(one, slot) + one.bytes;
  for (size_t line = 64; line <= 192; line += 64) {
    __builtin_prefetch(reinterpret_cast<const void*>(end - line), 1);
  }
}

// Returns whether the slot is accessible afterwards.
bool GuardedHeap::Protect(const Class& one, uint32_t slot, bool open) {
  void* begin = reinterpret_cast<void*>(BeginOf(one, slot));
  const int result = guard_regions_
                         ? madvise(begin, one.bytes, open ? kRemoveGuard : kInstallGuard)
                         : mprotect(begin, one.bytes, open ? PROT_READ | PROT_WRITE : PROT_NONE);
  if (result == 0) slots_[slot].open = open;
  return slots_[slot].open;
}

void* GuardedHeap::Allocate(size_t size, size_t alignment, GuardMode mode, const Frames* stack,
                            HeapFinding& finding, Content content) {
  if (alignment > kPage || size > classes_[kClasses - 1].bytes) return nullptr;
  const size_t step = std::max(alignment, kAlignment);
  const size_t room = (size + step - 1) / step * step;
  uint32_t slot = 0;
  for (Class& one : classes_) {
    if (room > one.bytes || !TakeSlot(one, slot, finding)) continue;
    Slot& taken = slots_[slot];
    // If the system allows no more mappings, the slot is lost and the caller uses another heap.
    if (!taken.open && !Protect(one, slot, true)) return nullptr;
    const uintptr_t begin = BeginOf(one, slot);
    const uintptr_t end = begin + one.bytes;
    taken.memory = mode.left ? begin : end - room;
    taken.size = size;
    taken.state = State::kAllocated;
    taken.left = mode.left;
    taken.has_stacks = stack != nullptr;
    if (stack != nullptr) stacks_[slot] = {*stack, {}};
    const size_t before = std::min(kBeside, taken.memory - begin);
    const size_t after = std::min(kBeside, end - taken.memory - size);
    Fill(taken.memory - before, kAround, before);
    FillEnds(taken.memory, static_cast<unsigned char>(content), size,
             content == Content::kZeros || IsWhole(size, mode));
    Fill(taken.memory + size, kAround, after);
    return reinterpret_cast<void*>(taken.memory);
  }
  return nullptr;
}

HeapFinding GuardedHeap::Found(MemoryError error, uint32_t slot, int64_t offset) const {
  const Slot& one = slots_[slot];
  HeapFinding finding = {error, one.size, offset};
  if (one.has_stacks) {
    finding.allocated_by = &stacks_[slot].allocated_by;
    if (one.state == State::kFreed) finding.freed_by = &stacks_[slot].freed_by;
  }
  return finding;
}

HeapFinding GuardedHeap::Free(void* memory, GuardMode mode, const Frames* stack) {
  const auto address = reinterpret_cast<uintptr_t>(memory);
  Class* one = ClassOf(address);
  if (one == nullptr) return {MemoryError::kFreedForeign};
  const uint32_t index = SlotAt(*one, address);
  Slot& slot = slots_[index];
  const auto offset = static_cast<int64_t>(address - slot.memory);
  if (slot.state == State::kFree || offset != 0) {
    return slot.state == State::kFree ? HeapFinding{MemoryError::kFreedForeign}
                                      : Found(MemoryError::kFreedForeign, index, offset);
  }
  if (slot.state == State::kFreed) return Found(MemoryError::kFreedTwice, index, 0);
  const HeapFinding finding = CheckRedZones(*one, index);
  slot.state = State::kFreed;
  slot.has_stacks = slot.has_stacks && stack != nullptr;
  if (stack != nullptr) stacks_[index].freed_by = *stack;
  slot.whole = IsWhole(slot.size, mode);
  if (!mode.strict || Protect(*one, index, false)) {
    FillEnds(slot.memory, kFreed, slot.size, slot.whole);
  }
  freed_[one->first + one->freed % one->count] = index;
  ++one->freed;
  return finding;
}

int64_t GuardedHeap::SizeOf(const void* memory) const {
  const auto address = reinterpret_cast<uintptr_t>(memory);
  const Class* one = ClassOf(address);
  if (one == nullptr) return -1;
  const Slot& slot = slots_[SlotAt(*one, address)];
  if (slot.state != State::kAllocated || slot.memory != address) return -1;
  return static_cast<int64_t>(slot.size);
}

HeapFinding GuardedHeap::CheckRedZones(const Class& one, uint32_t index) const {
  const Slot& slot = slots_[index];
  const uintptr_t begin = BeginOf(one, index);
  const uintptr_t end = begin + one.bytes;
  const size_t before = std::min(kBeside, slot.memory - begin);
  const size_t after = std::min(kBeside, end - slot.memory - slot.size);
  const uintptr_t first = slot.memory - before;
  const uintptr_t last = slot.memory + slot.size;
  const size_t low = FindMismatch(reinterpret_cast<const void*>(first), kAround, before);
  if (low < before) {
    return Found(MemoryError::kBeforeStart, index,
                 static_cast<int64_t>(low) - static_cast<int64_t>(before));
  }
  const size_t high = FindMismatch(reinterpret_cast<const void*>(last), kAround, after);
  if (high < after) {
    return Found(MemoryError::kPastEnd, index, static_cast<int64_t>(slot.size + high));
  }
  return {};
}

HeapFinding GuardedHeap::CheckSlot(const Class& one, uint32_t index) const {
  const Slot& slot = slots_[index];
  if (!slot.open || slot.state == State::kFree) return {};
  if (slot.state == State::kAllocated) return CheckRedZones(one, index);
  const size_t at = FirstOtherOfEnds(slot.memory, kFreed, slot.size, slot.whole);
  if (at == slot.size) return {};
  return Found(MemoryError::kAfterFree, index, static_cast<int64_t>(at));
}

HeapFinding GuardedHeap::CheckFreed() {
  for (Class& one : classes_) {
    for (; one.checked != one.freed; ++one.checked) {
      const HeapFinding finding = CheckSlot(one, freed_[one.first + one.checked % one.count]);
      if (finding.error != MemoryError::kNone) return finding;
    }
  }
  return {};
}

HeapFinding GuardedHeap::CheckAll() {
  for (const Class& one : classes_) {
    for (uint32_t slot = one.first; slot < one.first + one.count; ++slot) {
      const HeapFinding finding = CheckSlot(one, slot);
      if (finding.error != MemoryError::kNone) return finding;
    }
  }
  return CheckFreed();
}

HeapFinding GuardedHeap::Explain(uintptr_t address) const {
  const Class* one = ClassOf(address);
  // The page before the first slot.
  if (one == nullptr) one = &classes_[0];
  const uint32_t index = SlotAt(*one, std::max(address, one->begin));
  const uint32_t next = index + 1;
  const bool is_before_next = address >= BeginOf(*one, index) + one->bytes &&
                              next < one->first + one->count && slots_[next].left &&
                              slots_[next].state == State::kAllocated;
  const uint32_t near = is_before_next ? next : index;
  const Slot& slot = slots_[near];
  const auto offset = static_cast<int64_t>(address) - static_cast<int64_t>(slot.memory);
  if (slot.state == State::kFree) return {MemoryError::kPastEnd};
  if (slot.state == State::kFreed) return Found(MemoryError::kAfterFree, near, offset);
  return Found(offset < 0 ? MemoryError::kBeforeStart : MemoryError::kPastEnd, near, offset);
}

MemoryError GuardedHeap::ExplainPointer(uintptr_t address) {
  const auto is_filled_with = [&](unsigned char value) {
    // A pointer to a member is near the value as well.
    constexpr uintptr_t kReach = 1 << 16;
    uintptr_t filled;
    memset(&filled, value, sizeof(filled));
    return address + kReach > filled && address < filled + kReach;
  };
  if (is_filled_with(kFreed)) return MemoryError::kAfterFree;
  if (is_filled_with(kFresh)) return MemoryError::kUnwritten;
  if (is_filled_with(kAround)) return MemoryError::kPastEnd;
  return MemoryError::kNone;
}

}  // namespace loadstone

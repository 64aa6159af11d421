// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_GUARDED_HEAP_H_
#define LOADSTONE_HARNESS_PROBE_GUARDED_HEAP_H_

#include <cstddef>
#include <cstdint>

namespace loadstone {

// The kinds of invalid memory use.
enum class MemoryError : int {
  kNone,
  kPastEnd,
  kBeforeStart,
  kAfterFree,
  kFreedTwice,
  kFreedForeign,  // memory that no allocation function returned
  kUnwritten,     // use of a pointer read from uninitialised memory
};

// The placement of allocations in their slots, and what happens when they are freed. Both only
// affect which errors are detected, never a program without errors.
struct GuardMode {
  // Place allocations at the beginning of their slot, so that accesses before the start are
  // detected, instead of at its end.
  bool left = false;
  // Make freed memory inaccessible, and keep stacks. Costs a system call for each allocation and
  // free.
  bool strict = false;
};

inline constexpr size_t kMaxFrames = 12;

// The addresses of a stack, beginning with the innermost frame; unused elements are zero.
struct Frames {
  uintptr_t address[kMaxFrames];
};

// An error and the allocation that it concerns.
struct HeapFinding {
  MemoryError error = MemoryError::kNone;
  size_t size = 0;                       // of the allocation, in bytes; 0 if there is none
  int64_t offset = 0;                    // of the first byte concerned, from its start
  const Frames* allocated_by = nullptr;  // nullptr if unknown
  const Frames* freed_by = nullptr;
};

// The initial content of an allocation: a pattern that exposes its use, or zeros.
enum class Content : unsigned char { kFresh = 0xbe, kZeros = 0 };

// A heap whose allocations each end, or begin, at an inaccessible page. A slot is opened when it is
// first used, and stays open, so that most allocations need no system call. Refuses allocations
// that are too large. Not thread-safe; never allocates itself.
class GuardedHeap {
 public:
  // Reserves the address space, about 50 MiB that are not used yet; returns false if there is none
  // left. Without `guard_regions`, or on a system without them (Linux before 6.13), inaccessible
  // pages are made by their protection, which needs a mapping for each.
  bool Map(bool guard_regions = true);
  bool mapped() const { return base_ != 0; }

  // Returns `size` bytes at a multiple of `alignment`, a power of two; nullptr if they do not fit.
  // `stack` may be nullptr. `finding` receives an earlier error that is detected now.
  void* Allocate(size_t size, size_t alignment, GuardMode mode, const Frames* stack,
                 HeapFinding& finding, Content content = Content::kFresh);
  // Frees `memory`, which this heap owns, or returns why it cannot be freed.
  HeapFinding Free(void* memory, GuardMode mode, const Frames* stack);
  // Returns whether the address is in memory of this heap, allocated or not.
  bool Owns(const void* address) const {
    return reinterpret_cast<uintptr_t>(address) - base_ < size_;
  }
  // Returns the size of the allocation at `memory`; -1 if there is none.
  int64_t SizeOf(const void* memory) const;

  // Returns the first error in what was freed since the last call.
  HeapFinding CheckFreed();
  // Returns the first error in everything that is allocated or was freed recently.
  HeapFinding CheckAll();

  // Returns the error behind a fault at `address`, which this heap owns.
  HeapFinding Explain(uintptr_t address) const;
  // Returns the error that explains the use of a pointer to `address`, by the patterns with which
  // this heap fills memory.
  static MemoryError ExplainPointer(uintptr_t address);

 private:
  enum class State : uint8_t { kFree, kAllocated, kFreed };
  struct Slot {
    uintptr_t memory;  // as returned to the program
    size_t size;
    State state;
    bool left;
    bool open;   // accessible
    bool whole;  // all of it was filled when it was freed
    bool has_stacks;
  };
  // Separate from the slots, because few inputs need them, and the slots should stay in the
  // processor's caches.
  struct Stacks {
    Frames allocated_by;
    Frames freed_by;
  };
  // Slots of one size, each followed by an inaccessible page.
  struct Class {
    size_t bytes;
    uint32_t first;  // index of its first slot
    uint32_t count;
    uint32_t kept;        // how many freed slots are not reused yet
    uintptr_t begin;      // address of the first slot
    uint32_t free_count;  // elements on its stack in free_
    uint32_t freed;       // how many slots were freed so far
    uint32_t reused;      // how many of these are in use again
    uint32_t checked;     // how many of these were checked
    size_t stride() const;
  };
  static constexpr uint32_t kClasses = 3;
  static constexpr uint32_t kSlots = 4096 + 128 + 32;

  Class* ClassOf(uintptr_t address);
  const Class* ClassOf(uintptr_t address) const;
  uint32_t SlotAt(const Class& one, uintptr_t address) const;
  uintptr_t BeginOf(const Class& one, uint32_t slot) const;
  bool TakeSlot(Class& one, uint32_t& slot, HeapFinding& finding);
  void PrefetchEnd(const Class& one, uint32_t slot) const;
  bool Protect(const Class& one, uint32_t slot, bool open);
  HeapFinding CheckSlot(const Class& one, uint32_t slot) const;
  HeapFinding CheckRedZones(const Class& one, uint32_t slot) const;
  HeapFinding Found(MemoryError error, uint32_t slot, int64_t offset) const;

  uintptr_t base_ = 0;
  size_t size_ = 0;
  bool guard_regions_ = false;
  Class classes_[kClasses];
  Slot slots_[kSlots];
  Stacks stacks_[kSlots];
  uint32_t free_[kSlots];   // a stack for each class, at the indices of its slots
  uint32_t freed_[kSlots];  // a ring for each class, at the indices of its slots
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_GUARDED_HEAP_H_

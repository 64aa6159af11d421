// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_HARNESS_PROBE_GUARDED_HEAP_H_
#define LOADSTONE_HARNESS_PROBE_GUARDED_HEAP_H_

#include <cstddef>
#include <cstdint>

namespace loadstone {

// What was done with memory that may not be.
enum class MemoryError : int {
  kNone,
  kPastEnd,
  kBeforeStart,
  kAfterFree,
  kFreedTwice,
  kFreedForeign,  // what no allocation function returned
  kUnwritten,     // a pointer was read that nobody had written
};

// Where allocations stand in their memory, and what is done when they are freed. Both only decide
// which errors are seen, never what a program without errors does.
struct GuardMode {
  // At the beginning of their memory, so that what is before the start is seen, instead of at its
  // end.
  bool left = false;
  // Freed memory cannot be read or written, and stacks are kept. Costs a system call for each.
  bool strict = false;
};

inline constexpr size_t kMostFrames = 12;

// The addresses of a stack, the innermost first; zeros at the end where there are fewer.
struct Frames {
  uintptr_t address[kMostFrames];
};

// An error and the allocation that it is about.
struct HeapFinding {
  MemoryError error = MemoryError::kNone;
  size_t size = 0;                       // of the allocation, in bytes; 0 where there is none
  int64_t offset = 0;                    // of the first byte concerned, from its start
  const Frames* allocated_by = nullptr;  // nullptr where it is not known
  const Frames* freed_by = nullptr;
};

// What an allocation holds at first: what is no good to anybody, or zeros.
enum class Content : unsigned char { kFresh = 0xbe, kZeros = 0 };

// Allocations that each end, or begin, at a page that cannot be accessed. A page is opened when it
// is first used, and stays open, so that most allocations need no system call. What does not fit is
// refused. Not safe to be used by two threads at once; never allocates by itself.
class GuardedHeap {
 public:
  // Takes the address space, about 50 MiB of which nothing is used yet; false if there is none.
  // Without `guard_regions`, or where the system has none (Linux before 6.13), pages are closed by
  // their protection, which makes a mapping of each.
  bool Map(bool guard_regions = true);
  bool mapped() const { return base_ != 0; }

  // `size` bytes at a multiple of `alignment`, a power of two; nullptr if they do not fit. `stack`
  // may be nullptr. An error of the past that comes to light stands in `finding`.
  void* Allocate(size_t size, size_t alignment, GuardMode mode, const Frames* stack,
                 HeapFinding& finding, Content content = Content::kFresh);
  // Frees `memory`, which this heap owns, or tells why it cannot be freed.
  HeapFinding Free(void* memory, GuardMode mode, const Frames* stack);
  // Whether the address lies in memory of this heap, allocated or not.
  bool Owns(const void* address) const {
    return reinterpret_cast<uintptr_t>(address) - base_ < size_;
  }
  // The size of the allocation at `memory`; -1 if there is none.
  int64_t SizeOf(const void* memory) const;

  // The first error in what was freed since the last call.
  HeapFinding CheckFreed();
  // The first error in all that is allocated or was freed lately.
  HeapFinding CheckAll();

  // What an access to `address`, of this heap, that was refused is about.
  HeapFinding Explain(uintptr_t address) const;
  // The error of which a pointer to `address` speaks, by what this heap fills memory with.
  static MemoryError ExplainPointer(uintptr_t address);

 private:
  enum class State : uint8_t { kFree, kAllocated, kFreed };
  struct Slot {
    uintptr_t memory;  // of the program
    size_t size;
    State state;
    bool left;
    bool open;   // can be accessed
    bool whole;  // all of it was filled when it was freed
    bool has_stacks;
  };
  // Apart from the slots: few inputs need them, and the processor's caches are to hold the others.
  struct Stacks {
    Frames allocated_by;
    Frames freed_by;
  };
  // Slots of one size, each before a page that cannot be accessed.
  struct Class {
    size_t bytes;
    uint32_t first;  // of its slots
    uint32_t count;
    uint32_t kept;        // how many freed ones are kept from being used again
    uintptr_t begin;      // of the first slot
    uint32_t free_count;  // on its stack
    uint32_t freed;       // how many were freed so far
    uint32_t reused;      // how many of these are free again
    uint32_t checked;     // how many of these have been looked at
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
  HeapFinding CheckAround(const Class& one, uint32_t slot) const;
  HeapFinding Found(MemoryError error, uint32_t slot, int64_t offset) const;

  uintptr_t base_ = 0;
  size_t size_ = 0;
  bool guard_regions_ = false;
  Class classes_[kClasses];
  Slot slots_[kSlots];
  Stacks stacks_[kSlots];
  uint32_t free_[kSlots];   // a stack for each class, at the place of its slots
  uint32_t freed_[kSlots];  // a ring for each class, likewise
};

}  // namespace loadstone

#endif  // LOADSTONE_HARNESS_PROBE_GUARDED_HEAP_H_

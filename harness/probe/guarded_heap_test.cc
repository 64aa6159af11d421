// SPDX-License-Identifier: Apache-2.0
#include "harness/probe/guarded_heap.h"

#include <gtest/gtest.h>
#include <string.h>

#include <algorithm>
#include <memory>
#include <vector>

namespace loadstone::guarded_heap_test {
namespace {

constexpr GuardMode kRight = {};
constexpr GuardMode kLeft = {.left = true};
constexpr GuardMode kStrict = {.strict = true};

// Runs with guard regions and with protected pages; both times with protected pages if the system
// has no regions.
class GuardedHeapTest : public testing::TestWithParam<bool> {
 protected:
  void SetUp() override { ASSERT_TRUE(heap_->Map(GetParam())); }

  char* Allocate(size_t size, GuardMode mode = kRight, size_t alignment = 16,
                 Content content = Content::kFresh) {
    HeapFinding finding;
    void* memory = heap_->Allocate(size, alignment, mode, nullptr, finding, content);
    EXPECT_EQ(finding.error, MemoryError::kNone);
    return static_cast<char*>(memory);
  }
  MemoryError Free(void* memory, GuardMode mode = kRight) {
    return heap_->Free(memory, mode, nullptr).error;
  }
  HeapFinding Explain(const char* address) const {
    return heap_->Explain(reinterpret_cast<uintptr_t>(address));
  }

  std::unique_ptr<GuardedHeap> heap_ = std::make_unique<GuardedHeap>();
};

TEST_P(GuardedHeapTest, GivesMemoryOfEverySizeThatCanBeUsed) {
  for (const GuardMode mode : {kRight, kLeft, kStrict}) {
    for (const size_t size : {0, 1, 15, 16, 17, 4095, 4096, 4097, 70000, 262144}) {
      char* memory = Allocate(size, mode);
      ASSERT_NE(memory, nullptr) << size;
      EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % 16, 0u) << size;
      EXPECT_TRUE(heap_->Owns(memory)) << size;
      EXPECT_EQ(heap_->SizeOf(memory), static_cast<int64_t>(size));
      memset(memory, 'x', size);
      EXPECT_EQ(Free(memory, mode), MemoryError::kNone) << size;
      EXPECT_EQ(heap_->SizeOf(memory), -1);
    }
  }
  EXPECT_EQ(heap_->CheckAll().error, MemoryError::kNone);
}

TEST_P(GuardedHeapTest, KeepsAlignments) {
  for (size_t alignment = 1; alignment <= 4096; alignment *= 2) {
    EXPECT_EQ(reinterpret_cast<uintptr_t>(Allocate(100, kRight, alignment)) % alignment, 0u);
  }
  HeapFinding finding;
  EXPECT_EQ(heap_->Allocate(100, 8192, kRight, nullptr, finding), nullptr);
}

TEST_P(GuardedHeapTest, RefusesWhatDoesNotFit) {
  EXPECT_EQ(Allocate(262145), nullptr);
  EXPECT_EQ(Allocate(SIZE_MAX), nullptr);
  std::vector<char*> all;
  while (char* memory = Allocate(200000)) all.push_back(memory);
  EXPECT_GT(all.size(), 10u);
  for (char* memory : all) EXPECT_EQ(Free(memory), MemoryError::kNone);
  EXPECT_NE(Allocate(200000), nullptr);
}

TEST_P(GuardedHeapTest, SeesWhatIsWrittenBesideAnAllocation) {
  char* memory = Allocate(33);
  memory[33] = 0;
  const HeapFinding past = heap_->Free(memory, kRight, nullptr);
  EXPECT_EQ(past.error, MemoryError::kPastEnd);
  EXPECT_EQ(past.size, 33u);
  EXPECT_EQ(past.offset, 33);
  memory = Allocate(32);
  memory[-1] = 0;
  const HeapFinding before = heap_->CheckAll();
  EXPECT_EQ(before.error, MemoryError::kBeforeStart);
  EXPECT_EQ(before.offset, -1);
}

TEST_P(GuardedHeapTest, SeesWhatIsWrittenAfterFree) {
  char* memory = Allocate(40);
  EXPECT_EQ(Free(memory), MemoryError::kNone);
  memory[7] = 0;
  const HeapFinding finding = heap_->CheckFreed();
  EXPECT_EQ(finding.error, MemoryError::kAfterFree);
  EXPECT_EQ(finding.offset, 7);
}

TEST_P(GuardedHeapTest, SeesWhatIsWrittenIntoMemoryThatIsUsedAgain) {
  char* memory = Allocate(40);
  EXPECT_EQ(Free(memory), MemoryError::kNone);
  memory[7] = 0;
  HeapFinding finding;
  for (int i = 0; i < 10000 && finding.error == MemoryError::kNone; ++i) {
    heap_->Free(heap_->Allocate(40, 16, kRight, nullptr, finding), kRight, nullptr);
  }
  EXPECT_EQ(finding.error, MemoryError::kAfterFree);
}

TEST_P(GuardedHeapTest, SeesWhatCannotBeFreed) {
  char* memory = Allocate(40);
  EXPECT_EQ(Free(memory + 16), MemoryError::kFreedForeign);
  EXPECT_EQ(Free(memory), MemoryError::kNone);
  EXPECT_EQ(Free(memory), MemoryError::kFreedTwice);
  EXPECT_EQ(Free(memory + 3 * 8192), MemoryError::kFreedForeign);
}

TEST_P(GuardedHeapTest, FreedMemoryIsNotUsedAtOnce) {
  char* memory = Allocate(40);
  EXPECT_EQ(Free(memory), MemoryError::kNone);
  for (int i = 0; i < 100; ++i) {
    char* other = Allocate(40);
    EXPECT_NE(other, memory);
    EXPECT_EQ(Free(other), MemoryError::kNone);
  }
}

TEST_P(GuardedHeapTest, ExplainsAnAccess) {
  char* memory = Allocate(32);
  EXPECT_EQ(Explain(memory + 32).error, MemoryError::kPastEnd);
  EXPECT_EQ(Explain(memory + 32).offset, 32);
  EXPECT_EQ(Explain(memory + 2000).size, 32u);
  char* left = Allocate(48, kLeft);
  EXPECT_EQ(Explain(left - 1).error, MemoryError::kBeforeStart);
  EXPECT_EQ(Explain(left - 1).size, 48u);
  EXPECT_EQ(Explain(left - 1).offset, -1);
  EXPECT_EQ(Free(left, kStrict), MemoryError::kNone);
  EXPECT_EQ(Explain(left + 5).error, MemoryError::kAfterFree);
}

TEST_P(GuardedHeapTest, PagesAreReallyClosed) {
  char* volatile memory = Allocate(32);
  EXPECT_DEATH(memory[32] = 1, "");
  EXPECT_DEATH(static_cast<void>(*static_cast<volatile char*>(memory + 4000)), "");
  char* volatile left = Allocate(32, kLeft);
  EXPECT_DEATH(left[-1] = 1, "");
  EXPECT_EQ(Free(memory, kStrict), MemoryError::kNone);
  EXPECT_DEATH(static_cast<void>(*static_cast<volatile char*>(memory)), "");
}

TEST_P(GuardedHeapTest, GivesZerosWhereTheseAreAskedFor) {
  for (const GuardMode mode : {kRight, kStrict}) {
    for (const size_t size : {1, 100, 5000, 200000}) {
      // The first allocation fills the memory, which the others may get again.
      for (int i = 0; i < 300; ++i) {
        char* memory = Allocate(size, mode, 16, i == 0 ? Content::kFresh : Content::kZeros);
        if (i > 0) {
          ASSERT_TRUE(std::all_of(memory, memory + size, [](char c) { return c == 0; })) << size;
        }
        EXPECT_EQ(Free(memory, mode), MemoryError::kNone);
      }
    }
  }
}

TEST_P(GuardedHeapTest, SeesWhatIsWrittenAtTheEndsOfALargeAllocationAfterFree) {
  constexpr size_t kSize = 100000;
  for (const size_t offset : {size_t{0}, size_t{2047}, kSize - 2048, kSize - 1}) {
    char* memory = Allocate(kSize);
    EXPECT_EQ(Free(memory), MemoryError::kNone);
    memory[offset] = 0;
    const HeapFinding finding = heap_->CheckFreed();
    EXPECT_EQ(finding.error, MemoryError::kAfterFree);
    EXPECT_EQ(finding.offset, static_cast<int64_t>(offset));
    memory[offset] = '\xde';
    EXPECT_EQ(heap_->CheckFreed().error, MemoryError::kNone);
  }
}

TEST_P(GuardedHeapTest, ClosesAllOfALargeAllocationInStrictMode) {
  char* volatile memory = Allocate(100000, kStrict);
  EXPECT_EQ(memory[50000], '\xbe');
  EXPECT_EQ(Free(memory, kStrict), MemoryError::kNone);
  EXPECT_DEATH(memory[50000] = 1, "");
}

TEST_P(GuardedHeapTest, KeepsStacks) {
  const Frames made = {{1, 2, 3}};
  const Frames freed = {{4, 5}};
  HeapFinding finding;
  void* memory = heap_->Allocate(40, 16, kStrict, &made, finding);
  heap_->Free(memory, kStrict, &freed);
  const HeapFinding again = heap_->Free(memory, kStrict, &freed);
  ASSERT_NE(again.allocated_by, nullptr);
  ASSERT_NE(again.freed_by, nullptr);
  EXPECT_EQ(again.allocated_by->address[2], 3u);
  EXPECT_EQ(again.freed_by->address[0], 4u);
}

TEST_P(GuardedHeapTest, KnowsPointersThatAreItsFilling) {
  void* pointer = nullptr;
  memcpy(&pointer, Allocate(8), sizeof(pointer));
  EXPECT_EQ(GuardedHeap::ExplainPointer(reinterpret_cast<uintptr_t>(pointer) + 24),
            MemoryError::kUnwritten);
  char* memory = Allocate(8);
  Free(memory);
  memcpy(&pointer, memory, sizeof(pointer));
  EXPECT_EQ(GuardedHeap::ExplainPointer(reinterpret_cast<uintptr_t>(pointer)),
            MemoryError::kAfterFree);
  EXPECT_EQ(GuardedHeap::ExplainPointer(reinterpret_cast<uintptr_t>(&pointer)), MemoryError::kNone);
}

INSTANTIATE_TEST_SUITE_P(GuardRegionsOrProtection, GuardedHeapTest, testing::Bool());

}  // namespace
}  // namespace loadstone::guarded_heap_test

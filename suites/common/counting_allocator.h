// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_COMMON_COUNTING_ALLOCATOR_H_
#define LOADSTONE_SUITES_COMMON_COUNTING_ALLOCATOR_H_

#include <vulkan/vulkan_core.h>

#include <cstddef>
#include <unordered_map>

namespace loadstone::suites {

// Allocation callbacks of an application that keep track of live blocks. One allocation can be made
// to fail. New and freed blocks hold no zeros. Not thread-safe; must outlive everything that was
// created with its callbacks.
class CountingAllocator {
 public:
  static constexpr int kNoFailure = -1;

  // The allocation or growing reallocation with number `failing`, counted from 0, returns null.
  explicit CountingAllocator(int failing = kNoFailure);
  CountingAllocator(const CountingAllocator&) = delete;
  CountingAllocator& operator=(const CountingAllocator&) = delete;

  // From now on only the allocation after `more` others returns null, or none at all.
  void FailAfter(int more) { failing_ = asked_ + more; }
  void DisableFailures() { failing_ = kNoFailure; }

  const VkAllocationCallbacks* callbacks() const { return &callbacks_; }
  // Whether the allocation that should fail was requested.
  bool has_failed() const { return failing_ >= 0 && asked_ > failing_; }
  // The number of requested allocations, of blocks that are not freed yet, and of freed pointers
  // that were not allocated here.
  int asked() const { return asked_; }
  int alive() const { return static_cast<int>(blocks_.size()); }
  int foreign() const { return foreign_; }

 private:
  static VKAPI_ATTR void* VKAPI_CALL Allocate(void* self, size_t size, size_t alignment,
                                              VkSystemAllocationScope);
  static VKAPI_ATTR void* VKAPI_CALL Reallocate(void* self, void* old, size_t size,
                                                size_t alignment, VkSystemAllocationScope);
  static VKAPI_ATTR void VKAPI_CALL Free(void* self, void* memory);

  void* New(size_t size, size_t alignment);
  void Delete(void* memory);

  VkAllocationCallbacks callbacks_ = {};
  int failing_;
  int asked_ = 0;
  int foreign_ = 0;
  std::unordered_map<void*, size_t> blocks_;  // sizes by address
};

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_COMMON_COUNTING_ALLOCATOR_H_

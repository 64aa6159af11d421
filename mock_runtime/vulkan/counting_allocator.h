// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_RUNTIME_VULKAN_COUNTING_ALLOCATOR_H_
#define LOADSTONE_MOCK_RUNTIME_VULKAN_COUNTING_ALLOCATOR_H_

#include <stdint.h>
#include <stdlib.h>
#include <vulkan/vulkan_core.h>

namespace loadstone::mock {

// For tests: an application's allocator that counts live allocations, and that returns null for
// allocation number `failing`, counted from 0.
class CountingAllocator {
 public:
  explicit CountingAllocator(uint32_t failing = UINT32_MAX) : failing_(failing) {
    callbacks_.pUserData = this;
    callbacks_.pfnAllocation = [](void* self, size_t size, size_t alignment,
                                  VkSystemAllocationScope) {
      return static_cast<CountingAllocator*>(self)->Allocate(size, alignment);
    };
    callbacks_.pfnReallocation = [](void*, void*, size_t, size_t, VkSystemAllocationScope) {
      return static_cast<void*>(nullptr);
    };
    callbacks_.pfnFree = [](void* self, void* memory) {
      if (memory != nullptr) --static_cast<CountingAllocator*>(self)->alive_;
      free(memory);
    };
  }

  const VkAllocationCallbacks* callbacks() const { return &callbacks_; }
  uint32_t alive() const { return alive_; }

 private:
  void* Allocate(size_t size, size_t alignment) {
    if (made_++ == failing_) return nullptr;
    ++alive_;
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  }

  const uint32_t failing_;
  VkAllocationCallbacks callbacks_ = {};
  uint32_t made_ = 0;
  uint32_t alive_ = 0;
};

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_RUNTIME_VULKAN_COUNTING_ALLOCATOR_H_

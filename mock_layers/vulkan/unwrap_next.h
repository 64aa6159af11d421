// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_UNWRAP_NEXT_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_UNWRAP_NEXT_H_

#include <stdlib.h>

#include "mock_layers/vulkan/wrap.h"

namespace loadstone::mock {

// The structure of that type in a pNext chain, or nullptr.
template <typename Structure>
Structure* FindInNext(const void* next, VkStructureType type) {
  for (auto* it = static_cast<const VkBaseInStructure*>(next); it != nullptr; it = it->pNext) {
    if (it->sType == type) {
      return const_cast<Structure*>(reinterpret_cast<const Structure*>(it));
    }
  }
  return nullptr;
}

// A copy of an array of handles with the next entity's handles.
template <typename Handle>
class BelowArray {
 public:
  BelowArray(const Handle* above, uint32_t count, const char* function)
      : below_(static_cast<Handle*>(malloc((count + 1) * sizeof(Handle)))) {
    if (below_ == nullptr) abort();
    for (uint32_t i = 0; i < count; ++i) below_[i] = Below(above[i], function);
  }
  ~BelowArray() { free(below_); }
  BelowArray(const BelowArray&) = delete;
  BelowArray& operator=(const BelowArray&) = delete;

  const Handle* get() const { return below_; }

 private:
  Handle* below_;
};

// Structures that extend a create info may contain wrapped handles. Copying a chain would need the
// size of every structure in it, so while these objects exist, the original structure contains the
// handle below.

// VkDeviceGroupDeviceCreateInfo in VkDeviceCreateInfo.
class UnwrappedDeviceGroup {
 public:
  UnwrappedDeviceGroup(const void* next, const char* function)
      : group_(Wraps<VkPhysicalDevice>()
                   ? FindInNext<VkDeviceGroupDeviceCreateInfo>(
                         next, VK_STRUCTURE_TYPE_DEVICE_GROUP_DEVICE_CREATE_INFO)
                   : nullptr),
        above_(group_ == nullptr ? nullptr : group_->pPhysicalDevices),
        below_(above_, above_ == nullptr ? 0 : group_->physicalDeviceCount, function) {
    if (group_ != nullptr) group_->pPhysicalDevices = below_.get();
  }
  ~UnwrappedDeviceGroup() {
    if (group_ != nullptr) group_->pPhysicalDevices = above_;
  }

 private:
  VkDeviceGroupDeviceCreateInfo* group_;
  const VkPhysicalDevice* above_;
  BelowArray<VkPhysicalDevice> below_;
};

// VkMemoryDedicatedAllocateInfo in VkMemoryAllocateInfo.
class UnwrappedDedicatedAllocation {
 public:
  UnwrappedDedicatedAllocation(const void* next, const char* function)
      : dedication_(Wraps<VkBuffer>() ? FindInNext<VkMemoryDedicatedAllocateInfo>(
                                            next, VK_STRUCTURE_TYPE_MEMORY_DEDICATED_ALLOCATE_INFO)
                                      : nullptr),
        above_(dedication_ == nullptr ? VK_NULL_HANDLE : dedication_->buffer) {
    if (dedication_ != nullptr) dedication_->buffer = Below(above_, function);
  }
  ~UnwrappedDedicatedAllocation() {
    if (dedication_ != nullptr) dedication_->buffer = above_;
  }

 private:
  VkMemoryDedicatedAllocateInfo* dedication_;
  VkBuffer above_;
};

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_UNWRAP_NEXT_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_ALLOCATOR_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_ALLOCATOR_H_

#include <cstdlib>
#include <exception>
#include <new>
#include <utility>

#include "reference_loader/vulkan/vulkan_headers.h"

namespace reference_loader::vulkan {

// Memory for objects that live as long as an object the application created. Comes from the
// application's callbacks if it gave any; keeps a copy of them.
class Allocator {
 public:
  explicit Allocator(const VkAllocationCallbacks* callbacks)
      : has_callbacks_(callbacks != nullptr),
        callbacks_(callbacks != nullptr ? *callbacks : VkAllocationCallbacks{}) {}

  // Throws std::bad_alloc on lack of memory.
  template <typename T, typename... Arguments>
  T* New(VkSystemAllocationScope scope, Arguments&&... arguments) const {
    void* memory = Allocate(sizeof(T), alignof(T), scope);
    if (memory == nullptr) throw std::bad_alloc();
    try {
      return new (memory) T(std::forward<Arguments>(arguments)...);
    } catch (...) {
      Free(memory);
      throw;
    }
  }

  // `object` may be null. The allocator may be a member of the object, so it is copied first.
  template <typename T>
  void Delete(T* object) const {
    if (object == nullptr) return;
    const Allocator copy = *this;
    object->~T();
    copy.Free(object);
  }

 private:
  void* Allocate(size_t size, size_t alignment, VkSystemAllocationScope scope) const {
    if (!has_callbacks_) return std::malloc(size);
    return callbacks_.pfnAllocation(callbacks_.pUserData, size, alignment, scope);
  }
  void Free(void* memory) const {
    if (has_callbacks_) {
      callbacks_.pfnFree(callbacks_.pUserData, memory);
    } else {
      std::free(memory);
    }
  }

  bool has_callbacks_;
  VkAllocationCallbacks callbacks_;
};

// Runs the body of an API function, which must not throw.
template <typename Body>
VkResult Guarded(Body body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return VK_ERROR_OUT_OF_HOST_MEMORY;
  } catch (const std::exception&) {
    return VK_ERROR_INITIALIZATION_FAILED;
  }
}

// The two-call idiom of the API: without `output` returns the number of elements; else copies as
// many as fit, and returns VK_INCOMPLETE if that is not all. `write(i, &output[i])` writes one
// element.
template <typename T, typename Write>
VkResult Enumerate(size_t available, uint32_t* count, T* output, Write write) {
  if (output == nullptr) {
    *count = static_cast<uint32_t>(available);
    return VK_SUCCESS;
  }
  const size_t written = *count < available ? *count : available;
  for (size_t i = 0; i < written; ++i) write(i, &output[i]);
  *count = static_cast<uint32_t>(written);
  return written < available ? VK_INCOMPLETE : VK_SUCCESS;
}

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_ALLOCATOR_H_

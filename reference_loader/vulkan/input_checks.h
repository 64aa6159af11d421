// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_INPUT_CHECKS_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_INPUT_CHECKS_H_

#include <algorithm>

#include "reference_loader/vulkan/vulkan_headers.h"

// Invalid calls that are cheap to detect. The API leaves their behavior undefined; an error is
// easier to debug than a crash.
namespace reference_loader::vulkan {

// The result of a function that lacks a required argument.
inline constexpr VkResult kInvalidInput = VK_ERROR_UNKNOWN;

// Whether the array of `count` elements is not null, or `count` is 0.
template <typename T>
bool IsList(uint32_t count, const T* list) {
  return count == 0 || list != nullptr;
}

// AreNames also requires that no name is null.
inline bool AreNames(uint32_t count, const char* const* names) {
  return IsList(count, names) &&
         std::none_of(names, names + count, [](const char* name) { return name == nullptr; });
}

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_INPUT_CHECKS_H_

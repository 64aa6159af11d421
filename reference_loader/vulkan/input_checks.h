// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_INPUT_CHECKS_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_INPUT_CHECKS_H_

#include <algorithm>

#include "reference_loader/vulkan/vulkan_headers.h"

// Mistakes of an application that cost nothing to notice. The API leaves open what happens then; an
// error is easier to find than a crash.
namespace reference_loader::vulkan {

// What a function answers that was not given what it needs.
inline constexpr VkResult kInvalidInput = VK_ERROR_UNKNOWN;

// Whether a list of `count` elements is where it should be.
template <typename T>
bool IsList(uint32_t count, const T* list) {
  return count == 0 || list != nullptr;
}

// The same for a list of names, none of which may be null.
inline bool AreNames(uint32_t count, const char* const* names) {
  return IsList(count, names) &&
         std::none_of(names, names + count, [](const char* name) { return name == nullptr; });
}

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_INPUT_CHECKS_H_

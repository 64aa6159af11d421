// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_ENUMERATE_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_ENUMERATE_H_

#include <stdint.h>
#include <vulkan/vulkan_core.h>

namespace loadstone::mock {

// The two-call idiom: returns the number of items, or as many items as fit.
template <typename Item>
VkResult WriteItems(const Item* items, uint32_t available, uint32_t* count, Item* out) {
  if (count == nullptr) return VK_ERROR_INITIALIZATION_FAILED;
  if (out == nullptr) {
    *count = available;
    return VK_SUCCESS;
  }
  const uint32_t given = available < *count ? available : *count;
  for (uint32_t i = 0; i < given; ++i) out[i] = items[i];
  *count = given;
  return given < available ? VK_INCOMPLETE : VK_SUCCESS;
}

// Copies a name into the fixed-size array of a properties structure; truncates it if necessary.
void CopyName(char (&to)[VK_MAX_EXTENSION_NAME_SIZE], const char* from);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_ENUMERATE_H_

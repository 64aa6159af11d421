// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_ARCHITECTURE_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_ARCHITECTURE_H_

#include "reference_loader/common/json.h"

namespace reference_loader::vulkan {

// False when the "library_arch" of a manifest is the other word size. Values other than "32" and
// "64" are invalid and ignored.
inline bool IsOwnArchitecture(JsonValue library_arch) {
  const char* other = sizeof(void*) == 8 ? "32" : "64";
  return library_arch.String().value_or("") != other;
}

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_ARCHITECTURE_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_VULKAN_ARCHITECTURE_H_
#define LOADSTONE_REFERENCE_LOADER_VULKAN_ARCHITECTURE_H_

#include "reference_loader/common/json.h"

namespace reference_loader::vulkan {

// False when the "library_arch" of a manifest names the other word size. Anything but "32" and "64"
// is not valid and says nothing about the library.
inline bool IsOwnArchitecture(JsonValue library_arch) {
  const char* other = sizeof(void*) == 8 ? "32" : "64";
  return library_arch.String().value_or("") != other;
}

}  // namespace reference_loader::vulkan

#endif  // LOADSTONE_REFERENCE_LOADER_VULKAN_ARCHITECTURE_H_

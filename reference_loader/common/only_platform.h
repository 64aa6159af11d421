// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_COMMON_ONLY_PLATFORM_H_
#define LOADSTONE_REFERENCE_LOADER_COMMON_ONLY_PLATFORM_H_

#include <new>

#include "reference_loader/common/platform.h"

namespace reference_loader {

// The only object of the class `System`. Never destroyed: an application may call the loader during
// its shutdown. In static storage, so that creating it cannot throw for lack of memory.
template <typename System>
const Platform& OnlyPlatform() {
  alignas(System) static unsigned char storage[sizeof(System)];
  static const Platform* const platform = new (storage) System;
  return *platform;
}

}  // namespace reference_loader

#endif  // LOADSTONE_REFERENCE_LOADER_COMMON_ONLY_PLATFORM_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_VULKAN_APPLICATION_H_
#define LOADSTONE_FUZZ_OUTSIDE_VULKAN_APPLICATION_H_

#include <memory>

#include "fuzz/outside/api.h"

namespace loadstone::fuzz::vulkan {

// A Vulkan application of the loader with this dlopen handle; nullptr if it is not a Vulkan loader.
std::unique_ptr<Application> OpenApplication(void* library);

}  // namespace loadstone::fuzz::vulkan

#endif  // LOADSTONE_FUZZ_OUTSIDE_VULKAN_APPLICATION_H_

#ifndef LOADSTONE_HARNESS_FUZZ_VULKAN_APPLICATION_H_
#define LOADSTONE_HARNESS_FUZZ_VULKAN_APPLICATION_H_

#include <memory>

#include "harness/fuzz/api.h"

namespace loadstone::fuzz::vulkan {

// A Vulkan application of the loader that dlopen gave; nullptr if it is none.
std::unique_ptr<Application> OpenApplication(void* library);

}  // namespace loadstone::fuzz::vulkan

#endif  // LOADSTONE_HARNESS_FUZZ_VULKAN_APPLICATION_H_

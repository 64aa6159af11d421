// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_FUZZ_OUTSIDE_OPENXR_APPLICATION_H_
#define LOADSTONE_FUZZ_OUTSIDE_OPENXR_APPLICATION_H_

#include <memory>

#include "fuzz/outside/api.h"

namespace loadstone::fuzz::openxr {

// An OpenXR application of the loader with this dlopen handle; nullptr if it is not an OpenXR
// loader.
std::unique_ptr<Application> OpenApplication(void* library);

}  // namespace loadstone::fuzz::openxr

#endif  // LOADSTONE_FUZZ_OUTSIDE_OPENXR_APPLICATION_H_

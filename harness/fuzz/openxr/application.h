#ifndef LOADSTONE_HARNESS_FUZZ_OPENXR_APPLICATION_H_
#define LOADSTONE_HARNESS_FUZZ_OPENXR_APPLICATION_H_

#include <memory>

#include "harness/fuzz/api.h"

namespace loadstone::fuzz::openxr {

// An OpenXR application of the loader that dlopen gave; nullptr if it is none.
std::unique_ptr<Application> OpenApplication(void* library);

}  // namespace loadstone::fuzz::openxr

#endif  // LOADSTONE_HARNESS_FUZZ_OPENXR_APPLICATION_H_

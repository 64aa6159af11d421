// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_GUARDED_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_GUARDED_H_

#include <new>

#include "reference_loader/openxr/openxr_headers.h"

namespace reference_loader::openxr {

// Runs `body`, which returns an XrResult, and converts any exception to a result. No exception may
// leave the loader: the application may be in another language, and a layer's frames cannot be
// unwound.
template <typename Body>
XrResult Guarded(Body body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return XR_ERROR_OUT_OF_MEMORY;
  } catch (...) {
    return XR_ERROR_RUNTIME_FAILURE;
  }
}

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_GUARDED_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_GUARDED_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_GUARDED_H_

#include <new>

#include "reference_loader/openxr/openxr_headers.h"

namespace reference_loader::openxr {

// Runs `body`, which returns an XrResult, and turns whatever it throws into one, since no exception
// may leave the loader: not for an application in another language, nor through a layer's frames.
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

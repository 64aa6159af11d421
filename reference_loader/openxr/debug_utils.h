// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_DEBUG_UTILS_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_DEBUG_UTILS_H_

#include <string_view>

#include "reference_loader/openxr/openxr_headers.h"

namespace reference_loader::openxr {

struct Instance;

// The terminator for a function of XR_EXT_debug_utils when the application or a layer enabled that
// extension; null for every other name. The loader records the messengers for its own messages. It
// forwards the call if the runtime has the extension, and implements the function otherwise.
PFN_xrVoidFunction DebugUtilsTerminator(const Instance& instance, std::string_view name);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_DEBUG_UTILS_H_

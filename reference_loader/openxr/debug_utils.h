// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_DEBUG_UTILS_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_DEBUG_UTILS_H_

#include <string_view>

#include "reference_loader/openxr/openxr_headers.h"

namespace reference_loader::openxr {

struct Instance;

// The end of the call chain of a function of XR_EXT_debug_utils, when the application or a layer
// enabled that extension; null for every other name. The loader keeps a list of the messengers for
// its own messages, lets the runtime do the work if it has the extension, and does it otherwise.
PFN_xrVoidFunction DebugUtilsTerminator(const Instance& instance, std::string_view name);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_DEBUG_UTILS_H_

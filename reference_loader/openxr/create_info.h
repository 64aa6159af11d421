// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_CREATE_INFO_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_CREATE_INFO_H_

#include <string_view>
#include <vector>

#include "reference_loader/openxr/openxr_headers.h"

namespace reference_loader::openxr {

// The names of API layers and extensions in a request for an instance, valid as long as the
// request.
struct RequestedNames {
  std::vector<std::string_view> layers;
  std::vector<std::string_view> extensions;
};

// Checks what can be checked without looking at the machine. On success fills in `names`; else
// returns the error code and why in `problem`.
XrResult CheckCreateInfo(const XrInstanceCreateInfo& info, RequestedNames* names,
                         const char** problem);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_CREATE_INFO_H_

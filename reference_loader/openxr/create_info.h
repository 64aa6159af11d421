// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_CREATE_INFO_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_CREATE_INFO_H_

#include <string_view>
#include <vector>

#include "reference_loader/openxr/openxr_headers.h"

namespace reference_loader::openxr {

// The names of API layers and extensions in an XrInstanceCreateInfo; valid as long as that
// structure.
struct RequestedNames {
  std::vector<std::string_view> layers;
  std::vector<std::string_view> extensions;
};

// Checks everything that does not depend on the machine. On success fills in `names`; else returns
// an error code and sets `problem` to the reason.
XrResult CheckCreateInfo(const XrInstanceCreateInfo& info, RequestedNames* names,
                         const char** problem);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_CREATE_INFO_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_OPENXR_HEADERS_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_OPENXR_HEADERS_H_

// The API and the interface between loader, layers and runtimes. Without prototypes: the loader
// declares the exported functions itself.
#define XR_NO_PROTOTYPES
#include <openxr/openxr.h>

#include "interfaces/openxr/loader_interfaces.h"

namespace reference_loader::openxr {

// The API versions that this loader supports, whatever version its headers have. It passes
// functions that it does not know to the runtime.
inline constexpr XrVersion kMinimumApiVersion = XR_MAKE_VERSION(1, 0, 0);
inline constexpr XrVersion kMaximumApiVersion = XR_MAKE_VERSION(1, 1, 61);

// The part of a version that determines compatibility; the patch does not.
constexpr XrVersion MajorAndMinor(XrVersion version) { return version >> 32; }

// True for the versions that this loader supports.
constexpr bool IsSupportedApiVersion(XrVersion version) {
  return MajorAndMinor(version) >= MajorAndMinor(kMinimumApiVersion) &&
         MajorAndMinor(version) <= MajorAndMinor(kMaximumApiVersion);
}

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_OPENXR_HEADERS_H_

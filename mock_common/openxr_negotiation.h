#ifndef LOADSTONE_MOCK_COMMON_OPENXR_NEGOTIATION_H_
#define LOADSTONE_MOCK_COMMON_OPENXR_NEGOTIATION_H_

#ifndef XR_NO_PROTOTYPES
#define XR_NO_PROTOTYPES
#endif
#include "interfaces/openxr/loader_interfaces.h"

namespace loadstone::mock {

// Whether a runtime or an API layer that has interface version 1 and OpenXR 1.0 may negotiate with
// a loader that tells this of itself: the structure is as it must be, and what the loader offers
// includes both versions.
inline bool IsNegotiable(const XrNegotiateLoaderInfo& info) {
  constexpr XrVersion kMinor = XR_MAKE_VERSION(1, 0, 0) >> 32;  // major and minor, without patch
  return info.structType == XR_LOADER_INTERFACE_STRUCT_LOADER_INFO &&
         info.structVersion == XR_LOADER_INFO_STRUCT_VERSION && info.structSize == sizeof(info) &&
         info.minInterfaceVersion <= 1 && info.maxInterfaceVersion >= 1 &&
         (info.minApiVersion >> 32) <= kMinor && (info.maxApiVersion >> 32) >= kMinor;
}

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_COMMON_OPENXR_NEGOTIATION_H_

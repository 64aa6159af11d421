// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_OPENXR_LAYER_H_
#define LOADSTONE_MOCK_LAYERS_OPENXR_LAYER_H_

#include <stdint.h>

#ifndef XR_NO_PROTOTYPES
#define XR_NO_PROTOTYPES
#endif
#include "interfaces/openxr/loader_interfaces.h"
#include "mock_common/trace.h"

namespace loadstone::mock {

// The core commands on a handle, each with a function that traces it and calls down.
struct Interceptor {
  const char* name;
  PFN_xrVoidFunction function;
  XrObjectType object_type;  // of the handle that it is called on
};
extern const Interceptor kInterceptors[];
extern const uint32_t kInterceptorCount;

// Every intercepted command begins with this: executes the fault that is configured for it, and
// gives true with `result`, traced, if it shall return that without calling down.
bool Enter(const char* function, XrResult* result);

// Every intercepted command ends with this: gives what it shall return after having called down.
XrResult Leave(const char* function, const void* handle, XrResult result);

// Traces that the caller broke the interface; gives XR_ERROR_RUNTIME_FAILURE.
XrResult Violation(const char* function, const char* why);

// The next entity's command of that name, or nullptr.
PFN_xrVoidFunction FindBelow(const char* name);

// What the next entity calls a handle that this layer gave out, and how this layer calls one that
// it got from below. They differ only for types in the configuration's "wrap".
XrInstance Below(XrInstance instance);
XrSession Below(XrSession session);
XrInstance Wrapped(XrInstance instance);
XrSession Wrapped(XrSession session);
template <typename Handle>
Handle Below(Handle handle) {
  return handle;
}

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_OPENXR_LAYER_H_

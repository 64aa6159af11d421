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

// The core commands on a handle, each with a function that traces the call and calls down.
struct Interceptor {
  const char* name;
  PFN_xrVoidFunction function;
  XrObjectType object_type;  // of the handle parameter
};
extern const Interceptor kInterceptors[];
extern const uint32_t kInterceptorCount;

// Called at the beginning of every intercepted command: commits the fault that is configured for
// it. Returns true if a `result` is configured, which the command traces and returns without
// calling down.
bool Enter(const char* function, XrResult* result);

// Called at the end of every intercepted command, after calling down: returns the result for the
// caller.
XrResult Leave(const char* function, const void* handle, XrResult result);

// Traces that the caller violated the interface; returns XR_ERROR_RUNTIME_FAILURE.
XrResult Violation(const char* function, const char* why);

// The next entity's command of that name, or nullptr.
PFN_xrVoidFunction FindBelow(const char* name);

// Below: the next entity's handle for a handle that this layer returned. Wrapped: this layer's
// handle for one from below. They differ only for types in the configuration's "wrap".
XrInstance Below(XrInstance instance);
XrSession Below(XrSession session);
XrSwapchain Below(XrSwapchain swapchain);
XrSpace Below(XrSpace space);
XrInstance Wrapped(XrInstance instance);
XrSession Wrapped(XrSession session);
XrSwapchain Wrapped(XrSwapchain swapchain);
XrSpace Wrapped(XrSpace space);
// Ends a frame below, with the next entity's spaces and swapchains in the layers.
XrResult EndFrameBelow(PFN_xrEndFrame next, XrSession session, const XrFrameEndInfo* info);
// Returns `copy`, which has the next entity's space, or a null `info`.
const XrViewLocateInfo* WithSpaceBelow(const XrViewLocateInfo* info, XrViewLocateInfo* copy);
// With "renames_unknown_values": replaces the name of an unknown value by a shorter one.
void Rename(char* name);
// Wraps the session in an event.
void WrapSessionOf(XrEventDataBuffer* event);
// Other handles and parameters are passed on as they are.
template <typename Parameter>
Parameter Below(Parameter parameter) {
  return parameter;
}

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_OPENXR_LAYER_H_

// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_REFERENCE_LOADER_OPENXR_TERMINATORS_H_
#define LOADSTONE_REFERENCE_LOADER_OPENXR_TERMINATORS_H_

#include "reference_loader/openxr/openxr_headers.h"

namespace reference_loader::openxr {

struct Instance;

// The ends of the call chains, which the last API layer, or the loader if there is none, calls.
// They use the current instance and ignore the handle that a layer passes.

XRAPI_ATTR XrResult XRAPI_CALL TerminateGetInstanceProcAddr(XrInstance instance, const char* name,
                                                            PFN_xrVoidFunction* function);
XRAPI_ATTR XrResult XRAPI_CALL TerminateCreateInstance(const XrInstanceCreateInfo* info,
                                                       XrInstance* instance);
XRAPI_ATTR XrResult XRAPI_CALL TerminateCreateApiLayerInstance(
    const XrInstanceCreateInfo* info, const XrApiLayerCreateInfo* layer_info, XrInstance* instance);
XRAPI_ATTR XrResult XRAPI_CALL TerminateDestroyInstance(XrInstance instance);

// Destroys the runtime's instance if there is one; returns the runtime's result.
XrResult DestroyRuntimeInstance(Instance* instance);

}  // namespace reference_loader::openxr

#endif  // LOADSTONE_REFERENCE_LOADER_OPENXR_TERMINATORS_H_

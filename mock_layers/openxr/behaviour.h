// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_OPENXR_BEHAVIOUR_H_
#define LOADSTONE_MOCK_LAYERS_OPENXR_BEHAVIOUR_H_

#include "mock_layers/openxr/layer.h"

namespace loadstone::mock {

// What the configuration says.
bool Misbehaves(const char* how);
bool Wraps(const char* type);
// Whether the configuration's "intercept" or, without it, what is usual names the function.
bool IsListed(const char* function);
// The functions the application shall get from this layer instead of from the next entity.
bool Intercepts(const Interceptor& interceptor);
// The layer's own name: "name", or else "who", or else the name of the library's file.
const char* LayerName();
// An unknown function of the layer, or nullptr.
PFN_xrVoidFunction FindUnknown(const char* name);
// A label function of XR_EXT_debug_utils on sessions, if "intercept" names it, or nullptr.
PFN_xrVoidFunction FindLabelFunction(const char* name);
// True, and the result, if the object `key` has one for that function.
bool FindResult(const char* key, const char* function, XrResult* result);

// A function of the layer that tells of itself, which it has where "enumerate" says so, or nullptr.
PFN_xrVoidFunction FindEnumeration(const char* name);

// The instance that this layer is part of: an OpenXR loader allows one at a time.
struct Chain {
  PFN_xrGetInstanceProcAddr next_get_instance_proc_addr;
  XrInstance below;  // the next entity's handle
};
Chain& TheChain();

// Calls xrGetInstanceProperties as a layer does that is linked with the loader: of the whole chain.
void CallFromTheTop(XrInstance instance);

// The layer's xrGetInstanceProcAddr, and what creates it; loader documents, "API Layer
// Interaction".
XrResult XRAPI_CALL LayerGetInstanceProcAddr(XrInstance instance, const char* name,
                                             PFN_xrVoidFunction* function);
XrResult XRAPI_CALL LayerCreateInstance(const XrInstanceCreateInfo* info,
                                        const XrApiLayerCreateInfo* layer_info,
                                        XrInstance* instance);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_OPENXR_BEHAVIOUR_H_

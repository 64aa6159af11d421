// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_OPENXR_BEHAVIOUR_H_
#define LOADSTONE_MOCK_LAYERS_OPENXR_BEHAVIOUR_H_

#include "mock_layers/openxr/layer.h"

namespace loadstone::mock {

// Whether "misbehave" in the configuration contains the word.
bool Misbehaves(const char* how);
bool Wraps(const char* type);
// Whether "intercept" in the configuration, or the default if it is missing, lists the function.
bool IsListed(const char* function);
// Whether the application gets this function from the layer instead of from the next entity.
bool Intercepts(const Interceptor& interceptor);
// The layer's name: "name", else "who", else the name of the library's file.
const char* LayerName();
// A function of the layer that no header declares, or nullptr.
PFN_xrVoidFunction FindUnknown(const char* name);
// A label function of XR_EXT_debug_utils on sessions, if "intercept" names it, or nullptr.
PFN_xrVoidFunction FindLabelFunction(const char* name);
// A function on a session of an extension that the next entity has, if the configuration has the
// layer intercept it, or nullptr.
PFN_xrVoidFunction FindExtensionFunction(const char* name);
// Whether the configuration has a result or a fault for the function.
bool IsConfigured(const char* function);
// True if the object `key` has a result for that function; sets `result`.
bool FindResult(const char* key, const char* function, XrResult* result);

// With "fails_as_application_says": stores what the name of a new instance's application says, a
// function and the result that it returns for this instance.
void SetFailure(const char* application);

// An enumeration function of the layer, which it has only if "enumerate" says so, or nullptr.
PFN_xrVoidFunction FindEnumeration(const char* name);
// Makes the enumerations of the next entity that the configuration says.
void QueryBelow();

// The instance that this layer is part of: an OpenXR loader allows one at a time.
struct Chain {
  PFN_xrGetInstanceProcAddr next_get_instance_proc_addr;
  XrInstance below;  // the next entity's handle
};
Chain& GetChain();

// Calls xrGetInstanceProperties through the loader's export, as a layer that is linked with the
// loader does: the call passes through the whole chain.
void CallFromTheTop(XrInstance instance);

// The layer's xrGetInstanceProcAddr and xrCreateApiLayerInstance; loader documents, "API Layer
// Interaction".
XrResult XRAPI_CALL LayerGetInstanceProcAddr(XrInstance instance, const char* name,
                                             PFN_xrVoidFunction* function);
XrResult XRAPI_CALL LayerCreateInstance(const XrInstanceCreateInfo* info,
                                        const XrApiLayerCreateInfo* layer_info,
                                        XrInstance* instance);

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_OPENXR_BEHAVIOUR_H_

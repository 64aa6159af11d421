// SPDX-License-Identifier: Apache-2.0
// One library with two API layers, whose negotiation functions have names of their own: each
// forwards to the mock beside it, <own path>.first and <own path>.second. Two more negotiation
// functions hand over the same functions for both layers.

#include <string.h>

#include "interfaces/openxr/loader_interfaces.h"
#include "mock_common/beside.h"

namespace {

XrResult Negotiate(const char* suffix, const XrNegotiateLoaderInfo* info, const char* layer_name,
                   XrNegotiateApiLayerRequest* request) {
  const auto function =
      reinterpret_cast<PFN_xrNegotiateLoaderApiLayerInterface>(loadstone::mock::FindBeside(
          reinterpret_cast<void*>(&Negotiate), suffix, "xrNegotiateLoaderApiLayerInterface"));
  return function == nullptr ? XR_ERROR_INITIALIZATION_FAILED : function(info, layer_name, request);
}

// The functions of both layers. The first one intercepts nothing, so that every query is for the
// second one.
struct Part {
  PFN_xrGetInstanceProcAddr get_instance_proc_addr;
  PFN_xrCreateApiLayerInstance create_instance;
};
Part parts[2];

XRAPI_ATTR XrResult XRAPI_CALL GetTogether(XrInstance instance, const char* name,
                                           PFN_xrVoidFunction* function) {
  return parts[1].get_instance_proc_addr(instance, name, function);
}

// How many creations have not returned: the outer call is for the first layer, and one within it
// for the second. For applications of one thread.
unsigned creations = 0;

XRAPI_ATTR XrResult XRAPI_CALL CreateTogether(const XrInstanceCreateInfo* info,
                                              const XrApiLayerCreateInfo* layer_info,
                                              XrInstance* instance) {
  const Part& part = parts[creations == 0 ? 0 : 1];
  ++creations;
  const XrResult result = part.create_instance(info, layer_info, instance);
  --creations;
  return result;
}

XrResult NegotiateTogether(Part* part, const char* suffix, const XrNegotiateLoaderInfo* info,
                           const char* layer_name, XrNegotiateApiLayerRequest* request) {
  const XrResult result = Negotiate(suffix, info, layer_name, request);
  if (result != XR_SUCCESS) return result;
  *part = {request->getInstanceProcAddr, request->createApiLayerInstance};
  request->getInstanceProcAddr = GetTogether;
  request->createApiLayerInstance = CreateTogether;
  return result;
}

}  // namespace

extern "C" {

XRAPI_ATTR XrResult XRAPI_CALL lsNegotiateFirst(const XrNegotiateLoaderInfo* info,
                                                const char* layer_name,
                                                XrNegotiateApiLayerRequest* request) {
  return Negotiate(".first", info, layer_name, request);
}

XRAPI_ATTR XrResult XRAPI_CALL lsNegotiateSecond(const XrNegotiateLoaderInfo* info,
                                                 const char* layer_name,
                                                 XrNegotiateApiLayerRequest* request) {
  return Negotiate(".second", info, layer_name, request);
}

// Both layers by their names, or in turn if they get none.
XRAPI_ATTR XrResult XRAPI_CALL lsNegotiateByName(const XrNegotiateLoaderInfo* info,
                                                 const char* layer_name,
                                                 XrNegotiateApiLayerRequest* request) {
  static unsigned unnamed = 0;
  const bool second =
      layer_name != nullptr ? strstr(layer_name, "second") != nullptr : unnamed++ % 2 != 0;
  return Negotiate(second ? ".second" : ".first", info, layer_name, request);
}

XRAPI_ATTR XrResult XRAPI_CALL lsNegotiateFirstTogether(const XrNegotiateLoaderInfo* info,
                                                        const char* layer_name,
                                                        XrNegotiateApiLayerRequest* request) {
  return NegotiateTogether(&parts[0], ".first", info, layer_name, request);
}

XRAPI_ATTR XrResult XRAPI_CALL lsNegotiateSecondTogether(const XrNegotiateLoaderInfo* info,
                                                         const char* layer_name,
                                                         XrNegotiateApiLayerRequest* request) {
  return NegotiateTogether(&parts[1], ".second", info, layer_name, request);
}

}  // extern "C"

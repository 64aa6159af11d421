// SPDX-License-Identifier: Apache-2.0
// An API layer that accepts the loader and returns no function to create an instance.
#include <openxr/loader_interfaces.h>

extern "C" {

static XrResult XRAPI_CALL get_instance_proc_addr(XrInstance, const char*, PFN_xrVoidFunction*) {
  return XR_ERROR_FUNCTION_UNSUPPORTED;
}

XrResult XRAPI_CALL xrNegotiateLoaderApiLayerInterface(const XrNegotiateLoaderInfo*, const char*,
                                                       XrNegotiateApiLayerRequest* request) {
  request->layerInterfaceVersion = 1;
  request->layerApiVersion = XR_MAKE_VERSION(1, 0, 0);
  request->getInstanceProcAddr = get_instance_proc_addr;
  request->createApiLayerInstance = nullptr;
  return XR_SUCCESS;
}

}  // extern "C"

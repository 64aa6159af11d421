// SPDX-License-Identifier: Apache-2.0
// One library with two API layers, whose negotiation functions have names of their own: each
// forwards to the mock beside it, <own path>.first and <own path>.second.

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

}  // extern "C"

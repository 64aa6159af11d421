// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/negotiation.h"

namespace reference_loader::openxr {
namespace {

// Each interface has a single version so far.
constexpr uint32_t kRuntimeInterface = XR_CURRENT_LOADER_RUNTIME_VERSION;
constexpr uint32_t kLayerInterface = XR_CURRENT_LOADER_API_LAYER_VERSION;

XrNegotiateLoaderInfo LoaderInfo(uint32_t interface_version) {
  XrNegotiateLoaderInfo info = {};
  info.structType = XR_LOADER_INTERFACE_STRUCT_LOADER_INFO;
  info.structVersion = XR_LOADER_INFO_STRUCT_VERSION;
  info.structSize = sizeof(info);
  info.minInterfaceVersion = interface_version;
  info.maxInterfaceVersion = interface_version;
  info.minApiVersion = kMinimumApiVersion;
  info.maxApiVersion = kMaximumApiVersion;
  return info;
}

// Returns the problem with an answer, or null. Only XR_SUCCESS counts as success here.
const char* Judge(XrResult result, uint32_t interface_version, uint32_t own_interface_version,
                  XrVersion api_version) {
  if (result != XR_SUCCESS) return "refuses to work with this loader";
  if (interface_version != own_interface_version) {
    return "wants a version of the interface that this loader does not have";
  }
  if (!IsSupportedApiVersion(api_version)) {
    return "has a version of the API that this loader does not support";
  }
  return nullptr;
}

constexpr char kNoNegotiation[] = "does not export the negotiation function";
constexpr char kNoLookup[] = "hands over no xrGetInstanceProcAddr";

}  // namespace

const char* NegotiateWithRuntime(PFN_xrNegotiateLoaderRuntimeInterface negotiate,
                                 Agreement* agreement) {
  if (negotiate == nullptr) return kNoNegotiation;
  const XrNegotiateLoaderInfo info = LoaderInfo(kRuntimeInterface);
  XrNegotiateRuntimeRequest request = {};
  request.structType = XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST;
  request.structVersion = XR_RUNTIME_INFO_STRUCT_VERSION;
  request.structSize = sizeof(request);
  const XrResult result = negotiate(&info, &request);
  const char* problem =
      Judge(result, request.runtimeInterfaceVersion, kRuntimeInterface, request.runtimeApiVersion);
  if (problem != nullptr) return problem;
  if (request.getInstanceProcAddr == nullptr) return kNoLookup;
  agreement->get_instance_proc_addr = request.getInstanceProcAddr;
  return nullptr;
}

const char* NegotiateWithLayer(PFN_xrNegotiateLoaderApiLayerInterface negotiate, const char* name,
                               Agreement* agreement) {
  if (negotiate == nullptr) return kNoNegotiation;
  const XrNegotiateLoaderInfo info = LoaderInfo(kLayerInterface);
  XrNegotiateApiLayerRequest request = {};
  request.structType = XR_LOADER_INTERFACE_STRUCT_API_LAYER_REQUEST;
  request.structVersion = XR_API_LAYER_INFO_STRUCT_VERSION;
  request.structSize = sizeof(request);
  const XrResult result = negotiate(&info, name, &request);
  const char* problem =
      Judge(result, request.layerInterfaceVersion, kLayerInterface, request.layerApiVersion);
  if (problem != nullptr) return problem;
  if (request.getInstanceProcAddr == nullptr) return kNoLookup;
  if (request.createApiLayerInstance == nullptr) return "hands over no xrCreateApiLayerInstance";
  agreement->get_instance_proc_addr = request.getInstanceProcAddr;
  agreement->create_instance = request.createApiLayerInstance;
  return nullptr;
}

}  // namespace reference_loader::openxr

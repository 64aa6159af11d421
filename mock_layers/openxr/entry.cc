// SPDX-License-Identifier: Apache-2.0
// The library's interface to the loader: load and unload, and negotiation. OpenXR loader documents,
// "Loader/API Layer Negotiation".
#include <string.h>

#include "mock_common/config.h"
#include "mock_common/fault.h"
#include "mock_common/openxr_negotiation.h"
#include "mock_layers/openxr/behaviour.h"

namespace loadstone::mock {
namespace {

__attribute__((constructor)) void Load() {
  LoadConfig();
  Event("load").Add("path", LibraryPath());
  MaybeFault("load");
}

__attribute__((destructor)) void Unload() {
  Event("unload").Add("path", LibraryPath());
  MaybeFault("unload");
}

void TraceNegotiation(const XrNegotiateLoaderInfo* info, const char* layer_name,
                      const XrNegotiateApiLayerRequest* request, XrResult result) {
  Event event("negotiate");
  event.Add("layer_name", layer_name);
  AddNegotiation(info, request, &event);
  event.Add("result", static_cast<int32_t>(result));
}

XrVersion AnsweredVersion() {
  return ParseVersion(Text(Object(Config(), "negotiation"), "api_version", "1.0.20"),
                      XR_MAKE_VERSION(1, 0, 20));
}

// OpenXR specification, "API Layer Interface Negotiation": the checks of a layer.
bool IsValidNegotiation(const XrNegotiateLoaderInfo& info,
                        const XrNegotiateApiLayerRequest& request) {
  const char* tolerated = Text(Object(Config(), "negotiation"), "accepts", "");
  return IsNegotiable(info, NewestMinor(AnsweredVersion()), tolerated) &&
         HasHeader(request, XR_LOADER_INTERFACE_STRUCT_API_LAYER_REQUEST,
                   XR_API_LAYER_INFO_STRUCT_VERSION, tolerated);
}

// Whether the layer rejects a loader that supports newer interface versions than its own, against
// the document.
bool RejectsNewerLoader(const rapidjson::Value& answer, const XrNegotiateLoaderInfo& info) {
  return Flag(answer, "refuse_newer_interfaces", false) && info.maxInterfaceVersion > 1;
}

}  // namespace
}  // namespace loadstone::mock

using namespace loadstone::mock;  // NOLINT: what follows is exported, and C

// Exported under a name that depends on the variant.
extern "C" __attribute__((visibility("default"))) XrResult XRAPI_CALL
loadstone_negotiate_layer(const XrNegotiateLoaderInfo* info, const char* layer_name,
                          XrNegotiateApiLayerRequest* request) {
  MaybeFault("negotiate");
  const rapidjson::Value& answer = Object(Config(), "negotiation");
  const bool refused = info != nullptr && request != nullptr &&
                       !Flag(answer, "accept_anything", false) &&
                       (!IsValidNegotiation(*info, *request) || RejectsNewerLoader(answer, *info));
  const auto result = refused ? XR_ERROR_INITIALIZATION_FAILED
                              : static_cast<XrResult>(Number(answer, "result", XR_SUCCESS));
  TraceNegotiation(info, layer_name, request, result);
  if (info == nullptr || request == nullptr) return Violation("negotiate", "null pointer");
  if (refused) return result;
  if (layer_name == nullptr && Misbehaves("needs_its_name")) return XR_ERROR_INITIALIZATION_FAILED;
  // The specification allows a null name.
  if (layer_name != nullptr && strcmp(layer_name, LayerName()) != 0) {
    Violation("negotiate", "the layer is called by another name");
  }
  if (Flag(answer, "leave_untouched", false)) return result;
  request->layerInterfaceVersion = static_cast<uint32_t>(
      Number(answer, "interface_version", XR_CURRENT_LOADER_API_LAYER_VERSION));
  request->layerApiVersion = AnsweredVersion();
  request->getInstanceProcAddr =
      Flag(answer, "null_gipa", false) ? nullptr : LayerGetInstanceProcAddr;
  request->createApiLayerInstance =
      Flag(answer, "null_create", false) ? nullptr : LayerCreateInstance;
  Corrupt(Text(answer, "change", ""), request);
  return result;
}

// The functions that negotiation hands over, exported by some variants, which a loader does not
// call by these names.
extern "C" __attribute__((visibility("default"))) XrResult XRAPI_CALL
loadstone_layer_get_instance_proc_addr(XrInstance instance, const char* name,
                                       PFN_xrVoidFunction* function) {
  Event("exported").Add("function", "xrGetInstanceProcAddr").Add("name", name);
  return LayerGetInstanceProcAddr(instance, name, function);
}

extern "C" __attribute__((visibility("default"))) XrResult XRAPI_CALL
loadstone_layer_create_instance(const XrInstanceCreateInfo* info,
                                const XrApiLayerCreateInfo* layer_info, XrInstance* instance) {
  Event("exported").Add("function", "xrCreateApiLayerInstance");
  return LayerCreateInstance(info, layer_info, instance);
}

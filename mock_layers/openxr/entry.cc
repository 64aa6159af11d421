// What a loader finds in the library: load and unload, and negotiation. OpenXR loader documents,
// "Loader/API Layer Negotiation".
#include <stdio.h>
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

struct VersionText {
  explicit VersionText(XrVersion version) {
    snprintf(text, sizeof(text), "%u.%u.%u", static_cast<unsigned>(XR_VERSION_MAJOR(version)),
             static_cast<unsigned>(XR_VERSION_MINOR(version)),
             static_cast<unsigned>(XR_VERSION_PATCH(version)));
  }
  char text[40];
};

XrVersion ParseVersion(const char* text) {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned patch = 0;
  char rest;
  if (sscanf(text, "%u.%u.%u%c", &major, &minor, &patch, &rest) != 3) {
    return XR_MAKE_VERSION(1, 0, 20);
  }
  return XR_MAKE_VERSION(static_cast<uint64_t>(major), static_cast<uint64_t>(minor), patch);
}

void TraceNegotiation(const XrNegotiateLoaderInfo* info, const char* layer_name,
                      const XrNegotiateApiLayerRequest* request, XrResult result) {
  Event event("negotiate");
  event.Add("layer_name", layer_name);
  if (info != nullptr) {
    event.Add("struct_type", static_cast<uint32_t>(info->structType))
        .Add("struct_version", info->structVersion)
        .Add("struct_size", static_cast<uint64_t>(info->structSize))
        .Add("min_interface", info->minInterfaceVersion)
        .Add("max_interface", info->maxInterfaceVersion)
        .Add("min_api", VersionText(info->minApiVersion).text)
        .Add("max_api", VersionText(info->maxApiVersion).text);
  }
  if (request != nullptr) {
    event.Add("request_type", static_cast<uint32_t>(request->structType))
        .Add("request_version", request->structVersion)
        .Add("request_size", static_cast<uint64_t>(request->structSize));
  }
  event.Add("result", static_cast<int32_t>(result));
}

// OpenXR specification, "API Layer Interface Negotiation": what a layer refuses.
bool IsGood(const XrNegotiateLoaderInfo& info, const XrNegotiateApiLayerRequest& request) {
  return IsNegotiable(info) && request.structType == XR_LOADER_INTERFACE_STRUCT_API_LAYER_REQUEST &&
         request.structVersion == XR_API_LAYER_INFO_STRUCT_VERSION &&
         request.structSize == sizeof(request);
}

void Corrupt(const char* what, XrNegotiateApiLayerRequest* request) {
  if (strcmp(what, "struct_type") == 0) {
    request->structType = XR_LOADER_INTERFACE_STRUCT_UNINTIALIZED;
  }
  if (strcmp(what, "struct_version") == 0) ++request->structVersion;
  if (strcmp(what, "struct_size") == 0) ++request->structSize;
}

}  // namespace
}  // namespace loadstone::mock

using namespace loadstone::mock;  // NOLINT: what follows is exported, and C

// Exported under the name that the variant has for it.
extern "C" __attribute__((visibility("default"))) XrResult XRAPI_CALL
loadstone_negotiate_layer(const XrNegotiateLoaderInfo* info, const char* layer_name,
                          XrNegotiateApiLayerRequest* request) {
  MaybeFault("negotiate");
  const rapidjson::Value& answer = Object(Config(), "negotiation");
  const bool refused = info != nullptr && request != nullptr &&
                       !Flag(answer, "accept_anything", false) && !IsGood(*info, *request);
  const auto result = refused ? XR_ERROR_INITIALIZATION_FAILED
                              : static_cast<XrResult>(Number(answer, "result", XR_SUCCESS));
  TraceNegotiation(info, layer_name, request, result);
  if (info == nullptr || request == nullptr) return Violation("negotiate", "null pointer");
  if (refused) return result;
  // The specification lets the loader give no name.
  if (layer_name != nullptr && strcmp(layer_name, LayerName()) != 0) {
    Violation("negotiate", "the layer is called by another name");
  }
  if (Flag(answer, "leave_untouched", false)) return result;
  request->layerInterfaceVersion = static_cast<uint32_t>(
      Number(answer, "interface_version", XR_CURRENT_LOADER_API_LAYER_VERSION));
  request->layerApiVersion = ParseVersion(Text(answer, "api_version", "1.0.20"));
  request->getInstanceProcAddr =
      Flag(answer, "null_gipa", false) ? nullptr : LayerGetInstanceProcAddr;
  request->createApiLayerInstance =
      Flag(answer, "null_create", false) ? nullptr : LayerCreateInstance;
  Corrupt(Text(answer, "change", ""), request);
  return result;
}

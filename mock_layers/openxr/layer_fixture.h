// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_OPENXR_LAYER_FIXTURE_H_
#define LOADSTONE_MOCK_LAYERS_OPENXR_LAYER_FIXTURE_H_

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string.h>

#include <string>
#include <vector>

#include "interfaces/openxr/handles.h"
#include "mock_common/openxr_fixture.h"

// For tests of the layer: a chain with two links around it.
namespace loadstone::mock {

// The entity below the layer: it returns one instance, one session and one
// swapchain.
inline const auto kInstance = HandleOf<XrInstance>(0x1000);
inline const auto kSession = HandleOf<XrSession>(0x2000);
inline const auto kSwapchain = HandleOf<XrSwapchain>(0x3000);
inline std::vector<XrSwapchain> swapchains_of_frame;
inline std::vector<std::string> calls_of_next_entity;
inline XrInstance instance_below = XR_NULL_HANDLE;
inline size_t links_below = 0;
inline std::vector<std::string> extensions_below;

inline XrResult XRAPI_CALL CreateBelow(const XrInstanceCreateInfo* info,
                                       const XrApiLayerCreateInfo* layer, XrInstance* instance) {
  calls_of_next_entity.push_back(info->applicationInfo.applicationName);
  links_below = 0;
  for (auto* one = layer->nextInfo; one != nullptr; one = one->next) ++links_below;
  extensions_below.assign(info->enabledExtensionNames,
                          info->enabledExtensionNames + info->enabledExtensionCount);
  *instance = kInstance;
  return XR_SUCCESS;
}
inline XrResult XRAPI_CALL GetSystemBelow(XrInstance instance, const XrSystemGetInfo*,
                                          XrSystemId* id) {
  calls_of_next_entity.push_back("xrGetSystem");
  instance_below = instance;
  *id = 5;
  return XR_SUCCESS;
}
inline XrResult XRAPI_CALL CreateSessionBelow(XrInstance, const XrSessionCreateInfo*,
                                              XrSession* session) {
  *session = kSession;
  return XR_SUCCESS;
}
inline XrResult XRAPI_CALL CreateSwapchainBelow(XrSession, const XrSwapchainCreateInfo*,
                                                XrSwapchain* swapchain) {
  *swapchain = kSwapchain;
  return XR_SUCCESS;
}
inline XrResult XRAPI_CALL EndFrameBelow(XrSession, const XrFrameEndInfo* info) {
  const auto* quad = reinterpret_cast<const XrCompositionLayerQuad*>(info->layers[0]);
  const auto* projection = reinterpret_cast<const XrCompositionLayerProjection*>(info->layers[1]);
  swapchains_of_frame = {quad->subImage.swapchain, projection->views[0].subImage.swapchain};
  return XR_SUCCESS;
}
inline XrResult XRAPI_CALL EndSessionBelow(XrSession session) {
  return session == kSession ? XR_SUCCESS : XR_ERROR_HANDLE_INVALID;
}
inline XrResult XRAPI_CALL PollBelow(XrInstance, XrEventDataBuffer* buffer) {
  XrEventDataSessionStateChanged changed = {};
  changed.type = XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED;
  changed.session = kSession;
  memcpy(static_cast<void*>(buffer), &changed, sizeof(changed));
  return XR_SUCCESS;
}
inline XrResult XRAPI_CALL DestroyBelow(XrInstance) {
  calls_of_next_entity.push_back("xrDestroyInstance");
  return XR_SUCCESS;
}
inline XrResult XRAPI_CALL EnumerateExtensionsBelow(const char* layer, uint32_t, uint32_t* count,
                                                    XrExtensionProperties*) {
  calls_of_next_entity.emplace_back(layer != nullptr ? layer : "");
  *count = 3;
  return XR_ERROR_API_LAYER_NOT_PRESENT;
}
inline XrResult XRAPI_CALL FindBelow(XrInstance, const char* name, PFN_xrVoidFunction* function) {
  const std::string wanted = name;
  *function =
      wanted == "xrGetSystem"         ? reinterpret_cast<PFN_xrVoidFunction>(GetSystemBelow)
      : wanted == "xrCreateSession"   ? reinterpret_cast<PFN_xrVoidFunction>(CreateSessionBelow)
      : wanted == "xrCreateSwapchain" ? reinterpret_cast<PFN_xrVoidFunction>(CreateSwapchainBelow)
      : wanted == "xrEndFrame"        ? reinterpret_cast<PFN_xrVoidFunction>(EndFrameBelow)
      : wanted == "xrPollEvent"       ? reinterpret_cast<PFN_xrVoidFunction>(PollBelow)
      : wanted == "xrEndSession"      ? reinterpret_cast<PFN_xrVoidFunction>(EndSessionBelow)
      : wanted == "xrDestroyInstance" ? reinterpret_cast<PFN_xrVoidFunction>(DestroyBelow)
      : wanted == "xrEnumerateInstanceExtensionProperties"
          ? reinterpret_cast<PFN_xrVoidFunction>(EnumerateExtensionsBelow)
          : nullptr;
  return *function != nullptr ? XR_SUCCESS : XR_ERROR_FUNCTION_UNSUPPORTED;
}

// A copy of a variant with its own configuration, in a chain with two links.
class LayerTest : public OpenXrMockTest {
 protected:
  LayerTest() { calls_of_next_entity.clear(); }

  void Open(const std::string& keys, const std::string& variant = "openxr_layer") {
    OpenCopy("XR_APILAYER_LS_a", keys, variant);
  }

  static XrNegotiateLoaderInfo ValidLoaderInfo() {
    return OpenXrMockTest::ValidLoaderInfo(XR_MAKE_VERSION(1, 1, 0));
  }
  static XrNegotiateApiLayerRequest ValidNegotiationRequest() {
    XrNegotiateApiLayerRequest request = {};
    request.structType = XR_LOADER_INTERFACE_STRUCT_API_LAYER_REQUEST;
    request.structVersion = XR_API_LAYER_INFO_STRUCT_VERSION;
    request.structSize = sizeof(request);
    return request;
  }

  XrResult Negotiate(const char* layer = "XR_APILAYER_LS_a",
                     const char* name = "xrNegotiateLoaderApiLayerInterface") {
    const auto negotiate =
        reinterpret_cast<PFN_xrNegotiateLoaderApiLayerInterface>(dlsym(library_, name));
    if (negotiate == nullptr) return XR_ERROR_FUNCTION_UNSUPPORTED;
    const XrNegotiateLoaderInfo info = ValidLoaderInfo();
    request_ = ValidNegotiationRequest();
    return negotiate(&info, layer, &request_);
  }

  // Makes an instance and a swapchain of a layer that wraps these.
  XrSwapchain CreateSwapchain() {
    Negotiate();
    Create();
    XrSwapchain swapchain = XR_NULL_HANDLE;
    const XrSwapchainCreateInfo info = {};
    EXPECT_EQ(Get<PFN_xrCreateSwapchain>("xrCreateSwapchain")(kSession, &info, &swapchain),
              XR_SUCCESS);
    EXPECT_NE(swapchain, kSwapchain);
    return swapchain;
  }

  XrResult Create(const void* next = nullptr, const std::vector<const char*>& extensions = {},
                  const char* application = "test") {
    XrApiLayerNextInfo last = {};
    strcpy(last.layerName, "XR_APILAYER_LS_last");
    XrApiLayerNextInfo own = {XR_LOADER_INTERFACE_STRUCT_API_LAYER_NEXT_INFO,
                              XR_API_LAYER_NEXT_INFO_STRUCT_VERSION,
                              sizeof(XrApiLayerNextInfo),
                              "XR_APILAYER_LS_a",
                              FindBelow,
                              CreateBelow,
                              &last};
    XrApiLayerCreateInfo layer = {XR_LOADER_INTERFACE_STRUCT_API_LAYER_CREATE_INFO,
                                  XR_API_LAYER_CREATE_INFO_STRUCT_VERSION,
                                  sizeof(XrApiLayerCreateInfo),
                                  nullptr,
                                  "",
                                  &own};
    XrInstanceCreateInfo info = {};
    info.type = XR_TYPE_INSTANCE_CREATE_INFO;
    info.next = next;
    info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
    info.enabledExtensionNames = extensions.data();
    strcpy(info.applicationInfo.applicationName, application);
    return request_.createApiLayerInstance(&info, &layer, &instance_);
  }

  template <typename Function>
  Function Get(const char* name) {
    PFN_xrVoidFunction function = nullptr;
    request_.getInstanceProcAddr(instance_, name, &function);
    return reinterpret_cast<Function>(function);
  }

  XrResult GetSystem() {
    const XrSystemGetInfo info = {XR_TYPE_SYSTEM_GET_INFO, nullptr,
                                  XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
    XrSystemId id = 0;
    return Get<PFN_xrGetSystem>("xrGetSystem")(instance_, &info, &id);
  }

  std::vector<std::string> Events() {
    std::vector<std::string> what;
    for (const auto& event : folder_.ReadTrace("trace")) what.push_back(event["what"].GetString());
    return what;
  }

  XrNegotiateApiLayerRequest request_ = {};
  XrInstance instance_ = XR_NULL_HANDLE;
};

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_OPENXR_LAYER_FIXTURE_H_

// SPDX-License-Identifier: Apache-2.0
// Functions of extensions of the runtime that an application enables and calls through an OpenXR
// API layer: "API Layer Conventions and Rules".

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "suites/openxr_layer/transcript.h"
#include "suites/openxr_layer/xr_script.h"

namespace loadstone::suites::extension_functions {
namespace {

// Their functions take a session, which a layer may wrap, and need neither graphics nor a device.
const std::vector<std::string> kExtensions = {
    "XR_KHR_visibility_mask", "XR_EXT_performance_settings", "XR_FB_display_refresh_rate"};
constexpr char kRuntime[] = R"({"extensions": ["XR_MND_headless", "XR_KHR_visibility_mask",
                                "XR_EXT_performance_settings", "XR_FB_display_refresh_rate"]})";
constexpr char kRefused[] = "refused";
constexpr uint32_t kMost = 64;

void GetMask(const XrScript& script, XrSession session) {
  constexpr auto kStereo = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;
  constexpr auto kType = XR_VISIBILITY_MASK_TYPE_HIDDEN_TRIANGLE_MESH_KHR;
  auto mask = EmptyXr<XrVisibilityMaskKHR>(XR_TYPE_VISIBILITY_MASK_KHR);
  if (XR_FAILED(XR_CALL(script, xrGetVisibilityMaskKHR, session, kStereo, 0u, kType, &mask))) {
    return;
  }
  std::vector<XrVector2f> vertices(std::min(mask.vertexCountOutput, kMost));
  std::vector<uint32_t> indices(std::min(mask.indexCountOutput, kMost));
  mask.vertexCapacityInput = static_cast<uint32_t>(vertices.size());
  mask.indexCapacityInput = static_cast<uint32_t>(indices.size());
  mask.vertices = vertices.data();
  mask.indices = indices.data();
  XR_CALL(script, xrGetVisibilityMaskKHR, session, kStereo, 0u, kType, &mask);
  script.Line(indices.empty() ? "no mask" : "a mask");
}

void UseRates(const XrScript& script, XrSession session) {
  uint32_t count = 0;
  if (XR_FAILED(XR_CALL(script, xrEnumerateDisplayRefreshRatesFB, session, 0u, &count, nullptr))) {
    return;
  }
  std::vector<float> rates(std::min(count, kMost));
  XR_CALL(script, xrEnumerateDisplayRefreshRatesFB, session, static_cast<uint32_t>(rates.size()),
          &count, rates.data());
  script.Line(rates.empty() ? "no rate" : "a rate");
  float rate = 0;
  XR_CALL(script, xrGetDisplayRefreshRateFB, session, &rate);
  script.Line(rate > 0 ? "this rate" : "not this rate");
  if (!rates.empty()) XR_CALL(script, xrRequestDisplayRefreshRateFB, session, rates.front());
}

void UseExtensions(OpenXrApp& app, const LayerNames& layers) {
  if (!CreateXrInstanceBetween(app, layers)) return;
  app.DestroyInstance();
  const XrScript script(app);
  XrInstanceRequest request;
  request.extensions = kExtensions;
  if (!CreateXrInstanceBetween(app, layers, request)) {
    Note(kRefused, "yes");
    return;
  }
  auto info = EmptyXr<XrSystemGetInfo>(XR_TYPE_SYSTEM_GET_INFO);
  info.formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY;
  auto create = EmptyXr<XrSessionCreateInfo>(XR_TYPE_SESSION_CREATE_INFO);
  XR_CALL(script, xrGetSystem, script.instance(), &info, &create.systemId);
  XrSession session = XR_NULL_HANDLE;
  if (!XR_FAILED(XR_CALL(script, xrCreateSession, script.instance(), &create, &session))) {
    GetMask(script, session);
    XR_CALL(script, xrPerfSettingsSetPerformanceLevelEXT, session, XR_PERF_SETTINGS_DOMAIN_CPU_EXT,
            XR_PERF_SETTINGS_LEVEL_SUSTAINED_HIGH_EXT);
    UseRates(script, session);
    XR_CALL(script, xrDestroySession, session);
  }
  app.DestroyInstance();
}

LayerComparison RunExtensions(Case& c) {
  return RunXrTwice(c, UseExtensions, {.above = "{}", .below = "{}", .runtime = kRuntime});
}

// Why the application came to no function of an extension. A layer may have extensions of the
// runtime refused that it does not support.
SkipReason WhyNotEnabled(const LayerComparison& runs) {
  if (Answers(runs.without()).contains(kRefused)) {
    throw HarnessError("without the layer, no instance is created with the extensions");
  }
  if (Answers(runs.with()).contains(kRefused)) {
    return "with the layer, no instance is created with the extensions of the runtime";
  }
  return runs.WhyIncomplete();
}

OPENXR_LAYER_CASE(LS_XR_LAYER_13, functions_of_extensions_make_no_invalid_calls) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunExtensions(c);
  SKIP_FOR(WhyNotEnabled(runs));
  ExpectValidCalls(runs, {kXrBelow, kDefaultRuntime});
}

OPENXR_LAYER_CASE(LS_XR_LAYER_12, functions_of_extensions_return_the_same) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunExtensions(c);
  SKIP_FOR(WhyNotEnabled(runs));
  EXPECT_SEEN(XrTranscript(runs.with()), XrTranscript(runs.without()))
      << "the application sees the same of the extensions as without the layer";
}

}  // namespace
}  // namespace loadstone::suites::extension_functions

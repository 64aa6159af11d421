// SPDX-License-Identifier: Apache-2.0
// Swapchains, and frames with layers, that an application has through an OpenXR API layer: "API
// Layer Conventions and Rules". "Swapchain Image Management" and "Compositing" of the API
// specification.

#include <fmt/format.h>

#include <iterator>
#include <string>
#include <vector>

#include "suites/common/wrapped_handles.h"
#include "suites/openxr_layer/application_commands.h"
#include "suites/openxr_layer/transcript.h"
#include "suites/openxr_layer/xr_script.h"

namespace loadstone::suites::swapchains {
namespace {

constexpr int32_t kPixels = 64;
constexpr uint32_t kViews = 2;
constexpr char kWithLayers[] = "a frame with layers";

struct Drawn {
  XrSession session = XR_NULL_HANDLE;
  XrSpace local = XR_NULL_HANDLE;
  XrSpace view = XR_NULL_HANDLE;
  XrSwapchain scene = XR_NULL_HANDLE;
  XrSwapchain panel = XR_NULL_HANDLE;
};

XrSwapchain MakeSwapchain(const XrScript& script, XrSession session, int64_t format,
                          uint32_t array_size) {
  auto info = EmptyXr<XrSwapchainCreateInfo>(XR_TYPE_SWAPCHAIN_CREATE_INFO);
  info.usageFlags = XR_SWAPCHAIN_USAGE_COLOR_ATTACHMENT_BIT;
  info.format = format;
  info.width = info.height = kPixels;
  info.sampleCount = info.faceCount = info.mipCount = 1;
  info.arraySize = array_size;
  XrSwapchain swapchain = XR_NULL_HANDLE;
  XR_CALL(script, xrCreateSwapchain, session, &info, &swapchain);
  return swapchain;
}

// Returns false without all handles, which the other calls need.
bool Make(const XrScript& script, XrSystemId system, Drawn& drawn) {
  auto info = EmptyXr<XrSessionCreateInfo>(XR_TYPE_SESSION_CREATE_INFO);
  info.systemId = system;
  XR_CALL(script, xrCreateSession, script.instance(), &info, &drawn.session);
  if (drawn.session == XR_NULL_HANDLE) return false;
  uint32_t count = 0;
  int64_t format = 0;
  XR_CALL(script, xrEnumerateSwapchainFormats, drawn.session, 0u, &count, nullptr);
  // A layer may leave the session without formats, because it has no graphics.
  if (count != 1) return false;
  XR_CALL(script, xrEnumerateSwapchainFormats, drawn.session, 1u, &count, &format);
  drawn.local = MakeSpace(script, drawn.session, XR_REFERENCE_SPACE_TYPE_LOCAL);
  drawn.view = MakeSpace(script, drawn.session, XR_REFERENCE_SPACE_TYPE_VIEW);
  drawn.scene = MakeSwapchain(script, drawn.session, format, kViews);
  drawn.panel = MakeSwapchain(script, drawn.session, format, 1);
  return drawn.local != XR_NULL_HANDLE && drawn.view != XR_NULL_HANDLE &&
         drawn.scene != XR_NULL_HANDLE && drawn.panel != XR_NULL_HANDLE;
}

// Draws nothing: the images are of no graphics API.
void Draw(const XrScript& script, XrSwapchain swapchain) {
  uint32_t index = 0;
  auto acquire = EmptyXr<XrSwapchainImageAcquireInfo>(XR_TYPE_SWAPCHAIN_IMAGE_ACQUIRE_INFO);
  XR_CALL(script, xrAcquireSwapchainImage, swapchain, &acquire, &index);
  auto wait = EmptyXr<XrSwapchainImageWaitInfo>(XR_TYPE_SWAPCHAIN_IMAGE_WAIT_INFO);
  wait.timeout = XR_INFINITE_DURATION;
  XR_CALL(script, xrWaitSwapchainImage, swapchain, &wait);
  auto release = EmptyXr<XrSwapchainImageReleaseInfo>(XR_TYPE_SWAPCHAIN_IMAGE_RELEASE_INFO);
  XR_CALL(script, xrReleaseSwapchainImage, swapchain, &release);
}

XrSwapchainSubImage Image(XrSwapchain swapchain, uint32_t layer) {
  return {swapchain, {{0, 0}, {kPixels, kPixels}}, layer};
}

void EndFrame(const XrScript& script, const Drawn& drawn, XrTime time) {
  XrCompositionLayerProjectionView views[kViews];
  for (uint32_t i = 0; i < kViews; ++i) {
    views[i] = EmptyXr<XrCompositionLayerProjectionView>(XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW);
    views[i].pose = Origin();
    views[i].fov = {-1, 1, 1, -1};
    views[i].subImage = Image(drawn.scene, i);
  }
  auto projection = EmptyXr<XrCompositionLayerProjection>(XR_TYPE_COMPOSITION_LAYER_PROJECTION);
  projection.space = drawn.local;
  projection.viewCount = kViews;
  projection.views = views;
  auto quad = EmptyXr<XrCompositionLayerQuad>(XR_TYPE_COMPOSITION_LAYER_QUAD);
  quad.space = drawn.view;
  quad.subImage = Image(drawn.panel, 0);
  quad.pose = Origin();
  quad.size = {1, 1};
  const XrCompositionLayerBaseHeader* layers[] = {
      reinterpret_cast<const XrCompositionLayerBaseHeader*>(&projection),
      reinterpret_cast<const XrCompositionLayerBaseHeader*>(&quad)};
  auto end = EmptyXr<XrFrameEndInfo>(XR_TYPE_FRAME_END_INFO);
  end.displayTime = time;
  end.environmentBlendMode = XR_ENVIRONMENT_BLEND_MODE_OPAQUE;
  end.layerCount = static_cast<uint32_t>(std::size(layers));
  end.layers = layers;
  const XrResult result = XR_CALL(script, xrEndFrame, drawn.session, &end);
  Note(kWithLayers, std::to_string(result));
}

void RunFrame(const XrScript& script, const Drawn& drawn) {
  auto begin = EmptyXr<XrSessionBeginInfo>(XR_TYPE_SESSION_BEGIN_INFO);
  begin.primaryViewConfigurationType = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;
  XR_CALL(script, xrBeginSession, drawn.session, &begin);
  for (XrSwapchain swapchain : {drawn.scene, drawn.panel}) {
    uint32_t count = 0;
    XR_CALL(script, xrEnumerateSwapchainImages, swapchain, 0u, &count, nullptr);
  }
  auto wait = EmptyXr<XrFrameWaitInfo>(XR_TYPE_FRAME_WAIT_INFO);
  auto state = EmptyXr<XrFrameState>(XR_TYPE_FRAME_STATE);
  XR_CALL(script, xrWaitFrame, drawn.session, &wait, &state);
  if (state.predictedDisplayTime <= 0) return;
  auto frame = EmptyXr<XrFrameBeginInfo>(XR_TYPE_FRAME_BEGIN_INFO);
  XR_CALL(script, xrBeginFrame, drawn.session, &frame);
  for (XrSwapchain swapchain : {drawn.scene, drawn.panel}) Draw(script, swapchain);
  EndFrame(script, drawn, state.predictedDisplayTime);
}

void UseSwapchains(OpenXrApp& app, const LayerNames& layers) {
  if (!CreateXrInstanceBetween(app, layers)) return;
  const XrScript script(app);
  auto info = EmptyXr<XrSystemGetInfo>(XR_TYPE_SYSTEM_GET_INFO);
  info.formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY;
  XrSystemId system = XR_NULL_SYSTEM_ID;
  XR_CALL(script, xrGetSystem, script.instance(), &info, &system);
  Drawn drawn;
  if (Make(script, system, drawn)) RunFrame(script, drawn);
  for (XrSwapchain swapchain : {drawn.panel, drawn.scene}) {
    if (swapchain != XR_NULL_HANDLE) XR_CALL(script, xrDestroySwapchain, swapchain);
  }
  for (XrSpace space : {drawn.view, drawn.local}) {
    if (space != XR_NULL_HANDLE) XR_CALL(script, xrDestroySpace, space);
  }
  if (drawn.session != XR_NULL_HANDLE) XR_CALL(script, xrDestroySession, drawn.session);
  app.DestroyInstance();
}

// Why no frame with layers was ended. A layer may refuse swapchains to a session that has no
// graphics.
SkipReason WhyNoFrame(const LayerComparison& runs) {
  if (Answers(runs.without())[kWithLayers] != std::to_string(XR_SUCCESS)) {
    throw HarnessError("without the layer, no frame with layers is ended");
  }
  if (const SkipReason why = runs.WhyNoChain(); !why.empty()) return why;
  if (Answers(runs.with()).contains(kWithLayers)) return {};
  if (const SkipReason why = WhyNotFinished(runs.seen(), kXrSurvives); !why.empty()) return why;
  return "with the layer, a session without graphics has no swapchains";
}

OPENXR_LAYER_CASE(LS_XR_LAYER_13, frames_with_layers_make_no_invalid_calls) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, UseSwapchains);
  SKIP_FOR(WhyNoFrame(runs));
  ExpectValidCalls(runs, {kXrBelow, kDefaultRuntime});
}

// The commands of both applications.
std::vector<std::string> AllCommands() {
  std::vector<std::string> commands = XrApplicationCommands();
  commands.insert(commands.end(), std::begin(kXrOnSwapchains), std::end(kXrOnSwapchains));
  return commands;
}

OPENXR_LAYER_CASE(LS_XR_LAYER_11, calls_that_it_adds_in_frames_go_down) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, UseSwapchains);
  SKIP_FOR(WhyNoFrame(runs));
  SKIP_FOR(runs.WhyIncomplete());
  ExpectAddedCallsGoDown(runs, AllCommands());
}

OPENXR_LAYER_CASE(LS_XR_LAYER_14, wrapped_handles_in_frames_are_unwrapped) {
  SKIP_FOR(WhyNoLibrary(c));
  const LayerComparison runs = RunXrTwice(c, UseSwapchains);
  SKIP_FOR(WhyNoFrame(runs));
  const std::vector<std::string> commands = AllCommands();
  const std::vector<std::string> leaked = LeakedHandles(runs, kDefaultRuntime, commands);
  if (WrappedHandles(runs, commands).empty() && leaked.empty()) {
    GTEST_SKIP() << "the layer wraps none of the objects that the application uses";
  }
  EXPECT_SEEN(leaked, IsEmpty()) << "no call passes a wrapping handle to the runtime, and neither "
                                    "does a layer of a frame";
}

}  // namespace
}  // namespace loadstone::suites::swapchains

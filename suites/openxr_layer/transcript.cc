// SPDX-License-Identifier: Apache-2.0
#include "suites/openxr_layer/transcript.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "suites/openxr_layer/xr_script.h"

namespace loadstone::suites {
namespace {

constexpr char kLine[] = "transcript";

// The length of an array in `call`, which is queried with a capacity of 0.
template <typename Call>
uint32_t CountOf(const XrScript& script, const char* what, const Call& call) {
  uint32_t count = 0;
  if (XR_FAILED(call(0u, &count))) return 0;
  script.Line(fmt::format("there are {} {}", count > 0 ? "some" : "no", what));
  constexpr uint32_t kMost = 64;
  return std::min(count, kMost);
}

void TellNames(const XrScript& script) {
  char result[XR_MAX_RESULT_STRING_SIZE] = {};
  XR_CALL(script, xrResultToString, script.instance(), XR_ERROR_LIMIT_REACHED, result);
  char type[XR_MAX_STRUCTURE_NAME_SIZE] = {};
  XR_CALL(script, xrStructureTypeToString, script.instance(), XR_TYPE_SESSION_CREATE_INFO, type);
  script.Line(fmt::format("the names are {} and {}", result, type));
}

void UsePaths(const XrScript& script) {
  XrPath path = XR_NULL_PATH;
  XR_CALL(script, xrStringToPath, script.instance(), "without a slash", &path);
  if (XR_FAILED(XR_CALL(script, xrStringToPath, script.instance(), "/user/hand/left", &path))) {
    return;
  }
  char text[64] = {};
  uint32_t count = 0;
  XR_CALL(script, xrPathToString, script.instance(), path, 0u, &count, nullptr);
  script.Line(fmt::format("the path needs {} bytes", count));
  const uint32_t exact = std::clamp(count, 2u, uint32_t{sizeof(text)});
  for (const uint32_t room : {1u, 4u, exact - 1}) {
    XR_CALL(script, xrPathToString, script.instance(), path, room, &count, text);
    script.Line(fmt::format("the path needs {} bytes", count));
  }
  for (const uint32_t room : {exact, uint32_t{sizeof(text)}}) {
    XR_CALL(script, xrPathToString, script.instance(), path, room, &count, text);
    script.Line(fmt::format("the path is {}", text));
  }
}

// Layers may add to these lists, and change what is in them, except what is in the transcript.
void UseSystem(const XrScript& script, XrSystemId system) {
  auto properties = EmptyXr<XrSystemProperties>(XR_TYPE_SYSTEM_PROPERTIES);
  XR_CALL(script, xrGetSystemProperties, script.instance(), system, &properties);
  script.Line(properties.systemId == system ? "of this system" : "of another system");
  const auto types_call = [&](uint32_t capacity, uint32_t* count,
                              XrViewConfigurationType* types = nullptr) {
    return XR_CALL(script, xrEnumerateViewConfigurations, script.instance(), system, capacity,
                   count, types);
  };
  uint32_t count = CountOf(script, "view configurations", types_call);
  std::vector<XrViewConfigurationType> types(count);
  if (count > 0) types_call(count, &count, types.data());
  constexpr auto kStereo = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;
  script.Line(std::count(types.begin(), types.end(), kStereo) > 0 ? "with stereo" : "no stereo");
  auto stereo = EmptyXr<XrViewConfigurationProperties>(XR_TYPE_VIEW_CONFIGURATION_PROPERTIES);
  XR_CALL(script, xrGetViewConfigurationProperties, script.instance(), system, kStereo, &stereo);
  script.Line(stereo.viewConfigurationType == kStereo ? "of stereo" : "of something else");
  const auto views_call = [&](uint32_t capacity, uint32_t* views_count,
                              XrViewConfigurationView* views = nullptr) {
    return XR_CALL(script, xrEnumerateViewConfigurationViews, script.instance(), system, kStereo,
                   capacity, views_count, views);
  };
  count = CountOf(script, "views", views_call);
  std::vector<XrViewConfigurationView> views(
      count, EmptyXr<XrViewConfigurationView>(XR_TYPE_VIEW_CONFIGURATION_VIEW));
  // A stereo configuration has two views, so that one is too little.
  if (count == 2) {
    views_call(1, &count, views.data());
    script.Line(fmt::format("with too little room there are {} views", count));
  }
  if (count > 0) views_call(count, &count, views.data());
  const bool sized = std::all_of(views.begin(), views.end(), [](const auto& view) {
    return view.recommendedImageRectWidth > 0 && view.recommendedSwapchainSampleCount > 0;
  });
  script.Line(fmt::format("{} views {}", views.size(), sized ? "with sizes" : "without a size"));
  const auto modes_call = [&](uint32_t capacity, uint32_t* modes_count,
                              XrEnvironmentBlendMode* modes = nullptr) {
    return XR_CALL(script, xrEnumerateEnvironmentBlendModes, script.instance(), system, kStereo,
                   capacity, modes_count, modes);
  };
  count = CountOf(script, "blend modes", modes_call);
  std::vector<XrEnvironmentBlendMode> modes(count);
  if (count > 0) modes_call(count, &count, modes.data());
  script.Line(std::count(modes.begin(), modes.end(), XR_ENVIRONMENT_BLEND_MODE_OPAQUE) > 0
                  ? "with opaque"
                  : "not with opaque");
}

// An instance from its creation to its destruction.
void RunLife(OpenXrApp& app, const LayerNames& layers) {
  const XrScript script(app);
  const bool created = CreateXrInstanceBetween(app, layers);
  script.Line(created ? "an instance" : "no instance");
  if (!created) return;
  UseXrInstance(script);
  script.Line(fmt::format("xrDestroyInstance gives {}", static_cast<int>(app.DestroyInstance())));
}

}  // namespace

void XrScript::Line(const std::string& text) const {
  if (last_.empty()) AppEvent(kLine).Add("line", text);
}

void XrScript::AddResult(const char* command, XrResult result) const {
  Line(fmt::format("{} gives {}", command, static_cast<int>(result)));
}

void UseXrInstance(const XrScript& script) {
  auto properties = EmptyXr<XrInstanceProperties>(XR_TYPE_INSTANCE_PROPERTIES);
  XR_CALL(script, xrGetInstanceProperties, script.instance(), &properties);
  script.Line(std::string("the runtime is ") + properties.runtimeName);
  TellNames(script);
  UsePaths(script);
  auto info = EmptyXr<XrSystemGetInfo>(XR_TYPE_SYSTEM_GET_INFO);
  info.formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY;
  XrSystemId system = XR_NULL_SYSTEM_ID;
  if (XR_FAILED(XR_CALL(script, xrGetSystem, script.instance(), &info, &system))) return;
  UseSystem(script, system);
  UseXrSessions(script, system);
}

void RunXrApplication(OpenXrApp& app, const LayerNames& layers) {
  RunLife(app, layers);
  // What a layer keeps of the first instance must not be in the way of the next one.
  RunLife(app, layers);
}

std::optional<XrResult> RunXrApplicationUntil(OpenXrApp& app, const std::string& last) {
  try {
    UseXrInstance(XrScript(app, last));
  } catch (const XrScript::Ended& ended) {
    return ended.result;
  }
  return std::nullopt;
}

std::vector<std::string> XrTranscript(const std::vector<Event>& events) {
  std::vector<std::string> lines;
  for (const Event& event : Of(events, kAppName, kLine)) lines.push_back(event.Text("line"));
  return lines;
}

}  // namespace loadstone::suites

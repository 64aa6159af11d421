// SPDX-License-Identifier: Apache-2.0
#include "suites/openxr_layer/transcript.h"

#include <fmt/format.h>

namespace loadstone::suites {
namespace {

constexpr char kLine[] = "transcript";

bool Say(const char* call, XrResult result) {
  AppEvent(kLine).Add("line", fmt::format("{} gives {}", call, static_cast<int>(result)));
  return result == XR_SUCCESS;
}

template <typename Type>
Type Empty(XrStructureType type) {
  Type structure = {};
  structure.type = type;
  return structure;
}

void UseSession(OpenXrApp& app, XrSystemId system) {
  auto info = Empty<XrSessionCreateInfo>(XR_TYPE_SESSION_CREATE_INFO);
  info.systemId = system;
  XrSession session = XR_NULL_HANDLE;
  if (!Say("xrCreateSession",
           app.Get<PFN_xrCreateSession>("xrCreateSession")(app.instance(), &info, &session))) {
    return;
  }
  auto space_info = Empty<XrReferenceSpaceCreateInfo>(XR_TYPE_REFERENCE_SPACE_CREATE_INFO);
  space_info.referenceSpaceType = XR_REFERENCE_SPACE_TYPE_LOCAL;
  space_info.poseInReferenceSpace.orientation.w = 1;
  XrSpace space = XR_NULL_HANDLE;
  if (Say("xrCreateReferenceSpace", app.Get<PFN_xrCreateReferenceSpace>("xrCreateReferenceSpace")(
                                        session, &space_info, &space))) {
    Say("xrDestroySpace", app.Get<PFN_xrDestroySpace>("xrDestroySpace")(space));
  }
  Say("xrDestroySession", app.Get<PFN_xrDestroySession>("xrDestroySession")(session));
}

void UsePaths(OpenXrApp& app) {
  XrPath path = XR_NULL_PATH;
  if (!Say("xrStringToPath", app.Get<PFN_xrStringToPath>("xrStringToPath")(
                                 app.instance(), "/user/hand/left", &path))) {
    return;
  }
  char text[64] = {};
  uint32_t count = 0;
  Say("xrPathToString", app.Get<PFN_xrPathToString>("xrPathToString")(app.instance(), path,
                                                                      sizeof(text), &count, text));
  AppEvent(kLine).Add("line", std::string("the path is ") + text);
}

}  // namespace

void RunXrApplication(OpenXrApp& app, const LayerNames& layers) {
  const bool created = CreateXrInstanceBetween(app, layers);
  AppEvent(kLine).Add("line", created ? "an instance" : "no instance");
  if (!created) return;
  auto properties = Empty<XrInstanceProperties>(XR_TYPE_INSTANCE_PROPERTIES);
  Say("xrGetInstanceProperties",
      app.Get<PFN_xrGetInstanceProperties>("xrGetInstanceProperties")(app.instance(), &properties));
  AppEvent(kLine).Add("line", std::string("the runtime is ") + properties.runtimeName);
  auto system_info = Empty<XrSystemGetInfo>(XR_TYPE_SYSTEM_GET_INFO);
  system_info.formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY;
  XrSystemId system = XR_NULL_SYSTEM_ID;
  const bool found = Say("xrGetSystem", app.Get<PFN_xrGetSystem>("xrGetSystem")(
                                            app.instance(), &system_info, &system));
  UsePaths(app);
  if (found) UseSession(app, system);
  Say("xrDestroyInstance", app.DestroyInstance());
}

std::vector<std::string> XrTranscript(const std::vector<Event>& events) {
  std::vector<std::string> lines;
  for (const Event& event : Of(events, kAppName, kLine)) lines.push_back(event.Text("line"));
  return lines;
}

}  // namespace loadstone::suites

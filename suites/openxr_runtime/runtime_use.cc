// SPDX-License-Identifier: Apache-2.0
// What an application does with an instance of a runtime. No frames: to wait for one may take as
// long as the runtime's display does.
#include "suites/openxr_runtime/runtime_use.h"

#include <cstring>

namespace loadstone::suites {
namespace {

constexpr int kPolls = 16;

XrPath PathOf(const RuntimeApp& app, const char* text) {
  XrPath path = XR_NULL_PATH;
  RUNTIME_CALL(app, xrStringToPath, app.instance(), text, &path);
  return path;
}

void UseActions(const RuntimeApp& app) {
  XrActionSetCreateInfo set_info = {XR_TYPE_ACTION_SET_CREATE_INFO, nullptr, "main", "Main", 0};
  XrActionSet set = XR_NULL_HANDLE;
  if (RUNTIME_CALL(app, xrCreateActionSet, app.instance(), &set_info, &set) != XR_SUCCESS) return;
  XrActionCreateInfo info = {};
  info.type = XR_TYPE_ACTION_CREATE_INFO;
  info.actionType = XR_ACTION_TYPE_BOOLEAN_INPUT;
  std::strcpy(info.actionName, "button");
  std::strcpy(info.localizedActionName, "Button");
  XrAction action = XR_NULL_HANDLE;
  if (RUNTIME_CALL(app, xrCreateAction, set, &info, &action) == XR_SUCCESS) {
    const XrActionSuggestedBinding binding = {action,
                                              PathOf(app, "/user/hand/left/input/select/click")};
    const XrInteractionProfileSuggestedBinding bindings = {
        XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING, nullptr,
        PathOf(app, "/interaction_profiles/khr/simple_controller"), 1, &binding};
    RUNTIME_CALL(app, xrSuggestInteractionProfileBindings, app.instance(), &bindings);
    RUNTIME_CALL(app, xrDestroyAction, action);
  }
  RUNTIME_CALL(app, xrDestroyActionSet, set);
}

void UseSession(const RuntimeApp& app, XrSession session) {
  XrReferenceSpaceCreateInfo info = {};
  info.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO;
  info.referenceSpaceType = XR_REFERENCE_SPACE_TYPE_LOCAL;
  info.poseInReferenceSpace.orientation.w = 1;
  XrSpace space = XR_NULL_HANDLE;
  if (RUNTIME_CALL(app, xrCreateReferenceSpace, session, &info, &space) == XR_SUCCESS) {
    RUNTIME_CALL(app, xrDestroySpace, space);
  }
  if (!Reaches(app, XR_SESSION_STATE_READY)) return;
  const XrSessionBeginInfo begin = {XR_TYPE_SESSION_BEGIN_INFO, nullptr,
                                    XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO};
  if (RUNTIME_CALL(app, xrBeginSession, session, &begin) != XR_SUCCESS) return;
  RUNTIME_CALL(app, xrRequestExitSession, session);
  if (Reaches(app, XR_SESSION_STATE_STOPPING)) RUNTIME_CALL(app, xrEndSession, session);
}

}  // namespace

bool Reaches(const RuntimeApp& app, XrSessionState state) {
  bool reached = false;
  for (int poll = 0; poll < kPolls; ++poll) {
    XrEventDataBuffer buffer = {};
    buffer.type = XR_TYPE_EVENT_DATA_BUFFER;
    if (RUNTIME_CALL(app, xrPollEvent, app.instance(), &buffer) != XR_SUCCESS) break;
    if (buffer.type != XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED) continue;
    XrEventDataSessionStateChanged changed;
    std::memcpy(&changed, &buffer, sizeof(changed));
    reached = reached || changed.state == state;
  }
  return reached;
}

XrSystemId FindSystem(const RuntimeApp& app) {
  const XrSystemGetInfo info = {XR_TYPE_SYSTEM_GET_INFO, nullptr,
                                XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
  XrSystemId system = XR_NULL_SYSTEM_ID;
  RUNTIME_CALL(app, xrGetSystem, app.instance(), &info, &system);
  return system;
}

XrSession CreateHeadlessSession(const RuntimeApp& app, XrSystemId system) {
  XrSession session = XR_NULL_HANDLE;
  if (!app.HasHeadless() || system == XR_NULL_SYSTEM_ID) return session;
  const XrSessionCreateInfo info = {XR_TYPE_SESSION_CREATE_INFO, nullptr, 0, system};
  RUNTIME_CALL(app, xrCreateSession, app.instance(), &info, &session);
  return session;
}

void RuntimeApp::UseInstance() {
  XrInstanceProperties properties = {};
  properties.type = XR_TYPE_INSTANCE_PROPERTIES;
  RUNTIME_CALL(*this, xrGetInstanceProperties, instance_, &properties);
  const XrPath path = PathOf(*this, "/user/hand/left");
  char text[64] = {};
  uint32_t count = 0;
  if (path != XR_NULL_PATH) {
    RUNTIME_CALL(*this, xrPathToString, instance_, path, uint32_t{sizeof(text)}, &count, text);
  }
  UseActions(*this);
  const XrSystemId system = FindSystem(*this);
  if (system == XR_NULL_SYSTEM_ID) return;
  XrSystemProperties of_system = {};
  of_system.type = XR_TYPE_SYSTEM_PROPERTIES;
  RUNTIME_CALL(*this, xrGetSystemProperties, instance_, system, &of_system);
  RUNTIME_CALL(*this, xrEnumerateViewConfigurations, instance_, system, 0u, &count, nullptr);
  for (int number = 0; number < 2; ++number) {
    const XrSession session = CreateHeadlessSession(*this, system);
    if (session == XR_NULL_HANDLE) return;
    UseSession(*this, session);
    RUNTIME_CALL(*this, xrDestroySession, session);
  }
}

}  // namespace loadstone::suites

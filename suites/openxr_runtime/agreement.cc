// SPDX-License-Identifier: Apache-2.0
// LS_XR_RUNTIME_22: what a runtime says of paths, systems, sessions and actions agrees with what it
// said before, and with the chapters of the API specification on them.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>

#include "suites/openxr_runtime/runtime_use.h"

namespace loadstone::suites::agreement {
namespace {

constexpr char kWrong[] = "wrong";
constexpr char kWrongLater[] = "wrong with the second instance";
constexpr char kLeft[] = "/user/hand/left";
constexpr char kRight[] = "/user/hand/right";

// A runtime may give up at any time, for example because a service is not there.
bool IsGivenUp(XrResult result) {
  return result == XR_ERROR_RUNTIME_FAILURE || result == XR_ERROR_OUT_OF_MEMORY ||
         result == XR_ERROR_LIMIT_REACHED || result == XR_ERROR_INSTANCE_LOST ||
         result == XR_ERROR_SESSION_LOST || result == XR_SESSION_LOSS_PENDING ||
         result == XR_ERROR_RUNTIME_UNAVAILABLE || result == XR_ERROR_FUNCTION_UNSUPPORTED;
}

// Collects answers that do not agree.
class Answered {
 public:
  explicit Answered(RuntimeApp& app) : app_(app) {}
  RuntimeApp& app() { return app_; }

  void Expect(bool holds, const std::string& what) {
    if (!holds) wrong_.push_back(what);
  }
  // Whether the result is the expected one, or any success where that is a success. Adds any other
  // one, except where the runtime gives up.
  bool Result(const char* what, XrResult expected, XrResult result) {
    const bool right = XR_SUCCEEDED(expected) ? XR_SUCCEEDED(result) : result == expected;
    if (!right && !IsGivenUp(result)) {
      wrong_.push_back(fmt::format("{} gives XrResult {} instead of {}", what,
                                   static_cast<int>(result), static_cast<int>(expected)));
    }
    return right && !IsGivenUp(result);
  }
  std::string Text() const { return fmt::format("{}", fmt::join(wrong_, "; ")); }

 private:
  RuntimeApp& app_;
  std::vector<std::string> wrong_;
};

XrPath PathOf(Answered& answered, const char* text) {
  XrPath path = XR_NULL_PATH;
  answered.Result(
      "xrStringToPath", XR_SUCCESS,
      RUNTIME_CALL(answered.app(), xrStringToPath, answered.app().instance(), text, &path));
  return path;
}

void UsePaths(Answered& answered) {
  RuntimeApp& app = answered.app();
  const XrPath left = PathOf(answered, kLeft);
  const XrPath right = PathOf(answered, kRight);
  if (left == XR_NULL_PATH || right == XR_NULL_PATH) return;
  answered.Expect(left != right, "two texts have one path");
  answered.Expect(left == PathOf(answered, kLeft), "a text has another path the second time");
  answered.Expect(right == PathOf(answered, kRight), "a text has another path the second time");
  char text[XR_MAX_PATH_LENGTH] = {};
  uint32_t count = 0;
  if (answered.Result("xrPathToString", XR_SUCCESS,
                      RUNTIME_CALL(app, xrPathToString, app.instance(), right,
                                   uint32_t{sizeof(text)}, &count, text))) {
    answered.Expect(
        std::strcmp(text, kRight) == 0 && count == sizeof(kRight),
        fmt::format("xrPathToString gives \"{}\", {} bytes, of {}", text, count, kRight));
  }
  XrPath none = XR_NULL_PATH;
  answered.Result("xrStringToPath of a text without a slash", XR_ERROR_PATH_FORMAT_INVALID,
                  RUNTIME_CALL(app, xrStringToPath, app.instance(), "user", &none));
}

void UseNames(Answered& answered) {
  RuntimeApp& app = answered.app();
  const auto expect = [&](XrResult value, const char* name) {
    char text[XR_MAX_RESULT_STRING_SIZE] = {};
    char* out = text;
    if (answered.Result("xrResultToString", XR_SUCCESS,
                        RUNTIME_CALL(app, xrResultToString, app.instance(), value, out))) {
      answered.Expect(std::strcmp(text, name) == 0,
                      fmt::format("xrResultToString gives \"{}\" instead of {}", text, name));
    }
  };
  expect(XR_SUCCESS, "XR_SUCCESS");
  expect(XR_ERROR_HANDLE_INVALID, "XR_ERROR_HANDLE_INVALID");
  expect(static_cast<XrResult>(1999999999), "XR_UNKNOWN_SUCCESS_1999999999");
  expect(static_cast<XrResult>(-1999999999), "XR_UNKNOWN_FAILURE_-1999999999");
}

void UseNamesOfTypes(Answered& answered) {
  RuntimeApp& app = answered.app();
  const auto expect = [&](XrStructureType type, const char* name) {
    char text[XR_MAX_STRUCTURE_NAME_SIZE] = {};
    char* out = text;
    if (answered.Result("xrStructureTypeToString", XR_SUCCESS,
                        RUNTIME_CALL(app, xrStructureTypeToString, app.instance(), type, out))) {
      answered.Expect(
          std::strcmp(text, name) == 0,
          fmt::format("xrStructureTypeToString gives \"{}\" instead of {}", text, name));
    }
  };
  expect(XR_TYPE_INSTANCE_CREATE_INFO, "XR_TYPE_INSTANCE_CREATE_INFO");
  expect(XR_TYPE_EVENT_DATA_BUFFER, "XR_TYPE_EVENT_DATA_BUFFER");
  expect(static_cast<XrStructureType>(1999999999), "XR_UNKNOWN_STRUCTURE_TYPE_1999999999");
}

XrSystemId UseSystem(Answered& answered) {
  RuntimeApp& app = answered.app();
  const XrSystemId system = FindSystem(app);
  if (system == XR_NULL_SYSTEM_ID) return system;
  XrSystemProperties properties = {};
  properties.type = XR_TYPE_SYSTEM_PROPERTIES;
  if (answered.Result(
          "xrGetSystemProperties", XR_SUCCESS,
          RUNTIME_CALL(app, xrGetSystemProperties, app.instance(), system, &properties))) {
    answered.Expect(properties.systemId == system, "xrGetSystemProperties gives another system");
    answered.Expect(properties.graphicsProperties.maxLayerCount >= 16,
                    fmt::format("maxLayerCount is {}, less than 16",
                                properties.graphicsProperties.maxLayerCount));
  }
  return system;
}

// An action set with one action of each of two types, and one that is never attached.
struct Actions {
  XrActionSet set = XR_NULL_HANDLE;
  XrActionSet other_set = XR_NULL_HANDLE;
  XrAction button = XR_NULL_HANDLE;
  XrAction pose = XR_NULL_HANDLE;
  XrAction other = XR_NULL_HANDLE;
};

XrActionSet MakeSet(Answered& answered, const char* name) {
  RuntimeApp& app = answered.app();
  XrActionSetCreateInfo info = {};
  info.type = XR_TYPE_ACTION_SET_CREATE_INFO;
  std::strcpy(info.actionSetName, name);
  std::strcpy(info.localizedActionSetName, name);
  XrActionSet set = XR_NULL_HANDLE;
  answered.Result("xrCreateActionSet", XR_SUCCESS,
                  RUNTIME_CALL(app, xrCreateActionSet, app.instance(), &info, &set));
  return set;
}

XrAction MakeAction(Answered& answered, XrActionSet set, const char* name, XrActionType type,
                    XrResult expected = XR_SUCCESS) {
  XrActionCreateInfo info = {};
  info.type = XR_TYPE_ACTION_CREATE_INFO;
  info.actionType = type;
  std::strcpy(info.actionName, name);
  std::strcpy(info.localizedActionName, name);
  XrAction action = XR_NULL_HANDLE;
  answered.Result("xrCreateAction", expected,
                  RUNTIME_CALL(answered.app(), xrCreateAction, set, &info, &action));
  return action;
}

XrResult Suggest(Answered& answered, XrAction action) {
  RuntimeApp& app = answered.app();
  const XrActionSuggestedBinding binding = {action,
                                            PathOf(answered, "/user/hand/left/input/select/click")};
  const XrInteractionProfileSuggestedBinding info = {
      XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING, nullptr,
      PathOf(answered, "/interaction_profiles/khr/simple_controller"), 1, &binding};
  return RUNTIME_CALL(app, xrSuggestInteractionProfileBindings, app.instance(), &info);
}

XrResult Attach(Answered& answered, XrSession session, XrActionSet set) {
  const XrSessionActionSetsAttachInfo info = {XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO, nullptr, 1,
                                              &set};
  return RUNTIME_CALL(answered.app(), xrAttachSessionActionSets, session, &info);
}

XrResult Sync(Answered& answered, XrSession session, XrActionSet set) {
  const XrActiveActionSet active = {set, XR_NULL_PATH};
  const XrActionsSyncInfo info = {XR_TYPE_ACTIONS_SYNC_INFO, nullptr, 1, &active};
  return RUNTIME_CALL(answered.app(), xrSyncActions, session, &info);
}

// States of actions: of the attached button, as another type, and of an action without a session.
void AskForStates(Answered& answered, XrSession session, const Actions& actions) {
  RuntimeApp& app = answered.app();
  XrActionStateGetInfo info = {};
  info.type = XR_TYPE_ACTION_STATE_GET_INFO;
  info.action = actions.button;
  XrActionStateBoolean state;
  std::memset(&state, 0x5a, sizeof(state));  // no value of a state
  state.type = XR_TYPE_ACTION_STATE_BOOLEAN;
  state.next = nullptr;
  if (answered.Result("xrGetActionStateBoolean", XR_SUCCESS,
                      RUNTIME_CALL(app, xrGetActionStateBoolean, session, &info, &state))) {
    answered.Expect(state.isActive <= XR_TRUE && state.currentState <= XR_TRUE &&
                        state.changedSinceLastSync <= XR_TRUE &&
                        state.type == XR_TYPE_ACTION_STATE_BOOLEAN,
                    "xrGetActionStateBoolean gives a state that is none");
  }
  XrActionStateFloat number = {};
  number.type = XR_TYPE_ACTION_STATE_FLOAT;
  answered.Result("xrGetActionStateFloat of a boolean action", XR_ERROR_ACTION_TYPE_MISMATCH,
                  RUNTIME_CALL(app, xrGetActionStateFloat, session, &info, &number));
  info.action = actions.other;
  answered.Result("xrGetActionStateBoolean of an action that is not attached",
                  XR_ERROR_ACTIONSET_NOT_ATTACHED,
                  RUNTIME_CALL(app, xrGetActionStateBoolean, session, &info, &state));
}

void MakeActionSpaces(Answered& answered, XrSession session, const Actions& actions) {
  RuntimeApp& app = answered.app();
  XrActionSpaceCreateInfo info = {};
  info.type = XR_TYPE_ACTION_SPACE_CREATE_INFO;
  info.action = actions.pose;
  info.poseInActionSpace.orientation.w = 1;
  XrSpace space = XR_NULL_HANDLE;
  if (answered.Result("xrCreateActionSpace", XR_SUCCESS,
                      RUNTIME_CALL(app, xrCreateActionSpace, session, &info, &space))) {
    answered.Expect(space != XR_NULL_HANDLE, "xrCreateActionSpace gives no handle");
    answered.Result("xrDestroySpace", XR_SUCCESS, RUNTIME_CALL(app, xrDestroySpace, space));
  }
  info.action = actions.button;
  answered.Result("xrCreateActionSpace of a boolean action", XR_ERROR_ACTION_TYPE_MISMATCH,
                  RUNTIME_CALL(app, xrCreateActionSpace, session, &info, &space));
}

Actions MakeActions(Answered& answered) {
  Actions actions;
  actions.set = MakeSet(answered, "first");
  actions.other_set = MakeSet(answered, "second");
  if (actions.set == XR_NULL_HANDLE || actions.other_set == XR_NULL_HANDLE) return actions;
  actions.button = MakeAction(answered, actions.set, "button", XR_ACTION_TYPE_BOOLEAN_INPUT);
  actions.pose = MakeAction(answered, actions.set, "pose", XR_ACTION_TYPE_POSE_INPUT);
  actions.other = MakeAction(answered, actions.other_set, "other", XR_ACTION_TYPE_BOOLEAN_INPUT);
  return actions;
}

void UseActions(Answered& answered, XrSession session) {
  const Actions actions = MakeActions(answered);
  if (actions.button == XR_NULL_HANDLE || actions.pose == XR_NULL_HANDLE ||
      actions.other == XR_NULL_HANDLE) {
    return;
  }
  answered.Result("xrSuggestInteractionProfileBindings", XR_SUCCESS,
                  Suggest(answered, actions.button));
  if (!answered.Result("xrAttachSessionActionSets", XR_SUCCESS,
                       Attach(answered, session, actions.set))) {
    return;
  }
  answered.Result("a second xrAttachSessionActionSets", XR_ERROR_ACTIONSETS_ALREADY_ATTACHED,
                  Attach(answered, session, actions.other_set));
  MakeAction(answered, actions.set, "later", XR_ACTION_TYPE_BOOLEAN_INPUT,
             XR_ERROR_ACTIONSETS_ALREADY_ATTACHED);
  answered.Result("xrSuggestInteractionProfileBindings for an attached set",
                  XR_ERROR_ACTIONSETS_ALREADY_ATTACHED, Suggest(answered, actions.button));
  answered.Result("xrSyncActions", XR_SUCCESS, Sync(answered, session, actions.set));
  answered.Result("xrSyncActions of a set that is not attached", XR_ERROR_ACTIONSET_NOT_ATTACHED,
                  Sync(answered, session, actions.other_set));
  AskForStates(answered, session, actions);
  MakeActionSpaces(answered, session, actions);
}

void UseReferenceSpaces(Answered& answered, XrSession session) {
  RuntimeApp& app = answered.app();
  XrReferenceSpaceType types[64] = {};
  uint32_t count = 0;
  if (!answered.Result("xrEnumerateReferenceSpaces", XR_SUCCESS,
                       RUNTIME_CALL(app, xrEnumerateReferenceSpaces, session,
                                    uint32_t{std::size(types)}, &count, types))) {
    return;
  }
  auto* const end = types + std::min<size_t>(count, std::size(types));
  for (const auto type : {XR_REFERENCE_SPACE_TYPE_VIEW, XR_REFERENCE_SPACE_TYPE_LOCAL,
                          XR_REFERENCE_SPACE_TYPE_STAGE}) {
    const bool listed = std::find(types, end, type) != end;
    answered.Expect(listed || type == XR_REFERENCE_SPACE_TYPE_STAGE,
                    fmt::format("reference space {} is not listed", static_cast<int>(type)));
    XrReferenceSpaceCreateInfo info = {};
    info.type = XR_TYPE_REFERENCE_SPACE_CREATE_INFO;
    info.referenceSpaceType = type;
    info.poseInReferenceSpace.orientation.w = 1;
    XrSpace space = XR_NULL_HANDLE;
    const XrResult expected = listed ? XR_SUCCESS : XR_ERROR_REFERENCE_SPACE_UNSUPPORTED;
    if (answered.Result("xrCreateReferenceSpace", expected,
                        RUNTIME_CALL(app, xrCreateReferenceSpace, session, &info, &space)) &&
        listed) {
      answered.Expect(space != XR_NULL_HANDLE, "xrCreateReferenceSpace gives no handle");
      answered.Result("xrDestroySpace", XR_SUCCESS, RUNTIME_CALL(app, xrDestroySpace, space));
    }
  }
}

// The states of a session that its calls depend on. Whether a session that never submits a frame is
// told to stop, and when, is the runtime's choice.
void RunSession(Answered& answered, XrSession session) {
  RuntimeApp& app = answered.app();
  answered.Result("xrEndSession of a session that has not begun", XR_ERROR_SESSION_NOT_RUNNING,
                  RUNTIME_CALL(app, xrEndSession, session));
  answered.Result("xrRequestExitSession of a session that has not begun",
                  XR_ERROR_SESSION_NOT_RUNNING, RUNTIME_CALL(app, xrRequestExitSession, session));
  if (!Reaches(app, XR_SESSION_STATE_READY)) return;
  const XrSessionBeginInfo begin = {XR_TYPE_SESSION_BEGIN_INFO, nullptr,
                                    XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO};
  if (!XR_SUCCEEDED(RUNTIME_CALL(app, xrBeginSession, session, &begin))) return;
  answered.Result("xrBeginSession of a session that runs", XR_ERROR_SESSION_RUNNING,
                  RUNTIME_CALL(app, xrBeginSession, session, &begin));
  answered.Result("xrEndSession of a session that is not stopping", XR_ERROR_SESSION_NOT_STOPPING,
                  RUNTIME_CALL(app, xrEndSession, session));
  answered.Result("xrRequestExitSession", XR_SUCCESS,
                  RUNTIME_CALL(app, xrRequestExitSession, session));
  if (!Reaches(app, XR_SESSION_STATE_STOPPING)) return;
  if (!answered.Result("xrEndSession of a session that is stopping", XR_SUCCESS,
                       RUNTIME_CALL(app, xrEndSession, session))) {
    return;
  }
  answered.Result("xrEndSession of a session that has ended", XR_ERROR_SESSION_NOT_RUNNING,
                  RUNTIME_CALL(app, xrEndSession, session));
}

// A second session beside the first one, which works afterwards as before. A runtime may support
// one session at a time.
void UseAnotherSession(Answered& answered, XrSystemId system, XrSession session) {
  const XrSession other = CreateHeadlessSession(answered.app(), system);
  if (other == XR_NULL_HANDLE) return;
  answered.Expect(other != session, "two sessions have one handle");
  answered.Result("xrDestroySession of the second session", XR_SUCCESS,
                  RUNTIME_CALL(answered.app(), xrDestroySession, other));
}

void UseInstance(RuntimeApp& app, const char* question) {
  Answered answered(app);
  UsePaths(answered);
  UseNames(answered);
  UseNamesOfTypes(answered);
  const XrSystemId system = UseSystem(answered);
  const XrSession session = CreateHeadlessSession(app, system);
  if (session != XR_NULL_HANDLE) {
    UseAnotherSession(answered, system, session);
    UseReferenceSpaces(answered, session);
    UseActions(answered, session);
    RunSession(answered, session);
    answered.Result("xrDestroySession", XR_SUCCESS, RUNTIME_CALL(app, xrDestroySession, session));
  }
  Note(question, answered.Text());
}

OPENXR_RUNTIME_CASE(LS_XR_RUNTIME_22, answers_agree_with_each_other) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunRuntime(c, [](const ComponentUnderTest& runtime) {
    RuntimeApp app(runtime);
    for (const char* question : {kWrong, kWrongLater}) {
      if (!app.usable()) return;
      const XrResult created = app.CreateInstance({.headless = true});
      if (question == kWrongLater) Note("instance", "0");  // the result of the first one
      if (created != XR_SUCCESS) return;
      UseInstance(app, question);
      app.DestroyInstance();
    }
  });
  SKIP_FOR(WhyNoXrInstance(seen));
  SKIP_FOR(WhyRuntimeDidNotAnswer(seen, kWrong));
  SKIP_FOR(WhyRuntimeNotSeen(seen));
  for (const char* question : {kWrong, kWrongLater}) {
    EXPECT_SEEN(Answers(seen.events())[question], "")
        << "what the runtime answers about paths, results, its system, and without graphics about "
           "sessions, spaces and actions, agrees with its earlier answers, for each instance";
  }
}

}  // namespace
}  // namespace loadstone::suites::agreement

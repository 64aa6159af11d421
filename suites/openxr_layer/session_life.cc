// SPDX-License-Identifier: Apache-2.0
// What the application of these cases does with sessions: "Session", "Rendering", "Spaces" and
// "Input and Haptics" of the API specification. All of its calls are valid; some are out of order,
// for which the specification demands an error.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string_view>
#include <vector>

#include "suites/openxr_layer/xr_script.h"

namespace loadstone::suites::session_life {
namespace {

// More than a session causes at a time, because a layer may add events of its own.
constexpr int kPolls = 6;
constexpr int kFrames = 2;
constexpr XrBool32 kUnwritten = 77;

struct Actions {
  XrActionSet set = XR_NULL_HANDLE;
  XrAction button = XR_NULL_HANDLE;
  XrAction trigger = XR_NULL_HANDLE;
  XrAction stick = XR_NULL_HANDLE;
  XrAction hand = XR_NULL_HANDLE;
  XrAction buzz = XR_NULL_HANDLE;
};

template <size_t kRoom>
void CopyText(char (&to)[kRoom], std::string_view from) {
  from.copy(to, kRoom - 1);
}

XrPath PathOf(const XrScript& script, const char* text) {
  XrPath path = XR_NULL_PATH;
  XR_CALL(script, xrStringToPath, script.instance(), text, &path);
  return path;
}

XrAction MakeAction(const XrScript& script, XrActionSet set, const char* name, XrActionType type) {
  auto info = EmptyXr<XrActionCreateInfo>(XR_TYPE_ACTION_CREATE_INFO);
  CopyText(info.actionName, name);
  CopyText(info.localizedActionName, name);
  info.actionType = type;
  XrAction action = XR_NULL_HANDLE;
  XR_CALL(script, xrCreateAction, set, &info, &action);
  return action;
}

// Returns false if a handle is missing, without which the other calls would be invalid.
bool MakeActions(const XrScript& script, Actions& made) {
  auto info = EmptyXr<XrActionSetCreateInfo>(XR_TYPE_ACTION_SET_CREATE_INFO);
  CopyText(info.actionSetName, "main");
  CopyText(info.localizedActionSetName, "Main");
  XR_CALL(script, xrCreateActionSet, script.instance(), &info, &made.set);
  if (made.set == XR_NULL_HANDLE) return false;
  made.button = MakeAction(script, made.set, "button", XR_ACTION_TYPE_BOOLEAN_INPUT);
  made.trigger = MakeAction(script, made.set, "trigger", XR_ACTION_TYPE_FLOAT_INPUT);
  made.stick = MakeAction(script, made.set, "stick", XR_ACTION_TYPE_VECTOR2F_INPUT);
  made.hand = MakeAction(script, made.set, "hand", XR_ACTION_TYPE_POSE_INPUT);
  made.buzz = MakeAction(script, made.set, "buzz", XR_ACTION_TYPE_VIBRATION_OUTPUT);
  for (XrAction action : {made.button, made.trigger, made.stick, made.hand, made.buzz}) {
    if (action == XR_NULL_HANDLE) return false;
  }
  return true;
}

void SuggestBindings(const XrScript& script, const Actions& actions) {
  const XrActionSuggestedBinding bindings[] = {
      {actions.button, PathOf(script, "/user/hand/left/input/select/click")},
      {actions.hand, PathOf(script, "/user/hand/left/input/aim/pose")},
      {actions.buzz, PathOf(script, "/user/hand/left/output/haptic")}};
  auto info =
      EmptyXr<XrInteractionProfileSuggestedBinding>(XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING);
  info.interactionProfile = PathOf(script, "/interaction_profiles/khr/simple_controller");
  info.countSuggestedBindings = static_cast<uint32_t>(std::size(bindings));
  info.suggestedBindings = bindings;
  XR_CALL(script, xrSuggestInteractionProfileBindings, script.instance(), &info);
}

// The same number of calls whatever the answers are, because a layer may add events. Only the
// states of the session are in the transcript.
void PollEvents(const XrScript& script, XrSession session) {
  for (int poll = 0; poll < kPolls; ++poll) {
    auto buffer = EmptyXr<XrEventDataBuffer>(XR_TYPE_EVENT_DATA_BUFFER);
    const XrResult result =
        script.CallQuietly<PFN_xrPollEvent>("xrPollEvent", script.instance(), &buffer);
    if (XR_FAILED(result))
      script.Line(fmt::format("xrPollEvent gives {}", static_cast<int>(result)));
    if (result != XR_SUCCESS || buffer.type != XR_TYPE_EVENT_DATA_SESSION_STATE_CHANGED) continue;
    XrEventDataSessionStateChanged changed = {};
    std::memcpy(&changed, &buffer, sizeof(changed));
    script.Line(fmt::format("state {} of {} session", static_cast<int>(changed.state),
                            changed.session == session ? "this" : "another"));
  }
}

void AskForSpaces(const XrScript& script, XrSession session) {
  constexpr uint32_t kMost = 64;
  XrReferenceSpaceType types[kMost] = {};
  uint32_t count = 0;
  XR_CALL(script, xrEnumerateReferenceSpaces, session, 0u, &count, nullptr);
  script.Line(count > 0 ? "there are spaces" : "there is no space");
  // The specification demands two spaces of every runtime.
  XR_CALL(script, xrEnumerateReferenceSpaces, session, 1u, &count, types);
  XR_CALL(script, xrEnumerateReferenceSpaces, session, kMost, &count, types);
  const XrReferenceSpaceType* first = types;
  const XrReferenceSpaceType* end = first + std::min(count, kMost);
  for (const XrReferenceSpaceType type :
       {XR_REFERENCE_SPACE_TYPE_VIEW, XR_REFERENCE_SPACE_TYPE_LOCAL}) {
    script.Line(std::find(first, end, type) != end ? "with it" : "without it");
  }
  // Bounds that a layer adds are no error.
  XrExtent2Df bounds = {kUnwritten, kUnwritten};
  const XrResult result = script.CallQuietly<PFN_xrGetReferenceSpaceBoundsRect>(
      "xrGetReferenceSpaceBoundsRect", session, XR_REFERENCE_SPACE_TYPE_LOCAL, &bounds);
  script.Line(fmt::format("asking for bounds {}, {}", XR_FAILED(result) ? "fails" : "succeeds",
                          bounds.width != kUnwritten ? "with an answer" : "without an answer"));
  count = kUnwritten;
  XR_CALL(script, xrEnumerateSwapchainFormats, session, 0u, &count, nullptr);
  script.Line(count == kUnwritten ? "no number of formats" : "a number of formats");
  std::vector<int64_t> formats(std::min(count, kMost));
  if (!formats.empty()) {
    XR_CALL(script, xrEnumerateSwapchainFormats, session, static_cast<uint32_t>(formats.size()),
            &count, formats.data());
  }
}

template <typename State, typename Function>
void AskForState(const XrScript& script, const char* command, XrSession session, XrAction action,
                 XrStructureType type) {
  auto info = EmptyXr<XrActionStateGetInfo>(XR_TYPE_ACTION_STATE_GET_INFO);
  info.action = action;
  auto state = EmptyXr<State>(type);
  state.isActive = kUnwritten;
  script.Call<Function>(command, session, &info, &state);
  script.Line(state.isActive != kUnwritten ? "with a state" : "without a state");
}

void Synchronize(const XrScript& script, XrSession session, XrActionSet set) {
  const XrActiveActionSet active = {set, XR_NULL_PATH};
  auto sync = EmptyXr<XrActionsSyncInfo>(XR_TYPE_ACTIONS_SYNC_INFO);
  sync.countActiveActionSets = 1;
  sync.activeActionSets = &active;
  XR_CALL(script, xrSyncActions, session, &sync);
}

void UseActions(const XrScript& script, XrSession session, const Actions& actions) {
  Synchronize(script, session, actions.set);
  AskForState<XrActionStateBoolean, PFN_xrGetActionStateBoolean>(
      script, "xrGetActionStateBoolean", session, actions.button, XR_TYPE_ACTION_STATE_BOOLEAN);
  AskForState<XrActionStateBoolean, PFN_xrGetActionStateBoolean>(
      script, "xrGetActionStateBoolean", session, actions.trigger, XR_TYPE_ACTION_STATE_BOOLEAN);
  AskForState<XrActionStateFloat, PFN_xrGetActionStateFloat>(
      script, "xrGetActionStateFloat", session, actions.trigger, XR_TYPE_ACTION_STATE_FLOAT);
  AskForState<XrActionStateVector2f, PFN_xrGetActionStateVector2f>(
      script, "xrGetActionStateVector2f", session, actions.stick, XR_TYPE_ACTION_STATE_VECTOR2F);
  AskForState<XrActionStatePose, PFN_xrGetActionStatePose>(script, "xrGetActionStatePose", session,
                                                           actions.hand, XR_TYPE_ACTION_STATE_POSE);
  const XrPath hand = PathOf(script, "/user/hand/left");
  auto profile = EmptyXr<XrInteractionProfileState>(XR_TYPE_INTERACTION_PROFILE_STATE);
  profile.interactionProfile = kUnwritten;
  XR_CALL(script, xrGetCurrentInteractionProfile, session, hand, &profile);
  script.Line(profile.interactionProfile != kUnwritten ? "with a profile" : "without a profile");
  auto bound = EmptyXr<XrBoundSourcesForActionEnumerateInfo>(
      XR_TYPE_BOUND_SOURCES_FOR_ACTION_ENUMERATE_INFO);
  bound.action = actions.button;
  uint32_t count = kUnwritten;
  XR_CALL(script, xrEnumerateBoundSourcesForAction, session, &bound, 0u, &count, nullptr);
  script.Line(count != kUnwritten ? "with a number" : "without a number");
  auto source =
      EmptyXr<XrInputSourceLocalizedNameGetInfo>(XR_TYPE_INPUT_SOURCE_LOCALIZED_NAME_GET_INFO);
  source.sourcePath = hand;
  source.whichComponents = XR_INPUT_SOURCE_LOCALIZED_NAME_USER_PATH_BIT;
  XR_CALL(script, xrGetInputSourceLocalizedName, session, &source, 0u, &count, nullptr);
  char name[128] = {};
  XR_CALL(script, xrGetInputSourceLocalizedName, session, &source, 1u, &count, name);
  XR_CALL(script, xrGetInputSourceLocalizedName, session, &source, uint32_t{sizeof(name)}, &count,
          name);
  script.Line(name[0] != '\0' ? "with a name" : "without a name");
  auto haptic = EmptyXr<XrHapticActionInfo>(XR_TYPE_HAPTIC_ACTION_INFO);
  haptic.action = actions.buzz;
  auto vibration = EmptyXr<XrHapticVibration>(XR_TYPE_HAPTIC_VIBRATION);
  vibration.duration = XR_MIN_HAPTIC_DURATION;
  vibration.amplitude = 1;
  XR_CALL(script, xrApplyHapticFeedback, session, &haptic,
          reinterpret_cast<const XrHapticBaseHeader*>(&vibration));
  XR_CALL(script, xrStopHapticFeedback, session, &haptic);
}

void Locate(const XrScript& script, XrSession session, XrSpace space, XrSpace base, XrTime time) {
  auto info = EmptyXr<XrViewLocateInfo>(XR_TYPE_VIEW_LOCATE_INFO);
  info.viewConfigurationType = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;
  info.displayTime = time;
  info.space = base;
  auto state = EmptyXr<XrViewState>(XR_TYPE_VIEW_STATE);
  XrView views[2] = {EmptyXr<XrView>(XR_TYPE_VIEW), EmptyXr<XrView>(XR_TYPE_VIEW)};
  uint32_t count = 0;
  XR_CALL(script, xrLocateViews, session, &info, &state, 0u, &count, nullptr);
  script.Line(fmt::format("there are {} views", count));
  XR_CALL(script, xrLocateViews, session, &info, &state, 1u, &count, views);
  script.Line(fmt::format("with too little room there are {} views", count));
  XR_CALL(script, xrLocateViews, session, &info, &state, 2u, &count, views);
  const bool valid = (state.viewStateFlags & XR_VIEW_STATE_ORIENTATION_VALID_BIT) != 0;
  script.Line(fmt::format("{} view, {} angle", valid ? "a valid" : "no valid",
                          views[1].fov.angleRight != 0 ? "an" : "no"));
  auto velocity = EmptyXr<XrSpaceVelocity>(XR_TYPE_SPACE_VELOCITY);
  auto location = EmptyXr<XrSpaceLocation>(XR_TYPE_SPACE_LOCATION);
  location.next = &velocity;
  XR_CALL(script, xrLocateSpace, space, base, time, &location);
  script.Line(
      fmt::format("flags {}, of the velocity {}", location.locationFlags, velocity.velocityFlags));
}

void RunFrame(const XrScript& script, XrSession session, const Actions& actions, XrSpace space,
              XrSpace base, bool is_late) {
  auto wait = EmptyXr<XrFrameWaitInfo>(XR_TYPE_FRAME_WAIT_INFO);
  auto state = EmptyXr<XrFrameState>(XR_TYPE_FRAME_STATE);
  XR_CALL(script, xrWaitFrame, session, &wait, &state);
  script.Line(state.predictedDisplayTime > 0 ? "with a time" : "without a time");
  if (state.predictedDisplayTime <= 0) return;  // the calls below need one
  auto begin = EmptyXr<XrFrameBeginInfo>(XR_TYPE_FRAME_BEGIN_INFO);
  XR_CALL(script, xrBeginFrame, session, &begin);
  // The frame that was begun is discarded for another one, if the application is late.
  if (is_late) {
    XR_CALL(script, xrWaitFrame, session, &wait, &state);
    XR_CALL(script, xrBeginFrame, session, &begin);
  }
  Locate(script, session, space, base, state.predictedDisplayTime);
  UseActions(script, session, actions);
  auto end = EmptyXr<XrFrameEndInfo>(XR_TYPE_FRAME_END_INFO);
  end.displayTime = state.predictedDisplayTime;
  end.environmentBlendMode = XR_ENVIRONMENT_BLEND_MODE_OPAQUE;
  XR_CALL(script, xrEndFrame, session, &end);
}

void RunSession(const XrScript& script, XrSession session, const Actions& actions) {
  AskForSpaces(script, session);
  const XrSpace view = MakeSpace(script, session, XR_REFERENCE_SPACE_TYPE_VIEW);
  const XrSpace local = MakeSpace(script, session, XR_REFERENCE_SPACE_TYPE_LOCAL);
  auto hand_info = EmptyXr<XrActionSpaceCreateInfo>(XR_TYPE_ACTION_SPACE_CREATE_INFO);
  hand_info.action = actions.hand;
  hand_info.poseInActionSpace = Origin();
  XrSpace hand = XR_NULL_HANDLE;
  XR_CALL(script, xrCreateActionSpace, session, &hand_info, &hand);
  if (view == XR_NULL_HANDLE || local == XR_NULL_HANDLE || hand == XR_NULL_HANDLE) return;
  auto attach = EmptyXr<XrSessionActionSetsAttachInfo>(XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO);
  attach.countActionSets = 1;
  attach.actionSets = &actions.set;
  XR_CALL(script, xrAttachSessionActionSets, session, &attach);
  XR_CALL(script, xrAttachSessionActionSets, session, &attach);
  // Before the session runs, it has no focus.
  Synchronize(script, session, actions.set);
  auto begin = EmptyXr<XrSessionBeginInfo>(XR_TYPE_SESSION_BEGIN_INFO);
  begin.primaryViewConfigurationType = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;
  XR_CALL(script, xrBeginSession, session, &begin);
  XR_CALL(script, xrBeginSession, session, &begin);
  PollEvents(script, session);
  auto frame = EmptyXr<XrFrameBeginInfo>(XR_TYPE_FRAME_BEGIN_INFO);
  XR_CALL(script, xrBeginFrame, session, &frame);
  for (int i = 0; i < kFrames; ++i) RunFrame(script, session, actions, view, local, i > 0);
  XR_CALL(script, xrEndSession, session);
  XR_CALL(script, xrRequestExitSession, session);
  PollEvents(script, session);
  XR_CALL(script, xrEndSession, session);
  PollEvents(script, session);
  for (XrSpace space : {hand, local, view}) XR_CALL(script, xrDestroySpace, space);
}

XrSession MakeSession(const XrScript& script, XrSystemId system) {
  auto info = EmptyXr<XrSessionCreateInfo>(XR_TYPE_SESSION_CREATE_INFO);
  info.systemId = system;
  XrSession session = XR_NULL_HANDLE;
  XR_CALL(script, xrCreateSession, script.instance(), &info, &session);
  return session;
}

}  // namespace
}  // namespace loadstone::suites::session_life

namespace loadstone::suites {

void UseXrSessions(const XrScript& script, XrSystemId system) {
  using namespace session_life;  // NOLINT: the rest of this file
  Actions actions;
  if (!MakeActions(script, actions)) return;
  SuggestBindings(script, actions);
  XrSession session = MakeSession(script, system);
  if (session == XR_NULL_HANDLE) return;
  PollEvents(script, session);
  RunSession(script, session, actions);
  XR_CALL(script, xrDestroySession, session);
  for (XrAction action : {actions.buzz, actions.hand}) XR_CALL(script, xrDestroyAction, action);
  XR_CALL(script, xrDestroyActionSet, actions.set);
  session = MakeSession(script, system);
  PollEvents(script, session);
  if (session != XR_NULL_HANDLE) XR_CALL(script, xrDestroySession, session);
}

}  // namespace loadstone::suites

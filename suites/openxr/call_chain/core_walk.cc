// SPDX-License-Identifier: Apache-2.0
#include "suites/openxr/call_chain/core_walk.h"

#include <string.h>

#include "harness/probe/app_trace.h"

namespace loadstone::suites {
namespace {

constexpr XrViewConfigurationType kStereo = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;
constexpr XrPosef kHere = {{0, 0, 0, 1}, {0, 0, 0}};

template <typename Structure>
Structure Typed(XrStructureType type) {
  Structure structure = {};
  structure.type = type;
  return structure;
}

// Runs one application from its first call with an instance to the last.
class Walk {
 public:
  explicit Walk(OpenXrApp& app) : app_(app), instance_(app.instance()) {}

  void All() {
    Strings();
    System();
    Views();
    Actions();
    Session();
    Event();
    app_.DestroyInstance();
  }

 private:
  // Calls a core command as the application finds it.
  template <typename Function, typename... Arguments>
  XrResult Call(const char* command, Arguments... arguments) {
    const auto function = app_.Get<Function>(command);
    if (function == nullptr) {
      Expect(false, std::string(command) + " has no function");
      return XR_ERROR_FUNCTION_UNSUPPORTED;
    }
    return app_.Traced(command, [&] { return function(arguments...); });
  }
#define CALL(command, ...) Call<PFN_##command>(#command, __VA_ARGS__)

  void Expect(bool fits, const std::string& what) {
    if (!fits) AppEvent(kOddValue).Add("what", what);
  }

  XrPath Path(const char* text) {
    XrPath path = XR_NULL_PATH;
    CALL(xrStringToPath, instance_, text, &path);
    return path;
  }

  void Strings() {
    auto properties = Typed<XrInstanceProperties>(XR_TYPE_INSTANCE_PROPERTIES);
    if (CALL(xrGetInstanceProperties, instance_, &properties) == XR_SUCCESS) {
      Expect(strcmp(properties.runtimeName, "Loadstone mock runtime") == 0, "runtimeName");
    }
    char text[XR_MAX_RESULT_STRING_SIZE] = {};
    if (CALL(xrResultToString, instance_, XR_ERROR_LIMIT_REACHED, text) == XR_SUCCESS) {
      Expect(strcmp(text, "XR_ERROR_LIMIT_REACHED") == 0, "the name of an XrResult");
    }
    if (CALL(xrStructureTypeToString, instance_, XR_TYPE_VIEW_STATE, text) == XR_SUCCESS) {
      Expect(strcmp(text, "XR_TYPE_VIEW_STATE") == 0, "the name of an XrStructureType");
    }
    hand_ = Path("/user/hand/left");
    uint32_t count = 0;
    char back[64] = {};
    if (hand_ != XR_NULL_PATH &&
        CALL(xrPathToString, instance_, hand_, 64u, &count, back) == XR_SUCCESS) {
      Expect(strcmp(back, "/user/hand/left") == 0 && count == strlen(back) + 1, "the path's text");
    }
  }

  void System() {
    auto info = Typed<XrSystemGetInfo>(XR_TYPE_SYSTEM_GET_INFO);
    info.formFactor = XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY;
    if (CALL(xrGetSystem, instance_, &info, &system_) != XR_SUCCESS) return;
    auto properties = Typed<XrSystemProperties>(XR_TYPE_SYSTEM_PROPERTIES);
    if (CALL(xrGetSystemProperties, instance_, system_, &properties) == XR_SUCCESS) {
      Expect(properties.systemId == system_, "systemId");
    }
  }

  void Views() {
    if (system_ == XR_NULL_SYSTEM_ID) return;
    uint32_t count = 0;
    XrEnvironmentBlendMode modes[4] = {};
    CALL(xrEnumerateEnvironmentBlendModes, instance_, system_, kStereo, 4u, &count, modes);
    XrViewConfigurationType types[4] = {};
    if (CALL(xrEnumerateViewConfigurations, instance_, system_, 4u, &count, types) == XR_SUCCESS) {
      Expect(count == 1 && types[0] == kStereo, "the list of view configurations");
    }
    auto properties = Typed<XrViewConfigurationProperties>(XR_TYPE_VIEW_CONFIGURATION_PROPERTIES);
    if (CALL(xrGetViewConfigurationProperties, instance_, system_, kStereo, &properties) ==
        XR_SUCCESS) {
      Expect(properties.viewConfigurationType == kStereo, "viewConfigurationType");
    }
    XrViewConfigurationView views[4] = {};
    for (auto& view : views) view.type = XR_TYPE_VIEW_CONFIGURATION_VIEW;
    CALL(xrEnumerateViewConfigurationViews, instance_, system_, kStereo, 4u, &count, views);
  }

  XrAction MakeAction(const char* name, XrActionType type) {
    auto info = Typed<XrActionCreateInfo>(XR_TYPE_ACTION_CREATE_INFO);
    strcpy(info.actionName, name);
    strcpy(info.localizedActionName, name);
    info.actionType = type;
    XrAction action = XR_NULL_HANDLE;
    CALL(xrCreateAction, set_, &info, &action);
    return action;
  }

  void Actions() {
    auto info = Typed<XrActionSetCreateInfo>(XR_TYPE_ACTION_SET_CREATE_INFO);
    strcpy(info.actionSetName, "set");
    strcpy(info.localizedActionSetName, "Set");
    if (CALL(xrCreateActionSet, instance_, &info, &set_) != XR_SUCCESS) return;
    boolean_ = MakeAction("boolean", XR_ACTION_TYPE_BOOLEAN_INPUT);
    float_ = MakeAction("float", XR_ACTION_TYPE_FLOAT_INPUT);
    vector_ = MakeAction("vector", XR_ACTION_TYPE_VECTOR2F_INPUT);
    pose_ = MakeAction("pose", XR_ACTION_TYPE_POSE_INPUT);
    haptic_ = MakeAction("haptic", XR_ACTION_TYPE_VIBRATION_OUTPUT);
    if (boolean_ == XR_NULL_HANDLE) return;
    const XrActionSuggestedBinding binding = {boolean_, Path("/user/hand/left/input/select/click")};
    auto suggestion =
        Typed<XrInteractionProfileSuggestedBinding>(XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING);
    suggestion.interactionProfile = Path("/interaction_profiles/khr/simple_controller");
    suggestion.countSuggestedBindings = 1;
    suggestion.suggestedBindings = &binding;
    if (binding.binding == XR_NULL_PATH || suggestion.interactionProfile == XR_NULL_PATH) return;
    CALL(xrSuggestInteractionProfileBindings, instance_, &suggestion);
  }

  void Session() {
    auto info = Typed<XrSessionCreateInfo>(XR_TYPE_SESSION_CREATE_INFO);
    info.systemId = system_;
    if (system_ == XR_NULL_SYSTEM_ID ||
        CALL(xrCreateSession, instance_, &info, &session_) != XR_SUCCESS) {
      return;
    }
    auto begin = Typed<XrSessionBeginInfo>(XR_TYPE_SESSION_BEGIN_INFO);
    begin.primaryViewConfigurationType = kStereo;
    Spaces();
    Images();
    CALL(xrBeginSession, session_, &begin);
    Frame();
    Input();
    CALL(xrRequestExitSession, session_);
    CALL(xrEndSession, session_);
    if (pose_ != XR_NULL_HANDLE) CALL(xrDestroyAction, pose_);
    if (set_ != XR_NULL_HANDLE) CALL(xrDestroyActionSet, set_);
    if (space_ != XR_NULL_HANDLE) CALL(xrDestroySpace, space_);
    CALL(xrDestroySession, session_);
  }

  void Spaces() {
    uint32_t count = 0;
    XrReferenceSpaceType types[4] = {};
    CALL(xrEnumerateReferenceSpaces, session_, 4u, &count, types);
    auto info = Typed<XrReferenceSpaceCreateInfo>(XR_TYPE_REFERENCE_SPACE_CREATE_INFO);
    info.referenceSpaceType = XR_REFERENCE_SPACE_TYPE_LOCAL;
    info.poseInReferenceSpace = kHere;
    CALL(xrCreateReferenceSpace, session_, &info, &space_);
    XrExtent2Df bounds = {};
    CALL(xrGetReferenceSpaceBoundsRect, session_, XR_REFERENCE_SPACE_TYPE_LOCAL, &bounds);
    XrSpace of_action = XR_NULL_HANDLE;
    if (pose_ != XR_NULL_HANDLE) {
      auto action_info = Typed<XrActionSpaceCreateInfo>(XR_TYPE_ACTION_SPACE_CREATE_INFO);
      action_info.action = pose_;
      action_info.poseInActionSpace = kHere;
      CALL(xrCreateActionSpace, session_, &action_info, &of_action);
    }
    if (space_ == XR_NULL_HANDLE || of_action == XR_NULL_HANDLE) return;
    auto location = Typed<XrSpaceLocation>(XR_TYPE_SPACE_LOCATION);
    if (CALL(xrLocateSpace, of_action, space_, XrTime{1}, &location) == XR_SUCCESS) {
      Expect(location.pose.orientation.w == 1, "the location of a space");
    }
  }

  void Images() {
    uint32_t count = 0;
    int64_t formats[4] = {};
    CALL(xrEnumerateSwapchainFormats, session_, 4u, &count, formats);
    auto info = Typed<XrSwapchainCreateInfo>(XR_TYPE_SWAPCHAIN_CREATE_INFO);
    info.format = formats[0];
    info.width = info.height = info.sampleCount = info.faceCount = info.arraySize = 1;
    info.mipCount = 1;
    XrSwapchain swapchain = XR_NULL_HANDLE;
    if (CALL(xrCreateSwapchain, session_, &info, &swapchain) != XR_SUCCESS) return;
    CALL(xrEnumerateSwapchainImages, swapchain, 0u, &count, nullptr);
    auto acquire = Typed<XrSwapchainImageAcquireInfo>(XR_TYPE_SWAPCHAIN_IMAGE_ACQUIRE_INFO);
    uint32_t index = 0;
    CALL(xrAcquireSwapchainImage, swapchain, &acquire, &index);
    auto wait = Typed<XrSwapchainImageWaitInfo>(XR_TYPE_SWAPCHAIN_IMAGE_WAIT_INFO);
    CALL(xrWaitSwapchainImage, swapchain, &wait);
    auto release = Typed<XrSwapchainImageReleaseInfo>(XR_TYPE_SWAPCHAIN_IMAGE_RELEASE_INFO);
    CALL(xrReleaseSwapchainImage, swapchain, &release);
    CALL(xrDestroySwapchain, swapchain);
  }

  void Frame() {
    auto wait = Typed<XrFrameWaitInfo>(XR_TYPE_FRAME_WAIT_INFO);
    auto state = Typed<XrFrameState>(XR_TYPE_FRAME_STATE);
    CALL(xrWaitFrame, session_, &wait, &state);
    auto begin = Typed<XrFrameBeginInfo>(XR_TYPE_FRAME_BEGIN_INFO);
    CALL(xrBeginFrame, session_, &begin);
    if (space_ != XR_NULL_HANDLE) {
      auto info = Typed<XrViewLocateInfo>(XR_TYPE_VIEW_LOCATE_INFO);
      info.viewConfigurationType = kStereo;
      info.displayTime = state.predictedDisplayTime;
      info.space = space_;
      auto view_state = Typed<XrViewState>(XR_TYPE_VIEW_STATE);
      uint32_t count = 0;
      XrView views[2] = {Typed<XrView>(XR_TYPE_VIEW), Typed<XrView>(XR_TYPE_VIEW)};
      if (CALL(xrLocateViews, session_, &info, &view_state, 2u, &count, views) == XR_SUCCESS) {
        Expect(count == 2 && views[1].pose.orientation.w == 1, "the location of a view");
      }
    }
    auto end = Typed<XrFrameEndInfo>(XR_TYPE_FRAME_END_INFO);
    end.displayTime = state.predictedDisplayTime;
    end.environmentBlendMode = XR_ENVIRONMENT_BLEND_MODE_OPAQUE;
    CALL(xrEndFrame, session_, &end);
  }

  template <typename Function, typename State>
  void Read(const char* command, XrAction action, XrStructureType type) {
    if (action == XR_NULL_HANDLE) return;
    auto info = Typed<XrActionStateGetInfo>(XR_TYPE_ACTION_STATE_GET_INFO);
    info.action = action;
    State state = Typed<State>(type);
    Call<Function>(command, session_, &info, &state);
  }

  void Input() {
    if (set_ == XR_NULL_HANDLE || hand_ == XR_NULL_PATH) return;
    auto attach = Typed<XrSessionActionSetsAttachInfo>(XR_TYPE_SESSION_ACTION_SETS_ATTACH_INFO);
    attach.countActionSets = 1;
    attach.actionSets = &set_;
    CALL(xrAttachSessionActionSets, session_, &attach);
    const XrActiveActionSet active = {set_, XR_NULL_PATH};
    auto sync = Typed<XrActionsSyncInfo>(XR_TYPE_ACTIONS_SYNC_INFO);
    sync.countActiveActionSets = 1;
    sync.activeActionSets = &active;
    CALL(xrSyncActions, session_, &sync);
    Read<PFN_xrGetActionStateBoolean, XrActionStateBoolean>("xrGetActionStateBoolean", boolean_,
                                                            XR_TYPE_ACTION_STATE_BOOLEAN);
    Read<PFN_xrGetActionStateFloat, XrActionStateFloat>("xrGetActionStateFloat", float_,
                                                        XR_TYPE_ACTION_STATE_FLOAT);
    Read<PFN_xrGetActionStateVector2f, XrActionStateVector2f>("xrGetActionStateVector2f", vector_,
                                                              XR_TYPE_ACTION_STATE_VECTOR2F);
    Read<PFN_xrGetActionStatePose, XrActionStatePose>("xrGetActionStatePose", pose_,
                                                      XR_TYPE_ACTION_STATE_POSE);
    auto profile = Typed<XrInteractionProfileState>(XR_TYPE_INTERACTION_PROFILE_STATE);
    CALL(xrGetCurrentInteractionProfile, session_, hand_, &profile);
    Sources();
    Haptics();
  }

  void Sources() {
    uint32_t count = 0;
    if (boolean_ != XR_NULL_HANDLE) {
      auto bound = Typed<XrBoundSourcesForActionEnumerateInfo>(
          XR_TYPE_BOUND_SOURCES_FOR_ACTION_ENUMERATE_INFO);
      bound.action = boolean_;
      CALL(xrEnumerateBoundSourcesForAction, session_, &bound, 0u, &count, nullptr);
    }
    auto name =
        Typed<XrInputSourceLocalizedNameGetInfo>(XR_TYPE_INPUT_SOURCE_LOCALIZED_NAME_GET_INFO);
    name.sourcePath = hand_;
    name.whichComponents = XR_INPUT_SOURCE_LOCALIZED_NAME_COMPONENT_BIT;
    char text[64] = {};
    CALL(xrGetInputSourceLocalizedName, session_, &name, 64u, &count, text);
  }

  void Haptics() {
    if (haptic_ == XR_NULL_HANDLE) return;
    auto info = Typed<XrHapticActionInfo>(XR_TYPE_HAPTIC_ACTION_INFO);
    info.action = haptic_;
    auto vibration = Typed<XrHapticVibration>(XR_TYPE_HAPTIC_VIBRATION);
    vibration.duration = XR_MIN_HAPTIC_DURATION;
    CALL(xrApplyHapticFeedback, session_, &info,
         reinterpret_cast<const XrHapticBaseHeader*>(&vibration));
    CALL(xrStopHapticFeedback, session_, &info);
  }

  void Event() {
    auto event = Typed<XrEventDataBuffer>(XR_TYPE_EVENT_DATA_BUFFER);
    CALL(xrPollEvent, instance_, &event);
  }
#undef CALL

  OpenXrApp& app_;
  XrInstance instance_;
  XrSystemId system_ = XR_NULL_SYSTEM_ID;
  XrSession session_ = XR_NULL_HANDLE;
  XrPath hand_ = XR_NULL_PATH;
  XrActionSet set_ = XR_NULL_HANDLE;
  XrAction boolean_ = XR_NULL_HANDLE;
  XrAction float_ = XR_NULL_HANDLE;
  XrAction vector_ = XR_NULL_HANDLE;
  XrAction pose_ = XR_NULL_HANDLE;
  XrAction haptic_ = XR_NULL_HANDLE;
  XrSpace space_ = XR_NULL_HANDLE;
};

}  // namespace

void WalkCoreCommands(OpenXrApp& app) { Walk(app).All(); }

}  // namespace loadstone::suites

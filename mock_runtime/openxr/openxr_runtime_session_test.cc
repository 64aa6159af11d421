// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "interfaces/openxr/handles.h"
#include "mock_runtime/openxr/runtime_fixture.h"

// Sessions, and their use by an application.
namespace loadstone::mock::openxr_runtime_session_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST_F(RuntimeTest, SessionWithoutGraphicsRunsThroughItsStates) {
  Open(R"("extensions":["XR_MND_headless"])");
  Negotiate();
  ASSERT_EQ(Create({"XR_MND_headless"}), XR_SUCCESS);
  ASSERT_EQ(CreateSession(), XR_SUCCESS);
  EXPECT_THAT(Poll(), ElementsAre(XR_SESSION_STATE_IDLE, XR_SESSION_STATE_READY));
  const XrSessionBeginInfo begin = {XR_TYPE_SESSION_BEGIN_INFO, nullptr,
                                    XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO};
  EXPECT_EQ(Get<PFN_xrEndSession>("xrEndSession")(session_), XR_ERROR_SESSION_NOT_RUNNING);
  EXPECT_EQ(Get<PFN_xrBeginSession>("xrBeginSession")(session_, &begin), XR_SUCCESS);
  EXPECT_THAT(Poll(), ElementsAre(XR_SESSION_STATE_SYNCHRONIZED, XR_SESSION_STATE_VISIBLE,
                                  XR_SESSION_STATE_FOCUSED));
  const auto end_frame = Get<PFN_xrEndFrame>("xrEndFrame");
  const XrFrameEndInfo end = {XR_TYPE_FRAME_END_INFO,           nullptr, 1,
                              XR_ENVIRONMENT_BLEND_MODE_OPAQUE, 0,       nullptr};
  EXPECT_EQ(end_frame(session_, &end), XR_ERROR_CALL_ORDER_INVALID);
  XrFrameState state = {XR_TYPE_FRAME_STATE, nullptr, 0, 0, XR_FALSE};
  EXPECT_EQ(Get<PFN_xrWaitFrame>("xrWaitFrame")(session_, nullptr, &state), XR_SUCCESS);
  EXPECT_EQ(Get<PFN_xrBeginFrame>("xrBeginFrame")(session_, nullptr), XR_SUCCESS);
  EXPECT_EQ(end_frame(session_, &end), XR_SUCCESS);
  EXPECT_EQ(Get<PFN_xrEndSession>("xrEndSession")(session_), XR_ERROR_SESSION_NOT_STOPPING);
  EXPECT_EQ(Get<PFN_xrRequestExitSession>("xrRequestExitSession")(session_), XR_SUCCESS);
  EXPECT_EQ(Get<PFN_xrEndSession>("xrEndSession")(session_), XR_SUCCESS);
  EXPECT_THAT(Poll(), ElementsAre(XR_SESSION_STATE_STOPPING, XR_SESSION_STATE_IDLE,
                                  XR_SESSION_STATE_EXITING));
  EXPECT_EQ(Get<PFN_xrDestroySession>("xrDestroySession")(session_), XR_SUCCESS);
  EXPECT_THAT(Violations(), IsEmpty());
}

TEST_F(RuntimeTest, ChecksTheLayersOfAFrame) {
  Open(R"("extensions":["XR_MND_headless"])");
  Negotiate();
  ASSERT_EQ(Create({"XR_MND_headless"}), XR_SUCCESS);
  ASSERT_EQ(CreateSession(), XR_SUCCESS);
  const XrSessionBeginInfo begin = {XR_TYPE_SESSION_BEGIN_INFO, nullptr,
                                    XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO};
  ASSERT_EQ(Get<PFN_xrBeginSession>("xrBeginSession")(session_, &begin), XR_SUCCESS);
  XrFrameState state = {XR_TYPE_FRAME_STATE, nullptr, 0, 0, XR_FALSE};
  ASSERT_EQ(Get<PFN_xrWaitFrame>("xrWaitFrame")(session_, nullptr, &state), XR_SUCCESS);
  ASSERT_EQ(Get<PFN_xrBeginFrame>("xrBeginFrame")(session_, nullptr), XR_SUCCESS);
  XrSpace space = XR_NULL_HANDLE;
  XrReferenceSpaceCreateInfo space_info = {XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
                                           nullptr,
                                           XR_REFERENCE_SPACE_TYPE_LOCAL,
                                           {{0, 0, 0, 1}, {0, 0, 0}}};
  ASSERT_EQ(
      Get<PFN_xrCreateReferenceSpace>("xrCreateReferenceSpace")(session_, &space_info, &space),
      XR_SUCCESS);
  XrSwapchain swapchain = XR_NULL_HANDLE;
  XrSwapchainCreateInfo swapchain_info = {};
  swapchain_info.type = XR_TYPE_SWAPCHAIN_CREATE_INFO;
  ASSERT_EQ(Get<PFN_xrCreateSwapchain>("xrCreateSwapchain")(session_, &swapchain_info, &swapchain),
            XR_SUCCESS);
  XrCompositionLayerProjectionView view = {};
  view.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION_VIEW;
  view.subImage.swapchain = swapchain;
  const XrCompositionLayerProjection good = {
      XR_TYPE_COMPOSITION_LAYER_PROJECTION, nullptr, 0, space, 1, &view};
  const auto end = [&](const void* layer) {
    const auto* base = static_cast<const XrCompositionLayerBaseHeader*>(layer);
    const XrFrameEndInfo info = {XR_TYPE_FRAME_END_INFO,           nullptr, 1,
                                 XR_ENVIRONMENT_BLEND_MODE_OPAQUE, 1,       &base};
    return Get<PFN_xrEndFrame>("xrEndFrame")(session_, &info);
  };
  XrCompositionLayerQuad quad = {};
  EXPECT_EQ(end(&quad), XR_ERROR_VALIDATION_FAILURE);
  quad.type = XR_TYPE_COMPOSITION_LAYER_QUAD;
  quad.subImage.swapchain = swapchain;
  EXPECT_EQ(end(&quad), XR_ERROR_HANDLE_INVALID);
  quad.space = space;
  quad.subImage.swapchain = HandleOf<XrSwapchain>(space);
  EXPECT_EQ(end(&quad), XR_ERROR_HANDLE_INVALID);
  view.subImage.swapchain = XR_NULL_HANDLE;
  EXPECT_EQ(end(&good), XR_ERROR_HANDLE_INVALID);
  EXPECT_THAT(Violations(), SizeIs(4));
  view.subImage.swapchain = swapchain;
  EXPECT_EQ(end(&good), XR_SUCCESS);
  EXPECT_THAT(Violations(), SizeIs(4));
}

XrBool32 XRAPI_CALL OnMessage(XrDebugUtilsMessageSeverityFlagsEXT, XrDebugUtilsMessageTypeFlagsEXT,
                              const XrDebugUtilsMessengerCallbackDataEXT*, void* count) {
  ++*static_cast<int*>(count);
  return XR_FALSE;
}

TEST_F(RuntimeTest, HasTheFunctionsOfDebugUtilsWhereItIsEnabled) {
  Open(R"("extensions":["XR_MND_headless","XR_EXT_debug_utils"])");
  Negotiate();
  constexpr char kCreate[] = "xrCreateDebugUtilsMessengerEXT";
  ASSERT_EQ(Create(), XR_SUCCESS);
  EXPECT_EQ(Get<PFN_xrCreateDebugUtilsMessengerEXT>(kCreate), nullptr);
  ASSERT_EQ(Get<PFN_xrDestroyInstance>("xrDestroyInstance")(instance_), XR_SUCCESS);
  instance_ = XR_NULL_HANDLE;
  ASSERT_EQ(Create({"XR_MND_headless", "XR_EXT_debug_utils"}), XR_SUCCESS);
  int heard = 0;
  const XrDebugUtilsMessengerCreateInfoEXT info = {
      XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT, nullptr, 1, 1, OnMessage, &heard};
  XrDebugUtilsMessengerEXT messenger = XR_NULL_HANDLE;
  ASSERT_EQ(Get<PFN_xrCreateDebugUtilsMessengerEXT>(kCreate)(instance_, &info, &messenger),
            XR_SUCCESS);
  XrDebugUtilsMessengerCallbackDataEXT data = {};
  data.type = XR_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT;
  const auto submit = Get<PFN_xrSubmitDebugUtilsMessageEXT>("xrSubmitDebugUtilsMessageEXT");
  EXPECT_EQ(submit(instance_, 1, 1, &data), XR_SUCCESS);
  EXPECT_EQ(submit(instance_, 2, 1, &data), XR_SUCCESS);
  EXPECT_EQ(heard, 1);
  EXPECT_EQ(Get<PFN_xrDestroyDebugUtilsMessengerEXT>("xrDestroyDebugUtilsMessengerEXT")(messenger),
            XR_SUCCESS);
  EXPECT_EQ(submit(instance_, 1, 1, &data), XR_SUCCESS);
  EXPECT_EQ(heard, 1);
  EXPECT_THAT(Violations(), IsEmpty());
}

TEST_F(RuntimeTest, CountsTheLabelRegionsOfASession) {
  Open(R"("extensions":["XR_MND_headless","XR_EXT_debug_utils"])");
  Negotiate();
  ASSERT_EQ(Create({"XR_MND_headless", "XR_EXT_debug_utils"}), XR_SUCCESS);
  ASSERT_EQ(CreateSession(), XR_SUCCESS);
  const XrDebugUtilsLabelEXT label = {XR_TYPE_DEBUG_UTILS_LABEL_EXT, nullptr, "label"};
  const XrDebugUtilsLabelEXT nameless = {XR_TYPE_DEBUG_UTILS_LABEL_EXT, nullptr, nullptr};
  const auto begin =
      Get<PFN_xrSessionBeginDebugUtilsLabelRegionEXT>("xrSessionBeginDebugUtilsLabelRegionEXT");
  const auto end =
      Get<PFN_xrSessionEndDebugUtilsLabelRegionEXT>("xrSessionEndDebugUtilsLabelRegionEXT");
  const auto insert =
      Get<PFN_xrSessionInsertDebugUtilsLabelEXT>("xrSessionInsertDebugUtilsLabelEXT");
  EXPECT_EQ(begin(session_, &label), XR_SUCCESS);
  EXPECT_EQ(insert(session_, &label), XR_SUCCESS);
  EXPECT_EQ(end(session_), XR_SUCCESS);
  EXPECT_THAT(Violations(), IsEmpty());
  EXPECT_EQ(end(session_), XR_ERROR_CALL_ORDER_INVALID);
  EXPECT_EQ(insert(session_, &nameless), XR_ERROR_VALIDATION_FAILURE);
  EXPECT_THAT(Violations(), ElementsAre("no region has begun", "no name"));
}

TEST_F(RuntimeTest, HasTheFunctionsOfItsExtensionsWhereTheyAreEnabled) {
  Open(R"("extensions":["XR_MND_headless","XR_KHR_visibility_mask","XR_FB_display_refresh_rate"])");
  Negotiate();
  ASSERT_EQ(Create({"XR_MND_headless", "XR_KHR_visibility_mask"}), XR_SUCCESS);
  ASSERT_EQ(CreateSession(), XR_SUCCESS);
  EXPECT_EQ(Get<PFN_xrGetDisplayRefreshRateFB>("xrGetDisplayRefreshRateFB"), nullptr);
  const auto get = Get<PFN_xrGetVisibilityMaskKHR>("xrGetVisibilityMaskKHR");
  ASSERT_NE(get, nullptr);
  const auto ask = [&](XrSession session, XrVisibilityMaskKHR* mask) {
    return get(session, XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO, 0,
               XR_VISIBILITY_MASK_TYPE_LINE_LOOP_KHR, mask);
  };
  XrVisibilityMaskKHR mask = {};
  mask.type = XR_TYPE_VISIBILITY_MASK_KHR;
  EXPECT_EQ(ask(session_, &mask), XR_SUCCESS);
  EXPECT_EQ(mask.vertexCountOutput, 3u);
  EXPECT_EQ(mask.indexCountOutput, 3u);
  XrVector2f vertices[3] = {};
  uint32_t indices[3] = {9, 9, 9};
  mask.vertices = vertices;
  mask.indices = indices;
  mask.indexCapacityInput = 3;
  EXPECT_EQ(ask(session_, &mask), XR_SUCCESS);
  EXPECT_EQ(indices[0], 9u) << "a capacity of 0 counts for both arrays";
  mask.vertexCapacityInput = 3;
  mask.indexCapacityInput = 2;
  EXPECT_EQ(ask(session_, &mask), XR_ERROR_SIZE_INSUFFICIENT);
  mask.indexCapacityInput = 3;
  EXPECT_EQ(ask(session_, &mask), XR_SUCCESS);
  EXPECT_EQ(indices[2], 2u);
  EXPECT_THAT(Violations(), IsEmpty());
  EXPECT_EQ(ask(XR_NULL_HANDLE, &mask), XR_ERROR_HANDLE_INVALID);
  EXPECT_THAT(Violations(), SizeIs(1));
}

TEST_F(RuntimeTest, SessionNeedsHeadless) {
  Open(R"("extensions":["XR_MND_headless"])");
  Negotiate();
  ASSERT_EQ(Create(), XR_SUCCESS);
  EXPECT_EQ(CreateSession(), XR_ERROR_GRAPHICS_DEVICE_INVALID);
}

TEST_F(RuntimeTest, ActionsAndPaths) {
  Open(R"("extensions":["XR_MND_headless"])");
  Negotiate();
  ASSERT_EQ(Create({"XR_MND_headless"}), XR_SUCCESS);
  ASSERT_EQ(CreateSession(), XR_SUCCESS);
  XrPath path = XR_NULL_PATH;
  const auto to_path = Get<PFN_xrStringToPath>("xrStringToPath");
  EXPECT_EQ(to_path(instance_, "/user/hand/left", &path), XR_SUCCESS);
  XrPath again = XR_NULL_PATH;
  EXPECT_EQ(to_path(instance_, "/user/hand/left", &again), XR_SUCCESS);
  EXPECT_EQ(path, again);
  char text[32];
  uint32_t count = 0;
  EXPECT_EQ(Get<PFN_xrPathToString>("xrPathToString")(instance_, path, 32, &count, text),
            XR_SUCCESS);
  EXPECT_STREQ(text, "/user/hand/left");
  XrActionSet set = XR_NULL_HANDLE;
  const XrActionSetCreateInfo set_info = {XR_TYPE_ACTION_SET_CREATE_INFO, nullptr, "s", "S", 0};
  EXPECT_EQ(Get<PFN_xrCreateActionSet>("xrCreateActionSet")(instance_, &set_info, &set),
            XR_SUCCESS);
  XrAction action = XR_NULL_HANDLE;
  const XrActionCreateInfo action_info = {
      XR_TYPE_ACTION_CREATE_INFO, nullptr, "a", XR_ACTION_TYPE_BOOLEAN_INPUT, 1, &path, "A"};
  EXPECT_EQ(Get<PFN_xrCreateAction>("xrCreateAction")(set, &action_info, &action), XR_SUCCESS);
  EXPECT_EQ(Sync(set), XR_ERROR_ACTIONSET_NOT_ATTACHED);
  EXPECT_EQ(Attach(set), XR_SUCCESS);
  EXPECT_EQ(Attach(set), XR_ERROR_ACTIONSETS_ALREADY_ATTACHED);
  EXPECT_EQ(Sync(set), XR_SESSION_NOT_FOCUSED);
  const XrActionStateGetInfo get = {XR_TYPE_ACTION_STATE_GET_INFO, nullptr, action, XR_NULL_PATH};
  XrActionStateBoolean state = {};
  state.type = XR_TYPE_ACTION_STATE_BOOLEAN;
  state.isActive = XR_TRUE;
  EXPECT_EQ(Get<PFN_xrGetActionStateBoolean>("xrGetActionStateBoolean")(session_, &get, &state),
            XR_SUCCESS);
  EXPECT_EQ(state.isActive, static_cast<XrBool32>(XR_FALSE));
  // Destroying an action set destroys its actions.
  EXPECT_EQ(Get<PFN_xrDestroyActionSet>("xrDestroyActionSet")(set), XR_SUCCESS);
  EXPECT_THAT(Violations(), IsEmpty());
  EXPECT_EQ(Get<PFN_xrDestroyAction>("xrDestroyAction")(action), XR_ERROR_HANDLE_INVALID);
}

TEST_F(RuntimeTest, ActionsAreOfTheirType) {
  Open(R"("extensions":["XR_MND_headless"])");
  Negotiate();
  ASSERT_EQ(Create({"XR_MND_headless"}), XR_SUCCESS);
  ASSERT_EQ(CreateSession(), XR_SUCCESS);
  XrActionSet set = XR_NULL_HANDLE;
  const XrActionSetCreateInfo set_info = {XR_TYPE_ACTION_SET_CREATE_INFO, nullptr, "s", "S", 0};
  EXPECT_EQ(Get<PFN_xrCreateActionSet>("xrCreateActionSet")(instance_, &set_info, &set),
            XR_SUCCESS);
  XrAction action = XR_NULL_HANDLE;
  const XrActionCreateInfo action_info = {
      XR_TYPE_ACTION_CREATE_INFO, nullptr, "a", XR_ACTION_TYPE_BOOLEAN_INPUT, 0, nullptr, "A"};
  EXPECT_EQ(Get<PFN_xrCreateAction>("xrCreateAction")(set, &action_info, &action), XR_SUCCESS);
  const XrHapticActionInfo haptic = {XR_TYPE_HAPTIC_ACTION_INFO, nullptr, action, XR_NULL_PATH};
  EXPECT_EQ(Get<PFN_xrStopHapticFeedback>("xrStopHapticFeedback")(session_, &haptic),
            XR_ERROR_ACTION_TYPE_MISMATCH);
  const XrActionSpaceCreateInfo space_info = {
      XR_TYPE_ACTION_SPACE_CREATE_INFO, nullptr, action, XR_NULL_PATH, {{0, 0, 0, 1}, {0, 0, 0}}};
  XrSpace space = XR_NULL_HANDLE;
  EXPECT_EQ(Get<PFN_xrCreateActionSpace>("xrCreateActionSpace")(session_, &space_info, &space),
            XR_ERROR_ACTION_TYPE_MISMATCH);
  EXPECT_THAT(Violations(), IsEmpty());
}

TEST_F(RuntimeTest, SuggestsBindingsOnlyForLiveActions) {
  Open("");
  Negotiate();
  ASSERT_EQ(Create(), XR_SUCCESS);
  XrPath path = XR_NULL_PATH;
  Get<PFN_xrStringToPath>("xrStringToPath")(instance_, "/interaction_profiles/ls/mock", &path);
  const XrActionSuggestedBinding binding = {XR_NULL_HANDLE, path};
  XrInteractionProfileSuggestedBinding info = {XR_TYPE_INTERACTION_PROFILE_SUGGESTED_BINDING,
                                               nullptr, path, 1, &binding};
  const auto suggest =
      Get<PFN_xrSuggestInteractionProfileBindings>("xrSuggestInteractionProfileBindings");
  EXPECT_EQ(suggest(instance_, &info), XR_ERROR_HANDLE_INVALID);
  info.suggestedBindings = nullptr;
  EXPECT_EQ(suggest(instance_, &info), XR_ERROR_VALIDATION_FAILURE);
  info.interactionProfile = path + 1;
  EXPECT_EQ(suggest(instance_, &info), XR_ERROR_PATH_INVALID);
}

}  // namespace
}  // namespace loadstone::mock::openxr_runtime_session_test

#include <signal.h>

#include <memory>

#include "mock_runtime/openxr/runtime_fixture.h"

namespace loadstone::mock {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST_F(RuntimeTest, NegotiatesAsAGoodOne) {
  Open("");
  EXPECT_EQ(Negotiate(), XR_SUCCESS);
  EXPECT_EQ(request_.runtimeInterfaceVersion, 1u);
  EXPECT_EQ(request_.runtimeApiVersion, XR_MAKE_VERSION(1, 0, 20));
  EXPECT_NE(request_.getInstanceProcAddr, nullptr);
  const auto trace = folder_.ReadTrace("trace");
  ASSERT_THAT(trace, SizeIs(2));
  EXPECT_EQ(trace[0]["what"], "load");
  EXPECT_EQ(trace[1]["what"], "negotiate");
  EXPECT_EQ(trace[1]["struct_size"].GetUint(), 40u);
  EXPECT_EQ(trace[1]["max_api"], "1.1023.4095");
}

TEST_F(RuntimeTest, AnswersWhatItIsTold) {
  Open(R"("negotiation":{"result":-6,"interface_version":4294967295,"api_version":"2.3.4",
          "null_gipa":true,"change":"struct_size"})");
  EXPECT_EQ(Negotiate(), XR_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(request_.runtimeInterfaceVersion, UINT32_MAX);
  EXPECT_EQ(request_.runtimeApiVersion, XR_MAKE_VERSION(2, 3, 4));
  EXPECT_EQ(request_.getInstanceProcAddr, nullptr);
  EXPECT_EQ(request_.structSize, sizeof(XrNegotiateRuntimeRequest) + 1);
}

TEST(UnresolvedTest, LacksAFunctionThatIsBoundWhenItIsCalled) {
  const std::string path = std::string(LOADSTONE_MOCK_DIR) + "/openxr_runtime_unresolved.so";
  void* lazy = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  ASSERT_NE(lazy, nullptr) << dlerror();
  EXPECT_NE(dlsym(lazy, "xrNegotiateLoaderRuntimeInterface"), nullptr);
  dlclose(lazy);
  EXPECT_EQ(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL), nullptr);
}

// LS_XR_RUNTIME_15.
TEST_F(RuntimeTest, RefusesApplicationsThatItCannotServe) {
  Open("");
  Negotiate();
  const auto create = Get<PFN_xrCreateInstance>("xrCreateInstance");
  XrInstanceCreateInfo info = {};
  info.type = XR_TYPE_INSTANCE_CREATE_INFO;
  info.applicationInfo.apiVersion = XR_MAKE_VERSION(1, 0, 3);
  EXPECT_EQ(create(&info, &instance_), XR_ERROR_NAME_INVALID);
  strcpy(info.applicationInfo.applicationName, "test");
  for (const XrVersion version : {XR_MAKE_VERSION(0, 9, 0), XR_MAKE_VERSION(1, 1, 0),
                                  XR_MAKE_VERSION(2, 0, 0), XR_MAKE_VERSION(0, 0, 0)}) {
    info.applicationInfo.apiVersion = version;
    EXPECT_EQ(create(&info, &instance_), XR_ERROR_API_VERSION_UNSUPPORTED) << version;
  }
  info.applicationInfo.apiVersion = XR_MAKE_VERSION(1, 0, 3);
  EXPECT_EQ(create(&info, &instance_), XR_SUCCESS);
  EXPECT_THAT(Violations(), IsEmpty());
}

TEST_F(RuntimeTest, LeavesTheRequestUntouched) {
  Open(R"("negotiation":{"leave_untouched":true})");
  EXPECT_EQ(Negotiate(), XR_SUCCESS);
  EXPECT_EQ(request_.runtimeInterfaceVersion, 0u);
  EXPECT_EQ(request_.getInstanceProcAddr, nullptr);
}

TEST_F(RuntimeTest, RenamedVariant) {
  Open("", "openxr_runtime_renamed");
  EXPECT_EQ(Negotiate(), XR_ERROR_FUNCTION_UNSUPPORTED);
  EXPECT_EQ(Negotiate("lsNegotiate"), XR_SUCCESS);
}

TEST_F(RuntimeTest, VariantsExportWhatTheyPromise) {
  Open("", "openxr_runtime_direct");
  EXPECT_NE(dlsym(library_, "xrCreateInstance"), nullptr);
  EXPECT_NE(dlsym(library_, "xrNegotiateLoaderRuntimeInterface"), nullptr);
  dlclose(library_);
  std::filesystem::remove(folder_.Path("a.so"));
  Open("", "openxr_runtime_none");
  EXPECT_EQ(dlsym(library_, "xrCreateInstance"), nullptr);
  EXPECT_EQ(dlsym(library_, "xrNegotiateLoaderRuntimeInterface"), nullptr);
}

TEST_F(RuntimeTest, HidesFunctions) {
  Open(R"("hidden_functions":["xrCreateInstance"])");
  Negotiate();
  PFN_xrVoidFunction function = nullptr;
  EXPECT_EQ(request_.getInstanceProcAddr(XR_NULL_HANDLE, "xrCreateInstance", &function),
            XR_ERROR_FUNCTION_UNSUPPORTED);
  EXPECT_EQ(function, nullptr);
}

TEST_F(RuntimeTest, FindsCommandsAsTheSpecificationSays) {
  Open(R"("functions":["xrUnknownLS"],"trace_queries":true)");
  Negotiate();
  EXPECT_NE(Get<PFN_xrVoidFunction>("xrCreateInstance"), nullptr);
  PFN_xrVoidFunction function = nullptr;
  EXPECT_EQ(request_.getInstanceProcAddr(XR_NULL_HANDLE, "xrGetSystem", &function),
            XR_ERROR_HANDLE_INVALID);
  ASSERT_EQ(Create(), XR_SUCCESS);
  EXPECT_NE(Get<PFN_xrVoidFunction>("xrStopHapticFeedback"), nullptr);
  const auto unknown = Get<XrResult(XRAPI_PTR*)(XrInstance, uint64_t)>("xrUnknownLS");
  ASSERT_NE(unknown, nullptr);
  EXPECT_EQ(unknown(instance_, 7), XR_SUCCESS);
  EXPECT_EQ(request_.getInstanceProcAddr(instance_, "xrNobodyHasThis", &function),
            XR_ERROR_FUNCTION_UNSUPPORTED);
  EXPECT_EQ(function, nullptr);
}

TEST_F(RuntimeTest, TracesWhatAnInstanceIsMadeWith) {
  Open(R"("extensions":["XR_LS_a",{"name":"XR_LS_b","version":4}])");
  Negotiate();
  XrDebugUtilsMessengerCreateInfoEXT next = {};
  next.type = XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
  EXPECT_EQ(Create({"XR_LS_b"}, &next), XR_SUCCESS);
  const auto trace = folder_.ReadTrace("trace");
  const auto& created = trace.back();
  EXPECT_EQ(created["what"], "xrCreateInstance");
  EXPECT_EQ(created["api_version"], "1.0.20");
  EXPECT_EQ(created["extensions"][0], "XR_LS_b");
  EXPECT_EQ(created["next"][0].GetUint(),
            static_cast<unsigned>(XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT));
  EXPECT_EQ(Create({"XR_LS_c"}), XR_ERROR_EXTENSION_NOT_PRESENT);
}

TEST_F(RuntimeTest, EnumeratesInTwoCalls) {
  Open(R"("extensions":["XR_LS_a",{"name":"XR_LS_b","version":4}])");
  Negotiate();
  const auto enumerate =
      Get<PFN_xrEnumerateInstanceExtensionProperties>("xrEnumerateInstanceExtensionProperties");
  uint32_t count = 0;
  EXPECT_EQ(enumerate(nullptr, 0, &count, nullptr), XR_SUCCESS);
  EXPECT_EQ(count, 2u);
  XrExtensionProperties properties[2] = {{XR_TYPE_EXTENSION_PROPERTIES, nullptr, "", 0},
                                         {XR_TYPE_EXTENSION_PROPERTIES, nullptr, "", 0}};
  EXPECT_EQ(enumerate(nullptr, 1, &count, properties), XR_ERROR_SIZE_INSUFFICIENT);
  EXPECT_EQ(enumerate(nullptr, 2, &count, properties), XR_SUCCESS);
  EXPECT_STREQ(properties[1].extensionName, "XR_LS_b");
  EXPECT_EQ(properties[1].extensionVersion, 4u);
  EXPECT_THAT(Violations(), IsEmpty());
  properties[0].type = XR_TYPE_UNKNOWN;
  EXPECT_EQ(enumerate(nullptr, 2, &count, properties), XR_ERROR_VALIDATION_FAILURE);
  EXPECT_EQ(enumerate("XR_APILAYER_LS_a", 0, &count, nullptr), XR_SUCCESS);
  EXPECT_THAT(Violations(), ElementsAre("a structure of the wrong type",
                                        "the runtime is asked for the extensions of a layer"));
}

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

XrBool32 XRAPI_CALL Hear(XrDebugUtilsMessageSeverityFlagsEXT, XrDebugUtilsMessageTypeFlagsEXT,
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
      XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT, nullptr, 1, 1, Hear, &heard};
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
  // What was made from a set goes with it.
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

TEST_F(RuntimeTest, SuggestsBindingsOfLiveActionsAlone) {
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

TEST_F(RuntimeTest, NamesResultsAndStructures) {
  Open("");
  Negotiate();
  ASSERT_EQ(Create(), XR_SUCCESS);
  const auto result_name = Get<PFN_xrResultToString>("xrResultToString");
  char text[XR_MAX_RESULT_STRING_SIZE];
  EXPECT_EQ(result_name(instance_, XR_ERROR_LIMIT_REACHED, text), XR_SUCCESS);
  EXPECT_STREQ(text, "XR_ERROR_LIMIT_REACHED");
  EXPECT_EQ(result_name(instance_, static_cast<XrResult>(-123456), text), XR_SUCCESS);
  EXPECT_STREQ(text, "XR_UNKNOWN_FAILURE_-123456");
  const auto type_name = Get<PFN_xrStructureTypeToString>("xrStructureTypeToString");
  EXPECT_EQ(type_name(instance_, XR_TYPE_SYSTEM_GET_INFO, text), XR_SUCCESS);
  EXPECT_STREQ(text, "XR_TYPE_SYSTEM_GET_INFO");
}

// A loader may hand on what an application did wrong: that shall be seen, not crash.
TEST_F(RuntimeTest, NullPointersAreViolations) {
  Open(R"("extensions":["XR_MND_headless"])");
  Negotiate();
  EXPECT_EQ(Create({nullptr}), XR_ERROR_VALIDATION_FAILURE);
  ASSERT_EQ(Create({"XR_MND_headless"}), XR_SUCCESS);
  const XrSystemGetInfo system = {XR_TYPE_SYSTEM_GET_INFO, nullptr,
                                  XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
  EXPECT_EQ(Get<PFN_xrGetSystem>("xrGetSystem")(instance_, &system, nullptr),
            XR_ERROR_VALIDATION_FAILURE);
  EXPECT_EQ(Get<PFN_xrGetSystem>("xrGetSystem")(instance_, nullptr, nullptr),
            XR_ERROR_VALIDATION_FAILURE);
  EXPECT_EQ(Get<PFN_xrResultToString>("xrResultToString")(instance_, XR_SUCCESS, nullptr),
            XR_ERROR_VALIDATION_FAILURE);
  EXPECT_EQ(Get<PFN_xrPollEvent>("xrPollEvent")(instance_, nullptr), XR_ERROR_VALIDATION_FAILURE);
  const XrActionSetCreateInfo set = {XR_TYPE_ACTION_SET_CREATE_INFO, nullptr, "s", "S", 0};
  EXPECT_EQ(Get<PFN_xrCreateActionSet>("xrCreateActionSet")(instance_, &set, nullptr),
            XR_ERROR_VALIDATION_FAILURE);
  ASSERT_EQ(CreateSession(), XR_SUCCESS);
  EXPECT_EQ(Get<PFN_xrSyncActions>("xrSyncActions")(session_, nullptr),
            XR_ERROR_VALIDATION_FAILURE);
  EXPECT_THAT(Violations(), SizeIs(7));
}

TEST_F(RuntimeTest, ForcedResultsDoNothing) {
  Open(R"("results":{"xrCreateInstance":-2})");
  Negotiate();
  EXPECT_EQ(Create(), XR_ERROR_RUNTIME_FAILURE);
  EXPECT_EQ(instance_, XR_NULL_HANDLE);
  const auto trace = folder_.ReadTrace("trace");
  EXPECT_TRUE(trace.back()["forced"].GetBool());
}

TEST_F(RuntimeTest, DeadAndForeignHandlesAreViolations) {
  Open("");
  Negotiate();
  ASSERT_EQ(Create(), XR_SUCCESS);
  const auto destroy = Get<PFN_xrDestroyInstance>("xrDestroyInstance");
  EXPECT_EQ(destroy(instance_), XR_SUCCESS);
  EXPECT_EQ(destroy(instance_), XR_ERROR_HANDLE_INVALID);
  EXPECT_THAT(Violations(), ElementsAre("no handle of this runtime, or of another type"));
}

TEST_F(RuntimeTest, EndlessNextChainIsAViolation) {
  Open("");
  Negotiate();
  XrBaseInStructure loop = {XR_TYPE_UNKNOWN, nullptr};
  loop.next = &loop;
  EXPECT_EQ(Create({}, &loop), XR_ERROR_VALIDATION_FAILURE);
  EXPECT_THAT(Violations(), ElementsAre("a next chain without end"));
}

TEST_F(RuntimeTest, UnloadingReallyUnloads) {
  Open("");
  Negotiate();
  ASSERT_EQ(Create(), XR_SUCCESS);
  dlclose(library_);
  library_ = nullptr;
  EXPECT_EQ(dlopen(folder_.Path("a.so").c_str(), RTLD_NOW | RTLD_NOLOAD), nullptr);
  const auto trace = folder_.ReadTrace("trace");
  EXPECT_EQ(trace.back()["what"], "unload");
}

using RuntimeDeathTest = RuntimeTest;

TEST_F(RuntimeDeathTest, FaultsHappenWhereTheyAreConfigured) {
  Open(R"("faults":{"negotiate":"crash"})");
  EXPECT_EXIT(Negotiate(), testing::KilledBySignal(SIGSEGV), "");
}

}  // namespace
}  // namespace loadstone::mock

// SPDX-License-Identifier: Apache-2.0
#include <signal.h>

#include "mock_layers/openxr/layer_fixture.h"

namespace loadstone::mock::openxr_layer_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST_F(LayerTest, PassesEverythingOn) {
  Open("");
  ASSERT_EQ(Negotiate(), XR_SUCCESS);
  EXPECT_EQ(request_.layerInterfaceVersion, 1u);
  ASSERT_EQ(Create(), XR_SUCCESS);
  EXPECT_EQ(instance_, kInstance);
  EXPECT_EQ(links_below, 1u) << "the layer takes its own link off";
  EXPECT_EQ(GetSystem(), XR_SUCCESS);
  EXPECT_EQ(Get<PFN_xrVoidFunction>("xrNobodyHasThis"), nullptr);
  EXPECT_EQ(Get<PFN_xrDestroyInstance>("xrDestroyInstance")(instance_), XR_SUCCESS);
  EXPECT_THAT(calls_of_next_entity, ElementsAre("test", "xrGetSystem", "xrDestroyInstance"));
  EXPECT_THAT(Events(),
              ElementsAre("load", "negotiate", "xrCreateApiLayerInstance",
                          "xrCreateApiLayerInstance", "xrGetSystem", "xrDestroyInstance"));
}

TEST_F(LayerTest, TracesWhatItIsCreatedWith) {
  Open("");
  Negotiate();
  Create();
  const auto trace = folder_.ReadTrace("trace");
  const auto& enter = trace[2];
  EXPECT_EQ(enter["phase"], "enter");
  EXPECT_EQ(enter["struct_size"].GetUint(), sizeof(XrApiLayerCreateInfo));
  EXPECT_EQ(enter["next_size"].GetUint(), sizeof(XrApiLayerNextInfo));
  EXPECT_EQ(enter["next_names"].Size(), 2u);
  EXPECT_EQ(enter["layer_name_of_next_info"], "XR_APILAYER_LS_a");
  EXPECT_TRUE(enter["next_gipa"].GetBool());
}

TEST_F(LayerTest, ReturnsConfiguredAnswers) {
  Open(R"("negotiation":{"result":-1,"interface_version":0,"api_version":"9.8.7","null_gipa":true,
          "null_create":true,"change":"struct_version"})");
  EXPECT_EQ(Negotiate(), XR_ERROR_VALIDATION_FAILURE);
  EXPECT_EQ(request_.layerInterfaceVersion, 0u);
  EXPECT_EQ(request_.layerApiVersion, XR_MAKE_VERSION(9, 8, 7));
  EXPECT_EQ(request_.getInstanceProcAddr, nullptr);
  EXPECT_EQ(request_.createApiLayerInstance, nullptr);
  EXPECT_EQ(request_.structVersion, 2u);
}

TEST_F(LayerTest, NoticesAWrongName) {
  Open("");
  Negotiate("XR_APILAYER_LS_other");
  EXPECT_EQ(Events().back(), "violation");
}

TEST_F(LayerTest, ANameThatIsNotGivenIsNotWrong) {
  Open("");
  EXPECT_EQ(Negotiate(nullptr), XR_SUCCESS);
  EXPECT_NE(Events().back(), "violation");
}

TEST_F(LayerTest, Variants) {
  Open("", "openxr_layer_renamed");
  EXPECT_EQ(Negotiate(), XR_ERROR_FUNCTION_UNSUPPORTED);
  EXPECT_EQ(Negotiate("XR_APILAYER_LS_a", "lsNegotiate"), XR_SUCCESS);
  dlclose(library_);
  std::filesystem::remove(folder_.Path("a.so"));
  Open("", "openxr_layer_none");
  EXPECT_EQ(Negotiate("XR_APILAYER_LS_a", "lsNegotiate"), XR_ERROR_FUNCTION_UNSUPPORTED);
}

TEST_F(LayerTest, PairForwardsToTheMocksBesideIt) {
  Open("", "openxr_layer_pair");
  EXPECT_EQ(Negotiate(), XR_ERROR_INITIALIZATION_FAILED);
  for (const auto& [function, suffix] :
       {std::pair{"lsNegotiateFirst", "first"}, std::pair{"lsNegotiateSecond", "second"}}) {
    EXPECT_EQ(Negotiate("XR_APILAYER_LS_a", function), XR_ERROR_INITIALIZATION_FAILED);
    std::filesystem::copy(std::string(LOADSTONE_MOCK_DIR) + "/openxr_layer.so",
                          folder_.Path(std::string("a.so.") + suffix));
    EXPECT_EQ(Negotiate("XR_APILAYER_LS_a", function), XR_SUCCESS);
    EXPECT_EQ(Negotiate(), XR_SUCCESS) << "the standard name is that of the first";
  }
}

TEST_F(LayerTest, TracesCallsOfWhatItExports) {
  Open("", "openxr_layer_functions");
  EXPECT_EQ(dlsym(library_, "xrNegotiateLoaderApiLayerInterface"), nullptr);
  const auto look_up =
      reinterpret_cast<PFN_xrGetInstanceProcAddr>(dlsym(library_, "xrGetInstanceProcAddr"));
  ASSERT_NE(look_up, nullptr);
  EXPECT_NE(dlsym(library_, "xrCreateApiLayerInstance"), nullptr);
  PFN_xrVoidFunction function = nullptr;
  look_up(XR_NULL_HANDLE, "xrGetSystem", &function);
  EXPECT_THAT(Events(), ElementsAre("load", "exported"));
}

TEST_F(LayerTest, InterceptsOnlyListedFunctions) {
  Open(R"("intercept":["xrEndSession"],"functions":["xrUnknownLS"])");
  Negotiate();
  Create();
  EXPECT_EQ(Get<PFN_xrGetSystem>("xrGetSystem"), GetSystemBelow);
  EXPECT_NE(Get<PFN_xrEndSession>("xrEndSession"), EndSessionBelow);
  const auto unknown = Get<XrResult(XRAPI_PTR*)(XrInstance, uint64_t)>("xrUnknownLS");
  ASSERT_NE(unknown, nullptr);
  EXPECT_EQ(unknown(instance_, 3), XR_SUCCESS);
  EXPECT_EQ(Events().back(), "xrUnknownLS");
}

TEST_F(LayerTest, ReturnsConfiguredResults) {
  Open(R"("results":{"xrGetSystem":-2},"results_after":{"xrCreateApiLayerInstance":-6})");
  Negotiate();
  EXPECT_EQ(Create(), XR_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(instance_, XR_NULL_HANDLE);
  EXPECT_THAT(calls_of_next_entity, ElementsAre("test", "xrDestroyInstance"));
  EXPECT_EQ(GetSystem(), XR_ERROR_RUNTIME_FAILURE);
  EXPECT_THAT(calls_of_next_entity, ElementsAre("test", "xrDestroyInstance"));
}

TEST_F(LayerTest, KeepsTheHandleOfAFailedCreation) {
  Open(R"("results_after":{"xrCreateApiLayerInstance":-6},"keeps_handle":true)");
  Negotiate();
  EXPECT_EQ(Create(), XR_ERROR_INITIALIZATION_FAILED);
  EXPECT_NE(instance_, XR_NULL_HANDLE);
  EXPECT_THAT(calls_of_next_entity, ElementsAre("test", "xrDestroyInstance"));
}

TEST_F(LayerTest, MisbehavesAsConfigured) {
  Open(R"("misbehave":["no_advance","changes_create_info","null_instance"])");
  Negotiate();
  EXPECT_EQ(Create(), XR_SUCCESS);
  EXPECT_EQ(links_below, 2u);
  EXPECT_THAT(calls_of_next_entity, ElementsAre("changed by a layer"));
  EXPECT_EQ(instance_, XR_NULL_HANDLE);
}

TEST_F(LayerTest, NeverCallsDownIfConfigured) {
  Open(R"("misbehave":["no_call_down"])");
  Negotiate();
  EXPECT_EQ(Create(), XR_SUCCESS);
  EXPECT_THAT(calls_of_next_entity, IsEmpty());
}

TEST_F(LayerTest, QueriesTheNextEntity) {
  Open(R"("queries_extensions_below":["XR_APILAYER_LS_a","XR_APILAYER_LS_b"],
          "queries_layers_below":true)");
  Negotiate();
  EXPECT_EQ(Create(), XR_SUCCESS);
  EXPECT_THAT(calls_of_next_entity, ElementsAre("test", "XR_APILAYER_LS_a", "XR_APILAYER_LS_b"));
  const auto trace = folder_.ReadTrace("trace");
  const auto& layers = trace[3];
  EXPECT_EQ(layers["function"], "xrEnumerateApiLayerProperties");
  EXPECT_TRUE(layers["library"].IsNull()) << "the next entity does not have it";
  EXPECT_EQ(layers["result"].GetInt(), XR_ERROR_FUNCTION_UNSUPPORTED);
  const auto& extensions = trace[5];
  EXPECT_EQ(extensions["layer"], "XR_APILAYER_LS_b");
  Dl_info here = {};
  ASSERT_NE(dladdr(reinterpret_cast<void*>(EnumerateExtensionsBelow), &here), 0);
  EXPECT_EQ(extensions["library"], here.dli_fname);
  EXPECT_EQ(extensions["result"].GetInt(), XR_ERROR_API_LAYER_NOT_PRESENT);
}

TEST_F(LayerTest, QueriesTheNextEntityWithCapacities) {
  Open(R"("capacities_below":[0,2])");
  Negotiate();
  EXPECT_EQ(Create(), XR_SUCCESS);
  EXPECT_THAT(calls_of_next_entity, ElementsAre("test", "", ""));
  const auto trace = folder_.ReadTrace("trace");
  for (const int capacity : {0, 2}) {
    const auto& room = trace[capacity == 0 ? 3 : 4];
    EXPECT_EQ(room["what"], "room_below");
    EXPECT_EQ(room["capacity"].GetInt(), capacity);
    EXPECT_EQ(room["result"].GetInt(), XR_ERROR_API_LAYER_NOT_PRESENT);
    EXPECT_EQ(room["count"].GetInt(), 3);
    EXPECT_EQ(room["written"].GetInt(), 0);
  }
}

TEST_F(LayerTest, WrapsInstancesAndSessions) {
  Open(R"("wrap":["XrInstance","XrSession"])");
  Negotiate();
  Create();
  EXPECT_NE(instance_, kInstance);
  EXPECT_EQ(GetSystem(), XR_SUCCESS);
  EXPECT_EQ(instance_below, kInstance);
  XrSession session = XR_NULL_HANDLE;
  const XrSessionCreateInfo info = {XR_TYPE_SESSION_CREATE_INFO, nullptr, 0, 5};
  EXPECT_EQ(Get<PFN_xrCreateSession>("xrCreateSession")(instance_, &info, &session), XR_SUCCESS);
  EXPECT_NE(session, kSession);
  XrEventDataBuffer buffer = {XR_TYPE_EVENT_DATA_BUFFER, nullptr, {}};
  EXPECT_EQ(Get<PFN_xrPollEvent>("xrPollEvent")(instance_, &buffer), XR_SUCCESS);
  EXPECT_EQ(reinterpret_cast<XrEventDataSessionStateChanged*>(&buffer)->session, session);
  const auto end = Get<PFN_xrEndSession>("xrEndSession");
  EXPECT_EQ(end(session), XR_SUCCESS);
  EXPECT_EQ(Events().back(), "xrEndSession");
  end(kSession);
  const auto events = Events();
  EXPECT_EQ(events[events.size() - 2], "violation") << "a handle from below is not the layer's";
}

// Passes one swapchain down in a quad and in a projection.
std::vector<XrSwapchain> EndFrameWith(PFN_xrEndFrame end_frame, XrSwapchain swapchain) {
  XrCompositionLayerQuad quad = {};
  quad.type = XR_TYPE_COMPOSITION_LAYER_QUAD;
  quad.subImage.swapchain = swapchain;
  XrCompositionLayerProjectionView view = {};
  view.subImage.swapchain = swapchain;
  XrCompositionLayerProjection projection = {};
  projection.type = XR_TYPE_COMPOSITION_LAYER_PROJECTION;
  projection.viewCount = 1;
  projection.views = &view;
  const XrCompositionLayerBaseHeader* layers[] = {
      reinterpret_cast<const XrCompositionLayerBaseHeader*>(&quad),
      reinterpret_cast<const XrCompositionLayerBaseHeader*>(&projection)};
  XrFrameEndInfo info = {};
  info.type = XR_TYPE_FRAME_END_INFO;
  info.layerCount = 2;
  info.layers = layers;
  EXPECT_EQ(end_frame(kSession, &info), XR_SUCCESS);
  return swapchains_of_frame;
}

TEST_F(LayerTest, UnwrapsSwapchainsInFrames) {
  Open(R"("wrap":["XrSwapchain"])");
  const XrSwapchain swapchain = CreateSwapchain();
  EXPECT_THAT(EndFrameWith(Get<PFN_xrEndFrame>("xrEndFrame"), swapchain),
              ElementsAre(kSwapchain, kSwapchain));
}

TEST_F(LayerTest, LeaksSwapchainsInFramesWhenItMisbehaves) {
  Open(R"("wrap":["XrSwapchain"],"misbehave":["leak_in_frames"])");
  const XrSwapchain swapchain = CreateSwapchain();
  EXPECT_THAT(EndFrameWith(Get<PFN_xrEndFrame>("xrEndFrame"), swapchain),
              ElementsAre(swapchain, swapchain));
}

TEST_F(LayerTest, FailsOnlyAsTheApplicationSays) {
  Open(R"("fails_as_application_says":true)");
  Negotiate();
  Create(nullptr, {}, "xrGetSystem -13");
  EXPECT_EQ(GetSystem(), XR_ERROR_INSTANCE_LOST);
  EXPECT_TRUE(folder_.ReadTrace("trace").back()["forced"].GetBool());
  Create(nullptr, {}, "xrPollEvent -13");
  EXPECT_EQ(GetSystem(), XR_SUCCESS);
}

TEST_F(LayerTest, CreatesOneInstanceWhenItMisbehaves) {
  Open(R"("misbehave":["one_instance_for_ever"])");
  Negotiate();
  EXPECT_EQ(Create(), XR_SUCCESS);
  EXPECT_EQ(Create(), XR_ERROR_LIMIT_REACHED);
}

TEST_F(LayerTest, LeaksWrappedHandlesWhenItMisbehaves) {
  Open(R"("wrap":["XrInstance"],"misbehave":["leak_wrapped"])");
  Negotiate();
  Create();
  EXPECT_EQ(GetSystem(), XR_SUCCESS);
  EXPECT_EQ(instance_below, instance_);
}

TEST_F(LayerTest, RemovesItsExtensionsFromTheRequestIfConfigured) {
  Open(R"("extensions":[{"name":"XR_LS_own"}])");
  Negotiate();
  Create(nullptr, {"XR_LS_a", "XR_LS_own"});
  EXPECT_THAT(extensions_below, ElementsAre("XR_LS_a", "XR_LS_own"));
}

TEST_F(LayerTest, LeavesOtherExtensionsInTheRequest) {
  Open(R"("extensions":[{"name":"XR_LS_own"}],"takes_out_extensions":true)");
  Negotiate();
  Create(nullptr, {"XR_LS_a", "XR_LS_own", "XR_LS_own_2"});
  EXPECT_THAT(extensions_below, ElementsAre("XR_LS_a", "XR_LS_own_2"));
}

TEST_F(LayerTest, LabelsEndInTheLayerWhereNothingBelowHasThem) {
  Open(R"("intercept":["xrSessionInsertDebugUtilsLabelEXT"])");
  Negotiate();
  Create();
  const XrDebugUtilsLabelEXT label = {XR_TYPE_DEBUG_UTILS_LABEL_EXT, nullptr, "label"};
  const auto insert =
      Get<PFN_xrSessionInsertDebugUtilsLabelEXT>("xrSessionInsertDebugUtilsLabelEXT");
  ASSERT_NE(insert, nullptr);
  EXPECT_EQ(insert(kSession, &label), XR_SUCCESS);
  EXPECT_EQ(Events().back(), "xrSessionInsertDebugUtilsLabelEXT");
  EXPECT_EQ(Get<PFN_xrSessionEndDebugUtilsLabelRegionEXT>("xrSessionEndDebugUtilsLabelRegionEXT"),
            nullptr)
      << "it is not listed";
}

XrBool32 XRAPI_CALL OnMessage(XrDebugUtilsMessageSeverityFlagsEXT, XrDebugUtilsMessageTypeFlagsEXT,
                              const XrDebugUtilsMessengerCallbackDataEXT*, void* count) {
  ++*static_cast<int*>(count);
  return XR_FALSE;
}

TEST_F(LayerTest, SendsOnlyToTheFirstMessenger) {
  Open(R"("messages":true)");
  Negotiate();
  int first = 0;
  int second = 0;
  const XrDebugUtilsMessengerCreateInfoEXT other = {
      XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT, nullptr, 1, 1, OnMessage, &second};
  const XrDebugUtilsMessengerCreateInfoEXT one = {
      XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT, &other, 1, 1, OnMessage, &first};
  EXPECT_EQ(Create(&one), XR_SUCCESS);
  EXPECT_EQ(first, 1);
  EXPECT_EQ(second, 0);
}

using LayerDeathTest = LayerTest;

TEST_F(LayerDeathTest, FaultsHappenWhereTheyAreConfigured) {
  Open(R"("faults":{"xrCreateApiLayerInstance":"crash"})");
  Negotiate();
  EXPECT_EXIT(Create(), testing::KilledBySignal(SIGSEGV), "");
}

}  // namespace
}  // namespace loadstone::mock::openxr_layer_test

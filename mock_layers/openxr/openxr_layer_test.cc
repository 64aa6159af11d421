#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <string.h>

#include <filesystem>
#include <string>
#include <vector>

#ifndef XR_NO_PROTOTYPES
#define XR_NO_PROTOTYPES
#endif
#include "interfaces/openxr/loader_interfaces.h"
#include "mock_runtime/common/test_files.h"

namespace loadstone::mock {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// What stands below the layer: it gives out one instance and one session.
const auto kInstance = reinterpret_cast<XrInstance>(0x1000);
const auto kSession = reinterpret_cast<XrSession>(0x2000);
std::vector<std::string> calls_below;
XrInstance instance_below = XR_NULL_HANDLE;
size_t links_below = 0;
std::vector<std::string> extensions_below;

XrResult XRAPI_CALL CreateBelow(const XrInstanceCreateInfo* info, const XrApiLayerCreateInfo* layer,
                                XrInstance* instance) {
  calls_below.push_back(info->applicationInfo.applicationName);
  links_below = 0;
  for (auto* one = layer->nextInfo; one != nullptr; one = one->next) ++links_below;
  extensions_below.assign(info->enabledExtensionNames,
                          info->enabledExtensionNames + info->enabledExtensionCount);
  *instance = kInstance;
  return XR_SUCCESS;
}
XrResult XRAPI_CALL GetSystemBelow(XrInstance instance, const XrSystemGetInfo*, XrSystemId* id) {
  calls_below.push_back("xrGetSystem");
  instance_below = instance;
  *id = 5;
  return XR_SUCCESS;
}
XrResult XRAPI_CALL CreateSessionBelow(XrInstance, const XrSessionCreateInfo*, XrSession* session) {
  *session = kSession;
  return XR_SUCCESS;
}
XrResult XRAPI_CALL EndSessionBelow(XrSession session) {
  return session == kSession ? XR_SUCCESS : XR_ERROR_HANDLE_INVALID;
}
XrResult XRAPI_CALL DestroyBelow(XrInstance) {
  calls_below.push_back("xrDestroyInstance");
  return XR_SUCCESS;
}
XrResult XRAPI_CALL FindBelow(XrInstance, const char* name, PFN_xrVoidFunction* function) {
  const std::string wanted = name;
  *function = wanted == "xrGetSystem" ? reinterpret_cast<PFN_xrVoidFunction>(GetSystemBelow)
              : wanted == "xrCreateSession"
                  ? reinterpret_cast<PFN_xrVoidFunction>(CreateSessionBelow)
              : wanted == "xrEndSession" ? reinterpret_cast<PFN_xrVoidFunction>(EndSessionBelow)
              : wanted == "xrDestroyInstance" ? reinterpret_cast<PFN_xrVoidFunction>(DestroyBelow)
                                              : nullptr;
  return *function != nullptr ? XR_SUCCESS : XR_ERROR_FUNCTION_UNSUPPORTED;
}

// A copy of a variant with a configuration of its own, in a chain of two links.
class LayerTest : public testing::Test {
 protected:
  LayerTest() { calls_below.clear(); }
  ~LayerTest() override {
    if (library_ != nullptr) dlclose(library_);
  }

  void Open(const std::string& keys, const std::string& variant = "openxr_layer") {
    const std::string path = folder_.Path("a.so");
    std::filesystem::copy_file(std::string(LOADSTONE_MOCK_DIR) + "/" + variant + ".so", path);
    folder_.Write("trace", "");
    folder_.Write("a.so.config", "{\"who\":\"XR_APILAYER_LS_a\",\"trace\":\"" +
                                     folder_.Path("trace") + "\"" +
                                     (keys.empty() ? "" : "," + keys) + "}");
    library_ = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(library_, nullptr) << dlerror();
  }

  XrResult Negotiate(const char* layer = "XR_APILAYER_LS_a",
                     const char* name = "xrNegotiateLoaderApiLayerInterface") {
    const auto negotiate =
        reinterpret_cast<PFN_xrNegotiateLoaderApiLayerInterface>(dlsym(library_, name));
    if (negotiate == nullptr) return XR_ERROR_FUNCTION_UNSUPPORTED;
    const XrNegotiateLoaderInfo info = {XR_LOADER_INTERFACE_STRUCT_LOADER_INFO,
                                        XR_LOADER_INFO_STRUCT_VERSION,
                                        sizeof(XrNegotiateLoaderInfo),
                                        1,
                                        1,
                                        XR_MAKE_VERSION(1, 0, 0),
                                        XR_MAKE_VERSION(1, 1, 0)};
    request_ = {};
    request_.structType = XR_LOADER_INTERFACE_STRUCT_API_LAYER_REQUEST;
    request_.structVersion = XR_API_LAYER_INFO_STRUCT_VERSION;
    request_.structSize = sizeof(request_);
    return negotiate(&info, layer, &request_);
  }

  XrResult Create(const void* next = nullptr, const std::vector<const char*>& extensions = {}) {
    XrApiLayerNextInfo last = {};
    strcpy(last.layerName, "XR_APILAYER_LS_last");
    XrApiLayerNextInfo own = {XR_LOADER_INTERFACE_STRUCT_API_LAYER_NEXT_INFO,
                              XR_API_LAYER_NEXT_INFO_STRUCT_VERSION,
                              sizeof(XrApiLayerNextInfo),
                              "XR_APILAYER_LS_a",
                              FindBelow,
                              CreateBelow,
                              &last};
    XrApiLayerCreateInfo layer = {XR_LOADER_INTERFACE_STRUCT_API_LAYER_CREATE_INFO,
                                  XR_API_LAYER_CREATE_INFO_STRUCT_VERSION,
                                  sizeof(XrApiLayerCreateInfo),
                                  nullptr,
                                  "",
                                  &own};
    XrInstanceCreateInfo info = {};
    info.type = XR_TYPE_INSTANCE_CREATE_INFO;
    info.next = next;
    info.enabledExtensionCount = static_cast<uint32_t>(extensions.size());
    info.enabledExtensionNames = extensions.data();
    strcpy(info.applicationInfo.applicationName, "test");
    return request_.createApiLayerInstance(&info, &layer, &instance_);
  }

  template <typename Function>
  Function Get(const char* name) {
    PFN_xrVoidFunction function = nullptr;
    request_.getInstanceProcAddr(instance_, name, &function);
    return reinterpret_cast<Function>(function);
  }

  XrResult GetSystem() {
    const XrSystemGetInfo info = {XR_TYPE_SYSTEM_GET_INFO, nullptr,
                                  XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
    XrSystemId id = 0;
    return Get<PFN_xrGetSystem>("xrGetSystem")(instance_, &info, &id);
  }

  std::vector<std::string> Events() {
    std::vector<std::string> what;
    for (const auto& event : folder_.ReadTrace("trace")) what.push_back(event["what"].GetString());
    return what;
  }

  TestFolder folder_;
  void* library_ = nullptr;
  XrNegotiateApiLayerRequest request_ = {};
  XrInstance instance_ = XR_NULL_HANDLE;
};

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
  EXPECT_THAT(calls_below, ElementsAre("test", "xrGetSystem", "xrDestroyInstance"));
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

TEST_F(LayerTest, AnswersWhatItIsTold) {
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

TEST_F(LayerTest, InterceptsWhatIsListedAlone) {
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

TEST_F(LayerTest, GivesTheResultsItIsTold) {
  Open(R"("results":{"xrGetSystem":-2},"results_after":{"xrCreateApiLayerInstance":-6})");
  Negotiate();
  EXPECT_EQ(Create(), XR_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(instance_, XR_NULL_HANDLE);
  EXPECT_THAT(calls_below, ElementsAre("test", "xrDestroyInstance"));
  EXPECT_EQ(GetSystem(), XR_ERROR_RUNTIME_FAILURE);
  EXPECT_THAT(calls_below, ElementsAre("test", "xrDestroyInstance"));
}

TEST_F(LayerTest, MisbehavesAsItIsTold) {
  Open(R"("misbehave":["no_advance","changes_create_info","null_instance"])");
  Negotiate();
  EXPECT_EQ(Create(), XR_SUCCESS);
  EXPECT_EQ(links_below, 2u);
  EXPECT_THAT(calls_below, ElementsAre("changed by a layer"));
  EXPECT_EQ(instance_, XR_NULL_HANDLE);
}

TEST_F(LayerTest, NeverCallsDownWhenToldSo) {
  Open(R"("misbehave":["no_call_down"])");
  Negotiate();
  EXPECT_EQ(Create(), XR_SUCCESS);
  EXPECT_THAT(calls_below, IsEmpty());
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
  const auto end = Get<PFN_xrEndSession>("xrEndSession");
  EXPECT_EQ(end(session), XR_SUCCESS);
  EXPECT_EQ(Events().back(), "xrEndSession");
  end(kSession);
  const auto events = Events();
  EXPECT_EQ(events[events.size() - 2], "violation") << "a handle from below is not the layer's";
}

TEST_F(LayerTest, LeaksWrappedHandlesWhenItMisbehaves) {
  Open(R"("wrap":["XrInstance"],"misbehave":["leak_wrapped"])");
  Negotiate();
  Create();
  EXPECT_EQ(GetSystem(), XR_SUCCESS);
  EXPECT_EQ(instance_below, instance_);
}

TEST_F(LayerTest, TakesItsExtensionsOutOfTheRequestIfToldTo) {
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

XrBool32 XRAPI_CALL Hear(XrDebugUtilsMessageSeverityFlagsEXT, XrDebugUtilsMessageTypeFlagsEXT,
                         const XrDebugUtilsMessengerCallbackDataEXT*, void* count) {
  ++*static_cast<int*>(count);
  return XR_FALSE;
}

TEST_F(LayerTest, TellsTheFirstMessengerAlone) {
  Open(R"("messages":true)");
  Negotiate();
  int first = 0;
  int second = 0;
  const XrDebugUtilsMessengerCreateInfoEXT other = {
      XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT, nullptr, 1, 1, Hear, &second};
  const XrDebugUtilsMessengerCreateInfoEXT one = {
      XR_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT, &other, 1, 1, Hear, &first};
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
}  // namespace loadstone::mock

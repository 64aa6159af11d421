// SPDX-License-Identifier: Apache-2.0
#include <signal.h>

#include <memory>

#include "mock_runtime/openxr/runtime_fixture.h"

namespace loadstone::mock::openxr_runtime_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST_F(RuntimeTest, NegotiatesByDefaultAsTheDocumentsDemand) {
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

TEST_F(RuntimeTest, ReturnsConfiguredAnswers) {
  Open(R"("negotiation":{"result":-6,"interface_version":4294967295,"api_version":"2.3.4",
          "null_gipa":true,"change":"struct_size"})");
  EXPECT_EQ(Negotiate(), XR_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(request_.runtimeInterfaceVersion, UINT32_MAX);
  EXPECT_EQ(request_.runtimeApiVersion, XR_MAKE_VERSION(2, 3, 4));
  EXPECT_EQ(request_.getInstanceProcAddr, nullptr);
  EXPECT_EQ(request_.structSize, sizeof(XrNegotiateRuntimeRequest) + 1);
}

TEST(UnresolvedTest, LoadsOnlyWithLazyBinding) {
  const std::string path = std::string(LOADSTONE_MOCK_DIR) + "/openxr_runtime_unresolved.so";
  void* lazy = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  ASSERT_NE(lazy, nullptr) << dlerror();
  EXPECT_NE(dlsym(lazy, "xrNegotiateLoaderRuntimeInterface"), nullptr);
  dlclose(lazy);
  EXPECT_EQ(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL), nullptr);
}

// LS_XR_RUNTIME_15.
TEST_F(RuntimeTest, RejectsUnsupportedApplications) {
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

TEST_F(RuntimeTest, LeavesTheRequestUnchanged) {
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

TEST_F(RuntimeTest, VariantOfTwoNamesRefusesByTheStandardOne) {
  Open("", "openxr_runtime_two_names");
  EXPECT_EQ(Negotiate(), XR_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(Negotiate("lsNegotiate"), XR_SUCCESS);
}

TEST_F(RuntimeTest, VariantsExportExactlyTheirSymbols) {
  Open("", "openxr_runtime_direct");
  EXPECT_NE(dlsym(library_, "xrCreateInstance"), nullptr);
  EXPECT_NE(dlsym(library_, "xrNegotiateLoaderRuntimeInterface"), nullptr);
  dlclose(library_);
  std::filesystem::remove(folder_.Path("a.so"));
  Open("", "openxr_runtime_commands");
  const auto look_up =
      reinterpret_cast<PFN_xrGetInstanceProcAddr>(dlsym(library_, "xrGetInstanceProcAddr"));
  ASSERT_NE(look_up, nullptr);
  PFN_xrVoidFunction function = nullptr;
  EXPECT_EQ(look_up(XR_NULL_HANDLE, "xrCreateInstance", &function), XR_SUCCESS);
  EXPECT_NE(function, reinterpret_cast<PFN_xrVoidFunction>(dlsym(library_, "xrCreateInstance")))
      << "only what the library exports traces the call of an export";
  EXPECT_EQ(dlsym(library_, "xrNegotiateLoaderRuntimeInterface"), nullptr);
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

// A loader may pass on an application's invalid arguments: the runtime must trace a violation, not
// crash.
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
}  // namespace loadstone::mock::openxr_runtime_test

// SPDX-License-Identifier: Apache-2.0
// The runtime without a configuration must comply with the rules of the OpenXR specification and of
// the loader documents for runtimes.
#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <regex>
#include <set>

#include "mock_runtime/openxr/runtime_fixture.h"

namespace loadstone::mock::openxr_runtime_rules_test {
namespace {

using testing::IsEmpty;

class RuntimeRulesTest : public RuntimeTest {
 protected:
  void Start(const std::string& keys = R"("extensions":["XR_MND_headless"])") {
    Open(keys);
    ASSERT_EQ(Negotiate(), XR_SUCCESS);
    ASSERT_EQ(Create({"XR_MND_headless"}), XR_SUCCESS);
    ASSERT_EQ(CreateSession(), XR_SUCCESS);
  }

  XrResult Ask(XrInstance instance, const std::string& name, PFN_xrVoidFunction* function) {
    return request_.getInstanceProcAddr(instance, name.c_str(), function);
  }
};

// The functions for which openxr.h has a function pointer type: those of 1.0, or those of all
// extensions. Excludes the functions of later versions, which newer headers have in between.
std::set<std::string> FunctionsInHeader(bool core) {
  std::ifstream stream(LOADSTONE_OPENXR_HEADER);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const size_t extensions = text.find("#define XR_KHR_");
  const size_t end_of_core = std::min(extensions, text.find("#define XR_VERSION_1_1 1"));
  const std::string part = core ? text.substr(0, end_of_core) : text.substr(extensions);
  static const std::regex pattern(R"(typedef XrResult\s+\(XRAPI_PTR \*PFN_(xr\w+)\))");
  std::set<std::string> names;
  for (std::sregex_iterator at(part.begin(), part.end(), pattern), end; at != end; ++at) {
    names.insert((*at)[1]);
  }
  return names;
}

struct Offer {
  const char* name;
  std::function<void(XrNegotiateLoaderInfo&, XrNegotiateRuntimeRequest&)> change;
};

TEST_F(RuntimeRulesTest, AnswersNoNewerVersionThanTheLoaderHas) {
  for (const char* misbehave : {"", ",\"misbehave\":[\"answer_own_version\"]"}) {
    Open(std::string(R"("negotiation":{"api_version":"1.1.36"})") + misbehave);
    const auto negotiate = reinterpret_cast<PFN_xrNegotiateLoaderRuntimeInterface>(
        dlsym(library_, "xrNegotiateLoaderRuntimeInterface"));
    XrNegotiateLoaderInfo info = ValidLoaderInfo();
    info.maxApiVersion = XR_MAKE_VERSION(1, 0, 4095);
    XrNegotiateRuntimeRequest request = ValidNegotiationRequest();
    EXPECT_EQ(negotiate(&info, &request), XR_SUCCESS);
    EXPECT_EQ(XR_VERSION_MINOR(request.runtimeApiVersion), *misbehave == '\0' ? 0u : 1u);
    dlclose(library_);
    library_ = nullptr;
    std::filesystem::remove(folder_.Path("a.so"));
  }
}

TEST_F(RuntimeRulesTest, SupportsTheMinorVersionsUpToTheOneThatItAnswers) {
  Open(R"("negotiation":{"api_version":"1.1.36"})");
  const auto negotiate = reinterpret_cast<PFN_xrNegotiateLoaderRuntimeInterface>(
      dlsym(library_, "xrNegotiateLoaderRuntimeInterface"));
  for (const auto& [least, result] :
       std::map<XrVersion, XrResult>{{XR_MAKE_VERSION(1, 0, 0), XR_SUCCESS},
                                     {XR_MAKE_VERSION(1, 1, 4095), XR_SUCCESS},
                                     {XR_MAKE_VERSION(1, 2, 0), XR_ERROR_INITIALIZATION_FAILED}}) {
    XrNegotiateLoaderInfo info = ValidLoaderInfo();
    info.minApiVersion = least;
    XrNegotiateRuntimeRequest request = ValidNegotiationRequest();
    EXPECT_EQ(negotiate(&info, &request), result) << least;
  }
  Negotiate();
  ASSERT_EQ(Create(), XR_SUCCESS);
  PFN_xrVoidFunction function = nullptr;
  EXPECT_EQ(Ask(instance_, "xrLocateSpaces", &function), XR_SUCCESS);
}

// LS_XR_RUNTIME_4 and LS_XR_RUNTIME_5.
TEST_F(RuntimeRulesTest, RejectsWhatItCannotNegotiate) {
  Open("");
  const Offer kOffers[] = {
      {"type of the loader's structure",
       [](auto& info, auto&) { info.structType = XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST; }},
      {"version of the loader's structure", [](auto& info, auto&) { ++info.structVersion; }},
      {"size of the loader's structure", [](auto& info, auto&) { --info.structSize; }},
      {"type of the request",
       [](auto&, auto& request) { request.structType = XR_LOADER_INTERFACE_STRUCT_LOADER_INFO; }},
      {"version of the request", [](auto&, auto& request) { request.structVersion = 0; }},
      {"size of the request", [](auto&, auto& request) { ++request.structSize; }},
      {"newer interfaces alone",
       [](auto& info, auto&) { info.minInterfaceVersion = info.maxInterfaceVersion = 2; }},
      {"older interfaces alone",
       [](auto& info, auto&) { info.minInterfaceVersion = info.maxInterfaceVersion = 0; }},
      {"newer versions alone",
       [](auto& info, auto&) { info.minApiVersion = XR_MAKE_VERSION(1, 1, 0); }},
      {"older versions alone",
       [](auto& info, auto&) {
         info.minApiVersion = 0;
         info.maxApiVersion = XR_MAKE_VERSION(0, 9, 0);
       }},
  };
  const auto negotiate = reinterpret_cast<PFN_xrNegotiateLoaderRuntimeInterface>(
      dlsym(library_, "xrNegotiateLoaderRuntimeInterface"));
  for (const Offer& offer : kOffers) {
    XrNegotiateLoaderInfo info = ValidLoaderInfo();
    XrNegotiateRuntimeRequest request = ValidNegotiationRequest();
    offer.change(info, request);
    EXPECT_EQ(negotiate(&info, &request), XR_ERROR_INITIALIZATION_FAILED) << offer.name;
    EXPECT_EQ(request.getInstanceProcAddr, nullptr) << offer.name;
  }
}

TEST_F(RuntimeRulesTest, AcceptsAnyNegotiationAndApplicationIfConfigured) {
  Open(R"("check_negotiation":false,"check_application":false)");
  XrNegotiateLoaderInfo info = ValidLoaderInfo();
  info.structSize = 0;
  request_ = ValidNegotiationRequest();
  ASSERT_EQ(reinterpret_cast<PFN_xrNegotiateLoaderRuntimeInterface>(
                dlsym(library_, "xrNegotiateLoaderRuntimeInterface"))(&info, &request_),
            XR_SUCCESS);
  XrInstanceCreateInfo nameless = {};
  nameless.type = XR_TYPE_INSTANCE_CREATE_INFO;
  EXPECT_EQ(Get<PFN_xrCreateInstance>("xrCreateInstance")(&nameless, &instance_), XR_SUCCESS);
}

TEST_F(RuntimeRulesTest, ReturnsOnlyGlobalCommandsForANullInstance) {
  Open("");
  Negotiate();
  const std::set<std::string> kGlobal = {"xrEnumerateApiLayerProperties",
                                         "xrEnumerateInstanceExtensionProperties",
                                         "xrCreateInstance"};
  for (const std::string& name : FunctionsInHeader(true)) {
    PFN_xrVoidFunction function = nullptr;
    const bool global = kGlobal.contains(name);
    EXPECT_EQ(Ask(XR_NULL_HANDLE, name, &function), global ? XR_SUCCESS : XR_ERROR_HANDLE_INVALID)
        << name;
    EXPECT_EQ(function != nullptr, global) << name;
  }
}

TEST_F(RuntimeRulesTest, ReportsCommandsAsUnsupportedForANullInstanceOnRequest) {
  Open(R"("unsupported_without_instance":true)");
  Negotiate();
  PFN_xrVoidFunction function = nullptr;
  EXPECT_EQ(Ask(XR_NULL_HANDLE, "xrGetSystem", &function), XR_ERROR_FUNCTION_UNSUPPORTED);
  EXPECT_EQ(function, nullptr);
  EXPECT_EQ(Ask(XR_NULL_HANDLE, "xrCreateInstance", &function), XR_SUCCESS);
}

TEST_F(RuntimeRulesTest, HasTheCoreAndNoDisabledExtensions) {
  Start();
  const std::set<std::string> core = FunctionsInHeader(true);
  EXPECT_GT(core.size(), 50u);
  for (const std::string& name : core) {
    PFN_xrVoidFunction function = nullptr;
    EXPECT_EQ(Ask(instance_, name, &function), XR_SUCCESS) << name;
    EXPECT_NE(function, nullptr) << name;
  }
  const std::set<std::string> others = FunctionsInHeader(false);
  EXPECT_TRUE(others.contains("xrCreateDebugUtilsMessengerEXT"));
  for (const std::string& name : others) {
    auto function = reinterpret_cast<PFN_xrVoidFunction>(&dlsym);
    EXPECT_EQ(Ask(instance_, name, &function), XR_ERROR_FUNCTION_UNSUPPORTED) << name;
    EXPECT_EQ(function, nullptr) << name;
  }
}

TEST_F(RuntimeRulesTest, HasEveryFunctionOfAnExtensionThatIsEnabled) {
  Open(R"("extensions":["XR_EXT_debug_utils"])");
  Negotiate();
  ASSERT_EQ(Create({"XR_EXT_debug_utils"}), XR_SUCCESS);
  size_t count = 0;
  for (const std::string& name : FunctionsInHeader(false)) {
    if (name.find("DebugUtils") == std::string::npos) continue;
    PFN_xrVoidFunction function = nullptr;
    EXPECT_EQ(Ask(instance_, name, &function), XR_SUCCESS) << name;
    ++count;
  }
  EXPECT_EQ(count, 7u);
}

// Calls an enumeration with capacity 0, which returns the count; with too little capacity, which
// returns an error and the count; and with enough, which returns everything.
template <typename Element, typename Enumerate>
void ExpectTwoCallIdiom(const char* name, const Enumerate& enumerate, const Element& blank) {
  uint32_t count = 77;
  EXPECT_EQ(enumerate(0, &count, static_cast<Element*>(nullptr)), XR_SUCCESS) << name;
  ASSERT_GE(count, 1u) << name;
  const uint32_t expected = count;
  std::vector<Element> elements(expected + 1, blank);
  if (expected > 1) {
    EXPECT_EQ(enumerate(expected - 1, &count, elements.data()), XR_ERROR_SIZE_INSUFFICIENT) << name;
    EXPECT_EQ(count, expected) << name;
  }
  EXPECT_EQ(enumerate(expected + 1, &count, elements.data()), XR_SUCCESS) << name;
  EXPECT_EQ(count, expected) << name;
  EXPECT_EQ(memcmp(&elements[expected], &blank, sizeof(Element)), 0)
      << name << ": nothing is written behind the elements";
}

TEST_F(RuntimeRulesTest, EnumeratesInTwoCalls) {
  Start();
  constexpr XrViewConfigurationType kStereo = XR_VIEW_CONFIGURATION_TYPE_PRIMARY_STEREO;
  const auto configurations =
      Get<PFN_xrEnumerateViewConfigurations>("xrEnumerateViewConfigurations");
  ExpectTwoCallIdiom<XrViewConfigurationType>(
      "view configurations",
      [&](uint32_t room, uint32_t* n, auto* out) {
        return configurations(instance_, 1, room, n, out);
      },
      XR_VIEW_CONFIGURATION_TYPE_MAX_ENUM);
  const auto views =
      Get<PFN_xrEnumerateViewConfigurationViews>("xrEnumerateViewConfigurationViews");
  ExpectTwoCallIdiom<XrViewConfigurationView>(
      "views",
      [&](uint32_t room, uint32_t* n, auto* out) {
        return views(instance_, 1, kStereo, room, n, out);
      },
      {XR_TYPE_VIEW_CONFIGURATION_VIEW, nullptr, 0, 0, 0, 0, 0, 0});
  const auto modes = Get<PFN_xrEnumerateEnvironmentBlendModes>("xrEnumerateEnvironmentBlendModes");
  ExpectTwoCallIdiom<XrEnvironmentBlendMode>(
      "blend modes",
      [&](uint32_t room, uint32_t* n, auto* out) {
        return modes(instance_, 1, kStereo, room, n, out);
      },
      XR_ENVIRONMENT_BLEND_MODE_MAX_ENUM);
  const auto spaces = Get<PFN_xrEnumerateReferenceSpaces>("xrEnumerateReferenceSpaces");
  ExpectTwoCallIdiom<XrReferenceSpaceType>(
      "reference spaces",
      [&](uint32_t room, uint32_t* n, auto* out) { return spaces(session_, room, n, out); },
      XR_REFERENCE_SPACE_TYPE_MAX_ENUM);
  const auto formats = Get<PFN_xrEnumerateSwapchainFormats>("xrEnumerateSwapchainFormats");
  ExpectTwoCallIdiom<int64_t>(
      "swapchain formats",
      [&](uint32_t room, uint32_t* n, auto* out) { return formats(session_, room, n, out); }, -1);
  XrPath path = XR_NULL_PATH;
  ASSERT_EQ(Get<PFN_xrStringToPath>("xrStringToPath")(instance_, "/user/hand/left", &path),
            XR_SUCCESS);
  const auto text = Get<PFN_xrPathToString>("xrPathToString");
  ExpectTwoCallIdiom<char>(
      "path",
      [&](uint32_t room, uint32_t* n, auto* out) { return text(instance_, path, room, n, out); },
      '?');
  EXPECT_THAT(Violations(), IsEmpty());
}

TEST_F(RuntimeRulesTest, GivesEachObjectASeparateHandle) {
  Start();
  const XrReferenceSpaceCreateInfo space = {XR_TYPE_REFERENCE_SPACE_CREATE_INFO,
                                            nullptr,
                                            XR_REFERENCE_SPACE_TYPE_LOCAL,
                                            {{0, 0, 0, 1}, {0, 0, 0}}};
  std::set<void*> handles = {instance_, session_};
  for (int i = 0; i < 3; ++i) {
    XrSpace made = XR_NULL_HANDLE;
    EXPECT_EQ(Get<PFN_xrCreateReferenceSpace>("xrCreateReferenceSpace")(session_, &space, &made),
              XR_SUCCESS);
    handles.insert(made);
  }
  EXPECT_EQ(handles.size(), 5u);
  EXPECT_FALSE(handles.contains(nullptr));
}

// Result codes that the commands may return for calls that only an invalid application makes.
TEST_F(RuntimeRulesTest, ChecksStructuresAndHandles) {
  Start();
  XrSystemGetInfo get = {XR_TYPE_UNKNOWN, nullptr, XR_FORM_FACTOR_HEAD_MOUNTED_DISPLAY};
  XrSystemId system = XR_NULL_SYSTEM_ID;
  const auto get_system = Get<PFN_xrGetSystem>("xrGetSystem");
  EXPECT_EQ(get_system(instance_, &get, &system), XR_ERROR_VALIDATION_FAILURE);
  EXPECT_EQ(get_system(instance_, nullptr, &system), XR_ERROR_VALIDATION_FAILURE);
  get.type = XR_TYPE_SYSTEM_GET_INFO;
  EXPECT_EQ(get_system(instance_, &get, nullptr), XR_ERROR_VALIDATION_FAILURE);
  EXPECT_EQ(get_system(reinterpret_cast<XrInstance>(session_), &get, &system),
            XR_ERROR_HANDLE_INVALID);
  get.formFactor = XR_FORM_FACTOR_HANDHELD_DISPLAY;
  EXPECT_EQ(get_system(instance_, &get, &system), XR_ERROR_FORM_FACTOR_UNSUPPORTED);
  XrSystemProperties properties = {};
  EXPECT_EQ(Get<PFN_xrGetSystemProperties>("xrGetSystemProperties")(instance_, 1, &properties),
            XR_ERROR_VALIDATION_FAILURE);
  properties.type = XR_TYPE_SYSTEM_PROPERTIES;
  EXPECT_EQ(Get<PFN_xrGetSystemProperties>("xrGetSystemProperties")(instance_, 99, &properties),
            XR_ERROR_SYSTEM_INVALID);
  XrInstanceProperties own = {};
  EXPECT_EQ(Get<PFN_xrGetInstanceProperties>("xrGetInstanceProperties")(instance_, &own),
            XR_ERROR_VALIDATION_FAILURE);
  const XrSessionCreateInfo session = {XR_TYPE_INSTANCE_CREATE_INFO, nullptr, 0, 1};
  XrSession made = XR_NULL_HANDLE;
  EXPECT_EQ(Get<PFN_xrCreateSession>("xrCreateSession")(instance_, &session, &made),
            XR_ERROR_VALIDATION_FAILURE);
  EXPECT_EQ(Get<PFN_xrDestroySession>("xrDestroySession")(XR_NULL_HANDLE), XR_ERROR_HANDLE_INVALID);
  XrPath path = XR_NULL_PATH;
  EXPECT_EQ(Get<PFN_xrStringToPath>("xrStringToPath")(instance_, "no path", &path),
            XR_ERROR_PATH_FORMAT_INVALID);
}

}  // namespace
}  // namespace loadstone::mock::openxr_runtime_rules_test

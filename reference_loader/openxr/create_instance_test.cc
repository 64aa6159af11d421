// SPDX-License-Identifier: Apache-2.0
// Applications create and destroy instances, with a runtime and layers inside the test program.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference_loader/openxr/generated/commands.h"
#include "reference_loader/openxr/instance.h"
#include "reference_loader/openxr/loader.h"
#include "reference_loader/openxr/test_components.h"

namespace reference_loader::openxr::create_instance_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr char kOne[] = "XR_APILAYER_LS_one";
constexpr char kTwo[] = "XR_APILAYER_LS_two";
constexpr char kThree[] = "XR_APILAYER_LS_three";

class CreateInstanceTest : public testing::Test {
 protected:
  ~CreateInstanceTest() override {
    if (ActiveDispatch() != nullptr) {
      EXPECT_EQ(xrDestroyInstance(instance_), XR_SUCCESS);
    }
    EXPECT_EQ(CurrentInstance(), nullptr);
    EXPECT_EQ(ActiveDispatch(), nullptr);
    EXPECT_EQ(World().runtime.live_instances, 0);
    EXPECT_EQ(machine_.platform().open_libraries(), 0);
  }

  XrResult Create(const TestRequest& request = TestRequest()) {
    return CreateInstance(machine_.platform(), &request.info, &instance_);
  }

  XrResult GetSystem() {
    XrSystemId system = 0;
    return xrGetSystem(instance_, nullptr, &system);
  }

  TestMachine machine_;
  XrInstance instance_ = XR_NULL_HANDLE;
};

TEST_F(CreateInstanceTest, ReachesTheRuntime) {
  ASSERT_EQ(Create(), XR_SUCCESS);
  EXPECT_EQ(World().runtime.application, "test");
  EXPECT_EQ(World().runtime.live_instances, 1);
  EXPECT_EQ(GetSystem(), XR_SUCCESS);
  const auto session = reinterpret_cast<XrSession>(uintptr_t{1});
  EXPECT_EQ(xrBeginFrame(session, nullptr), XR_SUCCESS);
  EXPECT_EQ(World().calls,
            (std::vector<std::string>{"runtime negotiate", "runtime xrCreateInstance",
                                      "runtime xrGetSystem", "runtime xrBeginFrame"}));
}

TEST_F(CreateInstanceTest, RuntimeIsUnloadedWithTheInstance) {
  ASSERT_EQ(Create(), XR_SUCCESS);
  EXPECT_EQ(machine_.platform().open_libraries(), 1);
  EXPECT_EQ(xrDestroyInstance(instance_), XR_SUCCESS);
  EXPECT_EQ(machine_.platform().open_libraries(), 0);
  EXPECT_EQ(GetSystem(), XR_ERROR_HANDLE_INVALID);
  EXPECT_EQ(xrDestroyInstance(instance_), XR_ERROR_HANDLE_INVALID);
  ASSERT_EQ(Create(), XR_SUCCESS);
}

TEST_F(CreateInstanceTest, FunctionsThatTheRuntimeLacksAreUnsupported) {
  ASSERT_EQ(Create(), XR_SUCCESS);
  const auto session = reinterpret_cast<XrSession>(uintptr_t{1});
  EXPECT_EQ(xrEndSession(session), XR_ERROR_FUNCTION_UNSUPPORTED);
  EXPECT_EQ(xrLocateSpaces(session, nullptr, nullptr), XR_ERROR_FUNCTION_UNSUPPORTED);
}

TEST_F(CreateInstanceTest, HandlesAreChecked) {
  EXPECT_EQ(GetSystem(), XR_ERROR_HANDLE_INVALID);
  EXPECT_EQ(xrDestroyInstance(XR_NULL_HANDLE), XR_ERROR_HANDLE_INVALID);
  ASSERT_EQ(Create(), XR_SUCCESS);
  XrSystemId system = 0;
  const auto other = reinterpret_cast<XrInstance>(uintptr_t{1});
  EXPECT_EQ(xrGetSystem(other, nullptr, &system), XR_ERROR_HANDLE_INVALID);
  EXPECT_EQ(xrDestroyInstance(other), XR_ERROR_HANDLE_INVALID);
  EXPECT_EQ(xrBeginFrame(XR_NULL_HANDLE, nullptr), XR_ERROR_HANDLE_INVALID);
}

TEST_F(CreateInstanceTest, OnlyOneAtATime) {
  ASSERT_EQ(Create(), XR_SUCCESS);
  XrInstance second = instance_;
  const TestRequest request;
  EXPECT_EQ(CreateInstance(machine_.platform(), &request.info, &second), XR_ERROR_LIMIT_REACHED);
  EXPECT_EQ(second, XR_NULL_HANDLE);
  EXPECT_EQ(GetSystem(), XR_SUCCESS);
}

TEST_F(CreateInstanceTest, InvalidArgumentsAreRejected) {
  TestRequest request;
  EXPECT_EQ(CreateInstance(machine_.platform(), nullptr, &instance_), XR_ERROR_VALIDATION_FAILURE);
  EXPECT_EQ(CreateInstance(machine_.platform(), &request.info, nullptr),
            XR_ERROR_VALIDATION_FAILURE);
  request.info.type = XR_TYPE_UNKNOWN;
  EXPECT_EQ(Create(request), XR_ERROR_VALIDATION_FAILURE);
  EXPECT_THAT(World().calls, IsEmpty());
}

TEST_F(CreateInstanceTest, RuntimeErrorsReachTheApplication) {
  World().runtime.results["xrCreateInstance"] = XR_ERROR_RUNTIME_FAILURE;
  EXPECT_EQ(Create(), XR_ERROR_RUNTIME_FAILURE);
  EXPECT_EQ(instance_, XR_NULL_HANDLE);
  World().runtime.results["xrCreateInstance"] = XR_TIMEOUT_EXPIRED;
  EXPECT_EQ(Create(), XR_TIMEOUT_EXPIRED);
}

TEST_F(CreateInstanceTest, FailedDestructionEndsTheInstanceAllTheSame) {
  ASSERT_EQ(Create(), XR_SUCCESS);
  World().runtime.results["xrDestroyInstance"] = XR_ERROR_RUNTIME_FAILURE;
  EXPECT_EQ(xrDestroyInstance(instance_), XR_ERROR_RUNTIME_FAILURE);
  World().runtime.results.clear();
  ASSERT_EQ(Create(), XR_SUCCESS);
}

TEST_F(CreateInstanceTest, InstanceOfNothingIsNone) {
  World().runtime.null_instance = true;
  EXPECT_EQ(Create(), XR_ERROR_RUNTIME_FAILURE);
  World().runtime.live_instances = 0;
}

TEST_F(CreateInstanceTest, WithoutARuntimeThereIsNoInstance) {
  machine_.platform().SetEnvironment("XR_RUNTIME_JSON", "/nowhere.json");
  EXPECT_EQ(Create(), XR_ERROR_RUNTIME_UNAVAILABLE);
  machine_.platform().AddFile(
      "/nowhere.json",
      R"({"file_format_version": "1.0.0", "runtime": {"library_path": "/missing.so"}})");
  EXPECT_EQ(Create(), XR_ERROR_RUNTIME_UNAVAILABLE);
}

TEST_F(CreateInstanceTest, RuntimeThatDoesNotAgreeIsNotUsed) {
  World().runtime.answer.result = XR_ERROR_INITIALIZATION_FAILED;
  EXPECT_EQ(Create(), XR_ERROR_RUNTIME_UNAVAILABLE);
  EXPECT_THAT(World().calls, ElementsAre("runtime negotiate"));
}

TEST_F(CreateInstanceTest, LayersAreOrdered) {
  machine_.AddLayer(0, kOne, false);
  machine_.AddLayer(1, kTwo, true);
  machine_.AddLayer(2, kThree, false);
  machine_.platform().SetEnvironment("XR_ENABLE_API_LAYERS", kThree);
  ASSERT_EQ(Create(TestRequest({kOne})), XR_SUCCESS);
  World().calls.clear();
  EXPECT_EQ(GetSystem(), XR_SUCCESS);
  EXPECT_THAT(World().calls, ElementsAre("layer1 xrGetSystem", "layer2 xrGetSystem",
                                         "layer0 xrGetSystem", "runtime xrGetSystem"));
}

TEST_F(CreateInstanceTest, ChainIsBuiltAsTheDocumentSays) {
  machine_.AddLayer(0, kOne, false);
  machine_.AddLayer(1, kTwo, false);
  ASSERT_EQ(Create(TestRequest({kOne, kTwo})), XR_SUCCESS);
  EXPECT_THAT(World().calls,
              ElementsAre("runtime negotiate", "layer0 negotiate", "layer1 negotiate",
                          "layer0 xrCreateApiLayerInstance", "layer1 xrCreateApiLayerInstance",
                          "runtime xrCreateInstance"));
  const XrApiLayerCreateInfo& info = World().layers[0].create_info;
  EXPECT_EQ(info.structType, XR_LOADER_INTERFACE_STRUCT_API_LAYER_CREATE_INFO);
  EXPECT_EQ(info.structVersion, 1u);
  EXPECT_EQ(info.structSize, 544u);
  EXPECT_STREQ(info.settings_file_location, "");
  EXPECT_THAT(World().layers[0].links, ElementsAre(kOne, kTwo));
  EXPECT_THAT(World().layers[1].links, ElementsAre(kTwo));
  EXPECT_TRUE(World().layers[0].links_are_well_formed);
  World().calls.clear();
  EXPECT_EQ(xrDestroyInstance(instance_), XR_SUCCESS);
  EXPECT_THAT(World().calls, ElementsAre("layer0 xrDestroyInstance", "layer1 xrDestroyInstance",
                                         "runtime xrDestroyInstance"));
}

// Each layer has an earlier manifest whose library is missing.
TEST_F(CreateInstanceTest, LayerIsTakenFromTheFirstManifestThatWorks) {
  for (const char* folder : {"explicit.d", "implicit.d"}) {
    machine_.platform().AddFile(
        std::string("/usr/share/openxr/1/api_layers/") + folder + "/-.json",
        std::string(R"({"file_format_version": "1.0.0", "api_layer": {"name": ")") +
            (folder[0] == 'e' ? kOne : kTwo) +
            R"(", "library_path": "/none.so", "api_version": "1.0", "implementation_version": "1",
              "description": "", "disable_environment": "OFF"}})");
  }
  machine_.AddLayer(0, kOne, false);
  machine_.AddLayer(1, kTwo, true);
  ASSERT_EQ(Create(TestRequest({kOne})), XR_SUCCESS);
  ASSERT_EQ(CurrentInstance()->layers.size(), 2u);
  EXPECT_EQ(CurrentInstance()->layers[0].name, kTwo);
  EXPECT_EQ(CurrentInstance()->layers[1].name, kOne);
}

TEST_F(CreateInstanceTest, MissingLayerIsAnError) {
  EXPECT_EQ(Create(TestRequest({kOne})), XR_ERROR_API_LAYER_NOT_PRESENT);
  EXPECT_THAT(World().calls, IsEmpty());
}

TEST_F(CreateInstanceTest, LayersThatFailAreLeftOutUnlessTheApplicationWantsThem) {
  machine_.AddLayer(0, kOne, false);
  machine_.AddLayer(1, kTwo, true);
  World().layers[0].answer.result = XR_ERROR_INITIALIZATION_FAILED;
  World().layers[1].answer.interface_version = 2;
  EXPECT_EQ(Create(TestRequest({kOne})), XR_ERROR_API_LAYER_NOT_PRESENT);
  machine_.platform().SetEnvironment("XR_ENABLE_API_LAYERS", kOne);
  ASSERT_EQ(Create(), XR_SUCCESS);
  EXPECT_FALSE(World().Called("layer0 xrCreateApiLayerInstance"));
  EXPECT_FALSE(World().Called("layer1 xrCreateApiLayerInstance"));
}

TEST_F(CreateInstanceTest, MisbehavingLayersLeaveNothingBehind) {
  machine_.AddLayer(0, kOne, false);
  World().layers[0].no_call_down = true;
  EXPECT_EQ(Create(TestRequest({kOne})), XR_ERROR_INITIALIZATION_FAILED);
  EXPECT_TRUE(World().Called("layer0 xrDestroyInstance"));
  World().layers[0] = {};
  World().layers[0].fails_after_call_down = true;
  EXPECT_EQ(Create(TestRequest({kOne})), XR_ERROR_LIMIT_REACHED);
  EXPECT_EQ(World().runtime.live_instances, 0);
  World().layers[0] = {};
  World().layers[0].null_instance = true;
  EXPECT_EQ(Create(TestRequest({kOne})), XR_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(World().runtime.live_instances, 0);
}

TEST_F(CreateInstanceTest, ExtensionsMustComeFromSomewhere) {
  EXPECT_EQ(Create(TestRequest({}, {"XR_LS_nobody"})), XR_ERROR_EXTENSION_NOT_PRESENT);
  EXPECT_FALSE(World().Called("runtime xrCreateInstance"));
  World().runtime.extensions["XR_LS_runtime"] = 1;
  ASSERT_EQ(Create(TestRequest({}, {"XR_LS_runtime"})), XR_SUCCESS);
  EXPECT_THAT(World().runtime.enabled_extensions, ElementsAre("XR_LS_runtime"));
}

TEST_F(CreateInstanceTest, ExtensionsOfLayersDoNotReachTheRuntime) {
  World().runtime.extensions = {{"XR_LS_both", 1}, {"XR_LS_runtime", 1}};
  machine_.AddLayer(0, kOne, false,
                    R"(, "instance_extensions": [{"name": "XR_LS_both", "extension_version": "2"},
                       {"name": "XR_LS_layer", "extension_version": 3}])");
  EXPECT_EQ(Create(TestRequest({}, {"XR_LS_layer"})), XR_ERROR_EXTENSION_NOT_PRESENT);
  ASSERT_EQ(Create(TestRequest({kOne}, {"XR_LS_both", "XR_LS_layer", "XR_LS_runtime"})),
            XR_SUCCESS);
  EXPECT_THAT(World().layers[0].enabled_extensions,
              ElementsAre("XR_LS_both", "XR_LS_layer", "XR_LS_runtime"));
  EXPECT_THAT(World().runtime.enabled_extensions, ElementsAre("XR_LS_runtime"));
}

TEST_F(CreateInstanceTest, LayersMayRequestExtensions) {
  machine_.AddLayer(0, kOne, true);
  World().runtime.extensions = {{"XR_LS_runtime", 1}, {"XR_EXT_debug_utils", 4}};
  for (const char* extension : {"XR_LS_runtime", "XR_EXT_debug_utils"}) {
    World().layers[0].requested_extension = extension;
    ASSERT_EQ(Create(), XR_SUCCESS);
    EXPECT_THAT(World().runtime.enabled_extensions, ElementsAre(extension));
    // An extension that only a layer enabled is not available to the application.
    PFN_xrVoidFunction function = nullptr;
    EXPECT_EQ(xrGetInstanceProcAddr(instance_, "xrCreateDebugUtilsMessengerEXT", &function),
              XR_ERROR_FUNCTION_UNSUPPORTED);
    EXPECT_EQ(xrDestroyInstance(instance_), XR_SUCCESS);
  }
  World().runtime.extensions.clear();
  ASSERT_EQ(Create(), XR_SUCCESS);
  EXPECT_THAT(World().runtime.enabled_extensions, IsEmpty());
}

TEST_F(CreateInstanceTest, RuntimeThatDoesNotTellItsExtensionsFails) {
  World().runtime.results["xrEnumerateInstanceExtensionProperties"] = XR_ERROR_OUT_OF_MEMORY;
  EXPECT_EQ(Create(TestRequest({}, {"XR_LS_any"})), XR_ERROR_OUT_OF_MEMORY);
}

}  // namespace
}  // namespace reference_loader::openxr::create_instance_test

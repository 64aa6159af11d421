// SPDX-License-Identifier: Apache-2.0
// xrGetInstanceProcAddr, called by applications and by layers.

#include <gtest/gtest.h>

#include "reference_loader/openxr/generated/commands.h"
#include "reference_loader/openxr/instance.h"
#include "reference_loader/openxr/loader.h"
#include "reference_loader/openxr/terminators.h"
#include "reference_loader/openxr/test_components.h"

namespace reference_loader::openxr::lookup_test {
namespace {

class LookupTest : public testing::Test {
 protected:
  ~LookupTest() override {
    if (ActiveDispatch() != nullptr) {
      EXPECT_EQ(xrDestroyInstance(instance_), XR_SUCCESS);
    }
  }

  void Create(const TestRequest& request = TestRequest()) {
    ASSERT_EQ(CreateInstance(machine_.platform(), &request.info, &instance_), XR_SUCCESS);
  }

  // The result for a name. Checks that there is a function exactly when the call succeeds.
  static XrResult Ask(XrInstance instance, const char* name) {
    PFN_xrVoidFunction function = reinterpret_cast<PFN_xrVoidFunction>(uintptr_t{1});
    const XrResult result = xrGetInstanceProcAddr(instance, name, &function);
    EXPECT_EQ(XR_SUCCEEDED(result), function != nullptr) << name;
    return result;
  }

  TestMachine machine_;
  XrInstance instance_ = XR_NULL_HANDLE;
};

TEST_F(LookupTest, ThreeFunctionsNeedNoInstance) {
  for (const char* name : {"xrCreateInstance", "xrEnumerateApiLayerProperties",
                           "xrEnumerateInstanceExtensionProperties"}) {
    EXPECT_EQ(Ask(XR_NULL_HANDLE, name), XR_SUCCESS) << name;
  }
  for (const char* name : {"xrGetInstanceProcAddr", "xrDestroyInstance", "xrGetSystem", "xrNobody",
                           "xrInitializeLoaderKHR", "xrcreateinstance", ""}) {
    EXPECT_EQ(Ask(XR_NULL_HANDLE, name), XR_ERROR_HANDLE_INVALID) << name;
  }
}

TEST_F(LookupTest, NullArgumentsAreRefused) {
  PFN_xrVoidFunction function = nullptr;
  EXPECT_EQ(xrGetInstanceProcAddr(XR_NULL_HANDLE, nullptr, &function), XR_ERROR_VALIDATION_FAILURE);
  EXPECT_EQ(xrGetInstanceProcAddr(XR_NULL_HANDLE, "xrCreateInstance", nullptr),
            XR_ERROR_VALIDATION_FAILURE);
}

TEST_F(LookupTest, OtherHandlesAreInvalid) {
  const auto other = reinterpret_cast<XrInstance>(uintptr_t{1});
  EXPECT_EQ(Ask(other, "xrGetSystem"), XR_ERROR_HANDLE_INVALID);
  Create();
  EXPECT_EQ(Ask(other, "xrGetSystem"), XR_ERROR_HANDLE_INVALID);
  EXPECT_EQ(Ask(XR_NULL_HANDLE, "xrGetSystem"), XR_ERROR_HANDLE_INVALID);
}

TEST_F(LookupTest, InstanceHasItsFunctions) {
  Create();
  PFN_xrVoidFunction function = nullptr;
  EXPECT_EQ(xrGetInstanceProcAddr(instance_, "xrDestroyInstance", &function), XR_SUCCESS);
  EXPECT_EQ(function, reinterpret_cast<PFN_xrVoidFunction>(&xrDestroyInstance));
  EXPECT_EQ(Ask(instance_, "xrGetSystem"), XR_SUCCESS);
  EXPECT_EQ(Ask(instance_, "xrGetInstanceProcAddr"), XR_SUCCESS);
  EXPECT_EQ(Ask(instance_, "xrUnknownLS"), XR_SUCCESS);
  // Unknown to the runtime, unknown to everyone, not enabled, not for applications.
  for (const char* name :
       {"xrEndSession", "xrNobody", "xrGetVisibilityMaskKHR", "xrCreateDebugUtilsMessengerEXT",
        "xrNegotiateLoaderRuntimeInterface", "xrCreateApiLayerInstance", ""}) {
    EXPECT_EQ(Ask(instance_, name), XR_ERROR_FUNCTION_UNSUPPORTED) << name;
  }
}

TEST_F(LookupTest, EnabledExtensionsBringTheirFunctions) {
  World().runtime.extensions["XR_KHR_visibility_mask"] = 2;
  Create(TestRequest({}, {"XR_KHR_visibility_mask", "XR_EXT_debug_utils"}));
  EXPECT_EQ(Ask(instance_, "xrGetVisibilityMaskKHR"), XR_SUCCESS);
  EXPECT_EQ(Ask(instance_, "xrCreateDebugUtilsMessengerEXT"), XR_SUCCESS);
}

TEST_F(LookupTest, FunctionsComeFromTheTopOfTheChain) {
  machine_.AddLayer(0, "XR_APILAYER_LS_one", false);
  Create(TestRequest({"XR_APILAYER_LS_one"}));
  PFN_xrVoidFunction function = nullptr;
  ASSERT_EQ(xrGetInstanceProcAddr(instance_, "xrGetSystem", &function), XR_SUCCESS);
  World().calls.clear();
  XrSystemId system = 0;
  EXPECT_EQ(reinterpret_cast<PFN_xrGetSystem>(function)(instance_, nullptr, &system), XR_SUCCESS);
  EXPECT_EQ(World().calls, (std::vector<std::string>{"layer0 xrGetSystem", "runtime xrGetSystem"}));
}

TEST_F(LookupTest, EndOfTheChainKeepsLayerQuestionsFromTheRuntime) {
  Create();
  PFN_xrVoidFunction function = nullptr;
  ASSERT_EQ(TerminateGetInstanceProcAddr(instance_, "xrEnumerateApiLayerProperties", &function),
            XR_SUCCESS);
  uint32_t count = 7;
  EXPECT_EQ(reinterpret_cast<PFN_xrEnumerateApiLayerProperties>(function)(0, &count, nullptr),
            XR_SUCCESS);
  EXPECT_EQ(count, 0u);
  ASSERT_EQ(
      TerminateGetInstanceProcAddr(instance_, "xrEnumerateInstanceExtensionProperties", &function),
      XR_SUCCESS);
  const auto enumerate = reinterpret_cast<PFN_xrEnumerateInstanceExtensionProperties>(function);
  EXPECT_EQ(enumerate("XR_APILAYER_LS_one", 0, &count, nullptr), XR_ERROR_API_LAYER_NOT_PRESENT);
  EXPECT_EQ(enumerate(nullptr, 0, &count, nullptr), XR_SUCCESS);
  EXPECT_FALSE(World().Called("runtime was asked about a layer"));
}

TEST_F(LookupTest, EndOfTheChainSurvivesWithoutAnInstance) {
  PFN_xrVoidFunction function = nullptr;
  XrInstance instance = XR_NULL_HANDLE;
  const TestRequest request;
  EXPECT_EQ(TerminateGetInstanceProcAddr(instance, "xrGetSystem", &function),
            XR_ERROR_HANDLE_INVALID);
  EXPECT_EQ(TerminateGetInstanceProcAddr(instance, nullptr, &function),
            XR_ERROR_VALIDATION_FAILURE);
  EXPECT_EQ(TerminateCreateApiLayerInstance(&request.info, nullptr, &instance),
            XR_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(TerminateDestroyInstance(instance), XR_ERROR_HANDLE_INVALID);
}

TEST_F(LookupTest, EndOfTheChainCreatesOneInstanceOnly) {
  Create();
  XrInstance second = XR_NULL_HANDLE;
  const TestRequest request;
  EXPECT_EQ(TerminateCreateInstance(&request.info, &second), XR_ERROR_LIMIT_REACHED);
  EXPECT_EQ(World().runtime.live_instances, 1);
}

}  // namespace
}  // namespace reference_loader::openxr::lookup_test

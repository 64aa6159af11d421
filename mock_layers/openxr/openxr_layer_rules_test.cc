// SPDX-License-Identifier: Apache-2.0
// The layer without a configuration must comply with the rules of the documents.
#include "mock_layers/openxr/layer_fixture.h"

namespace loadstone::mock::openxr_layer_rules_test {
namespace {

using LayerRulesTest = LayerTest;

// "API Layer Interface Negotiation".
TEST_F(LayerRulesTest, RejectsWhatItCannotNegotiate) {
  Open("");
  using Change = void (*)(XrNegotiateLoaderInfo&, XrNegotiateApiLayerRequest&);
  const Change kChanges[] = {
      [](auto& info, auto&) { info.structType = XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST; },
      [](auto& info, auto&) { ++info.structVersion; },
      [](auto& info, auto&) { --info.structSize; },
      [](auto&, auto& request) { request.structType = XR_LOADER_INTERFACE_STRUCT_LOADER_INFO; },
      [](auto&, auto& request) { request.structVersion = 0; },
      [](auto&, auto& request) { ++request.structSize; },
      [](auto& info, auto&) { info.minInterfaceVersion = info.maxInterfaceVersion = 2; },
      [](auto& info, auto&) { info.minInterfaceVersion = info.maxInterfaceVersion = 0; },
      [](auto& info, auto&) { info.minApiVersion = XR_MAKE_VERSION(1, 1, 0); },
      [](auto& info, auto&) { info.minApiVersion = info.maxApiVersion = XR_MAKE_VERSION(0, 9, 0); },
  };
  const auto negotiate = reinterpret_cast<PFN_xrNegotiateLoaderApiLayerInterface>(
      dlsym(library_, "xrNegotiateLoaderApiLayerInterface"));
  for (size_t i = 0; i < std::size(kChanges); ++i) {
    XrNegotiateLoaderInfo info = ValidLoaderInfo();
    XrNegotiateApiLayerRequest request = ValidNegotiationRequest();
    kChanges[i](info, request);
    EXPECT_EQ(negotiate(&info, "XR_APILAYER_LS_a", &request), XR_ERROR_INITIALIZATION_FAILED) << i;
    EXPECT_EQ(request.createApiLayerInstance, nullptr) << i;
  }
}

TEST_F(LayerRulesTest, OverlooksTheMembersThatItIsToldTo) {
  Open(R"("negotiation":{"accepts":"smaller_size"})");
  const auto negotiate = reinterpret_cast<PFN_xrNegotiateLoaderApiLayerInterface>(
      dlsym(library_, "xrNegotiateLoaderApiLayerInterface"));
  XrNegotiateLoaderInfo info = ValidLoaderInfo();
  XrNegotiateApiLayerRequest request = ValidNegotiationRequest();
  info.structSize -= 8;
  EXPECT_EQ(negotiate(&info, "XR_APILAYER_LS_a", &request), XR_SUCCESS);
  info.structSize += 16;
  EXPECT_EQ(negotiate(&info, "XR_APILAYER_LS_a", &request), XR_ERROR_INITIALIZATION_FAILED);
}

TEST_F(LayerRulesTest, GivesNoFunctionThatNobodyHas) {
  Open("");
  Negotiate();
  Create();
  for (const char* name : {"xrNobodyHasThis", "xrCreateDebugUtilsMessengerEXT",
                           "xrSessionInsertDebugUtilsLabelEXT", "xrCreateInstance", ""}) {
    auto function = reinterpret_cast<PFN_xrVoidFunction>(FindBelow);
    EXPECT_EQ(request_.getInstanceProcAddr(instance_, name, &function),
              XR_ERROR_FUNCTION_UNSUPPORTED)
        << name;
    EXPECT_EQ(function, nullptr) << name;
  }
}

TEST_F(LayerRulesTest, EnumeratesItsExtensionsInTwoCalls) {
  Open(R"("enumerate":{},"extensions":[{"name":"XR_LS_a"},{"name":"XR_LS_b"}])");
  Negotiate();
  Create();
  const auto enumerate =
      Get<PFN_xrEnumerateInstanceExtensionProperties>("xrEnumerateInstanceExtensionProperties");
  ASSERT_NE(enumerate, nullptr);
  constexpr char kLayer[] = "XR_APILAYER_LS_a";
  uint32_t count = 77;
  EXPECT_EQ(enumerate(kLayer, 0, &count, nullptr), XR_SUCCESS);
  EXPECT_EQ(count, 2u);
  XrExtensionProperties properties[3] = {};
  for (XrExtensionProperties& one : properties) one.type = XR_TYPE_EXTENSION_PROPERTIES;
  EXPECT_EQ(enumerate(kLayer, 1, &count, properties), XR_ERROR_SIZE_INSUFFICIENT);
  EXPECT_EQ(count, 2u);
  EXPECT_EQ(enumerate(kLayer, 3, &count, properties), XR_SUCCESS);
  EXPECT_EQ(count, 2u);
  EXPECT_STREQ(properties[0].extensionName, "XR_LS_a");
  EXPECT_STREQ(properties[1].extensionName, "XR_LS_b");
  EXPECT_STREQ(properties[2].extensionName, "");
  EXPECT_EQ(properties[0].type, XR_TYPE_EXTENSION_PROPERTIES);
}

}  // namespace
}  // namespace loadstone::mock::openxr_layer_rules_test

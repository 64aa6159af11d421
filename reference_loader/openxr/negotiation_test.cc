// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/openxr/negotiation.h"

#include <gtest/gtest.h>

#include "reference_loader/openxr/test_components.h"

namespace reference_loader::openxr::negotiation_test {
namespace {

constexpr char kLayer[] = "XR_APILAYER_LS_one";

class NegotiationTest : public testing::Test {
 protected:
  NegotiationTest() { machine_.AddLayer(0, kLayer, false); }

  // Whether both a runtime and a layer that give this answer are accepted.
  bool IsAccepted(const TestAnswer& answer) {
    World().runtime.answer = World().layers[0].answer = answer;
    Agreement agreement;
    const char* runtime =
        NegotiateWithRuntime(Export<PFN_xrNegotiateLoaderRuntimeInterface>(
                                 "/runtime.so", "xrNegotiateLoaderRuntimeInterface"),
                             &agreement);
    const char* layer = NegotiateWithLayer(Export<PFN_xrNegotiateLoaderApiLayerInterface>(
                                               "/layer0.so", "xrNegotiateLoaderApiLayerInterface"),
                                           kLayer, &agreement);
    EXPECT_EQ(runtime == nullptr, layer == nullptr);
    return runtime == nullptr;
  }

 private:
  template <typename Function>
  Function Export(const char* library, const char* name) {
    std::string error;
    const MemoryPlatform& platform = machine_.platform();
    return reinterpret_cast<Function>(platform.Symbol(platform.OpenLibrary(library, &error), name));
  }

  TestMachine machine_;
};

void CheckLoaderInfo(const XrNegotiateLoaderInfo& info) {
  EXPECT_EQ(info.structType, XR_LOADER_INTERFACE_STRUCT_LOADER_INFO);
  EXPECT_EQ(info.structVersion, 1u);
  EXPECT_EQ(info.structSize, 40u);
  EXPECT_EQ(info.minInterfaceVersion, 1u);
  EXPECT_EQ(info.maxInterfaceVersion, 1u);
  EXPECT_LE(info.minApiVersion, XR_MAKE_VERSION(1, 0, 0));
  EXPECT_GE(info.maxApiVersion, XR_MAKE_VERSION(1, 1, 61));
}

TEST_F(NegotiationTest, StructuresAreFilledIn) {
  EXPECT_TRUE(IsAccepted({}));
  CheckLoaderInfo(World().runtime.loader_info);
  EXPECT_EQ(World().runtime.request.structType, XR_LOADER_INTERFACE_STRUCT_RUNTIME_REQUEST);
  EXPECT_EQ(World().runtime.request.structVersion, 1u);
  EXPECT_EQ(World().runtime.request.structSize, 40u);
  const TestLayer& layer = World().layers[0];
  CheckLoaderInfo(layer.loader_info);
  EXPECT_EQ(layer.request.structType, XR_LOADER_INTERFACE_STRUCT_API_LAYER_REQUEST);
  EXPECT_EQ(layer.request.structVersion, 1u);
  EXPECT_EQ(layer.request.structSize, 48u);
  EXPECT_EQ(layer.negotiated_name, kLayer);
}

TEST_F(NegotiationTest, OnlySuccessCounts) {
  for (const XrResult result : {XR_ERROR_INITIALIZATION_FAILED, XR_ERROR_OUT_OF_MEMORY,
                                XR_TIMEOUT_EXPIRED, XR_SESSION_NOT_FOCUSED}) {
    EXPECT_FALSE(IsAccepted({.result = result})) << result;
  }
}

TEST_F(NegotiationTest, InterfaceMustBeOneThatTheLoaderHas) {
  for (const uint32_t version : {0u, 2u, ~0u}) {
    EXPECT_FALSE(IsAccepted({.interface_version = version})) << version;
  }
}

TEST_F(NegotiationTest, ApiVersionMustBeInRangeUpToThePatch) {
  for (const XrVersion version : {XR_MAKE_VERSION(1, 0, 0), XR_MAKE_VERSION(1, 0, 9999),
                                  XR_MAKE_VERSION(1, 1, 0), XR_MAKE_VERSION(1, 1, 9999)}) {
    EXPECT_TRUE(IsAccepted({.api_version = version})) << version;
  }
  for (const XrVersion version :
       {XR_MAKE_VERSION(0, 90, 0), XR_MAKE_VERSION(1, 2, 0), XR_MAKE_VERSION(2, 0, 0),
        XR_MAKE_VERSION(0, 0, 0), XR_MAKE_VERSION(0xffff, 0xffff, 0)}) {
    EXPECT_FALSE(IsAccepted({.api_version = version})) << version;
  }
}

TEST_F(NegotiationTest, FunctionsAreNeeded) {
  EXPECT_FALSE(IsAccepted({.no_lookup = true}));
  Agreement agreement;
  EXPECT_NE(NegotiateWithRuntime(nullptr, &agreement), nullptr);
  EXPECT_NE(NegotiateWithLayer(nullptr, kLayer, &agreement), nullptr);
  EXPECT_EQ(agreement.get_instance_proc_addr, nullptr);
}

}  // namespace
}  // namespace reference_loader::openxr::negotiation_test

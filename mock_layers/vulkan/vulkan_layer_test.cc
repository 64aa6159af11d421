// SPDX-License-Identifier: Apache-2.0
// The library without a chain: variants, negotiation, queries, enumerations, faults.

#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

#include "mock_layers/vulkan/layer_fixture.h"

namespace loadstone::mock::vulkan_layer_test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kAllExports[] = {"vkNegotiateLoaderLayerInterfaceVersion",
                                       "vkGetInstanceProcAddr",
                                       "vkGetDeviceProcAddr",
                                       "vkEnumerateInstanceLayerProperties",
                                       "vkEnumerateInstanceExtensionProperties",
                                       "vkEnumerateDeviceLayerProperties",
                                       "vkEnumerateDeviceExtensionProperties",
                                       "lsNegotiate",
                                       "lsGetInstanceProcAddr",
                                       "lsGetDeviceProcAddr",
                                       "lsPreEnumerateInstanceExtensionProperties",
                                       "lsPreEnumerateInstanceLayerProperties",
                                       "lsPreEnumerateInstanceVersion",
                                       "vk_layerGetPhysicalDeviceProcAddr",
                                       "lsNegotiateFirst",
                                       "lsNegotiateSecond",
                                       "vkCreateInstance"};

struct Variant {
  const char* name;
  std::vector<std::string> exports;
};

// Otherwise GoogleTest would name a variant by its bytes, which differ from run to run.
void PrintTo(const Variant& variant, std::ostream* out) { *out << variant.name; }

class VariantTest : public ::testing::TestWithParam<Variant> {};

TEST_P(VariantTest, ExportsExactlyWhatTheTableSays) {
  LayerCopies bench;
  void* layer = bench.Load("A", "", GetParam().name);
  ASSERT_NE(layer, nullptr) << dlerror();
  std::vector<std::string> found;
  for (const char* symbol : kAllExports) {
    void* address = dlsym(layer, symbol);
    Dl_info info;
    if (address != nullptr && dladdr(address, &info) != 0 && bench.Path("A") == info.dli_fname) {
      found.push_back(symbol);
    }
  }
  EXPECT_THAT(found, ::testing::UnorderedElementsAreArray(GetParam().exports));
  dlclose(layer);
}

INSTANTIATE_TEST_SUITE_P(
    All, VariantTest,
    ::testing::Values(
        Variant{"vulkan_layer", {"vkNegotiateLoaderLayerInterfaceVersion"}},
        Variant{"vulkan_layer_gipa",
                {"vkNegotiateLoaderLayerInterfaceVersion", "vkGetInstanceProcAddr",
                 "vkGetDeviceProcAddr"}},
        Variant{"vulkan_layer_renamed", {"lsNegotiate"}},
        Variant{"vulkan_layer_gipa_renamed",
                {"lsNegotiate", "vkGetInstanceProcAddr", "vkGetDeviceProcAddr"}},
        Variant{"vulkan_layer_v1", {"vkGetInstanceProcAddr", "vkGetDeviceProcAddr"}},
        Variant{"vulkan_layer_v1_renamed", {"lsGetInstanceProcAddr", "lsGetDeviceProcAddr"}},
        Variant{"vulkan_layer_v0",
                {"vkGetInstanceProcAddr", "vkGetDeviceProcAddr",
                 "vkEnumerateInstanceLayerProperties", "vkEnumerateInstanceExtensionProperties",
                 "vkEnumerateDeviceLayerProperties", "vkEnumerateDeviceExtensionProperties"}},
        Variant{"vulkan_layer_none", {}},
        Variant{"vulkan_layer_and_driver", {"vkNegotiateLoaderLayerInterfaceVersion"}},
        Variant{"vulkan_layer_pair", {"lsNegotiateFirst", "lsNegotiateSecond"}},
        Variant{
            "vulkan_layer_pair_and_standard",
            {"lsNegotiateFirst", "lsNegotiateSecond", "vkNegotiateLoaderLayerInterfaceVersion"}},
        Variant{
            "vulkan_layer_pre_instance",
            {"vkNegotiateLoaderLayerInterfaceVersion", "lsPreEnumerateInstanceExtensionProperties",
             "lsPreEnumerateInstanceLayerProperties", "lsPreEnumerateInstanceVersion"}}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(LayerAndDriverTest, RejectsBothNegotiationsWithoutTheMocks) {
  LayerCopies bench;
  void* library = bench.Load("A", "", "vulkan_layer_and_driver");
  ASSERT_NE(library, nullptr) << dlerror();
  const auto as_layer = reinterpret_cast<PFN_vkNegotiateLoaderLayerInterfaceVersion>(
      dlsym(library, "vkNegotiateLoaderLayerInterfaceVersion"));
  const auto as_driver = reinterpret_cast<VkResult(VKAPI_PTR*)(uint32_t*)>(
      dlsym(library, "vk_icdNegotiateLoaderICDInterfaceVersion"));
  ASSERT_TRUE(as_layer != nullptr && as_driver != nullptr);
  VkNegotiateLayerInterface interface = {};
  uint32_t version = 5;
  EXPECT_EQ(as_layer(&interface), VK_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(as_driver(&version), VK_ERROR_INCOMPATIBLE_DRIVER);
  dlclose(library);
}

TEST_F(LayerTest, NegotiatesVersionTwo) {
  EXPECT_EQ(LoadAndNegotiate(""), VK_SUCCESS);
  EXPECT_EQ(interface_.loaderLayerInterfaceVersion, 2u);
  EXPECT_NE(interface_.pfnGetInstanceProcAddr, nullptr);
  EXPECT_NE(interface_.pfnGetDeviceProcAddr, nullptr);
  EXPECT_NE(interface_.pfnGetPhysicalDeviceProcAddr, nullptr);
  EXPECT_EQ(interface_.pNext, nullptr);
  EXPECT_THAT(bench_.Last("A", "negotiate"),
              HasSubstr(R"("stype":1,"pnext_null":true,"offered":2,"answer":2,"result":0)"));
}

TEST_F(LayerTest, NegotiatesNoMoreThanItHasAndNoMoreThanIsOffered) {
  EXPECT_EQ(LoadAndNegotiate("", 7), VK_SUCCESS);
  EXPECT_EQ(interface_.loaderLayerInterfaceVersion, 2u);
  interface_.loaderLayerInterfaceVersion = 1;
  EXPECT_EQ(Negotiate(layer_, &interface_), VK_SUCCESS);
  EXPECT_EQ(interface_.loaderLayerInterfaceVersion, 1u);
}

TEST_F(LayerTest, NegotiationAnswersAsConfigured) {
  EXPECT_EQ(LoadAndNegotiate(R"("negotiation":{"result":-3,"version":9,"stype":77,"pnext":true,
                                "null":["gipa","gpdpa"]})"),
            VK_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(interface_.loaderLayerInterfaceVersion, 9u);
  EXPECT_EQ(static_cast<int>(interface_.sType), 77);
  EXPECT_NE(interface_.pNext, nullptr);
  EXPECT_EQ(interface_.pfnGetInstanceProcAddr, nullptr);
  EXPECT_NE(interface_.pfnGetDeviceProcAddr, nullptr);
  EXPECT_EQ(interface_.pfnGetPhysicalDeviceProcAddr, nullptr);
  EXPECT_THAT(bench_.Last("A", "negotiate"), HasSubstr(R"("answer":9,"result":-3)"));
}

TEST_F(LayerTest, NegotiationLeavesTheStructureUntouched) {
  EXPECT_EQ(LoadAndNegotiate(R"("negotiation":{"untouched":true,"version":1})", 5), VK_SUCCESS);
  EXPECT_EQ(interface_.loaderLayerInterfaceVersion, 5u);
  EXPECT_EQ(interface_.pfnGetInstanceProcAddr, nullptr);
}

TEST_F(LayerTest, NegotiationWithANullPointerIsAViolation) {
  EXPECT_EQ(Negotiate(Load(), nullptr), VK_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(bench_.Count("A", "violation"), 1);
}

TEST_F(LayerTest, NegotiationCanCallDown) {
  void* other = bench_.Load("B");
  EXPECT_EQ(LoadAndNegotiate(R"("misbehave":["negotiate_calls_down"],"negotiation":{"next":")" +
                             bench_.Path("B") + "\"}"),
            VK_SUCCESS);
  EXPECT_EQ(bench_.Count("B", "negotiate"), 1);
  EXPECT_THAT(bench_.Last("A", "negotiate_call_down"), HasSubstr(R"("found":true,"result":0)"));
  dlclose(other);
}

TEST_F(LayerTest, RenamedNegotiationWorks) {
  VkNegotiateLayerInterface interface = {};
  interface.loaderLayerInterfaceVersion = 2;
  EXPECT_EQ(Negotiate(Load("", "vulkan_layer_renamed"), &interface, "lsNegotiate"), VK_SUCCESS);
  EXPECT_NE(interface.pfnGetInstanceProcAddr, nullptr);
}

TEST_F(LayerTest, QueriesBeforeNegotiationAreEarly) {
  const auto gipa = reinterpret_cast<PFN_vkGetInstanceProcAddr>(
      dlsym(Load("", "vulkan_layer_gipa"), "vkGetInstanceProcAddr"));
  gipa(VK_NULL_HANDLE, "vkCreateInstance");
  EXPECT_THAT(bench_.Last("A", "early_call"),
              HasSubstr(R"("function":"vkGetInstanceProcAddr","name":"vkCreateInstance")"));
  VkNegotiateLayerInterface interface = {};
  Negotiate(layer_, &interface);
  gipa(VK_NULL_HANDLE, "vkCreateInstance");
  EXPECT_EQ(bench_.Count("A", "early_call"), 1);
}

TEST_F(LayerTest, QueriesOfAVariantWithoutNegotiationAreNeverEarly) {
  const auto gipa = reinterpret_cast<PFN_vkGetInstanceProcAddr>(
      dlsym(Load("", "vulkan_layer_v1_renamed"), "lsGetInstanceProcAddr"));
  EXPECT_NE(gipa(VK_NULL_HANDLE, "vkCreateInstance"), nullptr);
  EXPECT_EQ(bench_.Count("A", "early_call"), 0);
  EXPECT_EQ(bench_.Count("A", "export_call"), 1);
}

TEST_F(LayerTest, AnswersGlobalQueriesWithoutInstance) {
  ASSERT_EQ(LoadAndNegotiate(R"("trace_queries":true)"), VK_SUCCESS);
  EXPECT_NE(interface_.pfnGetInstanceProcAddr(VK_NULL_HANDLE, "vkCreateInstance"), nullptr);
  EXPECT_NE(interface_.pfnGetInstanceProcAddr(VK_NULL_HANDLE, "vkCreateDevice"), nullptr);
  EXPECT_EQ(interface_.pfnGetInstanceProcAddr(VK_NULL_HANDLE, "vkDeviceWaitIdle"), nullptr);
  EXPECT_EQ(interface_.pfnGetInstanceProcAddr(VK_NULL_HANDLE, "vkNobodyHasThis"), nullptr);
  EXPECT_THAT(bench_.Last("A", "vkGetInstanceProcAddr"),
              HasSubstr(R"("handle":null,"name":"vkNobodyHasThis","found":false)"));
  EXPECT_EQ(bench_.Count("A", "vkGetInstanceProcAddr"), 4);
}

TEST_F(LayerTest, NullNamesAndHandlesAreViolations) {
  ASSERT_EQ(LoadAndNegotiate(""), VK_SUCCESS);
  EXPECT_EQ(interface_.pfnGetInstanceProcAddr(VK_NULL_HANDLE, nullptr), nullptr);
  EXPECT_EQ(interface_.pfnGetDeviceProcAddr(VK_NULL_HANDLE, "vkDeviceWaitIdle"), nullptr);
  EXPECT_EQ(interface_.pfnGetPhysicalDeviceProcAddr(VK_NULL_HANDLE, "lsUnknown"), nullptr);
  EXPECT_EQ(bench_.Count("A", "violation"), 3);
}

TEST_F(LayerTest, UnknownNamesGetADummyWhenItMisbehaves) {
  ASSERT_EQ(LoadAndNegotiate(R"("misbehave":["gpa_nonnull_for_unknown"])"), VK_SUCCESS);
  const auto dummy = reinterpret_cast<PFN_vkDeviceWaitIdle>(
      interface_.pfnGetInstanceProcAddr(VK_NULL_HANDLE, "vkNobodyHasThis"));
  ASSERT_NE(dummy, nullptr);
  EXPECT_EQ(dummy(VK_NULL_HANDLE), VK_ERROR_UNKNOWN);
}

constexpr const char* kEnumerations = R"("name":"VK_LAYER_LS_own","api_version":"1.2.3",
    "implementation_version":5,"description":"mine",
    "instance_extensions":[{"name":"VK_LS_a","spec_version":4},{"name":"VK_LS_b"}],
    "device_extensions":[{"name":"VK_LS_c","spec_version":7}])";

TEST_F(LayerTest, EnumeratesItselfAndOnlyItself) {
  Load(kEnumerations, "vulkan_layer_v0");
  const auto enumerate = reinterpret_cast<PFN_vkEnumerateInstanceLayerProperties>(
      dlsym(layer_, "vkEnumerateInstanceLayerProperties"));
  uint32_t count = 0;
  EXPECT_EQ(enumerate(&count, nullptr), VK_SUCCESS);
  EXPECT_EQ(count, 1u);
  VkLayerProperties properties = {};
  EXPECT_EQ(enumerate(&count, &properties), VK_SUCCESS);
  EXPECT_STREQ(properties.layerName, "VK_LAYER_LS_own");
  EXPECT_STREQ(properties.description, "mine");
  EXPECT_EQ(properties.specVersion, VK_MAKE_API_VERSION(0, 1, 2, 3));
  EXPECT_EQ(properties.implementationVersion, 5u);
  EXPECT_EQ(bench_.Count("A", "vkEnumerateInstanceLayerProperties"), 2);
}

TEST_F(LayerTest, EnumeratesItsInstanceExtensionsUnderItsOwnNameOnly) {
  ASSERT_EQ(LoadAndNegotiate(kEnumerations), VK_SUCCESS);
  const auto enumerate = reinterpret_cast<PFN_vkEnumerateInstanceExtensionProperties>(
      interface_.pfnGetInstanceProcAddr(VK_NULL_HANDLE, "vkEnumerateInstanceExtensionProperties"));
  ASSERT_NE(enumerate, nullptr);
  VkExtensionProperties properties[2] = {};
  uint32_t count = 1;
  EXPECT_EQ(enumerate("VK_LAYER_LS_own", &count, properties), VK_INCOMPLETE);
  EXPECT_EQ(count, 1u);
  count = 2;
  EXPECT_EQ(enumerate("VK_LAYER_LS_own", &count, properties), VK_SUCCESS);
  EXPECT_STREQ(properties[0].extensionName, "VK_LS_a");
  EXPECT_EQ(properties[0].specVersion, 4u);
  EXPECT_STREQ(properties[1].extensionName, "VK_LS_b");
  EXPECT_EQ(enumerate(nullptr, &count, properties), VK_ERROR_LAYER_NOT_PRESENT);
  EXPECT_EQ(enumerate("VK_LAYER_other", &count, properties), VK_ERROR_LAYER_NOT_PRESENT);
}

TEST_F(LayerTest, EnumeratesForANullNameWhenItMisbehaves) {
  ASSERT_EQ(LoadAndNegotiate(std::string(kEnumerations) +
                             R"(,"misbehave":["enumerate_null_layer_name"])"),
            VK_SUCCESS);
  const auto enumerate = reinterpret_cast<PFN_vkEnumerateInstanceExtensionProperties>(
      interface_.pfnGetInstanceProcAddr(VK_NULL_HANDLE, "vkEnumerateInstanceExtensionProperties"));
  uint32_t count = 0;
  EXPECT_EQ(enumerate(nullptr, &count, nullptr), VK_SUCCESS);
  EXPECT_EQ(count, 2u);
}

TEST_F(LayerTest, InterfaceZeroEnumeratesDeviceExtensionsWithoutDevice) {
  Load(kEnumerations, "vulkan_layer_v0");
  const auto enumerate = reinterpret_cast<PFN_vkEnumerateDeviceExtensionProperties>(
      dlsym(layer_, "vkEnumerateDeviceExtensionProperties"));
  uint32_t count = 1;
  VkExtensionProperties properties = {};
  EXPECT_EQ(enumerate(VK_NULL_HANDLE, "VK_LAYER_LS_own", &count, &properties), VK_SUCCESS);
  EXPECT_STREQ(properties.extensionName, "VK_LS_c");
  EXPECT_EQ(properties.specVersion, 7u);
}

TEST_F(LayerTest, UnloadingReallyUnloads) {
  Load();
  dlclose(layer_);
  layer_ = nullptr;
  EXPECT_EQ(dlopen(bench_.Path("A").c_str(), RTLD_NOW | RTLD_NOLOAD), nullptr);
  EXPECT_THAT(bench_.EventNames(), ElementsAre("A:load", "A:unload"));
  EXPECT_THAT(bench_.Last("A", "load"), HasSubstr(bench_.Path("A")));
}

TEST_F(LayerTest, UnloadsAfterUseAndReloadsWithoutState) {
  ASSERT_EQ(LoadAndNegotiate(""), VK_SUCCESS);
  dlclose(layer_);
  layer_ = dlopen(bench_.Path("A").c_str(), RTLD_NOW);
  ASSERT_NE(layer_, nullptr);
  EXPECT_THAT(bench_.EventNames(), ElementsAre("A:load", "A:negotiate", "A:unload", "A:load"));
}

TEST_F(LayerTest, InvalidConfigurationsCountAsMissing) {
  ASSERT_EQ(LoadAndNegotiate(R"("negotiation":17,"intercept":{},"misbehave":[1,null],"faults":[],
      "wrap":"VkInstance","results":{"vkCreateInstance":"no"},"pre_instance":[],
      "physical_device_functions":[3],"api_version":{},"instance_extensions":[4])"),
            VK_SUCCESS);
  EXPECT_EQ(interface_.loaderLayerInterfaceVersion, 2u);
  const auto enumerate = reinterpret_cast<PFN_vkEnumerateInstanceExtensionProperties>(
      interface_.pfnGetInstanceProcAddr(VK_NULL_HANDLE, "vkEnumerateInstanceExtensionProperties"));
  uint32_t count = 9;
  EXPECT_EQ(enumerate("A", &count, nullptr), VK_SUCCESS);
  EXPECT_EQ(bench_.Count("A", "violation"), 0);
}

using LayerDeathTest = LayerTest;

TEST_F(LayerDeathTest, FaultsHappenWhereTheyAreConfigured) {
  EXPECT_EXIT(Load(R"("faults":{"load":"exit"})"), ::testing::ExitedWithCode(42), "");
  EXPECT_THAT(bench_.Last("A", "fault"), HasSubstr(R"("function":"load","fault":"exit")"));
  std::filesystem::remove(bench_.Path("A"));
  std::filesystem::resize_file(bench_.trace(), 0);
  EXPECT_EXIT(LoadAndNegotiate(R"("faults":{"negotiate":"crash"})"),
              ::testing::KilledBySignal(SIGSEGV), "");
  EXPECT_THAT(bench_.EventNames(), Contains("A:negotiate"));
  EXPECT_THAT(bench_.EventNames(), Not(Contains("A:unload")));
}

}  // namespace
}  // namespace loadstone::mock::vulkan_layer_test

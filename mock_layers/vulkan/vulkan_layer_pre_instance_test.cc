// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "mock_layers/vulkan/layer_fixture.h"

// Tests of a layer's pre-instance functions.
namespace loadstone::mock::vulkan_layer_pre_instance_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

VkResult VKAPI_CALL NextVersion(const VkEnumerateInstanceVersionChain*, uint32_t* version) {
  *version = VK_API_VERSION_1_1;
  return VK_SUCCESS;
}

TEST_F(LayerTest, PreInstanceVersionIsPassedOnOrReplaced) {
  const VkEnumerateInstanceVersionChain chain = {
      {VK_CHAIN_TYPE_ENUMERATE_INSTANCE_VERSION, 1, sizeof(chain)}, &NextVersion, nullptr};
  using Function = VkResult(VKAPI_PTR*)(const VkEnumerateInstanceVersionChain*, uint32_t*);
  void* plain = bench_.Load("B", "", "vulkan_layer_pre_instance");
  uint32_t version = 0;
  EXPECT_EQ(
      reinterpret_cast<Function>(dlsym(plain, "lsPreEnumerateInstanceVersion"))(&chain, &version),
      VK_SUCCESS);
  EXPECT_EQ(version, VK_API_VERSION_1_1);
  EXPECT_THAT(bench_.Last("B", "lsPreEnumerateInstanceVersion"),
              HasSubstr(R"("chain_type":3,"chain_version":1,"chain_size":32)"));
  dlclose(plain);

  Load(R"("pre_instance":{"version":"1.2.0"})", "vulkan_layer_pre_instance");
  const auto function = reinterpret_cast<Function>(dlsym(layer_, "lsPreEnumerateInstanceVersion"));
  EXPECT_EQ(function(&chain, &version), VK_SUCCESS);
  EXPECT_EQ(version, VK_API_VERSION_1_2);
  EXPECT_EQ(function(nullptr, &version), VK_ERROR_INITIALIZATION_FAILED);
  EXPECT_EQ(bench_.Count("A", "violation"), 1);
}

VkResult VKAPI_CALL NextExtensions(const VkEnumerateInstanceExtensionPropertiesChain*, const char*,
                                   uint32_t* count, VkExtensionProperties* properties) {
  if (properties != nullptr) {
    properties[0] = {"VK_LS_keep", 1};
    properties[1] = {"VK_LS_hide", 1};
  }
  *count = 2;
  return VK_SUCCESS;
}

TEST_F(LayerTest, PreInstanceHidesExtensions) {
  const VkEnumerateInstanceExtensionPropertiesChain chain = {
      {VK_CHAIN_TYPE_ENUMERATE_INSTANCE_EXTENSION_PROPERTIES, 1, sizeof(chain)},
      &NextExtensions,
      nullptr};
  using Function = VkResult(VKAPI_PTR*)(const VkEnumerateInstanceExtensionPropertiesChain*,
                                        const char*, uint32_t*, VkExtensionProperties*);
  const auto function = reinterpret_cast<Function>(dlsym(
      Load(R"("pre_instance":{"hide_extensions":["VK_LS_hide"]})", "vulkan_layer_pre_instance"),
      "lsPreEnumerateInstanceExtensionProperties"));
  uint32_t count = 2;
  VkExtensionProperties properties[2] = {};
  EXPECT_EQ(function(&chain, nullptr, &count, properties), VK_SUCCESS);
  EXPECT_EQ(count, 1u);
  EXPECT_STREQ(properties[0].extensionName, "VK_LS_keep");
}

VkResult VKAPI_CALL NextLayers(const VkEnumerateInstanceLayerPropertiesChain*, uint32_t* count,
                               VkLayerProperties*) {
  *count = 0;
  return VK_SUCCESS;
}

TEST_F(LayerTest, PreInstanceAddsLayers) {
  const VkEnumerateInstanceLayerPropertiesChain chain = {
      {VK_CHAIN_TYPE_ENUMERATE_INSTANCE_LAYER_PROPERTIES, 1, sizeof(chain)}, &NextLayers, nullptr};
  using Function = VkResult(VKAPI_PTR*)(const VkEnumerateInstanceLayerPropertiesChain*, uint32_t*,
                                        VkLayerProperties*);
  const auto function = reinterpret_cast<Function>(
      dlsym(Load(R"("pre_instance":{"add_layers":["VK_LAYER_LS_x"]})", "vulkan_layer_pre_instance"),
            "lsPreEnumerateInstanceLayerProperties"));
  uint32_t count = 0;
  EXPECT_EQ(function(&chain, &count, nullptr), VK_SUCCESS);
  EXPECT_EQ(count, 1u);
  VkLayerProperties properties = {};
  EXPECT_EQ(function(&chain, &count, &properties), VK_SUCCESS);
  EXPECT_STREQ(properties.layerName, "VK_LAYER_LS_x");
}

}  // namespace
}  // namespace loadstone::mock::vulkan_layer_pre_instance_test

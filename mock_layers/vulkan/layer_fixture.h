// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_MOCK_LAYERS_VULKAN_LAYER_FIXTURE_H_
#define LOADSTONE_MOCK_LAYERS_VULKAN_LAYER_FIXTURE_H_

#include <dlfcn.h>
#include <gtest/gtest.h>

#include <string>

#include "mock_layers/vulkan/fake_chain.h"

// Shared by the tests of a layer without a chain.
namespace loadstone::mock {

class LayerTest : public ::testing::Test {
 protected:
  // Loads layer A; the destructor closes it.
  void* Load(const std::string& config = "", const std::string& variant = "vulkan_layer") {
    layer_ = bench_.Load("A", config, variant);
    return layer_;
  }
  // Loads layer A and negotiates like a loader of interface version `offered`.
  VkResult LoadAndNegotiate(const std::string& config, uint32_t offered = 2) {
    interface_ = {};
    interface_.sType = LAYER_NEGOTIATE_INTERFACE_STRUCT;
    interface_.loaderLayerInterfaceVersion = offered;
    return Negotiate(Load(config), &interface_);
  }
  void TearDown() override {
    if (layer_ != nullptr) dlclose(layer_);
  }

  LayerCopies bench_;
  void* layer_ = nullptr;
  VkNegotiateLayerInterface interface_ = {};
};

}  // namespace loadstone::mock

#endif  // LOADSTONE_MOCK_LAYERS_VULKAN_LAYER_FIXTURE_H_

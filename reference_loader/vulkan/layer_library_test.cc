// SPDX-License-Identifier: Apache-2.0
#include "reference_loader/vulkan/layer_library.h"

#include <gtest/gtest.h>

#include "reference_loader/common/memory_platform.h"

namespace reference_loader::vulkan::layer_library_test {
namespace {

// The answer of the next negotiation, and the request that it received.
VkNegotiateLayerInterface answer;
VkResult answer_result;
VkNegotiateLayerInterface asked;

void ReturnNoFunction() {}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL HasCreateInstance(VkInstance, const char*) {
  return &ReturnNoFunction;
}
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL ReturnNoItems(VkInstance, const char*) { return nullptr; }

VKAPI_ATTR VkResult VKAPI_CALL Negotiate(VkNegotiateLayerInterface* interface) {
  asked = *interface;
  *interface = answer;
  return answer_result;
}

template <typename Function>
void* Export(Function function) {
  return reinterpret_cast<void*>(function);
}

class LayerLibraryTest : public testing::Test {
 protected:
  LayerLibraryTest() {
    answer = {};
    answer.sType = LAYER_NEGOTIATE_INTERFACE_STRUCT;
    answer.loaderLayerInterfaceVersion = 2;
    answer.pfnGetInstanceProcAddr = HasCreateInstance;
    answer_result = VK_SUCCESS;
    manifest_.name = "VK_LAYER_a";
    manifest_.library_path = "/a.so";
  }

  // Whether a layer with these exports can be loaded. On failure, its library must be closed.
  bool Loads(const MemoryPlatform::Library& exports) {
    MemoryPlatform platform;
    platform.AddLibrary("/a.so", exports);
    bool loads;
    {
      const auto layer = LoadLayer(platform, {&manifest_, LayerReason::kImplicit}, Log(platform));
      loads = layer.has_value();
      EXPECT_EQ(platform.open_libraries(), loads ? 1 : 0);
      if (loads) {
        EXPECT_EQ(layer->get_instance_proc_addr, &HasCreateInstance);
      }
    }
    EXPECT_EQ(platform.open_libraries(), 0);
    return loads;
  }

  const MemoryPlatform::Library negotiating_ = {
      {"vkNegotiateLoaderLayerInterfaceVersion", Export(Negotiate)}};
  LayerManifest manifest_;
};

TEST_F(LayerLibraryTest, AsksForTheNewestInterface) {
  EXPECT_TRUE(Loads(negotiating_));
  EXPECT_EQ(asked.sType, LAYER_NEGOTIATE_INTERFACE_STRUCT);
  EXPECT_EQ(asked.pNext, nullptr);
  EXPECT_EQ(asked.loaderLayerInterfaceVersion, 2u);
}

TEST_F(LayerLibraryTest, OnlySuccessCounts) {
  for (const VkResult result : {VK_ERROR_INITIALIZATION_FAILED, VK_NOT_READY, VK_INCOMPLETE}) {
    answer_result = result;
    EXPECT_FALSE(Loads(negotiating_)) << result;
  }
}

TEST_F(LayerLibraryTest, InterfacesThatTheLoaderDoesNotHaveAreRefused) {
  answer.loaderLayerInterfaceVersion = 3;
  EXPECT_FALSE(Loads(negotiating_));
  answer.loaderLayerInterfaceVersion = ~0u;
  EXPECT_FALSE(Loads(negotiating_));
}

TEST_F(LayerLibraryTest, FunctionIsNeeded) {
  answer.pfnGetInstanceProcAddr = nullptr;
  EXPECT_FALSE(Loads(negotiating_));
  answer.pfnGetInstanceProcAddr = ReturnNoItems;
  EXPECT_FALSE(Loads(negotiating_));
}

TEST_F(LayerLibraryTest, OldInterfacesExportTheirFunctions) {
  EXPECT_FALSE(Loads({}));
  EXPECT_TRUE(Loads({{"vkGetInstanceProcAddr", Export(HasCreateInstance)}}));
  EXPECT_TRUE(Loads({{"VK_LAYER_aGetInstanceProcAddr", Export(HasCreateInstance)}}));
  answer.loaderLayerInterfaceVersion = 1;
  EXPECT_FALSE(Loads(negotiating_));
  MemoryPlatform::Library both = negotiating_;
  both["vkGetInstanceProcAddr"] = Export(HasCreateInstance);
  EXPECT_TRUE(Loads(both));
}

TEST_F(LayerLibraryTest, NegotiationMayHaveAnotherName) {
  manifest_.negotiate_function = "Other";
  EXPECT_FALSE(Loads(negotiating_));
  EXPECT_TRUE(Loads({{"Other", Export(Negotiate)}}));
}

TEST_F(LayerLibraryTest, MissingLibraryIsNoLayer) {
  MemoryPlatform platform;
  EXPECT_FALSE(LoadLayer(platform, {&manifest_, LayerReason::kImplicit}, Log(platform)));
}

}  // namespace
}  // namespace reference_loader::vulkan::layer_library_test

// SPDX-License-Identifier: Apache-2.0
// The pre-instance functions of an implicit Vulkan layer, called with a chain as a loader does:
// "Pre-Instance Functions".

#include <dlfcn.h>
#include <vulkan/vk_layer.h>

#include "suites/common/manifest_json.h"
#include "suites/vulkan_layer/layer_comparison.h"

namespace loadstone::suites::pre_instance {
namespace {

// How often the end of the chain was called; global because its functions have no user data.
int calls = 0;

VKAPI_ATTR VkResult VKAPI_CALL EndOfExtensions(const VkEnumerateInstanceExtensionPropertiesChain*,
                                               const char*, uint32_t* count,
                                               VkExtensionProperties*) {
  ++calls;
  *count = 0;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL EndOfLayers(const VkEnumerateInstanceLayerPropertiesChain*,
                                           uint32_t* count, VkLayerProperties*) {
  ++calls;
  *count = 0;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL EndOfVersion(const VkEnumerateInstanceVersionChain*,
                                            uint32_t* version) {
  ++calls;
  *version = VK_API_VERSION_1_3;
  return VK_SUCCESS;
}

template <typename ChainLink, typename End>
ChainLink EndOfChain(VkChainType type, End end) {
  ChainLink chain = {};
  chain.header = {type, VK_CURRENT_CHAIN_VERSION, sizeof(ChainLink)};
  chain.pfnNextLayer = end;
  return chain;
}

// Calls `call` where the layer intercepts `function`, and notes whether the end was reached.
template <typename Function, typename Call>
void CallIntercept(void* library, const char* function, const Call& call) {
  const std::string name = PreInstanceName(ManifestInProbe(), function);
  const auto intercept =
      name.empty() ? nullptr : reinterpret_cast<Function>(dlsym(library, name.c_str()));
  if (intercept == nullptr) return;
  calls = 0;
  call(intercept);
  Note(function, calls > 0 ? "reached" : "not reached");
}

void CallAll(const LayerUnderTest& layer) {
  void* library = OpenLayer(layer);
  using Extensions = VkEnumerateInstanceExtensionPropertiesChain;
  CallIntercept<VkResult(VKAPI_PTR*)(const Extensions*, const char*, uint32_t*,
                                     VkExtensionProperties*)>(
      library, "vkEnumerateInstanceExtensionProperties", [](auto intercept) {
        const auto chain = EndOfChain<Extensions>(
            VK_CHAIN_TYPE_ENUMERATE_INSTANCE_EXTENSION_PROPERTIES, EndOfExtensions);
        uint32_t count = 0;
        intercept(&chain, nullptr, &count, nullptr);
      });
  using Layers = VkEnumerateInstanceLayerPropertiesChain;
  CallIntercept<VkResult(VKAPI_PTR*)(const Layers*, uint32_t*, VkLayerProperties*)>(
      library, "vkEnumerateInstanceLayerProperties", [](auto intercept) {
        const auto chain =
            EndOfChain<Layers>(VK_CHAIN_TYPE_ENUMERATE_INSTANCE_LAYER_PROPERTIES, EndOfLayers);
        uint32_t count = 0;
        intercept(&chain, &count, nullptr);
      });
  using OfVersion = VkEnumerateInstanceVersionChain;
  CallIntercept<VkResult(VKAPI_PTR*)(const OfVersion*, uint32_t*)>(
      library, "vkEnumerateInstanceVersion", [](auto intercept) {
        const auto chain =
            EndOfChain<OfVersion>(VK_CHAIN_TYPE_ENUMERATE_INSTANCE_VERSION, EndOfVersion);
        uint32_t version = 0;
        intercept(&chain, &version);
      });
}

VULKAN_LAYER_CASE(LS_VK_PREINSTANCE_8, functions_call_the_next) {
  SKIP_FOR(WhyNoLibrary(c));
  World world;
  AddManifestToWorld(world, LayerOf(c));
  const Observation seen = RunWithoutLoaderIn(c, world, CallAll);
  if (TextsIn(LayerOf(c).object, "pre_instance_functions").empty()) {
    GTEST_SKIP() << "the layer intercepts none";
  }
  const auto answers = Answers(seen.events());
  for (const auto& [function, reached] : answers) {
    EXPECT_SEEN(reached, "reached")
        << "the interception of " << function << " calls the next item of the chain";
  }
  if (!testing::Test::HasFailure()) {
    SKIP_FOR(WhyNotFinished(seen, "LS_VK_PREINSTANCE_8/functions_call_the_next"));
    if (answers.empty()) GTEST_SKIP() << "the library exports none of them, see LLP_LAYER_6";
  }
}

}  // namespace
}  // namespace loadstone::suites::pre_instance

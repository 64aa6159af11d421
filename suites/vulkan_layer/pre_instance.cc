// SPDX-License-Identifier: Apache-2.0
// The pre-instance functions of an implicit Vulkan layer, called with a chain as a loader does:
// "Pre-Instance Functions".

#include <dlfcn.h>
#include <vulkan/vk_layer.h>

#include <cstring>
#include <functional>

#include "suites/common/manifest_json.h"
#include "suites/vulkan_layer/layer_comparison.h"

namespace loadstone::suites::pre_instance {
namespace {

constexpr char kCalls[] = "LS_VK_PREINSTANCE_8/functions_call_the_next";
constexpr char kOtherLayer[] = "VK_LAYER_LS_other";

// What the end of the chain got in its calls; global because its functions have no user data.
struct {
  int calls = 0;
  int with_next_link = 0;   // the first argument was the pNextLink of the layer's link
  int with_layer_name = 0;  // the layer's name was the one that the layer got
  const void* next_link = nullptr;
} end;

void EndIsCalled(const void* link) {
  ++end.calls;
  if (link == end.next_link) ++end.with_next_link;
}

VKAPI_ATTR VkResult VKAPI_CALL
EndOfExtensions(const VkEnumerateInstanceExtensionPropertiesChain* link, const char* layer,
                uint32_t* count, VkExtensionProperties*) {
  EndIsCalled(link);
  if (layer != nullptr && strcmp(layer, kOtherLayer) == 0) ++end.with_layer_name;
  *count = 0;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL EndOfLayers(const VkEnumerateInstanceLayerPropertiesChain* link,
                                           uint32_t* count, VkLayerProperties*) {
  EndIsCalled(link);
  *count = 0;
  return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL EndOfVersion(const VkEnumerateInstanceVersionChain* link,
                                            uint32_t* version) {
  EndIsCalled(link);
  *version = VK_API_VERSION_1_3;
  return VK_SUCCESS;
}

// The layer's link, and the one after it, which is the argument of the end.
template <typename ChainLink>
struct Links {
  template <typename End>
  Links(VkChainType type, End function) {
    for (ChainLink* link : {&own, &next}) {
      link->header = {type, VK_CURRENT_CHAIN_VERSION, sizeof(ChainLink)};
      link->pfnNextLayer = function;
    }
    own.pNextLink = &next;
    end = {.next_link = &next};
  }
  ChainLink own = {};
  ChainLink next = {};
};

// Calls `call` where the layer intercepts `function`, and notes what the end got.
template <typename Function, typename Call>
void CallIntercept(void* library, const char* function, const Call& call) {
  const std::string name = PreInstanceName(ManifestInProbe(), function);
  const auto intercept =
      name.empty() ? nullptr : reinterpret_cast<Function>(dlsym(library, name.c_str()));
  if (intercept == nullptr) return;
  call(intercept);
  AppEvent("pre-instance call")
      .Add("function", function)
      .Add("calls", int64_t{end.calls})
      .Add("with_next_link", int64_t{end.with_next_link})
      .Add("with_layer_name", int64_t{end.with_layer_name});
}

void CallAll(const LayerUnderTest& layer) {
  void* library = OpenLayer(layer);
  using Extensions = VkEnumerateInstanceExtensionPropertiesChain;
  CallIntercept<VkResult(VKAPI_PTR*)(const Extensions*, const char*, uint32_t*,
                                     VkExtensionProperties*)>(
      library, "vkEnumerateInstanceExtensionProperties", [](auto intercept) {
        const Links<Extensions> links(VK_CHAIN_TYPE_ENUMERATE_INSTANCE_EXTENSION_PROPERTIES,
                                      EndOfExtensions);
        uint32_t count = 0;
        intercept(&links.own, kOtherLayer, &count, nullptr);
      });
  using Layers = VkEnumerateInstanceLayerPropertiesChain;
  CallIntercept<VkResult(VKAPI_PTR*)(const Layers*, uint32_t*, VkLayerProperties*)>(
      library, "vkEnumerateInstanceLayerProperties", [](auto intercept) {
        const Links<Layers> links(VK_CHAIN_TYPE_ENUMERATE_INSTANCE_LAYER_PROPERTIES, EndOfLayers);
        uint32_t count = 0;
        intercept(&links.own, &count, nullptr);
      });
  using OfVersion = VkEnumerateInstanceVersionChain;
  CallIntercept<VkResult(VKAPI_PTR*)(const OfVersion*, uint32_t*)>(
      library, "vkEnumerateInstanceVersion", [](auto intercept) {
        const Links<OfVersion> links(VK_CHAIN_TYPE_ENUMERATE_INSTANCE_VERSION, EndOfVersion);
        uint32_t version = 0;
        intercept(&links.own, &version);
      });
}

// Runs CallAll in a world with the manifest, and passes each function that the layer intercepts,
// and that returned, to `judge`.
void JudgeCalls(Case& c, const std::function<void(const Event& call)>& judge) {
  SKIP_FOR(WhyNoLibrary(c));
  World world;
  AddManifestToWorld(world, LayerOf(c));
  const Observation seen = RunWithoutLoaderIn(c, world, CallAll);
  if (TextsIn(LayerOf(c).object, "pre_instance_functions").empty()) {
    GTEST_SKIP() << "the layer intercepts none";
  }
  const std::vector<Event> calls = seen.Select(kAppName, "pre-instance call");
  for (const Event& call : calls) judge(call);
  if (testing::Test::HasFailure()) return;
  SKIP_FOR(WhyNotFinished(seen, kCalls));
  if (calls.empty()) GTEST_SKIP() << "the library exports none of them, see LLP_LAYER_6";
}

VULKAN_LAYER_CASE(LS_VK_PREINSTANCE_8, functions_call_the_next) {
  JudgeCalls(c, [](const Event& call) {
    EXPECT_SEEN(call.Number("calls"), Ge(1))
        << "the interception of " << call.Text("function") << " calls the next item of the chain";
  });
}

VULKAN_LAYER_CASE(LS_VK_PREINSTANCE_8, next_function_gets_its_link) {
  JudgeCalls(c, [](const Event& call) {
    EXPECT_SEEN(call.Number("with_next_link"), Eq(call.Number("calls")))
        << "the interception of " << call.Text("function")
        << " passes pNextLink as the first argument in each call of the next item";
  });
}

// The layer may add a call with another name.
VULKAN_LAYER_CASE(LS_VK_PREINSTANCE_8, next_function_gets_the_layer_name) {
  JudgeCalls(c, [](const Event& call) {
    if (call.Text("function") != "vkEnumerateInstanceExtensionProperties") return;
    if (call.Number("calls") == 0) return;  // see functions_call_the_next
    EXPECT_SEEN(call.Number("with_layer_name"), Ge(1))
        << "the interception of vkEnumerateInstanceExtensionProperties passes its pLayerName, the "
           "name of another layer, to the next item";
  });
}

}  // namespace
}  // namespace loadstone::suites::pre_instance

// What the library of a Vulkan layer exports and how it negotiates: "Layer Version Negotiation",
// "Layer Unknown Physical Device Extensions". The library is called directly, as a loader would.

#include <dlfcn.h>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#include "harness/case/layer_case.h"
#include "suites/common/manifest_json.h"

namespace loadstone::suites::negotiation {
namespace {

// What a loader of the current documents offers, and what one of a far future might.
constexpr uint32_t kCurrent = 2;
constexpr uint32_t kFuture = 1000;
constexpr char kLoads[] = "LLP_LAYER_2/library_loads_and_unloads";
constexpr char kNegotiates[] = "LLP_LAYER_5/negotiates_the_current_version";

// Traces "negotiation": "exported", and what came of offering `version`.
void Negotiate(const LayerUnderTest& layer, uint32_t version) {
  void* library = OpenLayer(layer);
  const auto negotiate = reinterpret_cast<PFN_vkNegotiateLoaderLayerInterfaceVersion>(
      dlsym(library, layer.negotiate.c_str()));
  AppEvent("negotiation", "enter").Add("exported", negotiate != nullptr);
  if (negotiate == nullptr) return;
  VkNegotiateLayerInterface offer = {};
  offer.sType = LAYER_NEGOTIATE_INTERFACE_STRUCT;
  offer.loaderLayerInterfaceVersion = version;
  const VkResult result = negotiate(&offer);
  AppEvent("negotiation", "leave")
      .Add("result", int64_t{result})
      .Add("answer", int64_t{offer.loaderLayerInterfaceVersion})
      .Add("gipa", offer.pfnGetInstanceProcAddr != nullptr);
}

bool Exported(const Observation& seen) {
  const auto event = seen.First(kAppName, "negotiation");
  return event.has_value() && event->Flag("exported");
}

// The end of the negotiation; nothing where it did not come to one.
std::optional<Event> Answer(const Observation& seen) {
  for (const Event& event : seen.Select(kAppName, "negotiation")) {
    if (event.phase() == "leave") return event;
  }
  return std::nullopt;
}

VULKAN_LAYER_CASE(LLP_LAYER_2, library_loads_and_unloads) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunAlone(c, [](const LayerUnderTest& layer) {
    void* library = OpenLayer(layer);
    AppEvent("dlclose", "enter");
    dlclose(library);
    AppEvent("dlclose", "leave");
  });
  EXPECT_HOLDS(seen.EndedWell()) << "loading and unloading the library: " << seen.DescribeEnding();
}

VULKAN_LAYER_CASE(LLP_LAYER_4, exports_the_negotiation) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunAlone(c, [](const LayerUnderTest& layer) {
    const bool found = dlsym(OpenLayer(layer), layer.negotiate.c_str()) != nullptr;
    AppEvent("export").Add("found", found);
  });
  const auto found = seen.First(kAppName, "export");
  if (!found.has_value()) GTEST_SKIP() << WhyNotSeen(seen, kLoads);
  EXPECT_HOLDS(found->Flag("found")) << "the library does not export " << LayerOf(c).negotiate;
}

VULKAN_LAYER_CASE(LLP_LAYER_5, negotiates_the_current_version) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen =
      RunAlone(c, [](const LayerUnderTest& layer) { Negotiate(layer, kCurrent); });
  if (!seen.First(kAppName, "negotiation").has_value()) GTEST_SKIP() << WhyNotSeen(seen, kLoads);
  if (!Exported(seen)) GTEST_SKIP() << "the layer does not export its negotiation";
  const auto answer = Answer(seen);
  ASSERT_HOLDS(answer.has_value()) << "the negotiation never came back: " << seen.DescribeEnding();
  EXPECT_SEEN(answer->Number("result"), Eq(VK_SUCCESS))
      << "a layer that refuses the current version is never loaded";
  EXPECT_SEEN(answer->Number("answer"), Le(int64_t{kCurrent}))
      << "the layer asks for a newer version than the one offered";
}

VULKAN_LAYER_CASE(LLP_LAYER_5, gives_its_get_instance_proc_addr) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen =
      RunAlone(c, [](const LayerUnderTest& layer) { Negotiate(layer, kCurrent); });
  const auto answer = Answer(seen);
  if (!answer.has_value()) GTEST_SKIP() << "no negotiation took place, see " << kNegotiates;
  if (answer->Number("result") != VK_SUCCESS || answer->Number("answer") < int64_t{kCurrent}) {
    GTEST_SKIP() << "version 2 was not agreed on, see " << kNegotiates;
  }
  EXPECT_HOLDS(answer->Flag("gipa")) << "version 2 was agreed on without pfnGetInstanceProcAddr";
}

VULKAN_LAYER_CASE(LLP_LAYER_5, offered_a_newer_version_answers_its_own) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen =
      RunAlone(c, [](const LayerUnderTest& layer) { Negotiate(layer, kFuture); });
  if (!seen.First(kAppName, "negotiation").has_value()) GTEST_SKIP() << WhyNotSeen(seen, kLoads);
  if (!Exported(seen)) GTEST_SKIP() << "the layer does not export its negotiation";
  const auto answer = Answer(seen);
  ASSERT_HOLDS(answer.has_value()) << "the negotiation never came back: " << seen.DescribeEnding();
  EXPECT_SEEN(answer->Number("result"), Eq(VK_SUCCESS))
      << "whether the layer's version will do is the loader's decision";
  EXPECT_SEEN(answer->Number("answer"), Lt(int64_t{kFuture}))
      << "the layer claims to support version 1000 of the interface, which does not exist";
}

VULKAN_LAYER_CASE(LS_VK_LAYER_2, gives_its_create_instance) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunAlone(c, [](const LayerUnderTest& layer) {
    void* library = OpenLayer(layer);
    const auto negotiate = reinterpret_cast<PFN_vkNegotiateLoaderLayerInterfaceVersion>(
        dlsym(library, layer.negotiate.c_str()));
    VkNegotiateLayerInterface offer = {};
    offer.sType = LAYER_NEGOTIATE_INTERFACE_STRUCT;
    offer.loaderLayerInterfaceVersion = kCurrent;
    if (negotiate == nullptr || negotiate(&offer) != VK_SUCCESS ||
        offer.pfnGetInstanceProcAddr == nullptr) {
      return;
    }
    AppEvent("create instance", "enter");
    const bool found = offer.pfnGetInstanceProcAddr(VK_NULL_HANDLE, "vkCreateInstance") != nullptr;
    AppEvent("create instance", "leave").Add("found", found);
  });
  const std::vector<Event> events = seen.Select(kAppName, "create instance");
  if (events.empty()) GTEST_SKIP() << "no negotiation took place, see " << kNegotiates;
  EXPECT_HOLDS(events.back().Flag("found"))
      << "vkGetInstanceProcAddr(NULL, vkCreateInstance) of the layer gives nothing";
}

constexpr char kLayerQuery[] = "vkEnumerateInstanceLayerProperties";
constexpr char kInstanceQuery[] = "vkEnumerateInstanceExtensionProperties";
constexpr char kDeviceQuery[] = "vkEnumerateDeviceExtensionProperties";

// What a loader without manifests asks instead: of each kind of information that there is.
std::vector<std::string> Introspection(const LayerUnderTest& layer) {
  std::vector<std::string> functions = {kLayerQuery};
  if (!NamesIn(layer.object, "instance_extensions").empty()) functions.emplace_back(kInstanceQuery);
  if (!NamesIn(layer.object, "device_extensions").empty()) functions.emplace_back(kDeviceQuery);
  return functions;
}

VULKAN_LAYER_CASE(LS_VK_LAYER_17, exports_the_introspection) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunAlone(c, [](const LayerUnderTest& layer) {
    void* library = OpenLayer(layer);
    std::vector<std::string> found;
    for (const char* function : {kLayerQuery, kInstanceQuery, kDeviceQuery}) {
      if (dlsym(library, function) != nullptr) found.emplace_back(function);
    }
    AppEvent("introspection").Add("found", found);
  });
  const auto exported = seen.First(kAppName, "introspection");
  if (!exported.has_value()) GTEST_SKIP() << WhyNotSeen(seen, kLoads);
  EXPECT_SEEN(exported->List("found"), IsSupersetOf(Introspection(LayerOf(c))))
      << "a loader that reads no manifests does not find out what the layer has";
}

}  // namespace
}  // namespace loadstone::suites::negotiation

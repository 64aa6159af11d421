// SPDX-License-Identifier: Apache-2.0
// What the library of a Vulkan layer exports and how it negotiates: "Layer Version Negotiation",
// "Layer Unknown Physical Device Extensions". The library is called directly, as by a loader.

#include <dlfcn.h>
#include <fmt/format.h>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#include <algorithm>
#include <cstring>

#include "suites/common/component_exports.h"
#include "suites/common/layer_comparison.h"
#include "suites/common/manifest_json.h"
#include "suites/vulkan_layer/exports_of_layers.h"

namespace loadstone::suites::negotiation {
namespace {

// The version that a loader of the current documents offers, and one that a loader in the distant
// future might offer.
constexpr uint32_t kCurrent = 2;
constexpr uint32_t kFuture = 1000;
constexpr char kLoads[] = "LLP_LAYER_2/library_loads_and_unloads";
constexpr char kNegotiates[] = "LLP_LAYER_5/negotiates_the_current_version";

// Traces "negotiation": "exported", and the result of offering `version`.
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

// The end of the negotiation; nothing if it did not end.
std::optional<Event> Answer(const Observation& seen) {
  for (const Event& event : seen.Select(kAppName, "negotiation")) {
    if (event.phase() == "leave") return event;
  }
  return std::nullopt;
}

VULKAN_LAYER_CASE(LLP_LAYER_2, library_loads_and_unloads) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunWithoutLoader(c, [](const LayerUnderTest& layer) {
    void* library = OpenLayer(layer);
    AppEvent("dlclose", "enter");
    dlclose(library);
    AppEvent("dlclose", "leave");
  });
  EXPECT_HOLDS(seen.FinishedNormally())
      << "loading and unloading the library succeeds; observed: " << seen.DescribeEnding();
}

VULKAN_LAYER_CASE(LLP_LAYER_4, exports_the_negotiation) { ExpectNegotiationExported(c, kLoads); }

VULKAN_LAYER_CASE(LLP_LAYER_5, negotiates_the_current_version) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen =
      RunWithoutLoader(c, [](const LayerUnderTest& layer) { Negotiate(layer, kCurrent); });
  if (!seen.First(kAppName, "negotiation").has_value()) SKIP_WITH(WhyNotFinished(seen, kLoads));
  if (!Exported(seen)) GTEST_SKIP() << "the layer does not export its negotiation";
  const auto answer = Answer(seen);
  ASSERT_HOLDS(answer.has_value())
      << "the negotiation returns; observed: " << seen.DescribeEnding();
  EXPECT_SEEN(answer->Number("result"), Eq(VK_SUCCESS))
      << "the layer accepts the current version; a loader never loads a layer that refuses it";
  EXPECT_SEEN(answer->Number("answer"), Le(int64_t{kCurrent}))
      << "the layer does not request a newer version than the one offered";
}

VULKAN_LAYER_CASE(LLP_LAYER_5, gives_its_get_instance_proc_addr) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen =
      RunWithoutLoader(c, [](const LayerUnderTest& layer) { Negotiate(layer, kCurrent); });
  const auto answer = Answer(seen);
  if (!answer.has_value()) {
    SKIP_FOR(WhyNotFinished(seen, kNegotiates, {kLoads}));
    GTEST_SKIP() << "the layer does not export its negotiation";
  }
  if (answer->Number("result") != VK_SUCCESS) {
    SKIP_WITH(Unjudged("the layer refused the current version", {kNegotiates}));
  }
  if (answer->Number("answer") < int64_t{kCurrent}) {
    GTEST_SKIP() << "version 2 was not agreed on";
  }
  EXPECT_HOLDS(answer->Flag("gipa"))
      << "a layer that agrees on version 2 sets pfnGetInstanceProcAddr";
}

VULKAN_LAYER_CASE(LLP_LAYER_5, offered_a_newer_version_answers_its_own) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen =
      RunWithoutLoader(c, [](const LayerUnderTest& layer) { Negotiate(layer, kFuture); });
  if (!seen.First(kAppName, "negotiation").has_value()) SKIP_WITH(WhyNotFinished(seen, kLoads));
  if (!Exported(seen)) GTEST_SKIP() << "the layer does not export its negotiation";
  const auto answer = Answer(seen);
  ASSERT_HOLDS(answer.has_value())
      << "the negotiation returns; observed: " << seen.DescribeEnding();
  EXPECT_SEEN(answer->Number("result"), Eq(VK_SUCCESS))
      << "the layer returns VK_SUCCESS; the loader decides whether the layer's version is "
         "acceptable";
  EXPECT_SEEN(answer->Number("answer"), Lt(int64_t{kFuture}))
      << "the layer does not claim to support version 1000 of the interface, which does not exist";
}

// Versions that no loader negotiates; but the rule for a layer that is newer than the loader has no
// lower limit.
void JudgeOlderOffer(Case& c, uint32_t version) {
  const Observation seen =
      RunWithoutLoader(c, [version](const LayerUnderTest& layer) { Negotiate(layer, version); });
  if (!seen.First(kAppName, "negotiation").has_value()) SKIP_WITH(WhyNotFinished(seen, kLoads));
  if (!Exported(seen)) GTEST_SKIP() << "the layer does not export its negotiation";
  const auto answer = Answer(seen);
  ASSERT_HOLDS(answer.has_value())
      << "the negotiation returns; observed: " << seen.DescribeEnding();
  if (answer->Number("result") != VK_SUCCESS) {
    EXPECT_SEEN(answer->Number("result"), Eq(VK_ERROR_INITIALIZATION_FAILED))
        << "a layer that no longer supports the offered version returns "
           "VK_ERROR_INITIALIZATION_FAILED";
    return;
  }
  EXPECT_SEEN(answer->Number("answer"), Le(int64_t{version}))
      << "when offered an older version than its own, the layer returns the loader's version or "
         "refuses";
}

VULKAN_LAYER_CASE(LS_VK_LAYER_22, offered_version_0, policy::LLP_LAYER_5) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeOlderOffer(c, 0);
}

VULKAN_LAYER_CASE(LS_VK_LAYER_22, offered_version_1, policy::LLP_LAYER_5) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeOlderOffer(c, 1);
}

// The same as RunWithoutLoader, in a world that also has the manifest.
Observation RunAloneWithManifest(Case& c, const std::function<void(const LayerUnderTest&)>& app) {
  World world;
  AddManifestToWorld(world, LayerOf(c));
  return RunWithoutLoaderIn(c, world, app);
}

// In the probe: the function from the negotiation, or else the export of the interface versions 0
// and 1, whose name the manifest may give.
PFN_vkGetInstanceProcAddr FindQuery(const LayerUnderTest& layer) {
  void* library = OpenLayer(layer);
  const auto negotiate = reinterpret_cast<PFN_vkNegotiateLoaderLayerInterfaceVersion>(
      dlsym(library, layer.negotiate.c_str()));
  if (negotiate == nullptr) {
    const std::string name = ExportedName(ManifestInProbe(), "vkGetInstanceProcAddr");
    return reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, name.c_str()));
  }
  VkNegotiateLayerInterface offer = {};
  offer.sType = LAYER_NEGOTIATE_INTERFACE_STRUCT;
  offer.loaderLayerInterfaceVersion = kCurrent;
  return negotiate(&offer) == VK_SUCCESS ? offer.pfnGetInstanceProcAddr : nullptr;
}

VULKAN_LAYER_CASE(LS_VK_LAYER_2, gives_its_create_instance) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunAloneWithManifest(c, [](const LayerUnderTest& layer) {
    const PFN_vkGetInstanceProcAddr query = FindQuery(layer);
    if (query == nullptr) return;
    AppEvent("create instance", "enter");
    const bool found = query(VK_NULL_HANDLE, "vkCreateInstance") != nullptr;
    AppEvent("create instance", "leave").Add("found", found);
  });
  const std::vector<Event> events = seen.Select(kAppName, "create instance");
  if (events.empty()) {
    SKIP_FOR(WhyNotFinished(seen, kNegotiates, {kLoads}));
    SKIP_WITH(
        Untold("the layer provides no vkGetInstanceProcAddr",
               {kNegotiates, "LLP_LAYER_5/gives_its_get_instance_proc_addr",
                "LS_VK_LAYER_27/exports_its_functions", "LLP_LAYER_4/exports_the_negotiation"}));
  }
  EXPECT_HOLDS(events.back().Flag("found"))
      << "vkGetInstanceProcAddr(NULL, vkCreateInstance) of the layer returns a function";
}

constexpr const char* kQueries[] = {"GetInstanceProcAddr", "GetDeviceProcAddr"};
constexpr char kLayerQuery[] = "vkEnumerateInstanceLayerProperties";
constexpr char kInstanceQuery[] = "vkEnumerateInstanceExtensionProperties";
constexpr char kDeviceQuery[] = "vkEnumerateDeviceExtensionProperties";

// A layer that does not negotiate is found only by its functions: by the names in "functions", by
// its own name followed by the function's or, if the library has only one layer, by the function's
// name. The number of layers in the library is not checked here (LS_VK_LAYER_27.r1).
VULKAN_LAYER_CASE(LS_VK_LAYER_27, exports_its_functions) {
  const LayerUnderTest& layer = LayerOf(c);
  const FoundExports exports = FindExports(c, kLoads, [](const LayerUnderTest& judged) {
    std::vector<std::string> names = {judged.negotiate};
    for (const std::string function : kQueries) {
      names.push_back(ExportedName(judged.object, "vk" + function));
      names.push_back(judged.name + function);
    }
    return names;
  });
  SKIP_FOR(exports.why_unknown);
  if (exports.Has(layer.negotiate))
    GTEST_SKIP() << "the layer negotiates and provides its functions that way";
  for (const std::string function : kQueries) {
    const std::string plain = ExportedName(layer.object, "vk" + function);
    EXPECT_HOLDS(exports.Has(plain) || exports.Has(layer.name + function))
        << "a library that does not negotiate exports " << plain << " or " << layer.name
        << function;
  }
}

// Calls an introspection function twice, for the count and for the names. Traces `event` with its
// "result" and "names".
template <typename Properties, typename Enumerate>
void Introspect(const char* event, const Enumerate& enumerate,
                char (Properties::*name)[VK_MAX_EXTENSION_NAME_SIZE]) {
  AppEvent(event, "enter");
  constexpr uint32_t kMost = 256;
  uint32_t count = 0;
  VkResult result = enumerate(&count, nullptr);
  std::vector<Properties> properties(std::min(count, kMost));
  count = static_cast<uint32_t>(properties.size());
  if (result == VK_SUCCESS && count > 0) result = enumerate(&count, properties.data());
  std::vector<std::string> names;
  for (size_t i = 0; i < std::min<size_t>(count, properties.size()); ++i) {
    const auto& text = properties[i].*name;
    names.emplace_back(text, strnlen(text, sizeof(text)));
  }
  AppEvent(event, "leave").Add("result", int64_t{result}).Add("names", names);
}

// Calls everything that the library exports, as a loader without manifests does, which has no
// physical device yet. Only cases about Android images require these functions: loaders with
// manifests do not need them.
void IntrospectAll(const LayerUnderTest& layer) {
  void* library = OpenLayer(layer);
  const char* name = layer.name.c_str();
  const auto layers = Export<PFN_vkEnumerateInstanceLayerProperties>(library, kLayerQuery);
  const auto instance = Export<PFN_vkEnumerateInstanceExtensionProperties>(library, kInstanceQuery);
  const auto device = Export<PFN_vkEnumerateDeviceExtensionProperties>(library, kDeviceQuery);
  if (layers != nullptr) Introspect(kLayerQuery, layers, &VkLayerProperties::layerName);
  if (instance != nullptr) {
    Introspect(
        kInstanceQuery,
        [&](uint32_t* count, VkExtensionProperties* list) { return instance(name, count, list); },
        &VkExtensionProperties::extensionName);
  }
  if (device != nullptr) {
    Introspect(
        kDeviceQuery,
        [&](uint32_t* count, VkExtensionProperties* list) {
          return device(VK_NULL_HANDLE, name, count, list);
        },
        &VkExtensionProperties::extensionName);
  }
}

// What the library says of the layer: "api_version" and "implementation_version".
void IntrospectProperties(const LayerUnderTest& layer) {
  const auto enumerate =
      Export<PFN_vkEnumerateInstanceLayerProperties>(OpenLayer(layer), kLayerQuery);
  uint32_t count = 16;
  VkLayerProperties properties[16] = {};
  if (enumerate == nullptr || enumerate(&count, properties) < VK_SUCCESS) return;
  for (uint32_t i = 0; i < std::min(count, 16u); ++i) {
    const VkLayerProperties& own = properties[i];
    if (strncmp(own.layerName, layer.name.c_str(), sizeof(own.layerName)) != 0) continue;
    AppEvent("properties")
        .Add("api_version", fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(own.specVersion),
                                        VK_API_VERSION_MINOR(own.specVersion),
                                        VK_API_VERSION_PATCH(own.specVersion)))
        .Add("implementation_version", std::to_string(own.implementationVersion));
    return;
  }
}

// A version without a patch number is not compared.
VULKAN_LAYER_CASE(LS_VK_LAYER_17, introspection_gives_the_versions_of_the_layer) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunAloneWithManifest(c, IntrospectProperties);
  const std::vector<Event> events = seen.Select(kAppName, "properties");
  if (events.empty()) {
    SKIP_FOR(WhyNotFinished(seen, kLoads, {policy::LS_VK_LAYER_17.text}));
    GTEST_SKIP() << "the library does not export " << kLayerQuery << ", or not for this layer";
  }
  for (const std::string member : {"api_version", "implementation_version"}) {
    const std::string text = TextOf(LayerOf(c).object, member.c_str());
    const bool partly = member == "api_version" && std::ranges::count(text, '.') != 2;
    if (text.empty() || partly) continue;
    EXPECT_SEEN(events[0].Text(member.c_str()), text)
        << kLayerQuery << " returns the " << member << " of the manifest";
  }
}

// Expects that the result of `query` contains all of `expected`.
void JudgeIntrospection(Case& c, const char* query, const char* what,
                        const std::function<std::vector<std::string>()>& expected) {
  const Observation seen = RunAloneWithManifest(c, IntrospectAll);
  const std::vector<Event> events = seen.Select(kAppName, query);
  if (events.empty()) {
    SKIP_FOR(WhyNotFinished(seen, kLoads, {policy::LS_VK_LAYER_17.text}));
    GTEST_SKIP() << "the library does not export " << query;
  }
  ASSERT_SEEN(events.back().phase(), "leave")
      << query << " returns; observed: " << seen.DescribeEnding();
  EXPECT_SEEN(events.back().Number("result"), Eq(VK_SUCCESS)) << query << " succeeds for the layer";
  EXPECT_SEEN(events.back().List("names"), IsSupersetOf(expected()))
      << query << " returns " << what;
}

VULKAN_LAYER_CASE(LS_VK_LAYER_17, introspection_gives_the_layer) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeIntrospection(c, kLayerQuery, "the layer itself",
                     [&c] { return std::vector<std::string>{LayerOf(c).name}; });
}

VULKAN_LAYER_CASE(LS_VK_LAYER_17, introspection_gives_instance_extensions) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeIntrospection(c, kInstanceQuery, "what the manifest lists",
                     [&c] { return NamesIn(LayerOf(c).object, "instance_extensions"); });
}

VULKAN_LAYER_CASE(LS_VK_LAYER_17, introspection_gives_device_extensions) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeIntrospection(c, kDeviceQuery, "what the manifest lists",
                     [&c] { return NamesIn(LayerOf(c).object, "device_extensions"); });
}

}  // namespace
}  // namespace loadstone::suites::negotiation

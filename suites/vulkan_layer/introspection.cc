// SPDX-License-Identifier: Apache-2.0
// The functions by which the library of a Vulkan layer describes its layers: "Layer Interface
// Version 0". The library is called directly, as by a loader without manifests.

#include <dlfcn.h>
#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#include <algorithm>
#include <cstring>
#include <optional>

#include "suites/common/layer_comparison.h"
#include "suites/common/manifest_json.h"
#include "suites/vulkan_layer/exports_of_layers.h"

namespace loadstone::suites::introspection {
namespace {

constexpr char kLoads[] = "LLP_LAYER_2/library_loads_and_unloads";
constexpr char kLayerQuery[] = "vkEnumerateInstanceLayerProperties";
constexpr char kInstanceQuery[] = "vkEnumerateInstanceExtensionProperties";
constexpr uint32_t kMost = 256;

Observation RunWithManifest(Case& c, const std::function<void(const LayerUnderTest&)>& app) {
  World world;
  AddManifestToWorld(world, LayerOf(c));
  return RunWithoutLoaderIn(c, world, app);
}

bool Negotiates(void* library, const LayerUnderTest& layer) {
  return dlsym(library, layer.negotiate.c_str()) != nullptr;
}

// The number of the library's layers; nothing if it does not say it.
std::optional<uint32_t> CountLayers(void* library) {
  const auto enumerate = Export<PFN_vkEnumerateInstanceLayerProperties>(library, kLayerQuery);
  uint32_t count = 0;
  if (enumerate == nullptr || enumerate(&count, nullptr) != VK_SUCCESS) return std::nullopt;
  return count;
}

// The functions that a library of interface version 0 or 1 has for each of its layers. The plain
// names are for a library with one layer; "functions" in the manifest may give others.
VULKAN_LAYER_CASE(LS_VK_LAYER_27, one_of_several_layers_has_functions_of_its_own) {
  SKIP_FOR(WhyNoLibrary(c));
  const Observation seen = RunWithManifest(c, [](const LayerUnderTest& layer) {
    void* library = OpenLayer(layer);
    AppEvent("layers", "enter");
    const std::optional<uint32_t> count =
        Negotiates(library, layer) ? std::nullopt : CountLayers(library);
    std::vector<std::string> missing;
    for (const std::string function : {"GetInstanceProcAddr", "GetDeviceProcAddr"}) {
      const std::string plain = "vk" + function;
      const std::string named = ExportedName(ManifestInProbe(), plain);
      if (named != plain && dlsym(library, named.c_str()) != nullptr) continue;
      const std::string own = layer.name + function;
      if (dlsym(library, own.c_str()) == nullptr) missing.push_back(own);
    }
    AppEvent("layers", "leave").Add("count", int64_t{count.value_or(0)}).Add("missing", missing);
  });
  const std::vector<Event> events = seen.Select(kAppName, "layers");
  if (events.empty() || events.back().phase() != "leave") {
    SKIP_WITH(WhyNotFinished(seen, kLoads, {policy::LS_VK_LAYER_17.text}));
  }
  if (events.back().Number("count") < 2) {
    GTEST_SKIP() << "the layer negotiates, or its library enumerates no second layer";
  }
  EXPECT_SEEN(events.back().List("missing"), IsEmpty())
      << "a library with several layers that does not negotiate exports functions with the name "
         "of each layer";
}

// Traces "extensions" with the calls that failed, and with the names of a list with enough room.
void AskWithRooms(PFN_vkEnumerateInstanceExtensionProperties query, const char* name) {
  std::vector<std::string> errors;
  std::vector<std::string> names;
  uint32_t all = 0;
  if (query(name, &all, nullptr) != VK_SUCCESS) errors.emplace_back("for the count");
  all = std::min(all, kMost);
  for (uint32_t room = 0; room <= all && all > 0; ++room) {
    std::vector<VkExtensionProperties> list(all);
    uint32_t count = room;
    const VkResult result = query(name, &count, list.data());
    if (result < VK_SUCCESS) errors.push_back("with room for " + std::to_string(room));
    for (uint32_t i = 0; room == all && i < std::min(count, all); ++i) {
      names.emplace_back(list[i].extensionName,
                         strnlen(list[i].extensionName, VK_MAX_EXTENSION_NAME_SIZE));
    }
  }
  AppEvent("extensions", "leave").Add("errors", errors).Add("names", names);
}

// The query with the layer's name, as the first call into the library or after the one for layers:
// "this function never fails".
void JudgeExtensions(Case& c, bool first) {
  const Observation seen = RunWithManifest(c, [first](const LayerUnderTest& layer) {
    void* library = OpenLayer(layer);
    const auto query = Export<PFN_vkEnumerateInstanceExtensionProperties>(library, kInstanceQuery);
    if (query == nullptr) return;
    AppEvent("extensions", "enter");
    if (!first) static_cast<void>(CountLayers(library));
    AskWithRooms(query, layer.name.c_str());
  });
  const std::vector<Event> events = seen.Select(kAppName, "extensions");
  if (events.empty()) {
    SKIP_FOR(WhyNotFinished(seen, kLoads, {policy::LS_VK_LAYER_17.text}));
    GTEST_SKIP() << "the library does not export " << kInstanceQuery;
  }
  ASSERT_SEEN(events.back().phase(), "leave")
      << kInstanceQuery << " returns; observed: " << seen.DescribeEnding();
  EXPECT_SEEN(events.back().List("errors"), IsEmpty())
      << kInstanceQuery << " never fails for the name of a layer of the library";
  EXPECT_SEEN(events.back().List("names"),
              IsSupersetOf(NamesIn(LayerOf(c).object, "instance_extensions")))
      << kInstanceQuery << " returns what the manifest lists";
}

VULKAN_LAYER_CASE(LS_VK_LAYER_17, introspection_of_extensions_comes_first) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeExtensions(c, true);
}

VULKAN_LAYER_CASE(LS_VK_LAYER_17, introspection_of_extensions_with_too_little_room) {
  SKIP_FOR(WhyNoLibrary(c));
  JudgeExtensions(c, false);
}

}  // namespace
}  // namespace loadstone::suites::introspection

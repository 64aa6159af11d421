// SPDX-License-Identifier: Apache-2.0
// What the library of a Vulkan layer exports, by the interface version that it uses: LLP_LAYER_4 of
// "Requirements of Well-Behaved Layers", "Layer Manifest File Version 1.1.0" and "Layer Interface
// Version 0".

#include <algorithm>
#include <cctype>

#include "harness/case/layer_case.h"
#include "suites/common/component_exports.h"
#include "suites/common/manifest_json.h"

namespace loadstone::suites::exports {
namespace {

constexpr char kLoads[] = "LLP_LAYER_2/library_loads_and_unloads";
constexpr char kNegotiation[] = "vkNegotiateLoaderLayerInterfaceVersion";
// Only interface version 0 requires these exports.
constexpr const char* kIntrospection[] = {
    "vkEnumerateInstanceLayerProperties", "vkEnumerateInstanceExtensionProperties",
    "vkEnumerateDeviceLayerProperties", "vkEnumerateDeviceExtensionProperties"};
constexpr const char* kQueries[] = {"GetInstanceProcAddr", "GetDeviceProcAddr"};

// The name of the negotiation that the manifest declares; only a layer of interface version 2 or
// newer has that function.
std::string DeclaredNegotiation(const LayerUnderTest& layer) {
  return RenamedFunction(layer.object, kNegotiation);
}

VULKAN_LAYER_CASE(LS_VK_LAYER_32, declared_negotiation_is_exported) {
  const FoundExports exports = FindExports(c, kLoads, [](const ComponentUnderTest& layer) {
    return std::vector<std::string>{DeclaredNegotiation(layer)};
  });
  const std::string name = DeclaredNegotiation(LayerOf(c));
  if (name.empty()) {
    GTEST_SKIP() << "\"functions\" of the manifest does not name " << kNegotiation
                 << ", so the layer may be of interface version 0 or 1";
  }
  SKIP_FOR(exports.why_unknown);
  EXPECT_HOLDS(exports.Has(name)) << "the library exports " << name
                                  << ", which the manifest declares as the layer's "
                                  << kNegotiation;
}

bool IsApiName(const std::string& name) {
  return name.size() > 2 && name.starts_with("vk") &&
         std::isupper(static_cast<unsigned char>(name[2])) != 0;
}

bool Contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

// What a layer of interface version 0 has to export, and what its manifest names.
std::vector<std::string> Required(const LayerUnderTest& layer) {
  std::vector<std::string> names(std::begin(kIntrospection), std::end(kIntrospection));
  for (const std::string function : kQueries) names.push_back("vk" + function);
  for (const char* member : {"functions", "pre_instance_functions"}) {
    const std::vector<std::string> named = TextsIn(layer.object, member);
    names.insert(names.end(), named.begin(), named.end());
  }
  return names;
}

// Whether the library has the exports that only interface version 0 requires.
bool HasInterface0(const LayerUnderTest& layer) {
  return Contains(layer.exports, layer.name + kQueries[0]) ||
         std::ranges::all_of(kIntrospection,
                             [&](const char* name) { return Contains(layer.exports, name); });
}

// The exports of the file itself: dlsym also finds those of the libraries that it needs.
VULKAN_LAYER_CASE(LS_VK_LAYER_33, exports_no_other_functions_of_vulkan) {
  const FoundExports negotiation = FindExports(c, kLoads, [](const ComponentUnderTest& layer) {
    return std::vector<std::string>{layer.negotiate};
  });
  SKIP_FOR(negotiation.why_unknown);
  const LayerUnderTest& layer = LayerOf(c);
  if (negotiation.Has(layer.negotiate)) GTEST_SKIP() << "the layer negotiates";
  if (!HasInterface0(layer)) {
    GTEST_SKIP() << "the library does not have the exports of interface version 0";
  }
  std::vector<std::string> others;
  const std::vector<std::string> required = Required(layer);
  for (const std::string& name : layer.exports) {
    if (IsApiName(name) && !Contains(required, name)) others.push_back(name);
  }
  EXPECT_SEEN(others, IsEmpty())
      << "a library of interface version 0 exports only the functions that this version requires";
}

}  // namespace
}  // namespace loadstone::suites::exports

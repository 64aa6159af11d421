// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_MANIFESTS_BAD_MANIFESTS_H_
#define LOADSTONE_SUITES_VULKAN_MANIFESTS_BAD_MANIFESTS_H_

#include <functional>
#include <string>
#include <vector>

#include "suites/vulkan/discovery/layer_kinds.h"

// A bad file next to valid layers must not affect these (LS_VK_DISCOVERY_6).
namespace loadstone::suites {

inline constexpr char kGoodExplicit[] = "VK_LAYER_LS_good_explicit";
inline constexpr char kGoodImplicit[] = "VK_LAYER_LS_good_implicit";
inline constexpr char kBad[] = "VK_LAYER_LS_bad";
// The path of the library of the layer kBad, for bad manifests that a loader may use.
inline constexpr char kBadLibrary[] = "/opt/loadstone/libVK_LAYER_LS_bad.so";

// Puts a bad file at a path that ends in .json.
using PlaceBad = std::function<void(VulkanWorld&, const std::string&)>;

// The chain of an observation without the bad layers, which may be in it or not.
inline std::vector<std::string> GoodChain(const Observation& seen) {
  std::vector<std::string> chain = InstanceChain(seen);
  std::erase_if(chain, [](const std::string& who) { return who.starts_with(kBad); });
  return chain;
}

// Runs an application that requests a valid explicit layer, on `world` with a valid implicit one
// added as well, and that has the bad file in the folders of both, with names that sort before and
// after theirs, and in two other places that are searched.
inline void JudgeWithBadFile(Case& c, VulkanWorld world, const PlaceBad& place) {
  for (const LayerKind kind : kLayerKinds) {
    const Layer good =
        KindLayer(kind, kind == LayerKind::kImplicit ? kGoodImplicit : kGoodExplicit);
    const std::string folder = world.DefaultFolder(good);
    world.With(good);
    place(world, folder + "/A_first.json");
    place(world, folder + "/zz_last.json");
    const MorePlaces more = AddPlaces(world, c.subject(), kind);
    place(world, more.earlier + "/bad.json");
    place(world, more.later + "/bad.json");
  }
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = {kGoodExplicit}});
  });
  EXPECT_SEEN(ResultOf(seen, "vkEnumerateInstanceLayerProperties"), "VK_SUCCESS")
      << "a bad manifest must not prevent an application from listing the good layers";
  EXPECT_SEEN(EnumeratedLayers(seen), Contains(kGoodExplicit))
      << "a bad manifest must not hide the good explicit layer next to it";
  EXPECT_SEEN(EnumeratedLayers(seen), Contains(kGoodImplicit))
      << "a bad manifest must not hide the good implicit layer next to it";
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "a bad manifest of a layer that nothing requests must not make instance creation fail";
  EXPECT_SEEN(GoodChain(seen), UnorderedElementsAre(kGoodImplicit, kGoodExplicit))
      << "the good layers next to a bad manifest must be loaded, each once";
}

// The same on a machine with the library of the bad layer; on Windows also at the path that its
// manifests have.
inline void JudgeWithBadFile(Case& c, const PlaceBad& place) {
  VulkanWorld world(c.subject());
  world.With(Layer(kBad).In("/not/searched"));
  if (IsWindows(c.subject())) {
    const std::string library = MockLibraryPath(kBad, c.subject());
    for (const char* suffix : {"", ".config"}) {
      world.Symlink(kBadLibrary + std::string(suffix), library + suffix);
    }
  }
  JudgeWithBadFile(c, world, place);
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_MANIFESTS_BAD_MANIFESTS_H_

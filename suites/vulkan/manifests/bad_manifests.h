// SPDX-License-Identifier: Apache-2.0
#ifndef LOADSTONE_SUITES_VULKAN_MANIFESTS_BAD_MANIFESTS_H_
#define LOADSTONE_SUITES_VULKAN_MANIFESTS_BAD_MANIFESTS_H_

#include <fmt/format.h>

#include <functional>
#include <string>
#include <vector>

#include "suites/vulkan/discovery/layer_kinds.h"
#include "suites/vulkan/layer_questions.h"

// A bad file next to valid layers must not affect these (LS_VK_DISCOVERY_6).
namespace loadstone::suites {

inline constexpr char kGoodExplicit[] = "VK_LAYER_LS_good_explicit";
inline constexpr char kGoodImplicit[] = "VK_LAYER_LS_good_implicit";
inline constexpr char kBad[] = "VK_LAYER_LS_bad";
// The path of the library of the layer kBad, for bad manifests that a loader may use.
inline constexpr char kBadLibrary[] = "/opt/loadstone/libVK_LAYER_LS_bad.so";

// Puts a bad file at a path that ends in .json.
using PlaceBad = std::function<void(VulkanWorld&, const std::string&)>;

// The layers that a bad file may add to the enumeration, if a loader reads the file all the same.
enum class MayShow {
  kItsLayer,     // layers whose names begin with kBad, and layers without a name
  kAnyOtherName  // the name is wrong in the file: a layer of any name but those of the valid ones
};

// The valid layers, each with properties and an instance extension of its own.
inline Layer GoodLayer(LayerKind kind) {
  const bool implicit = kind == LayerKind::kImplicit;
  return KindLayer(kind, implicit ? kGoodImplicit : kGoodExplicit)
      .Api(implicit ? "1.0.32" : "1.0.31")
      .Manifest(fmt::format(
          R"({{"implementation_version": "{}", "description": "the valid {} layer",
               "instance_extensions": [{{"name": "VK_LS_of_{}", "spec_version": "{}"}}]}})",
          implicit ? 42 : 41, KindName(kind), KindName(kind), implicit ? 4 : 3));
}

inline constexpr char kGoodExplicitShown[] =
    "VK_LAYER_LS_good_explicit 1.0.31 41 the valid explicit layer";
inline constexpr char kGoodImplicitShown[] =
    "VK_LAYER_LS_good_implicit 1.0.32 42 the valid implicit layer";
inline constexpr char kGoodExplicitExtension[] = "VK_LS_of_explicit 3";
inline constexpr char kGoodImplicitExtension[] = "VK_LS_of_implicit 4";

// What vkEnumerateInstanceLayerProperties returned first: for each layer "NAME VERSION
// IMPLEMENTATION DESCRIPTION".
inline std::vector<std::string> LayersShown(const Observation& seen) {
  std::vector<std::string> shown;
  for (const Event& event : seen.Select("app", "vkEnumerateInstanceLayerProperties")) {
    if (event.phase() != "leave") continue;
    const std::vector<std::string> names = event.List("names");
    const std::vector<std::string> versions = event.List("api_versions");
    const std::vector<std::string> implementations = event.List("implementation_versions");
    const std::vector<std::string> descriptions = event.List("descriptions");
    for (size_t i = 0; i < names.size(); ++i) {
      shown.push_back(
          fmt::format("{} {} {} {}", names[i], versions[i], implementations[i], descriptions[i]));
    }
    break;
  }
  return shown;
}

// The enumerated layers without those that the bad file may add.
inline std::vector<std::string> LayersShownBeside(const Observation& seen, MayShow may_show) {
  std::vector<std::string> shown = LayersShown(seen);
  std::erase_if(shown, [may_show](const std::string& layer) {
    if (may_show == MayShow::kAnyOtherName) return !layer.starts_with("VK_LAYER_LS_good_");
    return layer.starts_with(kBad) || layer.starts_with(' ');
  });
  return shown;
}

// The valid layers are listed with their own properties and extensions.
inline void ExpectGoodLayersShown(const Observation& seen, MayShow may_show) {
  EXPECT_SEEN(LayersShownBeside(seen, may_show),
              UnorderedElementsAre(kGoodExplicitShown, kGoodImplicitShown))
      << "the good layers next to a bad manifest must be listed once each, with the properties of "
         "their own manifests, and no layers that are in no manifest";
  EXPECT_SEEN(InstanceExtensionsOf(seen, kGoodExplicit), ElementsAre(kGoodExplicitExtension))
      << "the extensions of a good layer next to a bad manifest are those of its own manifest";
  EXPECT_SEEN(InstanceExtensionsOf(seen, kGoodImplicit), ElementsAre(kGoodImplicitExtension))
      << "the extensions of a good layer next to a bad manifest are those of its own manifest";
  EXPECT_SEEN(InstanceExtensionsOf(seen, ""), ContainsOnce(kGoodImplicitExtension))
      << "the extensions of a good implicit layer next to a bad manifest are reported";
}

// Calls of an application that asks for all of this before there is an instance.
inline void AskForGoodLayers(VulkanApp& app) {
  app.EnumerateLayers();
  for (const char* layer : {kGoodExplicit, kGoodImplicit}) AskInstanceExtensions(app, layer);
  AskInstanceExtensions(app, nullptr);
}

// The chain of an observation without the bad layers, which may be in it or not.
inline std::vector<std::string> GoodChain(const Observation& seen) {
  std::vector<std::string> chain = InstanceChain(seen);
  std::erase_if(chain, [](const std::string& who) { return who.starts_with(kBad); });
  return chain;
}

// Runs an application that requests a valid explicit layer, on `world` with a valid implicit one
// added as well, and that has the bad file in the folders of both, with names that sort before and
// after theirs, and in two other places that are searched.
inline void JudgeWithBadFile(Case& c, VulkanWorld world, const PlaceBad& place,
                             MayShow may_show = MayShow::kItsLayer) {
  for (const LayerKind kind : kLayerKinds) {
    const Layer good = GoodLayer(kind);
    const std::string folder = world.DefaultFolder(good);
    world.With(good);
    place(world, folder + "/A_first.json");
    place(world, folder + "/zz_last.json");
    const MorePlaces more = AddPlaces(world, c.subject(), kind);
    place(world, more.earlier + "/bad.json");
    place(world, more.later + "/bad.json");
  }
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    AskForGoodLayers(app);
    app.RunFullSequence({.layers = {kGoodExplicit}});
  });
  EXPECT_SEEN(ResultOf(seen, "vkEnumerateInstanceLayerProperties"), "VK_SUCCESS")
      << "a bad manifest must not prevent an application from listing the good layers";
  EXPECT_SEEN(EnumeratedLayers(seen), Contains(kGoodExplicit))
      << "a bad manifest must not hide the good explicit layer next to it";
  EXPECT_SEEN(EnumeratedLayers(seen), Contains(kGoodImplicit))
      << "a bad manifest must not hide the good implicit layer next to it";
  ExpectGoodLayersShown(seen, may_show);
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "a bad manifest of a layer that nothing requests must not make instance creation fail";
  EXPECT_SEEN(GoodChain(seen), UnorderedElementsAre(kGoodImplicit, kGoodExplicit))
      << "the good layers next to a bad manifest must be loaded, each once";
}

// The same on a machine with the library of the bad layer; on Windows also at the path that its
// manifests have.
inline void JudgeWithBadFile(Case& c, const PlaceBad& place,
                             MayShow may_show = MayShow::kItsLayer) {
  VulkanWorld world(c.subject());
  world.With(Layer(kBad).In("/not/searched"));
  if (IsWindows(c.subject())) {
    const std::string library = MockLibraryPath(kBad, c.subject());
    for (const char* suffix : {"", ".config"}) {
      world.Symlink(kBadLibrary + std::string(suffix), library + suffix);
    }
  }
  JudgeWithBadFile(c, world, place, may_show);
}

}  // namespace loadstone::suites

#endif  // LOADSTONE_SUITES_VULKAN_MANIFESTS_BAD_MANIFESTS_H_

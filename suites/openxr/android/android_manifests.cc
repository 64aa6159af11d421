// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <span>

#include "suites/openxr/layers.h"

// API Layer Interaction, "Android API Layer Discovery": file names that several places have, places
// without manifests, and places with many.
namespace loadstone::suites::android_manifests {
namespace {

constexpr char kProgram[] = "/data/app/org.example.game/bin/game";
constexpr char kAssets[] = "/data/app/org.example.game/assets";
constexpr char kLayer[] = "XR_APILAYER_LS_one";
constexpr char kSameFile[] = "layer.json";

// The assets, and the partitions in the order of the search.
constexpr const char* kImplicit[] = {kAssets,    "/product/etc", "/odm/etc",
                                     "/oem/etc", "/system/etc",  "/vendor/etc"};
constexpr const char* kExplicit[] = {kAssets,       "/product/etc", "/oem/etc",
                                     "/vendor/etc", "/system/etc",  "/odm/etc"};

std::span<const char* const> Places(bool implicit) { return implicit ? kImplicit : kExplicit; }

const char* Kind(bool implicit) { return implicit ? "implicit" : "explicit"; }

// The name of a place in those of cases.
std::string NameOf(const std::string& root) {
  return root == kAssets ? "assets" : root.substr(1, root.find('/', 1) - 1);
}

policy::Id PolicyOf(const std::string& root) {
  return root == kAssets ? policy::LS_XR_LAYER_DISCOVERY_17 : policy::LS_XR_LAYER_DISCOVERY_18;
}

// Runs an application that enables those layers which are not enabled by themselves.
Observation RunEnabling(Case& c, const OpenXrWorld& world,
                        const std::vector<std::string>& explicit_layers) {
  return Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = explicit_layers});
  });
}

std::vector<std::string> IfExplicit(const std::vector<std::string>& names, bool implicit) {
  return implicit ? std::vector<std::string>() : names;
}

// Two layers whose manifests have one file name, in two places.
void JudgeSameFile(Case& c, const std::string& earlier, const std::string& later, bool implicit) {
  OpenXrWorld world(c.subject());
  world.Application(kProgram);
  std::vector<std::string> names;
  for (const std::string& root : {earlier, later}) {
    names.push_back(NameAt(root));
    world.With(LayerAt(names.back(), root, implicit).ManifestFile(kSameFile));
  }
  const Observation seen = RunEnabling(c, world, IfExplicit(names, implicit));
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAreArray(names))
      << "all manifests of the assets and of every partition are read, whatever their names";
}

REGISTER_CASES {
  for (const bool implicit : {false, true}) {
    const auto places = Places(implicit);
    for (size_t i = 0; i < places.size(); ++i) {
      const std::string earlier = places[i];
      for (const std::string later : places.subspan(i + 1)) {
        RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_18, PolicyOf(earlier)},
                     fmt::format("{}_of_one_file_name_in_{}_and_{}", Kind(implicit),
                                 NameOf(earlier), NameOf(later)),
                     [=](Case& c) { JudgeSameFile(c, earlier, later, implicit); });
      }
    }
  }
}

// A layer of each kind, whose manifests have one file name, in one place.
void JudgeSameFileOfBothKinds(Case& c, const std::string& root) {
  constexpr char kOther[] = "XR_APILAYER_LS_other";
  OpenXrWorld world(c.subject());
  world.Application(kProgram)
      .With(LayerAt(kLayer, root, false).ManifestFile(kSameFile))
      .With(LayerAt(kOther, root, true).ManifestFile(kSameFile));
  EXPECT_SEEN(ApiLayerChain(RunEnabling(c, world, {kLayer})), UnorderedElementsAre(kLayer, kOther))
      << "all manifests of both kinds are read, whatever their names";
}

// All places but one have the folder, with no manifest in it.
void JudgeEmptyPlaces(Case& c, const std::string& root, bool implicit) {
  OpenXrWorld world(c.subject());
  world.Application(kProgram).With(LayerAt(kLayer, root, implicit));
  for (const std::string other : Places(implicit)) {
    if (other == root) continue;
    const std::string folder = implicit ? XrImplicitFolder(other) : XrExplicitFolder(other);
    world.File(folder + "/readme.txt", "no manifest");
  }
  const Observation seen = RunEnabling(c, world, IfExplicit({kLayer}, implicit));
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kLayer))
      << "the assets and every partition are searched, also where others have no manifests";
}

// More manifests than an array of a usual length has room for.
void JudgeMany(Case& c, const std::string& root, bool implicit) {
  constexpr size_t kMany = 70;
  OpenXrWorld world(c.subject());
  world.Application(kProgram);
  const std::vector<std::string> names = LayerNames(kMany);
  for (const std::string& name : names) world.With(LayerAt(name, root, implicit));
  const std::vector<std::string> some = {names.front(), names[kMany / 2], names.back()};
  const Observation seen = RunEnabling(c, world, IfExplicit(some, implicit));
  // LS_XR_LAYER_DISCOVERY_12.r1: implicit layers may be reported or not.
  if (!implicit) {
    EXPECT_SEEN(ListedApiLayers(seen), UnorderedElementsAreArray(names))
        << "all files with the extension .json are read";
  }
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAreArray(implicit ? names : some))
      << "all files with the extension .json are read";
}

REGISTER_CASES {
  for (const bool implicit : {false, true}) {
    for (const std::string root : Places(implicit)) {
      const std::string name = NameOf(root);
      RegisterCase(Api::kOpenXr, {PolicyOf(root)},
                   fmt::format("{}_in_{}_beside_empty_folders", Kind(implicit), name),
                   [=](Case& c) { JudgeEmptyPlaces(c, root, implicit); });
      RegisterCase(Api::kOpenXr, {PolicyOf(root)},
                   fmt::format("many_{}_in_{}", Kind(implicit), name),
                   [=](Case& c) { JudgeMany(c, root, implicit); });
      if (implicit) continue;
      RegisterCase(Api::kOpenXr, {PolicyOf(root)},
                   fmt::format("both_kinds_of_one_file_name_in_{}", name),
                   [=](Case& c) { JudgeSameFileOfBothKinds(c, root); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::android_manifests

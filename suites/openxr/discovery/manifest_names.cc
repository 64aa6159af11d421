// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/openxr/layers.h"

// api_layer, "API Layer Manifest File Format": which files in a folder are manifests.
namespace loadstone::suites::manifest_names {
namespace {

constexpr char kMine[] = "XR_APILAYER_LS_mine";
constexpr char kTheirs[] = "XR_APILAYER_LS_theirs";
constexpr char kPath[] = "/layers";

// The folder whose files are tried.
enum class Place { kImplicit, kExplicit, kLayerPath };

std::string FolderOf(Place place, const OpenXrWorld& world) {
  if (place == Place::kLayerPath) return kPath;
  ApiLayer layer(kMine);
  return world.DefaultFolder(place == Place::kImplicit ? layer.Implicit() : layer);
}

ApiLayer LayerIn(Place place, const OpenXrWorld& world, const std::string& name) {
  ApiLayer layer(name);
  if (place == Place::kImplicit) layer.Implicit();
  return layer.In(FolderOf(place, world));
}

// The application lists the layers, and uses those with these names. Implicit ones are used without
// being named.
Observation Use(Case& c, OpenXrWorld& world, Place place, const std::vector<std::string>& names) {
  if (place == Place::kLayerPath) world.Env("XR_API_LAYER_PATH", kPath);
  return Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = place == Place::kImplicit ? std::vector<std::string>() : names});
  });
}

// Whether implicit layers are listed is open (LS_XR_LAYER_DISCOVERY_12.r1).
void ExpectLayers(const Observation& seen, Place place, const std::vector<std::string>& names,
                  const char* why) {
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAreArray(names)) << why;
  if (place == Place::kImplicit) return;
  EXPECT_SEEN(ListedApiLayers(seen), UnorderedElementsAreArray(names)) << why;
}

void JudgeOtherFiles(Case& c, Place place) {
  OpenXrWorld world(c.subject());
  world.With(LayerIn(place, world, kMine));
  for (const char* file : {"layer", "layer.json.bak", "layer.json~", "layer.txt", "layerjson",
                           "layer.json.", "layer.jso", "layer.jsonx"}) {
    world.With(LayerIn(place, world, "XR_APILAYER_LS_decoy").Who(file).ManifestFile(file));
  }
  ExpectLayers(Use(c, world, place, {kMine}), place, {kMine},
               "the name of a manifest ends in .json; other files are not manifests");
}

void JudgeNames(Case& c, Place place) {
  OpenXrWorld world(c.subject());
  std::vector<std::string> expected;
  for (const std::string& file :
       {std::string("a.json"), std::string("0 1 2.json"), std::string("..json"),
        std::string("very.many.dots.json"), std::string("\xc3\xa4.json"), std::string("UPPER.json"),
        std::string("-.json"), std::string(250, 'n') + ".json"}) {
    const std::string name = fmt::format("XR_APILAYER_LS_{}", expected.size());
    world.With(LayerIn(place, world, name).ManifestFile(file));
    expected.push_back(name);
  }
  ExpectLayers(Use(c, world, place, expected), place, expected,
               "a manifest may have any name that ends in .json");
}

void JudgeSubfolders(Case& c, Place place) {
  OpenXrWorld world(c.subject());
  world.With(LayerIn(place, world, kMine));
  world.With(LayerIn(place, world, kTheirs).In(FolderOf(place, world) + "/inner"));
  ExpectLayers(Use(c, world, place, {kMine}), place, {kMine},
               "the documents name the folders; folders below them are not searched");
}

REGISTER_CASES {
  for (const auto& [place, of] :
       {std::pair{Place::kImplicit, ""}, std::pair{Place::kExplicit, "_explicit"},
        std::pair{Place::kLayerPath, "_of_the_layer_path"}}) {
    const auto add = [place = place, of = of](const char* name, void (*judge)(Case&, Place)) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_8}, fmt::format("{}{}", name, of),
                   [place, judge](Case& c) { judge(c, place); });
    };
    add("only_files_that_end_in_json", JudgeOtherFiles);
    add("names_of_files_do_not_matter", JudgeNames);
    add("subfolders_are_not_searched", JudgeSubfolders);
  }
}

}  // namespace
}  // namespace loadstone::suites::manifest_names

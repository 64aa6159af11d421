// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/manifests/bad_manifests.h"

#include <set>

#include "suites/common/bad_files.h"

// LoaderLayerInterface, "Layer Manifest File Usage" and "Layer Manifest File Format": an invalid
// manifest gives no layer, and has no other effect. Each bad file is in the folder of valid layers
// and in folders that are searched before and after.
namespace loadstone::suites {
namespace {

// The text of a valid manifest of an installed layer. A loader that tolerates an error in the file
// may use the layer: LS_VK_DISCOVERY_6.r1.
std::string ManifestOf(const std::string& name) {
  return Layer(name)
      .Implicit()
      .Manifest(R"({"instance_extensions": [{"name": "VK_LS_of_bad", "spec_version": "5"}]})")
      .ManifestText(kBadLibrary, "1.0.0");
}

// Files that contain a whole manifest, or a layer, for a reader that tolerates the error.
bool MayGiveALayer(const std::string& name) {
  static const std::set<std::string> names = {"null_byte_before_the_manifest",
                                              "null_byte_behind_the_manifest",
                                              "text_behind_the_manifest",
                                              "two_manifests_in_one_file",
                                              "comments",
                                              "byte_order_mark",
                                              "utf_16",
                                              "half_a_surrogate",
                                              "trailing_commas",
                                              "duplicated_keys",
                                              "array_of_a_manifest",
                                              "nested_objects",
                                              "unreadable_file",
                                              "directory_with_a_manifest",
                                              "very_many_layers"};
  return names.contains(name);
}

// The layers and extensions that are not those of the valid manifests.
std::vector<std::string> LayersOfTheBadFile(const Observation& seen) {
  std::vector<std::string> shown = LayersShown(seen);
  std::erase(shown, kGoodExplicitShown);
  std::erase(shown, kGoodImplicitShown);
  return shown;
}

// LLP_LAYER_6: a file that is no valid JSON manifest is not processed. Its layer is not listed, has
// no extensions, and is in no chain. Whether the valid layers next to it are listed is judged under
// LS_VK_DISCOVERY_6.
void JudgeWithoutLayer(Case& c, const PlaceBad& place) {
  VulkanWorld world(c.subject());
  world.With(Layer(kBad).In("/not/searched"));
  for (const LayerKind kind : kLayerKinds) {
    const Layer good = GoodLayer(kind);
    world.With(good);
    place(world, world.DefaultFolder(good) + "/A_first.json");
    place(world, world.DefaultFolder(good) + "/zz_last.json");
  }
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    AskForGoodLayers(app);
    AskInstanceExtensions(app, kBad);
    app.CreateInstance({.layers = {kBad}});
    app.RunFullSequence({.layers = {kGoodExplicit}});
  });
  EXPECT_SEEN(LayersOfTheBadFile(seen), IsEmpty())
      << "a file that is no valid JSON manifest gives no layer";
  for (const char* asked : {"", kBad}) {
    EXPECT_SEEN(InstanceExtensionsOf(seen, asked), Not(Contains(StartsWith("VK_LS_of_bad"))))
        << "a file that is no valid JSON manifest gives no extensions";
  }
  EXPECT_SEEN(InstanceChain(seen), Not(Contains(kBad)))
      << "a layer without a valid JSON manifest must not be loaded";
}

void Register(const std::string& name, const PlaceBad& place) {
  const MayShow may_show = name == "half_a_surrogate" ? MayShow::kAnyOtherName : MayShow::kItsLayer;
  RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_6, policy::LLP_LAYER_6}, name,
               [place, may_show](Case& c) { JudgeWithBadFile(c, place, may_show); });
  if (MayGiveALayer(name)) return;
  RegisterCase(Api::kVulkan, {policy::LLP_LAYER_6}, "no_layer_of_" + name,
               [place](Case& c) { JudgeWithoutLayer(c, place); });
}

REGISTER_CASES {
  const ManifestTerms terms = {.manifest = [] { return ManifestOf(kBad); },
                               .other_manifest = [] { return ManifestOf("VK_LAYER_LS_bad_2"); },
                               .object = "layer",
                               .name = kBad};
  for (const BadFile& bad : BadFiles(terms)) {
    Register(bad.name, [place = bad.place](VulkanWorld& world, const std::string& path) {
      place(world.machine(), path);
    });
  }
}

REGISTER_CASES {
  Register("driver_manifest", [](VulkanWorld& world, const std::string& path) {
    world.File(path, Driver("bad").ManifestText("/opt/loadstone/libmissing.so"));
  });
}

REGISTER_CASES {
  Register("very_many_layers", [](VulkanWorld& world, const std::string& path) {
    std::string text = R"({"file_format_version": "1.0.1", "layers": [{})";
    for (int i = 0; i < 1000; ++i) text += ", {}";
    world.File(path, text + "]}");
  });
}

}  // namespace
}  // namespace loadstone::suites

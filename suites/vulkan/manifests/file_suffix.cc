// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/manifests/bad_manifests.h"

// LLP_LAYER_6 and LoaderLayerInterface, "Layer Manifest File Format": the name of a manifest ends
// in .json; the rest of the name does not matter.
namespace loadstone::suites::file_suffix {
namespace {

constexpr char kNamed[] = "VK_LAYER_LS_named";

struct FileName {
  const char* word;
  std::string name;
};

const FileName kOthers[] = {
    {"json_bak", "layer.json.bak"},
    {"json_tilde", "layer.json~"},
    {"txt", "layer.txt"},
    {"none", "layer"},
    {"json_without_dot", "layerjson"},
    {"jso", "layer.jso"},
    {"jsonc", "layer.jsonc"},
    {"json5", "layer.json5"},
    {"blank", "layer.json "},
    {"dot", "layer.json."},
    {"json_word", "json"},
    {"so", "layer.so"},
    {"dpkg_old", "layer.json.dpkg-old"},
    {"editor", ".layer.json.swp"},
};

const FileName kRight[] = {
    {"one_letter", "l.json"},
    {"blanks", "a layer of many words.json"},
    {"two_suffixes", "layer.txt.json"},
    {"json_twice", "layer.json.json"},
    {"dots", "layer..json"},
    {"leading_dot", ".layer.json"},
    {"capitals", "LAYER.json"},
    {"other_alphabets", "\xce\xbb\xe5\xb1\xa4.json"},
    {"conversions_of_printf", "%s%n%d.json"},
    {"quotes", "'\"\\$(x);.json"},
};

VulkanWorld WorldWith(const Subject& subject, const std::string& file) {
  VulkanWorld world(subject);
  for (const LayerKind kind : kLayerKinds) {
    const std::string suffix = "_" + KindName(kind);
    world.With(KindLayer(kind, kind == LayerKind::kImplicit ? kGoodImplicit : kGoodExplicit));
    world.With(KindLayer(kind, kNamed + suffix).ManifestFile(file));
  }
  return world;
}

// The application requests the explicit layer, and if that fails, runs without it.
Observation RunWith(Case& c, const std::string& file) {
  return Observe(c, WorldWith(c.subject(), file), [](VulkanApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = {kGoodExplicit, std::string(kNamed) + "_explicit"}});
    if (!app.created()) app.RunFullSequence({.layers = {kGoodExplicit}});
  });
}

REGISTER_CASES {
  for (const FileName& row : kOthers) {
    RegisterCase(
        Api::kVulkan, {policy::LLP_LAYER_6}, fmt::format("suffix_{}", row.word), [&row](Case& c) {
          const Observation seen = RunWith(c, row.name);
          EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAre(kGoodExplicit, kGoodImplicit))
              << "a file with another suffix gives no layer, and must not hide the good layers "
                 "next "
                 "to it";
          EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kGoodImplicit, kGoodExplicit))
              << "a layer whose manifest does not end in .json must not be loaded, and the good "
                 "layers next to it must be loaded";
        });
  }
  for (const FileName& row : kRight) {
    RegisterCase(
        Api::kVulkan, {policy::LLP_LAYER_6}, fmt::format("file_name_of_{}", row.word),
        [&row](Case& c) {
          const std::string named = kNamed;
          EXPECT_SEEN(InstanceChain(RunWith(c, row.name)),
                      UnorderedElementsAre(kGoodImplicit, kGoodExplicit, named + "_implicit",
                                           named + "_explicit"))
              << "the only requirement for a manifest's file name is that it ends in .json";
        });
  }
}

}  // namespace
}  // namespace loadstone::suites::file_suffix

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/discovery/layer_kinds.h"
#include "suites/vulkan/manifest_of_several.h"

// LoaderApplicationInterface, "Application Layer Usage": each layer that was found is reported.
// Layers whose names have something in common are different layers. Only filters ignore the case
// of letters (LoaderLayerInterface, "Layer Filtering").
namespace loadstone::suites::similar_names {
namespace {

struct Similar {
  const char* name;
  std::string one;
  std::string other;
};

std::vector<Similar> AllSimilar() {
  const std::string prefix = "VK_LAYER_LS_";
  const std::string long_name = prefix + std::string(180, 'x');
  return {
      {"letter_case", prefix + "similar", prefix + "Similar"},
      {"added_end", prefix + "similar", prefix + "similar_"},
      {"end_of_192_characters", long_name + "a", long_name + "b"},
  };
}

// What the two layers are, and whether one manifest has both.
struct Kinds {
  const char* name;
  bool one_is_implicit;
  bool other_is_implicit;
  bool in_one_manifest = false;
};

constexpr Kinds kKinds[] = {
    {"explicit", false, false},
    {"implicit", true, true},
    {"of_both_kinds", true, false},
    {"in_one_manifest", false, false, true},
};

Layer Make(const std::string& name, bool implicit, const char* file) {
  return KindLayer(implicit ? LayerKind::kImplicit : LayerKind::kExplicit, name).ManifestFile(file);
}

VulkanWorld WorldOf(const Subject& subject, const Similar& similar, const Kinds& kinds) {
  VulkanWorld world(subject);
  const Layer one = Make(similar.one, kinds.one_is_implicit, "1.json");
  const Layer other = Make(similar.other, kinds.other_is_implicit, "2.json");
  if (kinds.in_one_manifest) {
    AddInOneManifest(world, subject, {one, other});
  } else {
    world.With(one).With(other);
  }
  return world;
}

void Judge(Case& c, const Similar& similar, const Kinds& kinds) {
  const std::vector<std::string> both = {similar.one, similar.other};
  const Observation seen = Observe(c, WorldOf(c.subject(), similar, kinds), [&](VulkanApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = both});
  });
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAreArray(both))
      << "both layers are reported: their names differ";
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(both))
      << "both layers are in the chain: their names differ";
  EXPECT_SEEN(DeviceChain(seen), UnorderedElementsAreArray(both))
      << "both layers are in the chain: their names differ";
}

REGISTER_CASES {
  for (const Similar& similar : AllSimilar()) {
    for (const Kinds& kinds : kKinds) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_19, policy::LLP_LOADER_3},
                   fmt::format("names_that_differ_in_{}_{}", similar.name, kinds.name),
                   [similar, &kinds](Case& c) { Judge(c, similar, kinds); });
    }
  }
}

VULKAN_CASE(LLP_LOADER_1, each_of_two_names_that_differ_in_letter_case) {
  const Similar similar = AllSimilar().front();
  const Observation seen =
      Observe(c, WorldOf(c.subject(), similar, kKinds[0]), [&](VulkanApp& app) {
        app.RunFullSequence({.layers = {similar.one}});
        app.RunFullSequence({.layers = {similar.other}});
      });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(similar.one, similar.other))
      << "a layer is enabled by its own name alone";
}

}  // namespace
}  // namespace loadstone::suites::similar_names

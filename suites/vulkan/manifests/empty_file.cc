// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/manifests/bad_manifests.h"

// LoaderLayerInterface, "Layer Manifest File Format" and "Meta-layers": an empty file among the
// explicit layers of a machine with a meta-layer.
namespace loadstone::suites::empty_file {
namespace {

constexpr char kMeta[] = "VK_LAYER_LS_meta";

void Judge(Case& c, bool implicit) {
  VulkanWorld world(c.subject());
  const Layer meta = Layer::Meta(kMeta, {kGoodExplicit});
  // A folder may be read in any order: one empty file is made before the valid ones, one after.
  const std::string folder = world.DefaultFolder(Layer(kGoodExplicit));
  world.File(folder + "/A_first.json", "");
  world.With(Layer(kGoodExplicit)).With(implicit ? Layer(meta).Implicit() : meta);
  world.File(folder + "/zz_last.json", "");
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = {kMeta}});
  });
  EXPECT_SEEN(ResultOf(seen, "vkEnumerateInstanceLayerProperties"), "VK_SUCCESS")
      << "an empty file must not prevent an application from listing the good layers";
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAre(kGoodExplicit, kMeta))
      << "an empty file gives no layer, and must not hide the good layers";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kGoodExplicit))
      << "the component of the meta-layer next to an empty file must be loaded";
}

VULKAN_CASE(LS_VK_DISCOVERY_6, empty_file_beside_an_implicit_meta_layer) { Judge(c, true); }

VULKAN_CASE(LS_VK_DISCOVERY_6, empty_file_beside_an_explicit_meta_layer) { Judge(c, false); }

}  // namespace
}  // namespace loadstone::suites::empty_file

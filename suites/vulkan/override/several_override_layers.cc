// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/discovery/layer_kinds.h"

// LoaderLayerInterface, "Override Meta-Layer": an override layer whose app_keys name another
// application does not apply, so it does not affect one that does.
namespace loadstone::suites::several_override_layers {
namespace {

constexpr char kPath[] = "/override";
constexpr char kComponent[] = "VK_LAYER_LS_component";

// An override layer with override_paths, and one for another application, in two places; the place
// of the latter is searched first, or last.
void Judge(Case& c, bool other_first) {
  VulkanWorld world(c.subject());
  const MorePlaces more = AddPlaces(world, c.subject(), LayerKind::kImplicit);
  world
      .With(Layer::Override({kComponent})
                .AppKeys({"/usr/bin/other"})
                .ManifestFile("other.json")
                .In(other_first ? more.earlier : more.later))
      .With(Layer::Override({kComponent})
                .OverridePaths({kPath})
                .ManifestFile("applied.json")
                .In(other_first ? more.later : more.earlier))
      .With(Layer(kComponent).In(kPath));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence();
  });
  EXPECT_SEEN(ResultOf(seen, "vkEnumerateInstanceLayerProperties"), "VK_SUCCESS")
      << "an override layer for another application must not end the enumeration";
  EXPECT_SEEN(InstanceChain(seen), Contains(kComponent))
      << "an override layer for every application applies, even if another override layer is for "
         "another application";
}

VULKAN_CASE(LS_VK_OVERRIDE_1, one_for_another_application_found_first, policy::LS_VK_OVERRIDE_2) {
  Judge(c, true);
}

VULKAN_CASE(LS_VK_OVERRIDE_1, one_for_another_application_found_last, policy::LS_VK_OVERRIDE_2) {
  Judge(c, false);
}

struct ThreePlaces {
  std::vector<std::string> implicit_layers;
  std::string explicit_layers;
  std::string drivers;
};

// Windows has two places for implicit layers, so the first one gets two manifests.
ThreePlaces AddThreePlaces(VulkanWorld& world, const Subject& subject) {
  if (IsWindows(subject)) {
    const SearchFolders& keys = subject.folders;
    return {
        {keys.implicit_layers.front(), keys.implicit_layers.back(), keys.implicit_layers.front()},
        keys.explicit_layers.front(),
        keys.drivers.front()};
  }
  world.Env("XDG_CONFIG_DIRS", "/configuration")
      .Env("XDG_DATA_HOME", "/home/data")
      .Env("XDG_DATA_DIRS", "/data");
  return {{ImplicitFolder("/configuration"), ImplicitFolder("/home/data"), ImplicitFolder("/data")},
          ExplicitFolder("/data"),
          DriverFolder("/data")};
}

// Three override layers that apply to every application, the last one with override_paths. Which of
// them is used is open, but the application must not crash.
VULKAN_CASE(LS_VK_OVERRIDE_1, three_with_paths_in_the_last, policy::LS_VK_ROBUSTNESS_1) {
  const std::vector<std::string> components = {"VK_LAYER_LS_first", "VK_LAYER_LS_second",
                                               "VK_LAYER_LS_third"};
  VulkanWorld world(c.subject());
  const ThreePlaces places = AddThreePlaces(world, c.subject());
  const auto override_layer = [&](size_t i) {
    return Layer::Override({components[i]})
        .ManifestFile(components[i] + ".json")
        .In(places.implicit_layers[i]);
  };
  world.WithoutDriver().With(Driver(kDefaultDriver).In(places.drivers));
  world.With(override_layer(0))
      .With(override_layer(1))
      .With(override_layer(2).OverridePaths({kPath}))
      .With(Layer(components[0]).In(places.explicit_layers))
      .With(Layer::Meta("VK_LAYER_LS_meta", {components[0]}).In(places.explicit_layers))
      .With(Layer(components[1]).In(places.explicit_layers))
      .With(Layer(components[2]).In(kPath));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence();
  });
  EXPECT_SEEN(ResultOf(seen, "vkEnumerateInstanceLayerProperties"), "VK_SUCCESS")
      << "several override layers must not end the enumeration";
  EXPECT_SEEN(InstanceChain(seen),
              AnyOf(Contains(components[0]), Contains(components[1]), Contains(components[2])))
      << "one of several override layers applies";
}

}  // namespace
}  // namespace loadstone::suites::several_override_layers

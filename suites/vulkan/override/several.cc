#include "suites/suites.h"

// LoaderLayerInterface, "Override Meta-Layer": an override layer whose app_keys name another
// application is not applied, and so changes nothing for one that is.
namespace loadstone::suites::several {
namespace {

constexpr char kPath[] = "/override";
constexpr char kComponent[] = "VK_LAYER_LS_component";

// An override layer with override_paths, and one for another application, in the folders of the
// configuration and of the data, of which the first is searched first.
void Judge(Case& c, const char* other, const char* applied) {
  VulkanWorld world(c.subject());
  world.Env("XDG_CONFIG_HOME", "/configuration").Env("XDG_DATA_HOME", "/data");
  world
      .With(Layer::Override({kComponent})
                .AppKeys({"/usr/bin/other"})
                .ManifestFile("other.json")
                .In(ImplicitFolder(other)))
      .With(Layer::Override({kComponent})
                .OverridePaths({kPath})
                .ManifestFile("applied.json")
                .In(ImplicitFolder(applied)))
      .With(Layer(kComponent).In(kPath));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    app.RunThrough();
  });
  EXPECT_SEEN(ResultOf(seen, "vkEnumerateInstanceLayerProperties"), "VK_SUCCESS")
      << "an override layer for another application must not end the enumeration";
  EXPECT_SEEN(InstanceChain(seen), Contains(kComponent))
      << "an override layer for every application applies beside one for another application";
}

VULKAN_CASE(LS_VK_OVERRIDE_1, one_for_another_application_found_first, policy::LS_VK_OVERRIDE_2) {
  Judge(c, "/configuration", "/data");
}

VULKAN_CASE(LS_VK_OVERRIDE_1, one_for_another_application_found_last, policy::LS_VK_OVERRIDE_2) {
  Judge(c, "/data", "/configuration");
}

// Three that apply to every application, of which the last has paths of its own. Which of them is
// the override layer is left open, but not that an application survives them.
VULKAN_CASE(LS_VK_OVERRIDE_1, three_with_paths_in_the_last, policy::LS_VK_ROBUSTNESS_1) {
  const std::vector<std::string> components = {"VK_LAYER_LS_first", "VK_LAYER_LS_second",
                                               "VK_LAYER_LS_third"};
  VulkanWorld world(c.subject());
  world.Env("XDG_CONFIG_DIRS", "/configuration")
      .Env("XDG_DATA_HOME", "/home/data")
      .Env("XDG_DATA_DIRS", "/data");
  const std::string layers = ExplicitFolder("/data");
  world.WithoutDriver().With(Driver(kDefaultDriver).In(DriverFolder("/data")));
  world.With(Layer::Override({components[0]}).In(ImplicitFolder("/configuration")))
      .With(Layer::Override({components[1]}).In(ImplicitFolder("/home/data")))
      .With(Layer::Override({components[2]}).OverridePaths({kPath}).In(ImplicitFolder("/data")))
      .With(Layer(components[0]).In(layers))
      .With(Layer::Meta("VK_LAYER_LS_meta", {components[0]}).In(layers))
      .With(Layer(components[1]).In(layers))
      .With(Layer(components[2]).In(kPath));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    app.RunThrough();
  });
  EXPECT_SEEN(ResultOf(seen, "vkEnumerateInstanceLayerProperties"), "VK_SUCCESS")
      << "several override layers must not end the enumeration";
  EXPECT_SEEN(InstanceChain(seen),
              AnyOf(Contains(components[0]), Contains(components[1]), Contains(components[2])))
      << "one of several override layers applies";
}

}  // namespace
}  // namespace loadstone::suites::several

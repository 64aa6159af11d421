#include <fmt/format.h>

#include "harness/suites/suites.h"

// LoaderLayerInterface, "Layer Discovery" and "Meta-layers", and LoaderApplicationInterface,
// "Forcing Layers to be Enabled": of a layer that is enabled several times only the first
// occurrence counts.
namespace loadstone {
namespace {

using testing::AnyOf;
using testing::Contains;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

constexpr char kTwice[] = "VK_LAYER_LS_twice";
constexpr char kOther[] = "VK_LAYER_LS_other";
constexpr char kMeta[] = "VK_LAYER_LS_meta";

Observation RunWith(Case& c, const VulkanWorld& world, const std::vector<std::string>& layers) {
  return Observe(c, world, [&](VulkanApp& app) { app.RunThrough({.layers = layers}); });
}

VulkanWorld TwoLayers(Case& c) {
  VulkanWorld world(c.subject());
  world.With(Layer(kTwice)).With(Layer(kOther));
  return world;
}

VULKAN_CASE(LLP_LOADER_3, application_names_a_layer_twice) {
  const Observation seen = RunWith(c, TwoLayers(c), {kTwice, kTwice});
  EXPECT_THAT(InstanceChain(seen), ElementsAre(kTwice))
      << "a layer that the application names twice must be in the instance chain once";
  EXPECT_THAT(DeviceChain(seen), ElementsAre(kTwice))
      << "a layer that the application names twice must be in the device chain once";
}

VULKAN_CASE(LLP_LOADER_3, application_names_a_layer_around_another) {
  EXPECT_THAT(InstanceChain(RunWith(c, TwoLayers(c), {kTwice, kOther, kTwice})),
              ElementsAre(kTwice, kOther))
      << "only the first occurrence of a name counts";
}

VULKAN_CASE(LLP_LOADER_3, application_names_a_layer_sixty_four_times) {
  std::vector<std::string> names(64, kTwice);
  names.push_back(kOther);
  EXPECT_THAT(InstanceChain(RunWith(c, TwoLayers(c), names)), ElementsAre(kTwice, kOther))
      << "only the first occurrence of a name counts";
}

VULKAN_CASE(LLP_LOADER_3, environment_names_a_layer_twice) {
  VulkanWorld world = TwoLayers(c);
  world.Env("VK_INSTANCE_LAYERS", fmt::format("{0}:{1}:{0}", kTwice, kOther));
  EXPECT_THAT(InstanceChain(RunWith(c, world, {})), UnorderedElementsAre(kTwice, kOther))
      << "a layer that VK_INSTANCE_LAYERS names twice must be in the chain once";
}

VULKAN_CASE(LLP_LOADER_3, environment_and_application) {
  VulkanWorld world = TwoLayers(c);
  world.Env("VK_INSTANCE_LAYERS", kTwice);
  EXPECT_THAT(InstanceChain(RunWith(c, world, {kOther, kTwice})), ElementsAre(kTwice, kOther))
      << "the environment's layers come first, and the application's repetition is dropped";
}

VULKAN_CASE(LLP_LOADER_3, component_listed_twice) {
  VulkanWorld world = TwoLayers(c);
  world.With(Layer::Meta(kMeta, {kTwice, kOther, kTwice}));
  EXPECT_THAT(InstanceChain(RunWith(c, world, {kMeta})), ElementsAre(kTwice, kOther))
      << "only the first occurrence of a component counts";
}

VULKAN_CASE(LLP_LOADER_3, component_before_the_layer_itself) {
  VulkanWorld world = TwoLayers(c);
  world.With(Layer::Meta(kMeta, {kOther, kTwice}));
  EXPECT_THAT(InstanceChain(RunWith(c, world, {kMeta, kTwice})), ElementsAre(kOther, kTwice))
      << "a component that is enabled again afterwards keeps its place";
}

VULKAN_CASE(LLP_LOADER_3, component_that_the_environment_enables) {
  VulkanWorld world = TwoLayers(c);
  world.With(Layer::Meta(kMeta, {kOther, kTwice})).Env("VK_INSTANCE_LAYERS", kTwice);
  EXPECT_THAT(InstanceChain(RunWith(c, world, {kMeta})), UnorderedElementsAre(kTwice, kOther))
      << "a layer that the environment enables and a meta-layer contains must be in the chain once";
}

VULKAN_CASE(LLP_LOADER_3, two_meta_layers_share_a_component) {
  VulkanWorld world = TwoLayers(c);
  world.With(Layer::Meta(kMeta, {kTwice}))
      .With(Layer::Meta("VK_LAYER_LS_meta_2", {kOther, kTwice}));
  EXPECT_THAT(InstanceChain(RunWith(c, world, {kMeta, "VK_LAYER_LS_meta_2"})),
              ElementsAre(kTwice, kOther))
      << "a component of two meta-layers is loaded once, in its first place";
}

VULKAN_CASE(LLP_LOADER_3, implicit_layer_that_the_application_names) {
  VulkanWorld world(c.subject());
  world.With(Layer(kTwice).Implicit()).With(Layer(kOther));
  EXPECT_THAT(InstanceChain(RunWith(c, world, {kOther, kTwice})), ElementsAre(kTwice, kOther))
      << "an implicit layer that the application names as well is loaded once, in its first place";
}

VULKAN_CASE(LLP_LOADER_3, filter_and_application, policy::LS_VK_FILTER_1) {
  VulkanWorld world = TwoLayers(c);
  world.Env("VK_LOADER_LAYERS_ENABLE", "*_twice");
  EXPECT_THAT(InstanceChain(RunWith(c, world, {kOther, kTwice})), ElementsAre(kTwice, kOther))
      << "a layer that the filter enables and the application names is loaded once, first";
}

// The same name in two folders of a kind: which one is another policy's matter.
[[maybe_unused]] const bool folders_registered = [] {
  for (const bool implicit : {false, true}) {
    RegisterCase("vulkan", {policy::LLP_LOADER_3},
                 implicit ? "implicit_layer_in_two_folders" : "explicit_layer_in_two_folders",
                 [implicit](Case& c) {
                   VulkanWorld world(c.subject());
                   for (const char* root : {"/opt/a", "/opt/b"}) {
                     Layer layer = Layer(kTwice).Who(root).In(implicit ? ImplicitFolder(root)
                                                                       : ExplicitFolder(root));
                     if (implicit) layer.Implicit();
                     world.With(layer);
                   }
                   world.Env("XDG_DATA_DIRS", "/opt/a:/opt/b")
                       .With(Driver("driver_there").In(DriverFolder("/opt/a")));
                   const std::vector<std::string> names =
                       implicit ? std::vector<std::string>() : std::vector<std::string>{kTwice};
                   EXPECT_THAT(InstanceChain(RunWith(c, world, names)),
                               AnyOf(ElementsAre("/opt/a"), ElementsAre("/opt/b")))
                       << "a layer that is in two folders must be in the chain once";
                 });
  }
  return true;
}();

}  // namespace
}  // namespace loadstone

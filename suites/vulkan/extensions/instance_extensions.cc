// SPDX-License-Identifier: Apache-2.0
#include "policies/reading_ids.h"
#include "suites/vulkan/extensions/extensions.h"

// LoaderApplicationInterface, "Instance and Device Extensions": what
// vkEnumerateInstanceExtensionProperties reports, for the implementation and for one layer.
namespace loadstone::suites::instance_extensions {
namespace {

constexpr char kLayer[] = "VK_LAYER_LS_layer";
constexpr char kAggregated[] =
    "the extensions of loader, implicit layers and drivers are reported together";
constexpr char kWhyOnlyThatLayer[] =
    "when asked for a layer, the loader reports only the extensions of that layer";
constexpr char kOnce[] = "an extension that several provide is reported once";
constexpr char kOfTheDriver[] =
    "if a layer and a driver provide an extension, the driver's version is reported";

// A world with these drivers instead of the usual one. Their extensions are among those that every
// loader knows: LS_VK_EXTENSION_1.r3.
VulkanWorld WorldOf(const Subject& subject, const std::vector<Driver>& drivers) {
  VulkanWorld world(subject);
  world.WithoutDriver();
  for (const Driver& driver : drivers) world.With(driver);
  return world;
}

VULKAN_CASE(LS_VK_EXTENSION_1, driver) {
  const Observation seen =
      ListInstanceExtensions(c, WorldOf(c.subject(), {DriverWith("d", {kKnownExtension})}));
  EXPECT_SEEN(ListedNames(seen), Contains(kKnownExtension)) << kAggregated;
}

VULKAN_CASE(LS_VK_EXTENSION_1, two_drivers) {
  constexpr char kThird[] = "VK_KHR_external_fence_capabilities";
  const Observation seen =
      ListInstanceExtensions(c, WorldOf(c.subject(), {DriverWith("d", {kKnownExtension, kThird}),
                                                      DriverWith("e", {kOtherKnownExtension})}));
  EXPECT_SEEN(ListedNames(seen), IsSupersetOf({kKnownExtension, kThird, kOtherKnownExtension}))
      << kAggregated;
}

VULKAN_CASE(LS_VK_EXTENSION_1, implicit_layer) {
  VulkanWorld world(c.subject());
  world.With(LayerWith(kLayer, {"VK_LS_a", "VK_LS_b"}).Implicit());
  EXPECT_SEEN(ListedNames(ListInstanceExtensions(c, world)), IsSupersetOf({"VK_LS_a", "VK_LS_b"}))
      << kAggregated;
}

VULKAN_CASE(LS_VK_EXTENSION_1, implicit_layers_and_drivers) {
  VulkanWorld world = WorldOf(
      c.subject(), {DriverWith("d", {kKnownExtension}), DriverWith("e", {kOtherKnownExtension})});
  world.With(LayerWith(kLayer, {"VK_LS_a"}).Implicit());
  world.With(LayerWith("VK_LAYER_LS_second", {"VK_LS_b"}).Implicit());
  EXPECT_SEEN(ListedNames(ListInstanceExtensions(c, world)),
              IsSupersetOf({kKnownExtension, kOtherKnownExtension, "VK_LS_a", "VK_LS_b"}))
      << kAggregated;
}

VULKAN_CASE(LS_VK_EXTENSION_1, loader_itself, policy::LS_VK_DEBUG_2) {
  const Observation seen = ListInstanceExtensions(c, VulkanWorld(c.subject()));
  EXPECT_SEEN(ListedNames(seen), Contains(VK_EXT_DEBUG_UTILS_EXTENSION_NAME))
      << "the loader passes its messages to messengers of this extension, whatever drivers support";
}

// Nothing makes the extensions of loader and layers depend on a driver of the system: an
// application may bring its own. A loader that finds no driver may return an error (LDP_LOADER_1).
VULKAN_CASE(LS_VK_EXTENSION_1, loader_and_layer_without_a_driver, policy::LS_VK_DEBUG_2) {
  VulkanWorld world = WorldOf(c.subject(), {});
  world.With(LayerWith(kLayer, {"VK_LS_a"}).Implicit());
  const Observation seen = ListInstanceExtensions(c, world);
  if (ResultOf(seen, "vkEnumerateInstanceExtensionProperties") == "VK_ERROR_INCOMPATIBLE_DRIVER") {
    GTEST_SKIP() << "the loader returns an error instead of a list where it finds no driver";
  }
  EXPECT_SEEN(ListedNames(seen), IsSupersetOf({VK_EXT_DEBUG_UTILS_EXTENSION_NAME, "VK_LS_a"}))
      << kAggregated;
}

VULKAN_CASE(LS_VK_EXTENSION_1, implicit_meta_layer) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta("VK_LAYER_LS_meta", {kLayer}).Implicit());
  world.With(LayerWith(kLayer, {"VK_LS_component"}));
  EXPECT_SEEN(ListedNames(ListInstanceExtensions(c, world)), Contains("VK_LS_component"))
      << "an implicit meta-layer has the extensions of its components";
}

// The paragraph names what is reported without a layer's name: loader, implicit layers and drivers.
// The API adds that nothing else is. Before and while an instance has the layer.
VULKAN_CASE(LS_VK_EXTENSION_1, explicit_layer_is_left_out) {
  VulkanWorld world(c.subject());
  world.With(LayerWith(kLayer, {"VK_LS_explicit"}));
  world.With(LayerWith("VK_LAYER_LS_second", {"VK_LS_implicit"}).Implicit());
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    TraceExtensions("extensions", app.EnumerateExtensions());
    app.CreateInstance({.layers = {kLayer}});
    TraceExtensions("extensions", app.EnumerateExtensions());
  });
  const std::vector<Event> lists = seen.Select(kAppName, "extensions");
  ASSERT_SEEN(lists, SizeIs(2)) << "both queries return";
  for (const Event& list : lists) {
    EXPECT_SEEN(list.List("names"), ContainsOnce("VK_LS_implicit")) << kAggregated;
    EXPECT_SEEN(list.List("names"), Not(Contains("VK_LS_explicit")))
        << "the extensions of an explicit layer are reported only for its name";
  }
}

VULKAN_CASE(LS_VK_EXTENSION_1, layer_of_many) {
  std::vector<std::string> names;
  for (int i = 0; i < 64; ++i) names.push_back(fmt::format("VK_LS_{:02}", i));
  VulkanWorld world(c.subject());
  world.With(LayerWith(kLayer, names).Implicit());
  EXPECT_SEEN(ListedNames(ListInstanceExtensions(c, world)), IsSupersetOf(names)) << kAggregated;
}

VULKAN_CASE(LS_VK_EXTENSION_2, explicit_layer) {
  VulkanWorld world = WorldOf(c.subject(), {DriverWith("d", {kKnownExtension})});
  world.With(LayerWith(kLayer, {"VK_LS_a", "VK_LS_b"}, 7));
  world.With(LayerWith("VK_LAYER_LS_second", {"VK_LS_c"}));
  EXPECT_SEEN(ListedExtensions(ListInstanceExtensions(c, world, kLayer)),
              UnorderedElementsAre("VK_LS_a 7", "VK_LS_b 7"))
      << kWhyOnlyThatLayer;
}

VULKAN_CASE(LS_VK_EXTENSION_2, implicit_layer) {
  VulkanWorld world = WorldOf(c.subject(), {DriverWith("d", {kKnownExtension})});
  world.With(LayerWith(kLayer, {"VK_LS_a"}, 3).Implicit());
  world.With(LayerWith("VK_LAYER_LS_second", {"VK_LS_c"}).Implicit());
  EXPECT_SEEN(ListedExtensions(ListInstanceExtensions(c, world, kLayer)), ElementsAre("VK_LS_a 3"))
      << kWhyOnlyThatLayer;
}

VULKAN_CASE(LS_VK_EXTENSION_2, layer_with_an_extension_of_the_driver) {
  VulkanWorld world =
      WorldOf(c.subject(), {DriverWith("d", {kKnownExtension, kOtherKnownExtension}, 9)});
  world.With(LayerWith(kLayer, {kKnownExtension}, 2));
  EXPECT_SEEN(ListedExtensions(ListInstanceExtensions(c, world, kLayer)),
              ElementsAre(std::string(kKnownExtension) + " 2"))
      << kWhyOnlyThatLayer;
}

VULKAN_CASE(LS_VK_EXTENSION_2, name_of_255_letters) {
  const std::string name = "VK_LS_" + std::string(249, 'x');
  VulkanWorld world(c.subject());
  world.With(LayerWith(kLayer, {name}));
  EXPECT_SEEN(ListedNames(ListInstanceExtensions(c, world, kLayer)), ElementsAre(name))
      << "a name of 255 letters fits";
}

VULKAN_CASE(LS_VK_EXTENSION_2, layer_without_extensions) {
  VulkanWorld world = WorldOf(c.subject(), {DriverWith("d", {kKnownExtension})});
  world.With(Layer(kLayer)).With(LayerWith("VK_LAYER_LS_second", {"VK_LS_c"}).Implicit());
  const Observation seen = ListInstanceExtensions(c, world, kLayer);
  EXPECT_SEEN(ListedNames(seen), IsEmpty()) << kWhyOnlyThatLayer;
  EXPECT_SEEN(ResultOf(seen, "vkEnumerateInstanceExtensionProperties"), "VK_SUCCESS")
      << "the layer is present, although it has no extensions";
}

VULKAN_CASE(LS_VK_EXTENSION_2, meta_layer) {
  VulkanWorld world = WorldOf(c.subject(), {DriverWith("d", {kKnownExtension})});
  world.With(Layer::Meta("VK_LAYER_LS_meta", {kLayer, "VK_LAYER_LS_second"}))
      .With(LayerWith(kLayer, {"VK_LS_a", "VK_LS_both"}))
      .With(LayerWith("VK_LAYER_LS_second", {"VK_LS_b", "VK_LS_both"}))
      .With(LayerWith("VK_LAYER_LS_third", {"VK_LS_c"}));
  EXPECT_SEEN(ListedNames(ListInstanceExtensions(c, world, "VK_LAYER_LS_meta")),
              UnorderedElementsAre("VK_LS_a", "VK_LS_b", "VK_LS_both"))
      << "a meta-layer has the extensions of all its components, each once";
}

void JudgeUnknown(Case& c, const char* name) {
  VulkanWorld world(c.subject());
  world.With(LayerWith(kLayer, {"VK_LS_a"}));
  const Observation seen = Observe(c, world, [name](VulkanApp& app) {
    app.EnumerateExtensions(name);
    TraceExtensions("extensions", app.EnumerateExtensions(kLayer));
  });
  EXPECT_SEEN(ResultOf(seen, "vkEnumerateInstanceExtensionProperties"),
              "VK_ERROR_LAYER_NOT_PRESENT")
      << "a layer that does not exist is refused with VK_ERROR_LAYER_NOT_PRESENT"
      << reading::LS_VK_EXTENSION_2_r1;
  EXPECT_SEEN(ListedNames(seen), ElementsAre("VK_LS_a")) << kWhyOnlyThatLayer;
}

VULKAN_CASE(LS_VK_EXTENSION_2, unknown_layer) { JudgeUnknown(c, "VK_LAYER_LS_missing"); }

VULKAN_CASE(LS_VK_EXTENSION_2, unknown_layer_of_one_letter) { JudgeUnknown(c, "V"); }

// Expects that an extension, whichever components of `world` provide it, is reported once.
void JudgeOnce(Case& c, const VulkanWorld& world, const std::string& extension) {
  EXPECT_SEEN(ListedNames(ListInstanceExtensions(c, world)), ContainsOnce(extension)) << kOnce;
}

VULKAN_CASE(LS_VK_EXTENSION_3, two_drivers) {
  JudgeOnce(c,
            WorldOf(c.subject(),
                    {DriverWith("d", {kKnownExtension}, 1), DriverWith("e", {kKnownExtension}, 1)}),
            kKnownExtension);
}

VULKAN_CASE(LS_VK_EXTENSION_3, eight_drivers_of_different_versions) {
  std::vector<Driver> drivers;
  for (int i = 0; i < 8; ++i) {
    drivers.push_back(DriverWith(fmt::format("d{}", i), {kKnownExtension}, i + 1));
  }
  JudgeOnce(c, WorldOf(c.subject(), drivers), kKnownExtension);
}

VULKAN_CASE(LS_VK_EXTENSION_3, implicit_layer_and_driver) {
  VulkanWorld world = WorldOf(c.subject(), {DriverWith("d", {kKnownExtension})});
  JudgeOnce(c, world.With(LayerWith(kLayer, {kKnownExtension}).Implicit()), kKnownExtension);
}

VULKAN_CASE(LS_VK_EXTENSION_3, two_implicit_layers) {
  VulkanWorld world(c.subject());
  world.With(LayerWith(kLayer, {"VK_LS_a"}).Implicit());
  JudgeOnce(c, world.With(LayerWith("VK_LAYER_LS_second", {"VK_LS_a"}).Implicit()), "VK_LS_a");
}

VULKAN_CASE(LS_VK_EXTENSION_3, loader_layer_and_driver) {
  const char* name = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
  VulkanWorld world = WorldOf(c.subject(), {DriverWith("d", {name})});
  JudgeOnce(c, world.With(LayerWith(kLayer, {name}).Implicit()), name);
}

VULKAN_CASE(LS_VK_EXTENSION_3, implicit_meta_layer_and_its_component) {
  VulkanWorld world(c.subject());
  world.With(Layer::Meta("VK_LAYER_LS_meta", {kLayer}).Implicit());
  JudgeOnce(c, world.With(LayerWith(kLayer, {"VK_LS_a"}).Implicit()), "VK_LS_a");
}

void JudgeVersion(Case& c, int layer, int driver) {
  VulkanWorld world = WorldOf(c.subject(), {DriverWith("d", {kKnownExtension}, driver)});
  world.With(LayerWith(kLayer, {kKnownExtension}, layer).Implicit());
  const Observation seen = ListInstanceExtensions(c, world);
  EXPECT_SEEN(ListedExtensions(seen), Contains(fmt::format("{} {}", kKnownExtension, driver)))
      << kOfTheDriver;
  EXPECT_SEEN(ListedExtensions(seen), Not(Contains(fmt::format("{} {}", kKnownExtension, layer))))
      << kOfTheDriver;
}

VULKAN_CASE(LS_VK_EXTENSION_4, layer_newer_than_driver) { JudgeVersion(c, 7, 2); }
VULKAN_CASE(LS_VK_EXTENSION_4, layer_older_than_driver) { JudgeVersion(c, 2, 7); }

}  // namespace
}  // namespace loadstone::suites::instance_extensions

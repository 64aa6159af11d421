// SPDX-License-Identifier: Apache-2.0
#include "harness/case/unjudged.h"
#include "policies/reading_ids.h"
#include "suites/vulkan/extensions/extensions.h"

// LoaderApplicationInterface, "Filtering Out Unknown Instance Extension Names", and
// LoaderDriverInterface, "Filtering Out Instance Extension Names": which instance extensions are
// reported and can be enabled, and which components get them.
namespace loadstone::suites::enabling {
namespace {

constexpr char kLayer[] = "VK_LAYER_LS_layer";
constexpr char kNoFilter[] = "VK_LOADER_DISABLE_INST_EXT_FILTER";

VulkanWorld WorldOf(const Subject& subject, const std::vector<Driver>& drivers) {
  VulkanWorld world(subject);
  world.WithoutDriver();
  for (const Driver& driver : drivers) world.With(driver);
  return world;
}

VulkanWorld WorldOfUnknown(const Subject& subject) {
  return WorldOf(subject, {DriverWith("d", {kKnownExtension, kUnknownExtension})});
}

// Enumerates the extensions and then requests `extensions`.
Observation RunEnabling(Case& c, const VulkanWorld& world,
                        const std::vector<std::string>& extensions,
                        const std::vector<std::string>& layers = {}) {
  return Observe(c, world, [&](VulkanApp& app) {
    TraceExtensions("extensions", app.EnumerateExtensions());
    app.RunFullSequence({.layers = layers, .extensions = extensions});
  });
}

// Expects that a driver gets those of the requested extensions that it supports, `asked`. A loader
// may enable others of `own`, which the driver supports, for its own purposes.
void ExpectGiven(const Observation& seen, const char* driver, const std::vector<std::string>& own,
                 const std::vector<std::string>& asked) {
  const std::vector<std::string> given = ExtensionsGiven(seen, driver);
  EXPECT_SEEN(given, IsSupersetOf(asked))
      << "a driver gets the instance extensions that are requested and that it supports";
  for (const std::string& extension : given) {
    EXPECT_SEEN(own, Contains(extension))
        << "a driver gets only the instance extensions that it supports";
  }
}

void ExpectFiltered(const Observation& seen) {
  EXPECT_SEEN(ListedNames(seen), Contains(kKnownExtension))
      << "an extension that the loader knows is reported";
  EXPECT_SEEN(ListedNames(seen), Not(Contains(kUnknownExtension)))
      << "an instance extension that the loader does not know is not reported";
}

VULKAN_CASE(LS_VK_EXTENSION_6, beside_a_known_one) {
  ExpectFiltered(ListInstanceExtensions(c, WorldOfUnknown(c.subject())));
}

VULKAN_CASE(LS_VK_EXTENSION_6, of_two_drivers) {
  ExpectFiltered(ListInstanceExtensions(
      c, WorldOf(c.subject(), {DriverWith("d", {kUnknownExtension}),
                               DriverWith("e", {kUnknownExtension, kKnownExtension})})));
}

VULKAN_CASE(LS_VK_EXTENSION_6, name_that_continues_a_known_one) {
  const std::string longer = std::string(kKnownExtension) + "_and_more";
  const Observation seen =
      ListInstanceExtensions(c, WorldOf(c.subject(), {DriverWith("d", {longer, kKnownExtension})}));
  EXPECT_SEEN(ListedNames(seen), Contains(kKnownExtension))
      << "an extension that the loader knows is reported";
  EXPECT_SEEN(ListedNames(seen), Not(Contains(longer)))
      << "an instance extension that the loader does not know is not reported";
}

VULKAN_CASE(LS_VK_EXTENSION_6, filter_variable_is_0) {
  ExpectFiltered(ListInstanceExtensions(c, WorldOfUnknown(c.subject()).Env(kNoFilter, "0")));
}

VULKAN_CASE(LS_VK_EXTENSION_7, application_asks_for_it) {
  const Observation seen = RunEnabling(c, WorldOfUnknown(c.subject()), {kUnknownExtension});
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), Not("VK_SUCCESS"))
      << "an instance extension that the loader does not know cannot be enabled";
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), Not("no answer"))
      << "the application gets an error" << reading::LS_VK_EXTENSION_7_r1;
  ExpectFiltered(seen);
}

VULKAN_CASE(LS_VK_EXTENSION_7, application_asks_for_it_and_a_known_one) {
  const Observation seen = Observe(c, WorldOfUnknown(c.subject()), [](VulkanApp& app) {
    app.CreateInstance({.extensions = {kKnownExtension, kOtherKnownExtension, kUnknownExtension}});
    app.RunFullSequence({.extensions = {kKnownExtension}});
  });
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), Not("VK_SUCCESS"))
      << "an instance extension that the loader does not know cannot be enabled";
  ExpectGiven(seen, "d", {kKnownExtension}, {kKnownExtension});
}

void JudgeForcedOn(Case& c, const char* value) {
  const Observation seen =
      RunEnabling(c, WorldOfUnknown(c.subject()).Env(kNoFilter, value), {kUnknownExtension});
  EXPECT_SEEN(ListedNames(seen), Contains(kUnknownExtension))
      << "without its filter the loader reports extensions that it does not know";
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "without its filter the loader accepts extensions that it does not know";
  EXPECT_SEEN(ExtensionsGiven(seen, "d"), Contains(kUnknownExtension))
      << "the driver that has the extension is asked to enable it";
}

VULKAN_CASE(LS_VK_EXTENSION_8, value_1) { JudgeForcedOn(c, "1"); }
VULKAN_CASE(LS_VK_EXTENSION_8, value_2) { JudgeForcedOn(c, "2"); }
VULKAN_CASE(LS_VK_EXTENSION_8, value_100) { JudgeForcedOn(c, "100"); }

VULKAN_CASE(LS_VK_EXTENSION_8, value_0) {
  const Observation seen =
      RunEnabling(c, WorldOfUnknown(c.subject()).Env(kNoFilter, "0"), {kUnknownExtension});
  ExpectFiltered(seen);
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), Not("VK_SUCCESS"))
      << "the value 0 does not change the filter";
}

VULKAN_CASE(LS_VK_EXTENSION_8, one_driver_of_two_has_it) {
  VulkanWorld world = WorldOf(
      c.subject(), {DriverWith("d", {kUnknownExtension}), DriverWith("e", {kKnownExtension})});
  const Observation seen = RunEnabling(c, world.Env(kNoFilter, "1"), {kUnknownExtension});
  ExpectGiven(seen, "d", {kUnknownExtension}, {kUnknownExtension});
  ExpectGiven(seen, "e", {kKnownExtension}, {});
}

// An extension that only the layer has, and that is enabled in the same call or implicitly
// (LS_VK_EXTENSION_9.r1). If the loader does not know the extension, it must be possible to enable
// it only while the loader does not filter such extensions; otherwise "Unknown Extensions" lets the
// loader reject it (LS_VK_EXTENSION_9.r2).
void ExpectOfLayer(const Observation& seen, const char* extension = kUnknownExtension) {
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "an extension that an enabled layer provides can be enabled";
  EXPECT_SEEN(ExtensionsGiven(seen, kLayer), Contains(extension))
      << "the layer sees that its extension is enabled";
}

VULKAN_CASE(LS_VK_EXTENSION_9, known_of_an_implicit_layer) {
  VulkanWorld world(c.subject());
  world.With(LayerWith(kLayer, {kKnownExtension}).Implicit());
  ExpectOfLayer(RunEnabling(c, world, {kKnownExtension}), kKnownExtension);
}

VULKAN_CASE(LS_VK_EXTENSION_9, known_of_an_explicit_layer) {
  VulkanWorld world(c.subject());
  world.With(LayerWith(kLayer, {kKnownExtension}));
  ExpectOfLayer(RunEnabling(c, world, {kKnownExtension}, {kLayer}), kKnownExtension);
}

// The world enables kLayer, as the policy `activation` says. A loader that does not enable it for a
// second instance without the extension either violates that policy.
void JudgeEnabled(Case& c, const VulkanWorld& world, policy::Id activation) {
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.RunFullSequence({.extensions = {kKnownExtension}});
    app.RunFullSequence();
  });
  if (seen.FinishedNormally() && seen.Select(kLayer, "vkCreateInstance").empty()) {
    AttributeFailureTo(activation.text);
  }
  ExpectOfLayer(seen, kKnownExtension);
}

VULKAN_CASE(LS_VK_EXTENSION_9, known_of_a_layer_that_a_filter_enables, policy::LS_VK_FILTER_1) {
  VulkanWorld world(c.subject());
  world.With(LayerWith(kLayer, {kKnownExtension})).Env("VK_LOADER_LAYERS_ENABLE", kLayer);
  JudgeEnabled(c, world, policy::LS_VK_FILTER_1);
}

VULKAN_CASE(LS_VK_EXTENSION_9, known_of_a_component) {
  VulkanWorld world(c.subject());
  world.With(LayerWith(kLayer, {kKnownExtension}));
  world.With(Layer::Meta("VK_LAYER_LS_meta", {kLayer}));
  ExpectOfLayer(RunEnabling(c, world, {kKnownExtension}, {"VK_LAYER_LS_meta"}), kKnownExtension);
}

VULKAN_CASE(LS_VK_EXTENSION_9, known_of_a_component_of_an_implicit_meta_layer,
            policy::LLP_LOADER_6) {
  VulkanWorld world(c.subject());
  world.With(LayerWith(kLayer, {kKnownExtension}));
  world.With(Layer::Meta("VK_LAYER_LS_meta", {kLayer}).Implicit());
  JudgeEnabled(c, world, policy::LLP_LOADER_6);
}

VULKAN_CASE(LS_VK_EXTENSION_9, known_of_a_component_of_the_override_layer, policy::LLP_LOADER_11) {
  VulkanWorld world(c.subject());
  world.With(LayerWith(kLayer, {kKnownExtension})).With(Layer::Override({kLayer}));
  JudgeEnabled(c, world, policy::LLP_LOADER_11);
}

VULKAN_CASE(LS_VK_EXTENSION_9, known_of_a_layer_that_the_environment_names,
            policy::LS_VK_ACTIVATION_4) {
  VulkanWorld world(c.subject());
  world.With(LayerWith(kLayer, {kKnownExtension})).Env("VK_INSTANCE_LAYERS", kLayer);
  JudgeEnabled(c, world, policy::LS_VK_ACTIVATION_4);
}

VULKAN_CASE(LS_VK_EXTENSION_9, implicit_layer, policy::LS_VK_EXTENSION_8) {
  VulkanWorld world(c.subject());
  world.With(LayerWith(kLayer, {kUnknownExtension}).Implicit()).Env(kNoFilter, "1");
  ExpectOfLayer(RunEnabling(c, world, {kUnknownExtension}));
}

VULKAN_CASE(LS_VK_EXTENSION_9, explicit_layer, policy::LS_VK_EXTENSION_8) {
  VulkanWorld world(c.subject());
  world.With(LayerWith(kLayer, {kUnknownExtension})).Env(kNoFilter, "1");
  ExpectOfLayer(RunEnabling(c, world, {kUnknownExtension}, {kLayer}));
}

VULKAN_CASE(LS_VK_EXTENSION_9, component_of_a_meta_layer, policy::LS_VK_EXTENSION_8) {
  VulkanWorld world(c.subject());
  world.With(LayerWith(kLayer, {kUnknownExtension})).Env(kNoFilter, "1");
  world.With(Layer::Meta("VK_LAYER_LS_meta", {kLayer}));
  ExpectOfLayer(RunEnabling(c, world, {kUnknownExtension}, {"VK_LAYER_LS_meta"}));
}

// Many extensions in one request; the layer gets each of them.
VULKAN_CASE(LS_VK_EXTENSION_9, layer_with_257, policy::LS_VK_EXTENSION_8) {
  std::vector<std::string> names;
  for (int i = 0; i < 257; ++i) names.push_back(fmt::format("VK_LS_number_{}", i));
  VulkanWorld world(c.subject());
  world.With(Layer(kLayer).Manifest(ManifestExtensions("instance_extensions", names)));
  world.Env(kNoFilter, "1");
  const Observation seen = RunEnabling(c, world, names, {kLayer});
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "the extensions that an enabled layer provides can be enabled, however many they are";
  EXPECT_SEEN(ExtensionsGiven(seen, kLayer), UnorderedElementsAreArray(names))
      << "the layer sees that each of its extensions is enabled";
}

VULKAN_CASE(LS_VK_EXTENSION_9, two_layers_and_a_driver, policy::LS_VK_EXTENSION_8) {
  VulkanWorld world = WorldOf(c.subject(), {DriverWith("d", {kKnownExtension})});
  world.With(LayerWith(kLayer, {kUnknownExtension})).Env(kNoFilter, "1");
  world.With(LayerWith("VK_LAYER_LS_second", {"VK_LS_second"}).Implicit());
  const std::vector<std::string> all = {kUnknownExtension, "VK_LS_second", kKnownExtension};
  const Observation seen = RunEnabling(c, world, all, {kLayer});
  ExpectOfLayer(seen);
  EXPECT_SEEN(ExtensionsGiven(seen, "VK_LAYER_LS_second"), Contains("VK_LS_second"))
      << "the layer sees that its extension is enabled";
}

VULKAN_CASE(LS_VK_EXTENSION_9, unknown_of_an_explicit_layer_with_the_filter) {
  VulkanWorld world(c.subject());
  world.With(LayerWith(kLayer, {kUnknownExtension, kKnownExtension}));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.CreateInstance({.layers = {kLayer}, .extensions = {kKnownExtension}});
    app.DestroyInstance();
    app.CreateInstance({.layers = {kLayer}, .extensions = {kUnknownExtension}});
  });
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_SUCCESS")
      << "an extension that the loader knows and an enabled layer provides can be enabled";
  EXPECT_SEEN(ExtensionsGiven(seen, kLayer), Contains(kKnownExtension))
      << "the layer sees that its extension is enabled";
  for (const Event& event : seen.Select(kDefaultDriver, "vkCreateInstance")) {
    EXPECT_SEEN(event.List("extensions"), IsEmpty())
        << "a driver gets only the instance extensions that it supports";
  }
}

VULKAN_CASE(LS_VK_EXTENSION_10, extension_of_a_layer, policy::LS_VK_EXTENSION_8) {
  VulkanWorld world = WorldOf(c.subject(), {DriverWith("d", {kKnownExtension})});
  world.Env(kNoFilter, "1");
  world.With(LayerWith(kLayer, {kUnknownExtension}));
  const Observation seen = RunEnabling(c, world, {kUnknownExtension, kKnownExtension}, {kLayer});
  ExpectGiven(seen, "d", {kKnownExtension}, {kKnownExtension});
}

VULKAN_CASE(LS_VK_EXTENSION_10, known_extension_of_a_layer) {
  VulkanWorld world = WorldOf(c.subject(), {DriverWith("d", {kKnownExtension})});
  world.With(LayerWith(kLayer, {kOtherKnownExtension}));
  const Observation seen = RunEnabling(c, world, {kOtherKnownExtension}, {kLayer});
  ExpectGiven(seen, "d", {kKnownExtension}, {});
  EXPECT_SEEN(ExtensionsGiven(seen, kLayer), Contains(kOtherKnownExtension))
      << "the layer sees that its extension is enabled";
}

// "The list of requested instance extensions is passed down": what arrives at the end of the chain
// has an extension that no application requested.
VULKAN_CASE(LS_VK_EXTENSION_10, extension_that_a_layer_adds, policy::LDP_LOADER_9) {
  VulkanWorld world =
      WorldOf(c.subject(), {DriverWith("d", {kKnownExtension}), DriverWith("e", {})});
  world.With(Layer(kLayer).Behaviour(
      JsonObject().Set("demanded_instance_extension", kKnownExtension).Text()));
  const Observation seen = RunEnabling(c, world, {}, {kLayer});
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kLayer)) << "the layer is enabled";
  ExpectGiven(seen, "d", {kKnownExtension}, {kKnownExtension});
  ExpectGiven(seen, "e", {}, {});
}

VULKAN_CASE(LS_VK_EXTENSION_10, extension_of_the_loader, policy::LDP_LOADER_9) {
  VulkanWorld world = WorldOf(c.subject(), {DriverWith("d", {kKnownExtension})});
  const Observation seen =
      RunEnabling(c, world, {VK_EXT_DEBUG_UTILS_EXTENSION_NAME, kKnownExtension});
  ExpectGiven(seen, "d", {kKnownExtension}, {kKnownExtension});
}

VULKAN_CASE(LS_VK_EXTENSION_10, two_drivers_with_different_ones, policy::LDP_LOADER_9) {
  VulkanWorld world = WorldOf(
      c.subject(), {DriverWith("d", {kKnownExtension}), DriverWith("e", {kOtherKnownExtension})});
  const Observation seen = RunEnabling(c, world, {kKnownExtension, kOtherKnownExtension});
  ExpectGiven(seen, "d", {kKnownExtension}, {kKnownExtension});
  ExpectGiven(seen, "e", {kOtherKnownExtension}, {kOtherKnownExtension});
}

VULKAN_CASE(LS_VK_EXTENSION_10, three_drivers_that_share_some, policy::LDP_LOADER_9) {
  VulkanWorld world = WorldOf(
      c.subject(), {DriverWith("d", {kKnownExtension, kOtherKnownExtension}), DriverWith("e", {}),
                    DriverWith("f", {kOtherKnownExtension, kUnknownExtension})});
  const Observation seen = RunEnabling(c, world, {kKnownExtension, kOtherKnownExtension});
  const std::vector<std::string> both = {kKnownExtension, kOtherKnownExtension};
  ExpectGiven(seen, "d", both, both);
  ExpectGiven(seen, "e", {}, {});
  ExpectGiven(seen, "f", {kOtherKnownExtension}, {kOtherKnownExtension});
}

}  // namespace
}  // namespace loadstone::suites::enabling

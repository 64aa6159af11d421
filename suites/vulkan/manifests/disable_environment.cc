// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "oracle/vulkan/layers.h"
#include "policies/reading_ids.h"
#include "suites/vulkan/manifest_of_several.h"

// LoaderLayerInterface, "Layer Manifest File Format" (disable_environment), and LLP_LAYER_9: an
// implicit layer without a variable that disables it is not loaded.
namespace loadstone::suites::disable_environment {
namespace {

constexpr char kGood[] = "VK_LAYER_LS_good";
constexpr char kBad[] = "VK_LAYER_LS_bad";
constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kWhy[] =
    "an implicit layer without a variable that disables it must not be loaded, and the good layer "
    "next to it must be loaded";

VulkanWorld WorldWith(const Subject& subject, const Layer& bad) {
  VulkanWorld world(subject);
  world.With(Layer(kGood).Implicit()).With(bad);
  return world;
}

Observation RunWith(Case& c, const VulkanWorld& world) {
  return Observe(c, world, [](VulkanApp& app) { app.RunFullSequence(); });
}

Layer Bad() { return Layer(kBad).Implicit().NotDisablable(); }

// Values that give no variable. A loader may take a string as its name, because the table of
// members gives no type (LLP_LAYER_9.r1); LS_VK_DISCOVERY_6 covers that.
constexpr std::pair<const char*, const char*> kNoVariable[] = {
    {"missing", "{}"},
    {"missing_beside_another_member", R"({"x": 0})"},
    {"empty", R"({"disable_environment": {}})"},
    {"number", R"({"disable_environment": 1})"},
    {"boolean", R"({"disable_environment": true})"},
    {"empty_list", R"({"disable_environment": []})"},
    {"one_level_too_deep", R"({"disable": {"disable_environment": {"DISABLE_BAD": "1"}}})"},
};

REGISTER_CASES {
  for (const auto& [name, manifest] : kNoVariable) {
    RegisterCase(
        Api::kVulkan, {policy::LLP_LAYER_9}, fmt::format("disable_environment_{}", name),
        [manifest = manifest](Case& c) {
          const Layer bad = Bad().Manifest(manifest);
          EXPECT_SEEN(InstanceChain(RunWith(c, WorldWith(c.subject(), bad))), ElementsAre(kGood))
              << kWhy;
        });
  }
}

// No document says whether names of members are case-sensitive.
VULKAN_CASE(LLP_LAYER_9, disable_environment_in_other_letters) {
  const Layer bad = Bad().Manifest(R"({"Disable_Environment": {"DISABLE_BAD": "1"}})");
  EXPECT_SEEN(InstanceChain(RunWith(c, WorldWith(c.subject(), bad))),
              AnyOf(ElementsAre(kGood), UnorderedElementsAre(kGood, kBad)))
      << "the layer may be loaded or not, and the good layer next to it is loaded"
      << reading::LLP_LAYER_9_r2;
}

REGISTER_CASES {
  for (const char* format : oracle::vulkan::kManifestFormats) {
    std::string word = format;
    for (char& letter : word) letter = letter == '.' ? '_' : letter;
    RegisterCase(Api::kVulkan, {policy::LLP_LAYER_9}, "in_format_" + word, [format](Case& c) {
      EXPECT_SEEN(InstanceChain(RunWith(c, WorldWith(c.subject(), Bad().FileFormat(format)))),
                  ElementsAre(kGood))
          << kWhy;
    });
  }
}

VULKAN_CASE(LLP_LAYER_9, enable_environment_alone) {
  VulkanWorld world = WorldWith(c.subject(), Bad().EnabledBy("ENABLE_BAD", "1"));
  EXPECT_SEEN(InstanceChain(RunWith(c, world.Env("ENABLE_BAD", "1"))), ElementsAre(kGood)) << kWhy;
}

VULKAN_CASE(LLP_LAYER_9, several_layers) {
  VulkanWorld world = WorldWith(c.subject(), Bad());
  world.With(Layer("VK_LAYER_LS_a_bad").Implicit().NotDisablable());
  world.With(Layer("VK_LAYER_LS_z_bad").Implicit().NotDisablable());
  EXPECT_SEEN(InstanceChain(RunWith(c, world)), ElementsAre(kGood)) << kWhy;
}

VULKAN_CASE(LLP_LAYER_9, meta_layer) {
  const Layer meta = Layer::Meta(kBad, {kOne}).Implicit().NotDisablable();
  VulkanWorld world = WorldWith(c.subject(), meta);
  EXPECT_SEEN(InstanceChain(RunWith(c, world.With(Layer(kOne)))), ElementsAre(kGood)) << kWhy;
}

VULKAN_CASE(LLP_LAYER_9, one_of_two_layers_of_a_manifest) {
  VulkanWorld world(c.subject());
  world.With(Layer(kGood).Implicit());
  AddInOneManifest(world, c.subject(), {Bad(), Layer(kOne).Implicit()});
  EXPECT_SEEN(InstanceChain(RunWith(c, world)), UnorderedElementsAre(kGood, kOne)) << kWhy;
}

// A layer that the application requests is not loaded as an implicit layer.
VULKAN_CASE(LLP_LAYER_9, application_names_the_layer) {
  const Observation seen = Observe(c, WorldWith(c.subject(), Bad()), [](VulkanApp& app) {
    app.RunFullSequence({.layers = {kBad}});
    if (!app.created()) app.RunFullSequence();
  });
  EXPECT_SEEN(InstanceChain(seen), AnyOf(ElementsAre(kGood), UnorderedElementsAre(kGood, kBad)))
      << "the layer that the application names may be loaded or not, and the good implicit layer "
         "is loaded";
}

}  // namespace
}  // namespace loadstone::suites::disable_environment

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/suites.h"
#include "suites/vulkan/activation/environment_names.h"

// LoaderLayerInterface, "Meta-layers", and LLP_LAYER_7: a meta-layer is loaded only if all of its
// components are present. Cases of LLP_LOADER_10 cover the simple situations.
namespace loadstone::suites::absent_components {
namespace {

constexpr char kMeta[] = "VK_LAYER_LS_meta";
constexpr char kGood[] = "VK_LAYER_LS_good";
constexpr char kAbsent[] = "VK_LAYER_LS_absent";

// Why a component is absent although parts of it exist.
struct Absence {
  const char* name;
  void (*place)(VulkanWorld& world);
};

const Absence kAbsences[] = {
    {"not_installed", [](VulkanWorld&) {}},
    {"manifest_without_a_layer",
     [](VulkanWorld& world) {
       world.With(Layer(kAbsent).RawManifest(R"({"file_format_version": "1.2.0"})"));
     }},
    {"manifest_empty", [](VulkanWorld& world) { world.With(Layer(kAbsent).RawManifest("")); }},
    {"manifest_of_another_suffix",
     [](VulkanWorld& world) { world.With(Layer(kAbsent).ManifestFile("absent.json.bak")); }},
    {"name_in_other_case", [](VulkanWorld& world) { world.With(Layer("VK_LAYER_LS_Absent")); }},
    {"name_with_something_behind",
     [](VulkanWorld& world) { world.With(Layer("VK_LAYER_LS_absent_2")); }},
    {"name_cut_off", [](VulkanWorld& world) { world.With(Layer("VK_LAYER_LS_absen")); }},
    {"in_a_folder_that_is_not_searched",
     [](VulkanWorld& world) { world.With(Layer(kAbsent).In("/opt/not/searched")); }},
    {"device_layer",
     [](VulkanWorld& world) { world.With(Layer(kAbsent).Manifest(R"({"type": "DEVICE"})")); }},
};

enum class Asked { kByEnvironment, kByApplication, kByDefault };

void ExpectWithoutMeta(const Observation& seen) {
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kGood))
      << "a meta-layer with a component that is not on the system must not be loaded, and other "
         "layers stay usable";
}

// Three components, of which the one at `place` is absent.
void JudgeAbsence(Case& c, const Absence& absence, Asked asked, size_t place) {
  std::vector<std::string> components = {"VK_LAYER_LS_one", "VK_LAYER_LS_two"};
  VulkanWorld world(c.subject());
  for (const std::string& component : components) world.With(Layer(component));
  world.With(Layer(kGood));
  components.insert(components.begin() + static_cast<ptrdiff_t>(place), kAbsent);
  absence.place(world);
  Layer meta = Layer::Meta(kMeta, components);
  if (asked == Asked::kByDefault) meta.Implicit();
  if (asked == Asked::kByEnvironment) world.Env("VK_INSTANCE_LAYERS", kMeta);
  world.With(meta);
  std::vector<std::string> layers = {kGood};
  if (asked == Asked::kByApplication) layers.insert(layers.begin(), kMeta);
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    RunWithEnvironmentFallback(app, {.layers = layers});
    if (!app.created()) app.RunFullSequence({.layers = {kGood}});
  });
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"),
              asked == Asked::kByDefault ? AnyOf("VK_SUCCESS", "VK_SUCCESS")
                                         : AnyOf("VK_SUCCESS", "VK_ERROR_LAYER_NOT_PRESENT"))
      << "a meta-layer that cannot be used is treated as absent";
  ExpectWithoutMeta(seen);
}

REGISTER_CASES {
  constexpr std::pair<Asked, const char*> kWays[] = {{Asked::kByEnvironment, "environment"},
                                                     {Asked::kByApplication, "application"},
                                                     {Asked::kByDefault, "implicit"}};
  size_t row = 0;
  for (const Absence& absence : kAbsences) {
    for (const auto& [asked, word] : kWays) {
      const size_t place = row++ % 3;
      RegisterCase(
          Api::kVulkan, {policy::LLP_LAYER_7}, fmt::format("{}_{}", word, absence.name),
          [&absence, asked = asked, place](Case& c) { JudgeAbsence(c, absence, asked, place); });
    }
  }
}

// Each position in a list of five, for a component that never existed.
REGISTER_CASES {
  for (size_t place = 0; place < 5; ++place) {
    RegisterCase(Api::kVulkan, {policy::LLP_LAYER_7},
                 fmt::format("component_{}_of_5_missing", place + 1), [place](Case& c) {
                   VulkanWorld world(c.subject());
                   std::vector<std::string> components;
                   for (size_t i = 0; i < 5; ++i) {
                     components.push_back(fmt::format("VK_LAYER_LS_component_{}", i));
                     if (i != place) world.With(Layer(components.back()));
                   }
                   world.With(Layer::Meta(kMeta, components)).With(Layer(kGood));
                   world.Env("VK_INSTANCE_LAYERS", kMeta);
                   ExpectWithoutMeta(Observe(c, world, [](VulkanApp& app) {
                     RunWithEnvironmentFallback(app, {.layers = {kGood}});
                   }));
                 });
  }
}

// A complete meta-layer, and an incomplete one that shares components with it.
VULKAN_CASE(LLP_LAYER_7, incomplete_meta_layer_beside_a_complete_one) {
  const Observation seen = Observe(
      c,
      VulkanWorld(c.subject())
          .With(Layer("VK_LAYER_LS_one"))
          .With(Layer("VK_LAYER_LS_two"))
          .With(Layer::Meta(kMeta, {"VK_LAYER_LS_one", kAbsent}))
          .With(Layer::Meta("VK_LAYER_LS_whole", {"VK_LAYER_LS_one", "VK_LAYER_LS_two"}))
          .Env("VK_INSTANCE_LAYERS", kMeta),
      [](VulkanApp& app) { RunWithEnvironmentFallback(app, {.layers = {"VK_LAYER_LS_whole"}}); });
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre("VK_LAYER_LS_one", "VK_LAYER_LS_two"))
      << "an incomplete meta-layer must not harm a complete one";
}

VULKAN_CASE(LLP_LAYER_7, components_from_folders_of_both_kinds) {
  const Observation seen =
      Observe(c,
              VulkanWorld(c.subject())
                  .With(Layer("VK_LAYER_LS_own"))
                  .With(Layer("VK_LAYER_LS_other").Implicit().EnabledBy("ENABLE_OTHER", "1"))
                  .With(Layer::Meta(kMeta, {"VK_LAYER_LS_own", "VK_LAYER_LS_other"}))
                  .Env("ENABLE_OTHER", "1"),
              [](VulkanApp& app) { app.RunFullSequence({.layers = {kMeta}}); });
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre("VK_LAYER_LS_own", "VK_LAYER_LS_other"))
      << "a component is on the system wherever layers are found";
}

}  // namespace
}  // namespace loadstone::suites::absent_components

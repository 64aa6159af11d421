// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/suites.h"

// LoaderLayerInterface, "Override Meta-Layer", and LLP_LOADER_11: the position of the override
// layer's components in the chain (LLP_LOADER_11.r1), and when it applies. An entry of app_keys is
// the full path of the executable: the meaning of other entries is open (LS_VK_OVERRIDE_1.r1).
namespace loadstone::suites::override_layer {
namespace {

constexpr char kComponent[] = "VK_LAYER_LS_component";
constexpr char kImplicit[] = "VK_LAYER_LS_implicit";
constexpr char kOther[] = "VK_LAYER_LS_other_implicit";
constexpr char kEnvironment[] = "VK_LAYER_LS_environment";
constexpr char kRequested[] = "VK_LAYER_LS_requested";
constexpr char kByPath[] = "VK_LAYER_LS_by_path";
constexpr char kApplication[] = "/opt/application/bin/application";

VulkanWorld WithOverride(Case& c, const Layer& override_layer) {
  VulkanWorld world(c.subject());
  world.With(Layer(kImplicit).Implicit()).With(Layer(kComponent)).With(override_layer);
  return world;
}

Observation RunApplication(Case& c, const VulkanWorld& world) {
  return Observe(c, world, [](VulkanApp& app) { app.RunFullSequence(); });
}

VULKAN_CASE(LLP_LOADER_11, after_an_implicit_layer) {
  const Observation seen = RunApplication(c, WithOverride(c, Layer::Override({kComponent})));
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kImplicit, kComponent))
      << "the components of the override layer come after all other implicit layers";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kImplicit, kComponent))
      << "the components of the override layer come after all other implicit layers, in the device "
         "chain too";
}

VULKAN_CASE(LLP_LOADER_11, after_all_implicit_layers) {
  // One of the implicit layers sorts before and one after the override layer, by name and by file.
  VulkanWorld world = WithOverride(c, Layer::Override({kComponent}).ManifestFile("m.json"));
  world.With(Layer(kOther).Implicit().ManifestFile("z.json"))
      .With(Layer("VK_LAYER_AA_first").Implicit().ManifestFile("a.json"));
  const std::vector<std::string> chain = InstanceChain(RunApplication(c, world));
  ASSERT_SEEN(chain, UnorderedElementsAre(kImplicit, kOther, "VK_LAYER_AA_first", kComponent))
      << "implicit layers and the override layer's component are all loaded";
  EXPECT_SEEN(chain.back(), kComponent)
      << "the components of the override layer come after all other implicit layers, so the last "
         "layer is one of them";
}

// An implicit layer of another kind, whose manifest comes after the override layer's.
void JudgeAfter(Case& c, Layer implicit_layer) {
  VulkanWorld world = WithOverride(c, Layer::Override({kComponent}).ManifestFile("m.json"));
  world.With(implicit_layer.ManifestFile("z.json")).Env("LS_ON", "1");
  if (implicit_layer.meta()) world.With(Layer(kOther));
  const std::vector<std::string> chain = InstanceChain(RunApplication(c, world));
  ASSERT_SEEN(chain, UnorderedElementsAre(kImplicit, kOther, kComponent))
      << "implicit layers and the override layer's component are all loaded";
  EXPECT_SEEN(chain.back(), kComponent)
      << "the components of the override layer come after all other implicit layers";
}

VULKAN_CASE(LLP_LOADER_11, after_an_implicit_meta_layer) {
  JudgeAfter(c, Layer::Meta("VK_LAYER_LS_meta", {kOther}).Implicit());
}

VULKAN_CASE(LLP_LOADER_11, after_an_implicit_layer_with_a_variable) {
  JudgeAfter(c, Layer(kOther).Implicit().EnabledBy("LS_ON", "1"));
}

VULKAN_CASE(LLP_LOADER_11, before_environment_and_application) {
  VulkanWorld world = WithOverride(c, Layer::Override({kComponent}));
  world.With(Layer(kEnvironment)).With(Layer(kRequested)).Env("VK_INSTANCE_LAYERS", kEnvironment);
  const Observation seen =
      Observe(c, world, [](VulkanApp& app) { app.RunFullSequence({.layers = {kRequested}}); });
  std::vector<std::string> chain = InstanceChain(seen);
  std::erase(chain, kImplicit);
  ASSERT_SEEN(chain, UnorderedElementsAre(kComponent, kEnvironment, kRequested))
      << "what the override layer, the environment and the application enable is in the chain";
  EXPECT_SEEN(chain.front(), kComponent)
      << "the override layer belongs to the implicit layers, so its components come before what "
         "the environment and the application enable";
}

VULKAN_CASE(LLP_LOADER_11, components_in_their_order) {
  VulkanWorld world(c.subject());
  world.With(Layer("VK_LAYER_LS_b"))
      .With(Layer("VK_LAYER_LS_a"))
      .With(Layer("VK_LAYER_LS_c"))
      .With(Layer::Override({"VK_LAYER_LS_c", "VK_LAYER_LS_a", "VK_LAYER_LS_b"}));
  EXPECT_SEEN(InstanceChain(RunApplication(c, world)),
              ElementsAre("VK_LAYER_LS_c", "VK_LAYER_LS_a", "VK_LAYER_LS_b"))
      << "the override layer's components are in the chain in the order of its list";
}

VULKAN_CASE(LLP_LOADER_11, app_keys_name_the_application, policy::LS_VK_OVERRIDE_1) {
  const Layer layer = Layer::Override({kComponent}).AppKeys({"/usr/bin/other", kApplication});
  EXPECT_SEEN(InstanceChain(RunApplication(c, WithOverride(c, layer).Application(kApplication))),
              Contains(kComponent))
      << "an override layer whose app_keys contain the application's path applies";
}

VULKAN_CASE(LS_VK_OVERRIDE_1, application_named_twice, policy::LLP_LOADER_11) {
  const Layer layer = Layer::Override({kComponent}).AppKeys({kApplication, kApplication});
  EXPECT_SEEN(InstanceChain(RunApplication(c, WithOverride(c, layer).Application(kApplication))),
              Contains(kComponent))
      << "an override layer whose app_keys contain the application's path applies, however often";
}

VULKAN_CASE(LLP_LOADER_11, app_keys_name_another_application, policy::LS_VK_OVERRIDE_1) {
  const Layer layer = Layer::Override({kComponent}).AppKeys({"/usr/bin/other"});
  EXPECT_SEEN(InstanceChain(RunApplication(c, WithOverride(c, layer).Application(kApplication))),
              ElementsAre(kImplicit))
      << "an override layer whose app_keys do not contain the application's path does not apply";
}

// The list has an element, so that it is not empty, and names no application here.
REGISTER_CASES {
  static const std::pair<const char*, std::vector<std::string>> kLists[] = {
      {"empty_text_in_app_keys", {""}},
      {"empty_text_before_another_application", {"", "/usr/bin/other"}},
      {"empty_text_behind_another_application", {"/usr/bin/other", ""}},
  };
  for (const auto& [case_name, list] : kLists) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_OVERRIDE_1, policy::LLP_LOADER_11}, case_name,
                 [&keys = list](Case& c) {
                   const Layer layer = Layer::Override({kComponent}).AppKeys(keys);
                   EXPECT_SEEN(InstanceChain(RunApplication(
                                   c, WithOverride(c, layer).Application(kApplication))),
                               ElementsAre(kImplicit))
                       << "an override layer whose app_keys do not contain the application's path "
                          "does not apply";
                 });
  }
}

VULKAN_CASE(LS_VK_OVERRIDE_1, another_application_and_an_extension, policy::LLP_LOADER_11) {
  const Layer layer =
      Layer::Override({kComponent})
          .AppKeys({"/usr/bin/other"})
          .Blacklist({kImplicit})
          .Manifest(R"({"instance_extensions": [{"name": "VK_LS_a", "spec_version": "1"}]})");
  EXPECT_SEEN(InstanceChain(RunApplication(c, WithOverride(c, layer).Application(kApplication))),
              ElementsAre(kImplicit))
      << "an override layer for another application does not apply, whatever else it contains";
}

VULKAN_CASE(LLP_LOADER_11, app_keys_are_empty, policy::LS_VK_OVERRIDE_1) {
  const Layer layer = Layer::Override({kComponent}).AppKeys({});
  EXPECT_SEEN(InstanceChain(RunApplication(c, WithOverride(c, layer))), Contains(kComponent))
      << "an override layer with an empty list of app_keys applies to every application";
}

VULKAN_CASE(LLP_LOADER_11, disabled_by_its_variable) {
  const Layer layer = Layer::Override({kComponent});
  VulkanWorld world = WithOverride(c, layer);
  world.Env(layer.DisableVariable(), "1");
  EXPECT_SEEN(InstanceChain(RunApplication(c, world)), ElementsAre(kImplicit))
      << "the override layer is an implicit layer, so its disable variable has effect";
}

VULKAN_CASE(LLP_LOADER_11, component_missing) {
  VulkanWorld world(c.subject());
  world.With(Layer(kImplicit).Implicit())
      .With(Layer(kComponent))
      .With(Layer::Override({kComponent, "VK_LAYER_LS_missing"}));
  EXPECT_SEEN(InstanceChain(RunApplication(c, world)), ElementsAre(kImplicit))
      << "an override layer with a missing component does not apply";
}

// Override paths.

VULKAN_CASE(LLP_LOADER_11, component_from_override_path, policy::LS_VK_OVERRIDE_2) {
  VulkanWorld world(c.subject());
  world.With(Layer(kComponent).In("/opt/override").Who("from override path"))
      .With(Layer(kComponent).Who("from standard folder"))
      .With(Layer::Override({kComponent}).OverridePaths({"/opt/override"}));
  const Observation seen = RunApplication(c, world);
  EXPECT_SEEN(InstanceChain(seen), ElementsAre("from override path"))
      << "the override layer's components are taken only from its override_paths";
}

VULKAN_CASE(LLP_LOADER_11, several_override_paths, policy::LS_VK_OVERRIDE_2) {
  VulkanWorld world(c.subject());
  world.With(Layer("VK_LAYER_LS_a").In("/opt/first"))
      .With(Layer("VK_LAYER_LS_b").In("/opt/second"))
      .With(Layer::Override({"VK_LAYER_LS_b", "VK_LAYER_LS_a"})
                .OverridePaths({"/opt/first", "/opt/missing", "/opt/second"}));
  EXPECT_SEEN(InstanceChain(RunApplication(c, world)),
              ElementsAre("VK_LAYER_LS_b", "VK_LAYER_LS_a"))
      << "every folder of override_paths is searched for components";
}

VULKAN_CASE(LLP_LOADER_11, component_not_in_override_path, policy::LS_VK_OVERRIDE_2) {
  VulkanWorld world(c.subject());
  world.With(Layer(kComponent))
      .With(Layer::Override({kComponent}).OverridePaths({"/opt/override"}))
      .Directory("/opt/override");
  const Observation seen = RunApplication(c, world);
  EXPECT_SEEN(InstanceChain(seen), IsEmpty())
      << "a component that is not in override_paths is missing, and the override layer is disabled";
  EXPECT_SEEN(DriversReached(seen), Contains(kDefaultDriver)) << "an instance can be created";
}

// A path without a folder has no components, and the standard folders do not replace it.
void JudgeNoFolder(Case& c, VulkanWorld world, const std::string& path) {
  world.With(Layer(kImplicit).Implicit())
      .With(Layer(kComponent))
      .With(Layer::Override({kComponent}).OverridePaths({path}));
  const Observation seen = RunApplication(c, world);
  EXPECT_SEEN(InstanceChain(seen), Not(Contains(kComponent)))
      << "a component that is not in override_paths is missing, and the override layer is disabled";
  EXPECT_SEEN(DriversReached(seen), Contains(kDefaultDriver)) << "an instance can be created";
}

VULKAN_CASE(LS_VK_OVERRIDE_2, override_path_that_is_missing, policy::LLP_LOADER_11) {
  JudgeNoFolder(c, VulkanWorld(c.subject()), "/opt/missing");
}
VULKAN_CASE(LS_VK_OVERRIDE_2, override_path_of_a_file, policy::LLP_LOADER_11) {
  JudgeNoFolder(c, VulkanWorld(c.subject()).File("/opt/file", "not a folder"), "/opt/file");
}
VULKAN_CASE(LS_VK_OVERRIDE_2, override_path_that_cannot_be_read, policy::LLP_LOADER_11) {
  JudgeNoFolder(c, VulkanWorld(c.subject()).Directory("/opt/closed", 0), "/opt/closed");
}

// Other ways to write the folder of the component.
struct Written {
  const char* name;
  const char* folder;
  std::vector<std::string> paths;
};

const Written kWritten[] = {
    {"with_a_slash_at_its_end", "/opt/override", {"/opt/override/"}},
    {"with_a_slash_behind_another", "/opt/override", {"/opt/missing", "/opt/override/"}},
    {"with_blanks", "/opt/over ride", {"/opt/over ride"}},
    {"of_other_alphabets", "/opt/\xce\xbb\xe5\xb1\xa4", {"/opt/\xce\xbb\xe5\xb1\xa4"}},
    {"listed_twice", "/opt/override", {"/opt/override", "/opt/override"}},
    {"through_a_link", "/opt/override", {"/opt/link"}},
};

void JudgeWritten(Case& c, const Written& row) {
  VulkanWorld world(c.subject());
  world.With(Layer(kComponent).In(row.folder))
      .With(Layer::Override({kComponent}).OverridePaths(row.paths))
      .Symlink("/opt/link", "/opt/override");
  EXPECT_SEEN(InstanceChain(RunApplication(c, world)), ElementsAre(kComponent))
      << "every folder of override_paths is searched for components";
}

REGISTER_CASES {
  for (const Written& row : kWritten) {
    RegisterCase(Api::kVulkan, {policy::LS_VK_OVERRIDE_2, policy::LLP_LOADER_11},
                 fmt::format("override_path_{}", row.name),
                 [&row](Case& c) { JudgeWritten(c, row); });
  }
}

// Which folders are searched with a list without paths is open; the application must get its
// instance in either case.
void JudgeEmpty(Case& c, const std::vector<std::string>& paths) {
  VulkanWorld world(c.subject());
  world.With(Layer(kImplicit).Implicit())
      .With(Layer(kComponent))
      .With(Layer::Override({kComponent}).OverridePaths(paths));
  const Observation seen = RunApplication(c, world);
  EXPECT_SEEN(InstanceChain(seen), Each(AnyOf(kImplicit, kComponent)))
      << "the component is taken from the standard folders, or missing"
      << reading::LS_VK_OVERRIDE_2_r4;
  EXPECT_SEEN(DriversReached(seen), Contains(kDefaultDriver)) << "an instance can be created";
}

VULKAN_CASE(LS_VK_OVERRIDE_2, override_paths_without_a_path, policy::LLP_LOADER_11) {
  JudgeEmpty(c, {});
}
VULKAN_CASE(LS_VK_OVERRIDE_2, override_paths_with_an_empty_path, policy::LLP_LOADER_11) {
  JudgeEmpty(c, {""});
}

VULKAN_CASE(LLP_LOADER_11, override_path_beats_layer_path, policy::LS_VK_OVERRIDE_2) {
  VulkanWorld world(c.subject());
  world.With(Layer(kComponent).In("/opt/override").Who("from override path"))
      .With(Layer(kByPath).In("/opt/by_path"))
      .With(Layer::Override({kComponent}).OverridePaths({"/opt/override"}))
      .Env("VK_LAYER_PATH", "/opt/by_path");
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence();
  });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre("from override path"))
      << "the override layer's components are taken only from its override_paths";
  EXPECT_SEEN(EnumeratedLayers(seen), Not(Contains(kByPath)))
      << "VK_LAYER_PATH is ignored when the override layer has override_paths";
}

// The component is nowhere in override_paths. Where it is instead, it is found and stays off
// without the override layer, so it can be in the chain only if it was taken for the component.
struct OtherPlace {
  const char* name;
  std::vector<policy::Id> policies;
  const char* variable;  // names the folder; null: a standard folder
  bool implicit;
};

constexpr char kReplaced[] = "VK_IMPLICIT_LAYER_PATH";

const OtherPlace kOtherPlaces[] = {
    {"implicit_layer_of_a_standard_folder", {}, nullptr, true},
    {"explicit_layer_of_a_standard_folder", {}, nullptr, false},
    {"layer_of_layer_path", {}, "VK_LAYER_PATH", false},
    {"layer_of_add_layer_path", {policy::LS_VK_DISCOVERY_7}, "VK_ADD_LAYER_PATH", false},
    {"layer_of_add_implicit_layer_path",
     {policy::LS_VK_DISCOVERY_8},
     "VK_ADD_IMPLICIT_LAYER_PATH",
     true},
    {"layer_of_implicit_layer_path", {policy::LS_VK_DISCOVERY_8}, kReplaced, true},
};

Layer ComponentOf(const OtherPlace& place) {
  Layer component(kComponent);
  if (place.implicit) component.Implicit().EnabledBy("LS_COMPONENT", "1");
  if (place.variable != nullptr) component.In("/opt/other");
  return component;
}

// Where the variable replaces the folders of implicit layers, the override layer is in its folder.
Layer OverrideBeside(const OtherPlace& place, const std::vector<std::string>& components) {
  Layer layer = Layer::Override(components).OverridePaths({"/opt/override"});
  if (place.variable == kReplaced) layer.In("/opt/other");
  return layer;
}

void JudgeComponentElsewhere(Case& c, const OtherPlace& place) {
  VulkanWorld world(c.subject());
  world.With(ComponentOf(place))
      .With(Layer("VK_LAYER_LS_present").In("/opt/override"))
      .With(OverrideBeside(place, {"VK_LAYER_LS_present", kComponent}));
  if (place.variable != nullptr) world.Env(place.variable, "/opt/other");
  const Observation seen = RunApplication(c, world);
  EXPECT_SEEN(InstanceChain(seen), IsEmpty())
      << "a component that is not in override_paths is missing, and the override layer is disabled";
  EXPECT_SEEN(DriversReached(seen), Contains(kDefaultDriver)) << "an instance can be created";
}

void JudgeComponentInBoth(Case& c, const OtherPlace& place) {
  VulkanWorld world(c.subject());
  world.With(ComponentOf(place).Who("from elsewhere"))
      .With(Layer(kComponent).In("/opt/override").Who("from override path"))
      .With(OverrideBeside(place, {kComponent}));
  if (place.variable != nullptr) world.Env(place.variable, "/opt/other");
  EXPECT_SEEN(InstanceChain(RunApplication(c, world)), ElementsAre("from override path"))
      << "the override layer's components are taken only from its override_paths";
}

REGISTER_CASES {
  for (const OtherPlace& place : kOtherPlaces) {
    std::vector<policy::Id> policies = {policy::LS_VK_OVERRIDE_2, policy::LLP_LOADER_11};
    policies.insert(policies.end(), place.policies.begin(), place.policies.end());
    RegisterCase(Api::kVulkan, policies, fmt::format("component_only_as_{}", place.name),
                 [&place](Case& c) { JudgeComponentElsewhere(c, place); });
    RegisterCase(Api::kVulkan, policies, fmt::format("component_also_as_{}", place.name),
                 [&place](Case& c) { JudgeComponentInBoth(c, place); });
  }
}

// VK_LAYER_PATH names folders, or manifests ("Forcing Layer Source Folders").
void JudgeLayerPath(Case& c, const char* value) {
  VulkanWorld world(c.subject());
  world.With(Layer(kComponent).In("/opt/override"))
      .With(Layer(kByPath).In("/opt/by_path").ManifestFile("layer.json"))
      .With(Layer::Override({kComponent}).OverridePaths({"/opt/override"}))
      .Env("VK_LAYER_PATH", value);
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    for (int instance = 0; instance < 2; ++instance) {
      app.CreateInstance({.layers = {kByPath}});
      app.RunFullSequence();
    }
  });
  EXPECT_SEEN(EnumeratedLayers(seen), Not(Contains(kByPath)))
      << "VK_LAYER_PATH is ignored when the override layer has override_paths";
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_ERROR_LAYER_NOT_PRESENT")
      << "the loader does not find a layer of VK_LAYER_PATH when the override layer has "
         "override_paths";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kComponent, kComponent))
      << "the override layer's component is loaded for each other instance";
}

VULKAN_CASE(LS_VK_OVERRIDE_2, layer_of_layer_path_that_the_application_names) {
  JudgeLayerPath(c, "/opt/by_path");
}
VULKAN_CASE(LS_VK_OVERRIDE_2, manifest_of_layer_path_that_the_application_names) {
  JudgeLayerPath(c, "/opt/by_path/layer.json");
}

}  // namespace
}  // namespace loadstone::suites::override_layer

#include <fmt/format.h>

#include "harness/suites/suites.h"

// LoaderLayerInterface, "Linux Layer Discovery", and LoaderApplicationInterface, "Forcing Layer
// Source Folders", with LLP_LOADER_2: the variables that name folders of layers.
namespace loadstone {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Not;
using testing::UnorderedElementsAre;

constexpr char kFirst[] = "/opt/first";
constexpr char kSecond[] = "/opt/second";
constexpr char kLayer[] = "VK_LAYER_LS_layer";
constexpr char kOther[] = "VK_LAYER_LS_other";

// One pair of variables, for explicit or for implicit layers.
struct Kind {
  const char* name;
  bool implicit;
  const char* replacing;
  const char* adding;
  std::vector<policy::Id> of_replacing;
  std::vector<policy::Id> of_adding;
};

const std::vector<Kind>& Kinds() {
  static const auto* kinds = new std::vector<Kind>{
      {"explicit", false, "VK_LAYER_PATH", "VK_ADD_LAYER_PATH", {}, {policy::LS_VK_DISCOVERY_7}},
      {"implicit",
       true,
       "VK_IMPLICIT_LAYER_PATH",
       "VK_ADD_IMPLICIT_LAYER_PATH",
       {policy::LS_VK_DISCOVERY_8},
       {policy::LS_VK_DISCOVERY_8}}};
  return *kinds;
}

Layer Make(const Kind& kind, const char* name) {
  Layer layer(name);
  if (kind.implicit) layer.Implicit();
  return layer;
}

// An application in which every layer that is found is loaded: implicit ones are so by themselves.
Observation RunAll(Case& c, const Kind& kind, const VulkanWorld& world) {
  return Observe(c, world, [&kind](VulkanApp& app) {
    std::vector<std::string> names;
    for (const VkLayerProperties& layer : app.EnumerateLayers()) {
      if (!kind.implicit) names.push_back(layer.layerName);
    }
    app.RunThrough({.layers = names});
  });
}

using Body = void (*)(Case& c, const Kind& kind, const char* variable);

void OneFolder(Case& c, const Kind& kind, const char* variable) {
  VulkanWorld world(c.subject());
  world.With(Make(kind, kLayer).In(kFirst)).Env(variable, kFirst);
  EXPECT_THAT(InstanceChain(RunAll(c, kind, world)), ElementsAre(kLayer))
      << "a layer in the folder that the variable names is found";
}

void SeveralFolders(Case& c, const Kind& kind, const char* variable) {
  VulkanWorld world(c.subject());
  world.With(Make(kind, kLayer).In(kFirst))
      .With(Make(kind, kOther).In(kSecond))
      .Env(variable, fmt::format("{}:/opt/missing:{}", kFirst, kSecond));
  EXPECT_THAT(InstanceChain(RunAll(c, kind, world)), UnorderedElementsAre(kLayer, kOther))
      << "every folder in the list is searched, also after one that does not exist";
}

void FirstFolderWins(Case& c, const Kind& kind, const char* variable) {
  VulkanWorld world(c.subject());
  world.With(Make(kind, kLayer).In(kSecond).Who("second"))
      .With(Make(kind, kLayer).In(kFirst).Who("first"))
      .Env(variable, fmt::format("{}:{}", kFirst, kSecond));
  const std::vector<std::string> chain = InstanceChain(RunAll(c, kind, world));
  EXPECT_THAT(chain, ElementsAre("first"))
      << "of a layer in two folders of the list, the one in the first is used";
}

void TwoHundredFolders(Case& c, const Kind& kind, const char* variable) {
  std::string list;
  for (int i = 0; i < 200; ++i) list += fmt::format("/opt/none/{}:", i);
  VulkanWorld world(c.subject());
  world.With(Make(kind, kLayer).In(kFirst)).Env(variable, list + kFirst);
  EXPECT_THAT(InstanceChain(RunAll(c, kind, world)), ElementsAre(kLayer))
      << "a long list is searched to its end";
}

// Elements that may or may not count, which must not hide the others.
void OddElements(Case& c, const Kind& kind, const char* variable) {
  VulkanWorld world(c.subject());
  world.With(Make(kind, kLayer).In(kFirst))
      .With(Make(kind, kOther).In("/opt/file").ManifestFile("one.json"))
      .With(Make(kind, "VK_LAYER_LS_relative").In("/home/user/relative"))
      .Env(variable, fmt::format(":relative::/opt/file/one.json:{}:", kFirst));
  EXPECT_THAT(InstanceChain(RunAll(c, kind, world)), Contains(kLayer))
      << "empty and relative elements and files do not hide the folders beside them";
}

void ReplacesStandardFolders(Case& c, const Kind& kind, const char* variable) {
  VulkanWorld world(c.subject());
  world.With(Make(kind, kLayer).In(kFirst)).With(Make(kind, kOther)).Env(variable, kFirst);
  EXPECT_THAT(InstanceChain(RunAll(c, kind, world)), ElementsAre(kLayer))
      << "the folders of the variable take the place of the standard ones";
}

void AddsToStandardFolders(Case& c, const Kind& kind, const char* variable) {
  VulkanWorld world(c.subject());
  world.With(Make(kind, kLayer).In(kFirst)).With(Make(kind, kOther)).Env(variable, kFirst);
  EXPECT_THAT(InstanceChain(RunAll(c, kind, world)), UnorderedElementsAre(kLayer, kOther))
      << "the folders of the variable are searched in addition to the standard ones";
}

void AddedFolderIsSearchedFirst(Case& c, const Kind& kind, const char* variable) {
  VulkanWorld world(c.subject());
  world.With(Make(kind, kLayer).Who("standard"))
      .With(Make(kind, kLayer).In(kFirst).Who("added"))
      .Env(variable, kFirst);
  EXPECT_THAT(InstanceChain(RunAll(c, kind, world)), ElementsAre("added"))
      << "the folders of the variable are searched before the standard ones";
}

void AddedIsIgnoredBesideReplacing(Case& c, const Kind& kind, const char*) {
  VulkanWorld world(c.subject());
  world.With(Make(kind, kLayer).In(kFirst))
      .With(Make(kind, kOther).In(kSecond))
      .Env(kind.replacing, kFirst)
      .Env(kind.adding, kSecond);
  EXPECT_THAT(InstanceChain(RunAll(c, kind, world)), ElementsAre(kLayer))
      << kind.adding << " is not used when " << kind.replacing << " is set";
}

void OtherKindIsNotTouched(Case& c, const Kind& kind, const char* variable) {
  Kind other = kind;
  other.implicit = !kind.implicit;
  VulkanWorld world(c.subject());
  world.With(Make(other, kOther)).Env(variable, kFirst).Directory(kFirst);
  EXPECT_THAT(InstanceChain(RunAll(c, other, world)), ElementsAre(kOther))
      << variable << " leaves the search for layers of the other kind alone";
}

void UnusedVariable(Case& c, const Kind& kind, const char*) {
  VulkanWorld world(c.subject());
  world.With(Make(kind, kLayer).In(kFirst)).With(Make(kind, kOther));
  EXPECT_THAT(InstanceChain(RunAll(c, kind, world)), ElementsAre(kOther))
      << "a folder that nothing names is not searched";
}

[[maybe_unused]] const bool registered = [] {
  const auto add = [](const Kind& kind, bool replacing, const std::string& name, Body body) {
    std::vector<policy::Id> policies = {policy::LLP_LOADER_2};
    const auto& more = replacing ? kind.of_replacing : kind.of_adding;
    policies.insert(policies.end(), more.begin(), more.end());
    const char* variable = replacing ? kind.replacing : kind.adding;
    RegisterCase("vulkan", policies, fmt::format("{}_{}", kind.name, name),
                 [&kind, body, variable](Case& c) { body(c, kind, variable); });
  };
  for (const Kind& kind : Kinds()) {
    for (const bool replacing : {true, false}) {
      const std::string which = replacing ? "path_" : "added_path_";
      add(kind, replacing, which + "of_one_folder", OneFolder);
      add(kind, replacing, which + "of_several_folders", SeveralFolders);
      add(kind, replacing, which + "first_folder_wins", FirstFolderWins);
      add(kind, replacing, which + "of_two_hundred_folders", TwoHundredFolders);
      add(kind, replacing, which + "with_odd_elements", OddElements);
      add(kind, replacing, which + "leaves_the_other_kind_alone", OtherKindIsNotTouched);
    }
    add(kind, true, "path_replaces_standard_folders", ReplacesStandardFolders);
    add(kind, false, "added_path_keeps_standard_folders", AddsToStandardFolders);
    add(kind, false, "added_path_comes_first", AddedFolderIsSearchedFirst);
    add(kind, false, "added_path_is_ignored_beside_path", AddedIsIgnoredBesideReplacing);
    add(kind, true, "unnamed_folder_is_not_searched", UnusedVariable);
  }
  return true;
}();

VULKAN_CASE(LLP_LOADER_2, implicit_manifest_in_layer_path_is_explicit) {
  VulkanWorld world(c.subject());
  world.With(Layer(kLayer).Implicit().In(kFirst))
      .With(Layer(kOther).Implicit())
      .Env("VK_LAYER_PATH", kFirst);
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.EnumerateLayers();
    app.RunThrough();
  });
  EXPECT_THAT(EnumeratedLayers(seen), Contains(kLayer)) << "the layer is found";
  EXPECT_THAT(InstanceChain(seen), ElementsAre(kOther))
      << "a layer found through VK_LAYER_PATH is explicit, whatever its manifest has, and is not "
         "enabled by itself";
}

VULKAN_CASE(LLP_LOADER_2, layer_path_is_empty) {
  VulkanWorld world(c.subject());
  world.With(Layer(kLayer).Implicit()).With(Layer(kOther)).Env("VK_LAYER_PATH", "");
  const Observation seen = Observe(c, world, [](VulkanApp& app) { app.RunThrough(); });
  EXPECT_THAT(InstanceChain(seen), ElementsAre(kLayer))
      << "an empty VK_LAYER_PATH costs no implicit layer";
}

}  // namespace
}  // namespace loadstone

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/discovery/layer_kinds.h"

// LoaderLayerInterface, "Linux Layer Discovery": the user's folders are those in XDG_CONFIG_HOME
// and XDG_DATA_HOME, or below HOME if these are not set.
namespace loadstone::suites::home_folders {
namespace {

constexpr char kUser[] = "VK_LAYER_LS_user";
constexpr char kSystem[] = "VK_LAYER_LS_system";
constexpr char kChosen[] = "/chosen/by the user";

struct HomeVariable {
  policy::Id policy;
  const char* variable;
  const char* fallback;  // below HOME
};

const HomeVariable kVariables[] = {
    {policy::LS_VK_DISCOVERY_1, "XDG_CONFIG_HOME", "/.config"},
    {policy::LS_VK_DISCOVERY_3, "XDG_DATA_HOME", "/.local/share"},
};

using Body = void (*)(Case&, const HomeVariable&, LayerKind);

void RegisterForAll(const char* name, Body body) {
  for (const HomeVariable& variable : kVariables) {
    for (const LayerKind kind : kLayerKinds) {
      RegisterCase(Api::kVulkan, {variable.policy}, fmt::format("{}_{}", KindName(kind), name),
                   [=](Case& c) { body(c, variable, kind); });
    }
  }
}

// The layer of the user's folder must be found.
void ExpectFound(Case& c, const VulkanWorld& world, LayerKind kind, const std::string& folder) {
  const Observation seen = RunWithLayers(c, world, kind, {kUser});
  EXPECT_SEEN(EnumeratedLayers(seen), Contains(kUser))
      << "a layer whose manifest is in " << folder << " must be offered to the application";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kUser))
      << "a layer whose manifest is in " << folder << " must be loaded";
}

void ExpectFoundBelow(Case& c, VulkanWorld world, LayerKind kind, const std::string& root) {
  const std::string folder = KindFolder(kind, root);
  world.With(KindLayer(kind, kUser).In(folder));
  ExpectFound(c, world, kind, folder);
}

// Whatever the value of the variable is, the folders of the system are searched.
void ExpectSystem(Case& c, VulkanWorld world, LayerKind kind) {
  world.With(KindLayer(kind, kSystem));
  const Observation seen = RunWithLayers(c, world, kind, {kSystem});
  EXPECT_SEEN(InstanceChain(seen), Contains(kSystem))
      << "a layer in a system folder is found, whatever the user's folders are";
}

void VariableSet(Case& c, const HomeVariable& variable, LayerKind kind) {
  ExpectFoundBelow(c, VulkanWorld(c.subject()).Env(variable.variable, kChosen), kind, kChosen);
}

void VariableEndsInASlash(Case& c, const HomeVariable& variable, LayerKind kind) {
  ExpectFoundBelow(c, VulkanWorld(c.subject()).Env(variable.variable, "/chosen/"), kind, "/chosen");
}

void LongPath(Case& c, const HomeVariable& variable, LayerKind kind) {
  std::string root;
  while (root.size() < 600) root += "/" + std::string(99, 'x');
  ExpectFoundBelow(c, VulkanWorld(c.subject()).Env(variable.variable, root), kind, root);
}

void PathOfManyLetters(Case& c, const HomeVariable& variable, LayerKind kind) {
  const std::string root = "/\u00fc\u4e2d/%s $HOME \"'/;,\\";
  ExpectFoundBelow(c, VulkanWorld(c.subject()).Env(variable.variable, root), kind, root);
}

void VariableNamesALink(Case& c, const HomeVariable& variable, LayerKind kind) {
  ExpectFoundBelow(
      c, VulkanWorld(c.subject()).Env(variable.variable, "/link").Symlink("/link", kChosen), kind,
      kChosen);
}

// The suffix is added to any folder, also to one whose name ends like it.
void NamedLikeTheSuffix(Case& c, const HomeVariable& variable, LayerKind kind) {
  ExpectFoundBelow(c, VulkanWorld(c.subject()).Env(variable.variable, "/opt/vulkan"), kind,
                   "/opt/vulkan");
}

void NamedLikeTheWholeSuffix(Case& c, const HomeVariable& variable, LayerKind kind) {
  const std::string root = KindFolder(kind, "/opt/base");
  ExpectFoundBelow(c, VulkanWorld(c.subject()).Env(variable.variable, root), kind, root);
}

void NotSet(Case& c, const HomeVariable& variable, LayerKind kind) {
  ExpectFoundBelow(c, VulkanWorld(c.subject()), kind,
                   std::string("/home/user") + variable.fallback);
}

void NotSetWithAnotherHome(Case& c, const HomeVariable& variable, LayerKind kind) {
  const std::string home = "/srv/people/some one";
  ExpectFoundBelow(c, VulkanWorld(c.subject()).Home(home), kind, home + variable.fallback);
}

// The fallback is searched only if the variable is not set.
void FallbackNotSearched(Case& c, const HomeVariable& variable, LayerKind kind) {
  VulkanWorld world(c.subject());
  world.Env(variable.variable, kChosen)
      .With(KindLayer(kind, kUser).In(KindFolder(kind, kChosen)))
      .With(KindLayer(kind, "VK_LAYER_LS_fallback")
                .In(KindFolder(kind, std::string("/home/user") + variable.fallback)));
  const Observation seen = RunWithLayers(c, world, kind, {kUser});
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kUser))
      << "only the folder that the variable names is the user's";
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kUser))
      << "the fallback below HOME is not searched if the variable is set";
}

void Both(Case& c, const HomeVariable& variable, LayerKind kind) {
  VulkanWorld world(c.subject());
  world.Env(variable.variable, kChosen)
      .With(KindLayer(kind, kUser).In(KindFolder(kind, kChosen)))
      .With(KindLayer(kind, kSystem));
  const Observation seen = RunWithLayers(c, world, kind, {kUser, kSystem});
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kUser, kSystem))
      << "the user's folder is searched in addition to the system's folders, not instead of them";
}

// A folder for other files, and the root itself, are not searched for these layers.
void OtherFoldersBelow(Case& c, const HomeVariable& variable, LayerKind kind) {
  const std::string root = kChosen;
  const std::string good = KindFolder(kind, root);
  VulkanWorld world(c.subject());
  world.Env(variable.variable, root).With(KindLayer(kind, kUser).In(good));
  std::vector<std::string> decoys;
  for (const std::string& folder :
       {root, root + "/vulkan", DriverFolder(root), good + "/deeper", root + "/explicit_layer.d"}) {
    decoys.push_back(fmt::format("VK_LAYER_LS_decoy_{}", decoys.size()));
    world.With(KindLayer(kind, decoys.back()).In(folder));
  }
  const Observation seen = RunWithLayers(c, world, kind, {kUser});
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kUser))
      << "layers are found in " << good << " and in no folder around it";
  for (const std::string& decoy : decoys) {
    EXPECT_SEEN(EnumeratedLayers(seen), Not(Contains(decoy)))
        << "layers are found in " << good << " and in no folder around it";
  }
}

void FolderMissing(Case& c, const HomeVariable& variable, LayerKind kind) {
  ExpectSystem(c, VulkanWorld(c.subject()).Env(variable.variable, "/nowhere/at/all"), kind);
}

void Unreadable(Case& c, const HomeVariable& variable, LayerKind kind) {
  ExpectSystem(c,
               VulkanWorld(c.subject())
                   .Env(variable.variable, kChosen)
                   .Directory(KindFolder(kind, kChosen), 0),
               kind);
}

void FileForAFolder(Case& c, const HomeVariable& variable, LayerKind kind) {
  ExpectSystem(
      c, VulkanWorld(c.subject()).Env(variable.variable, kChosen).File(kChosen, "no folder"), kind);
}

// A relative folder may be used or ignored: LS_VK_DISCOVERY_1.r2, LS_VK_DISCOVERY_3.r2.
void Relative(Case& c, const HomeVariable& variable, LayerKind kind) {
  ExpectSystem(c, VulkanWorld(c.subject()).Env(variable.variable, "some/where"), kind);
}

void Enormous(Case& c, const HomeVariable& variable, LayerKind kind) {
  ExpectSystem(c, VulkanWorld(c.subject()).Env(variable.variable, "/" + std::string(100000, 'y')),
               kind);
}

// Accepted results: the fallback or nothing (LS_VK_DISCOVERY_1.r1, LS_VK_DISCOVERY_3.r1).
void Empty(Case& c, const HomeVariable& variable, LayerKind kind) {
  VulkanWorld world(c.subject());
  world.Env(variable.variable, "");
  world.With(
      KindLayer(kind, kUser).In(KindFolder(kind, std::string("/home/user") + variable.fallback)));
  world.With(KindLayer(kind, kSystem));
  const Observation seen = RunWithLayers(c, world, kind, {kSystem});
  EXPECT_SEEN(InstanceChain(seen),
              AnyOf(ElementsAre(kSystem), UnorderedElementsAre(kSystem, kUser)))
      << "an empty variable hides no layer of a system folder";
}

void HomeNotSet(Case& c, const HomeVariable&, LayerKind kind) {
  ExpectSystem(c, VulkanWorld(c.subject()).Unset("HOME"), kind);
}

void HomeEmpty(Case& c, const HomeVariable&, LayerKind kind) {
  ExpectSystem(c, VulkanWorld(c.subject()).Env("HOME", ""), kind);
}

void VariableSetAndHomeNot(Case& c, const HomeVariable& variable, LayerKind kind) {
  ExpectFoundBelow(c, VulkanWorld(c.subject()).Unset("HOME").Env(variable.variable, kChosen), kind,
                   kChosen);
}

REGISTER_CASES {
  RegisterForAll("variable_set", VariableSet);
  RegisterForAll("variable_ends_in_a_slash", VariableEndsInASlash);
  RegisterForAll("variable_is_a_long_path", LongPath);
  RegisterForAll("variable_holds_unusual_characters", PathOfManyLetters);
  RegisterForAll("variable_names_a_symbolic_link", VariableNamesALink);
  RegisterForAll("variable_names_a_folder_vulkan", NamedLikeTheSuffix);
  RegisterForAll("variable_ends_like_the_suffix", NamedLikeTheWholeSuffix);
  RegisterForAll("variable_not_set", NotSet);
  RegisterForAll("variable_not_set_with_another_home", NotSetWithAnotherHome);
  RegisterForAll("variable_set_replaces_fallback", FallbackNotSearched);
  RegisterForAll("variable_set_beside_system_folders", Both);
  RegisterForAll("variable_set_searches_one_folder_only", OtherFoldersBelow);
  RegisterForAll("variable_names_a_missing_folder", FolderMissing);
  RegisterForAll("variable_names_an_unreadable_folder", Unreadable);
  RegisterForAll("variable_names_a_file", FileForAFolder);
  RegisterForAll("variable_is_relative", Relative);
  RegisterForAll("variable_is_enormous", Enormous);
  RegisterForAll("variable_empty", Empty);
  RegisterForAll("home_not_set", HomeNotSet);
  RegisterForAll("home_empty", HomeEmpty);
  RegisterForAll("variable_set_and_home_not_set", VariableSetAndHomeNot);
}

}  // namespace
}  // namespace loadstone::suites::home_folders

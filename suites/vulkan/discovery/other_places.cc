// SPDX-License-Identifier: Apache-2.0
#include "suites/vulkan/discovery/path_variables.h"

// LoaderLayerInterface, "Linux Layer Discovery" and "Versioning and Activation Interactions", and
// LoaderApplicationInterface, "Forcing Layer Source Folders": how the variables for other places
// affect the standard folders, one another and the other kind of layers.
namespace loadstone::suites::other_places {
namespace {

constexpr char kListed[] = "VK_LAYER_LS_listed";
constexpr char kStandard[] = "VK_LAYER_LS_standard";
constexpr char kOther[] = "VK_LAYER_LS_other_kind";
constexpr char kPath[] = "/paths/listed";

bool Adds(const PathVariable& variable) { return variable.adds; }
bool Replaces(const PathVariable& variable) { return !variable.adds; }
bool IsExplicit(const PathVariable& variable) { return variable.kind == LayerKind::kExplicit; }

void FolderIsSearched(Case& c, const PathVariable& variable) {
  VulkanWorld world(c.subject());
  world.Env(variable.name, kPath).With(KindLayer(variable.kind, kListed).In(kPath));
  const Observation seen = RunWithLayers(c, world, variable.kind, {kListed});
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kListed))
      << "a layer in a folder that " << variable.name << " names must be offered";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kListed))
      << "a layer in a folder that " << variable.name << " names must be in the instance chain";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kListed))
      << "a layer in a folder that " << variable.name << " names must be in the device chain";
}

// An element that is the full path of a manifest. Beside it is another one, which nothing names.
void ManifestIsRead(Case& c, const PathVariable& variable) {
  if (c.subject().spec < policy::Version{1, 3, 239}) {
    GTEST_SKIP() << "files as elements are documented since 1.3.239";
  }
  VulkanWorld world(c.subject());
  world.Env(variable.name, std::string(kPath) + "/listed.json")
      .With(KindLayer(variable.kind, kListed).In(kPath).ManifestFile("listed.json"))
      .With(KindLayer(variable.kind, kStandard).In(kPath).ManifestFile("not_listed.json"));
  const Observation seen = RunWithLayers(c, world, variable.kind, {kListed});
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kListed))
      << "the layer of a manifest that " << variable.name << " names must be offered, and no other";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kListed))
      << "the layer of a manifest that " << variable.name << " names must be loaded";
}

// A manifest and folders in one list: each element counts, wherever the manifest is among them, and
// nothing else beside it does.
void ManifestBesideFolders(Case& c, const PathVariable& variable, const char* value) {
  if (c.subject().spec < policy::Version{1, 3, 239}) {
    GTEST_SKIP() << "files as elements are documented since 1.3.239";
  }
  VulkanWorld world(c.subject());
  world.Env(variable.name, value)
      .With(KindLayer(variable.kind, "VK_LAYER_LS_file").In(kPath).ManifestFile("listed.json"))
      .With(KindLayer(variable.kind, kStandard).In(kPath).ManifestFile("not_listed.json"))
      .With(KindLayer(variable.kind, "VK_LAYER_LS_a").In("/paths/a"))
      .With(KindLayer(variable.kind, "VK_LAYER_LS_b").In("/paths/b"));
  const std::vector<std::string> names = {"VK_LAYER_LS_file", "VK_LAYER_LS_a", "VK_LAYER_LS_b"};
  const Observation seen = RunWithLayers(c, world, variable.kind, names);
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAreArray(names))
      << "the layers of each manifest and each folder in " << variable.name
      << " must be offered, and no others";
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(names))
      << "the layers of each manifest and each folder in " << variable.name << " must be loaded";
}

// Without the variable the folder is not searched.
void NotSet(Case& c, const PathVariable& variable) {
  VulkanWorld world(c.subject());
  world.With(KindLayer(variable.kind, kListed).In(kPath)).With(KindLayer(variable.kind, kStandard));
  const Observation seen = RunWithLayers(c, world, variable.kind, {kStandard});
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kStandard))
      << "a folder that no variable names must not be searched";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kStandard))
      << "a folder that no variable names must not be searched";
}

// Adds a different layer to every standard folder.
std::vector<std::string> FillStandardFolders(VulkanWorld& world, const Subject& subject,
                                             LayerKind kind) {
  std::vector<std::string> names;
  for (const std::string& folder : StandardFolders(subject, kind)) {
    names.push_back(fmt::format("VK_LAYER_LS_standard_{}", names.size()));
    world.With(KindLayer(kind, names.back()).In(folder));
  }
  return names;
}

void ReplacesStandardFolders(Case& c, const PathVariable& variable) {
  VulkanWorld world(c.subject());
  world.Env(variable.name, kPath).With(KindLayer(variable.kind, kListed).In(kPath));
  FillStandardFolders(world, c.subject(), variable.kind);
  const Observation seen = RunWithLayers(c, world, variable.kind, {kListed});
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kListed))
      << variable.name << " replaces the standard folders, so their layers must not be found";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kListed))
      << variable.name << " replaces the standard folders, so their layers must not be loaded";
}

void ReplacesFoldersOfXdgVariables(Case& c, const PathVariable& variable) {
  VulkanWorld world(c.subject());
  world.Env(variable.name, kPath).With(KindLayer(variable.kind, kListed).In(kPath));
  int number = 0;
  for (const char* xdg : {"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME"}) {
    const std::string root = fmt::format("/xdg/{}", number);
    world.Env(xdg, root).With(KindLayer(variable.kind, fmt::format("VK_LAYER_LS_xdg_{}", number++))
                                  .In(KindFolder(variable.kind, root)));
  }
  const Observation seen = RunWithLayers(c, world, variable.kind, {kListed});
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kListed))
      << variable.name << " replaces the folders of the XDG variables as well";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kListed))
      << variable.name << " replaces the folders of the XDG variables as well";
}

VULKAN_CASE(LLP_LOADER_2, layer_path_makes_other_explicit_layers_unknown) {
  VulkanWorld world(c.subject());
  world.Env("VK_LAYER_PATH", kPath).With(Layer(kListed).In(kPath)).With(Layer(kStandard));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.CreateInstance({.layers = {kStandard}});
    app.RunFullSequence({.layers = {kListed}});
  });
  EXPECT_SEEN(ResultOf(seen, "vkCreateInstance"), "VK_ERROR_LAYER_NOT_PRESENT")
      << "with VK_LAYER_PATH set a layer of a standard folder is not there";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kListed))
      << "with VK_LAYER_PATH set the layers of its folders are";
}

void AddsToStandardFolders(Case& c, const PathVariable& variable) {
  VulkanWorld world(c.subject());
  world.Env(variable.name, kPath).With(KindLayer(variable.kind, kListed).In(kPath));
  std::vector<std::string> names = FillStandardFolders(world, c.subject(), variable.kind);
  names.emplace_back(kListed);
  EXPECT_SEEN(InstanceChain(RunWithLayers(c, world, variable.kind, names)),
              UnorderedElementsAreArray(names))
      << variable.name << " adds to the standard folders, which are all searched as well";
}

// Layers with the same name in two places; the one named "earlier" must be used.
void JudgeOrder(Case& c, VulkanWorld world, const PathVariable& variable, const std::string& why) {
  const Observation seen = RunWithLayers(c, world, variable.kind, {kListed});
  EXPECT_SEEN(InstanceChain(seen), ElementsAre("earlier")) << why;
  EXPECT_SEEN(DeviceChain(seen), ElementsAre("earlier")) << why;
}

void FoldersInTheirOrder(Case& c, const PathVariable& variable) {
  VulkanWorld world(c.subject());
  world.Env(variable.name, "/paths/z:/paths/a")
      .With(KindLayer(variable.kind, kListed).In("/paths/a").Who("later"))
      .With(KindLayer(variable.kind, kListed).In("/paths/z").Who("earlier"));
  JudgeOrder(
      c, world, variable,
      fmt::format("of layers with one name in the folders of {} the first is used", variable.name));
}

void BeforeStandardFolders(Case& c, const PathVariable& variable) {
  VulkanWorld world(c.subject());
  world.Env(variable.name, "/paths/empty:/paths/listed").Directory("/paths/empty");
  int number = 0;
  for (const std::string& folder : StandardFolders(c.subject(), variable.kind)) {
    world.With(
        KindLayer(variable.kind, kListed).In(folder).Who(fmt::format("standard {}", number++)));
  }
  world.With(KindLayer(variable.kind, kListed).In(kPath).Who("earlier"));
  JudgeOrder(c, world, variable,
             fmt::format("the folders of {} are searched before the standard ones", variable.name));
}

// `replacing` is the value of the variable that replaces the standard folders.
void IgnoredBeside(Case& c, const PathVariable& variable, const std::string& replacing) {
  VulkanWorld world(c.subject());
  world.Env(variable.name, "/paths/added")
      .Env(Counterpart(variable), replacing)
      .Directory("/paths/empty")
      .With(KindLayer(variable.kind, "VK_LAYER_LS_added").In("/paths/added"))
      .With(KindLayer(variable.kind, kListed).In(kPath));
  const Observation seen = RunWithLayers(c, world, variable.kind, {kListed});
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kListed))
      << variable.name << " is ignored if " << Counterpart(variable) << " is set";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kListed))
      << variable.name << " is ignored if " << Counterpart(variable) << " is set";
}

// `replacing` names no layer; one of the other kind shows that there is an instance with layers.
void IgnoredBesideNothing(Case& c, const PathVariable& variable, const std::string& replacing) {
  VulkanWorld world(c.subject());
  world.Env(variable.name, "/paths/added")
      .Env(Counterpart(variable), replacing)
      .Directory("/paths/empty")
      .With(KindLayer(variable.kind, "VK_LAYER_LS_added").In("/paths/added"))
      .With(KindLayer(variable.kind, kStandard))
      .With(KindLayer(OtherKind(variable.kind), kOther));
  std::vector<std::string> asked;
  if (variable.kind == LayerKind::kImplicit) asked.emplace_back(kOther);
  const Observation seen = RunWithLayers(c, world, LayerKind::kExplicit, asked);
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kOther))
      << variable.name << " is ignored if " << Counterpart(variable)
      << " is set, whatever its folders contain";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOther))
      << variable.name << " is ignored if " << Counterpart(variable)
      << " is set, whatever its folders contain";
}

void IgnoredBesideTheReplacingOne(Case& c, const PathVariable& variable) {
  IgnoredBeside(c, variable, kPath);
}

void IgnoredBesideTwoReplacingFolders(Case& c, const PathVariable& variable) {
  IgnoredBeside(c, variable, fmt::format("/paths/empty:{}", kPath));
}

// "If VK_LAYER_PATH is present": what its value names need not contain a layer.
void IgnoredBesideAnEmptyFolder(Case& c, const PathVariable& variable) {
  IgnoredBesideNothing(c, variable, "/paths/empty");
}

void IgnoredBesideAMissingFolder(Case& c, const PathVariable& variable) {
  IgnoredBesideNothing(c, variable, "/paths/missing");
}

// The variable is defined, so its folders are searched instead of the standard ones, whatever they
// contain.
void ReplacesWithoutLayers(Case& c, const PathVariable& variable, const std::string& value) {
  VulkanWorld world(c.subject());
  world.Env(variable.name, value)
      .Directory("/paths/empty")
      .With(KindLayer(variable.kind, kStandard));
  const Observation seen = RunWithLayers(c, world, variable.kind, {});
  EXPECT_SEEN(EnumeratedLayers(seen), IsEmpty())
      << variable.name << " replaces the standard folders even if its folders contain no layer";
  EXPECT_SEEN(InstanceChain(seen), IsEmpty())
      << variable.name << " replaces the standard folders even if its folders contain no layer";
}

// Each variable affects one kind of layers; the search for the other kind is unchanged.
void OtherKindIsUnaffected(Case& c, const PathVariable& variable) {
  const LayerKind other = OtherKind(variable.kind);
  VulkanWorld world(c.subject());
  world.Env(variable.name, kPath)
      .With(KindLayer(variable.kind, kListed).In(kPath))
      .With(KindLayer(other, kOther));
  const std::string asked = variable.kind == LayerKind::kExplicit ? kListed : kOther;
  const Observation seen = RunWithLayers(c, world, LayerKind::kExplicit, {asked});
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kListed, kOther))
      << KindName(other) << " layers of the standard folders are found whatever " << variable.name
      << " says";
}

// Two variables for different kinds of layers: each has its effect as if the other were not set. A
// layer of a standard folder is there for each kind whose variable adds folders.
void BothKinds(Case& c, const PathVariable& of_explicit, const PathVariable& of_implicit) {
  VulkanWorld world(c.subject());
  std::vector<std::string> found;
  std::vector<std::string> asked;
  for (const PathVariable* variable : {&of_explicit, &of_implicit}) {
    const std::string kind = KindName(variable->kind);
    const std::string folder = "/paths/" + kind;
    std::vector<std::string> names = {fmt::format("{}_{}", kListed, kind)};
    const std::string standard = fmt::format("{}_{}", kStandard, kind);
    world.Env(variable->name, folder)
        .With(KindLayer(variable->kind, names.front()).In(folder))
        .With(KindLayer(variable->kind, standard));
    if (variable->adds) names.push_back(standard);
    found.insert(found.end(), names.begin(), names.end());
    if (variable->kind == LayerKind::kExplicit) asked = names;
  }
  const std::string why = fmt::format("{} affects explicit layers and {} implicit ones",
                                      of_explicit.name, of_implicit.name);
  const Observation seen = RunWithLayers(c, world, LayerKind::kExplicit, asked);
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAreArray(found)) << why;
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(found)) << why;
}

void RegisterForBothKinds() {
  for (const PathVariable& of_explicit : PathVariables()) {
    if (of_explicit.kind != LayerKind::kExplicit) continue;
    for (const PathVariable& of_implicit : PathVariables()) {
      if (of_implicit.kind != LayerKind::kImplicit) continue;
      std::vector<policy::Id> policies = of_explicit.policies;
      policies.push_back(policy::LS_VK_DISCOVERY_8);
      RegisterCase(Api::kVulkan, policies,
                   fmt::format("{}_beside_{}", of_explicit.word, of_implicit.word),
                   [=](Case& c) { BothKinds(c, of_explicit, of_implicit); });
    }
  }
}

// A manifest with the members of an implicit layer is explicit in these folders.
void ImplicitManifestIsExplicit(Case& c, const PathVariable& variable) {
  VulkanWorld world(c.subject());
  world.Env(variable.name, kPath)
      .With(Layer(kOther).Implicit().In(kPath))
      .With(Layer("VK_LAYER_LS_enabled").Implicit().EnabledBy("LS_ON", "1").In(kPath))
      .Env("LS_ON", "1")
      .With(Layer(kListed).In(kPath));
  const Observation seen = RunWithLayers(c, world, variable.kind, {kListed});
  EXPECT_SEEN(EnumeratedLayers(seen), Contains(kOther))
      << "a layer in a folder of " << variable.name << " must be offered as an explicit one";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kListed))
      << "a layer in a folder of " << variable.name << " is explicit and must not enable itself";
}

void ImplicitManifestCanBeEnabled(Case& c, const PathVariable& variable) {
  VulkanWorld world(c.subject());
  world.Env(variable.name, kPath).With(Layer(kListed).Implicit().In(kPath));
  EXPECT_SEEN(InstanceChain(RunWithLayers(c, world, variable.kind, {kListed})),
              ElementsAre(kListed))
      << "a layer in a folder of " << variable.name << " is explicit: an application enables it";
}

void DriversAreUnaffected(Case& c, const PathVariable& variable) {
  VulkanWorld world(c.subject());
  world.Env(variable.name, kPath)
      .With(KindLayer(variable.kind, kListed).In(kPath))
      .With(Driver("decoy").In(kPath));
  const Observation seen = RunWithLayers(c, world, variable.kind, {kListed});
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kListed))
      << "a driver manifest next to it hides no layer";
  EXPECT_SEEN(DriversReached(seen), ElementsAre(kDefaultDriver))
      << variable.name << " contains folders of layers, not of drivers";
}

REGISTER_CASES {
  RegisterForPaths("is_searched", FolderIsSearched);
  RegisterForPaths("names_a_manifest", ManifestIsRead, Replaces);
  for (const auto& [name, value] :
       {std::pair{"names_a_manifest_before_folders", "/paths/listed/listed.json:/paths/a:/paths/b"},
        std::pair{"names_a_manifest_between_folders",
                  "/paths/a:/paths/listed/listed.json:/paths/b"},
        std::pair{"names_a_manifest_after_folders",
                  "/paths/a:/paths/b:/paths/listed/listed.json"}}) {
    RegisterForPaths(
        name,
        [value = value](Case& c, const PathVariable& variable) {
          ManifestBesideFolders(c, variable, value);
        },
        Replaces);
  }
  RegisterForPaths("not_set", NotSet);
  RegisterForPaths("in_its_order", FoldersInTheirOrder);
  RegisterForPaths("leaves_the_other_kind_alone", OtherKindIsUnaffected);
  RegisterForPaths("leaves_drivers_alone", DriversAreUnaffected);
  RegisterForPaths("replaces_standard_folders", ReplacesStandardFolders, Replaces);
  RegisterForPaths("replaces_folders_of_xdg_variables", ReplacesFoldersOfXdgVariables, Replaces);
  RegisterForPaths("adds_to_standard_folders", AddsToStandardFolders, Adds);
  RegisterForPaths("comes_before_standard_folders", BeforeStandardFolders, Adds);
  RegisterForPaths("is_ignored_beside_the_replacing_one", IgnoredBesideTheReplacingOne, Adds);
  RegisterForPaths("is_ignored_beside_two_replacing_folders", IgnoredBesideTwoReplacingFolders,
                   Adds);
  RegisterForPaths("is_ignored_beside_an_empty_folder", IgnoredBesideAnEmptyFolder, Adds);
  RegisterForPaths("is_ignored_beside_a_missing_folder", IgnoredBesideAMissingFolder, Adds);
  RegisterForBothKinds();
  for (const auto& [name, value] : std::initializer_list<std::pair<const char*, std::string>>{
           {"an_empty_folder", "/paths/empty"},
           {"a_missing_folder", "/paths/missing"},
           {"two_folders_without_manifests", "/paths/empty:/paths/missing"}}) {
    RegisterForPaths(
        fmt::format("replaces_standard_folders_by_{}", name),
        [value](Case& c, const PathVariable& variable) {
          ReplacesWithoutLayers(c, variable, value);
        },
        Replaces);
  }
  RegisterForPaths("makes_implicit_manifests_explicit", ImplicitManifestIsExplicit, IsExplicit);
  RegisterForPaths("enables_implicit_manifests_on_request", ImplicitManifestCanBeEnabled,
                   IsExplicit);
}

}  // namespace
}  // namespace loadstone::suites::other_places

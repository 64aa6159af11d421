// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/discovery/layer_kinds.h"
#include "suites/vulkan/drivers/drivers.h"
#include "suites/vulkan/macos/bundle.h"

// LoaderLayerInterface, "macOS Layer Discovery": the resources of the application's bundle are
// searched before the folders that Linux has as well. "Use App Bundled Layers exclusively": with a
// variable, instead of them.
namespace loadstone::suites::bundle_layers {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kOfBundle[] = "of_the_bundle";
constexpr char kOfSystem[] = "of_the_system";

// The driver is where no variable hides it.
void PutDriverIntoEtc(VulkanWorld& world) {
  world.WithoutDriver().With(Driver(kDefaultDriver).In(DriverFolder("/etc")));
}

std::string FolderOfBundle(LayerKind kind, const std::string& bundle = kBundle) {
  return KindFolder(kind, Resources(bundle));
}

// `variable`, which is about other files, names a driver, or a folder without layers.
void JudgeFound(Case& c, LayerKind kind, const std::string& bundle,
                const std::string& variable = "") {
  VulkanWorld world = WorldOfBundle(c.subject(), bundle);
  if (variable == "VK_DRIVER_FILES") {
    world.WithoutDriver()
        .With(Driver(kDefaultDriver).In(kElsewhere))
        .Env(variable, ManifestPath(kElsewhere, kDefaultDriver));
  } else if (!variable.empty()) {
    world.Directory("/opt/empty").Env(variable, "/opt/empty");
  }
  world.With(KindLayer(kind, kOne).In(FolderOfBundle(kind, bundle)));
  const Observation seen = RunWithLayers(c, world, kind, {kOne});
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
      << "a layer in the resources of the application's bundle must be found";
  EXPECT_SEEN(DeviceChain(seen), ElementsAre(kOne))
      << "a layer in the resources of the application's bundle must be found";
}

void JudgeFirst(Case& c, LayerKind kind, const NamedRoot& root) {
  VulkanWorld world = WorldOfBundle(c.subject());
  world.With(KindLayer(kind, kOne).Who(kOfSystem).In(KindFolder(kind, root.path)))
      .With(KindLayer(kind, kOne).Who(kOfBundle).In(FolderOfBundle(kind)));
  const Observation seen = RunWithLayers(c, world, kind, {kOne});
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOfBundle))
      << "if several layers have the same name, the bundle's layer is used, because it is found "
         "first";
}

// A variable names the bundle's resources as well, and comes behind the configuration of the user.
void JudgeNamedTwice(Case& c, LayerKind kind, const char* variable) {
  VulkanWorld world = WorldOfBundle(c.subject());
  world.With(KindLayer(kind, kOne).Who(kOfSystem).In(KindFolder(kind, "/home/user/.config")))
      .With(KindLayer(kind, kOne).Who(kOfBundle).In(FolderOfBundle(kind)))
      .Env(variable, Resources(kBundle));
  PutDriverIntoEtc(world);
  const Observation seen = RunWithLayers(c, world, kind, {kOne});
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOfBundle))
      << "the bundle is searched first, also if " << variable << " names its resources";
}

// The outer bundle of two has layers as well, which are those of other programs.
void JudgeInner(Case& c, LayerKind kind, const std::string& inner) {
  constexpr char kOuter[] = "/Applications/A.app";
  const std::string bundle = kOuter + inner;
  VulkanWorld world = WorldOfBundle(c.subject(), bundle);
  world.With(KindLayer(kind, kOne).Who("of_the_outer_bundle").In(FolderOfBundle(kind, kOuter)))
      .With(KindLayer(kind, "VK_LAYER_LS_outer").In(FolderOfBundle(kind, kOuter)))
      .With(KindLayer(kind, kOne).Who(kOfBundle).In(FolderOfBundle(kind, bundle)));
  const Observation seen = RunWithLayers(c, world, kind, {kOne});
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kOne))
      << "the resources of the bundle that contains the program are searched";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOfBundle))
      << "the resources of the bundle that contains the program are searched";
}

// Where `variable` is set, the folders of the others are still the fallbacks.
void JudgeOthersAsWell(Case& c, LayerKind kind, const std::string& variable = "",
                       const std::string& fallback = "") {
  VulkanWorld world = WorldOfBundle(c.subject());
  PutDriverIntoEtc(world);
  if (!variable.empty()) world.Env(variable, "/set");
  std::vector<std::string> names = {kOne};
  world.With(KindLayer(kind, kOne).In(FolderOfBundle(kind)));
  for (const NamedRoot& root : kRoots) {
    if (!fallback.empty() && std::string(root.path).starts_with(fallback)) continue;
    names.push_back(fmt::format("VK_LAYER_LS_{}", root.name));
    world.With(KindLayer(kind, names.back()).In(KindFolder(kind, root.path)));
  }
  const Observation seen = RunWithLayers(c, world, kind, names);
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAreArray(names))
      << "the layers of all other folders are found in addition to the bundle's";
}

// The loader must not search the bundle of another application, nor a bundle that does not contain
// the running program.
void JudgeForeign(Case& c, LayerKind kind, const std::string& program) {
  VulkanWorld world(c.subject());
  world.Application(program)
      .With(KindLayer(kind, kOne).In(FolderOfBundle(kind)))
      .With(KindLayer(kind, kOfSystem));
  const Observation seen = RunWithLayers(c, world, kind, {kOfSystem});
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kOfSystem))
      << "the resources of a bundle are those of its own programs";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOfSystem))
      << "the resources of a bundle are those of its own programs";
}

// Manifests in other folders of the bundle, and a layer of the other kind in that kind's folder.
void JudgeElsewhere(Case& c, LayerKind kind) {
  constexpr char kDecoy[] = "VK_LAYER_LS_decoy";
  VulkanWorld world = WorldOfBundle(c.subject());
  world.With(KindLayer(kind, kOne).In(FolderOfBundle(kind)));
  const std::string contents = std::string(kBundle) + "/Contents";
  const std::string own = kind == LayerKind::kImplicit ? "implicit_layer.d" : "explicit_layer.d";
  for (const std::string& folder :
       {contents + "/Resources", contents + "/Resources/vulkan", contents + "/Resources/" + own,
        contents + "/vulkan/" + own, contents + "/MacOS/vulkan/" + own,
        std::string(kBundle) + "/vulkan/" + own}) {
    world.With(KindLayer(kind, kDecoy).In(folder));
  }
  const Observation seen = RunWithLayers(c, world, kind, {kOne});
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kOne))
      << "of the bundle, vulkan/" << own << " of its resources is searched alone";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
      << "of the bundle, vulkan/" << own << " of its resources is searched alone";
}

void JudgeExclusive(Case& c, LayerKind kind, const NamedRoot& root,
                    const std::string& value = "1") {
  VulkanWorld world = WorldOfBundle(c.subject());
  world.WithoutDriver()
      .With(NamedDriver("driver").In(DriverFolder(Resources(kBundle))))
      .With(KindLayer(kind, kOne).In(FolderOfBundle(kind)))
      .With(KindLayer(kind, "VK_LAYER_LS_outside").In(KindFolder(kind, root.path)))
      .Env(kOnlyInBundle, value);
  const Observation seen = RunWithLayers(c, world, kind, {kOne});
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kOne))
      << "VK_LOADER_SEARCH_ONLY_IN_BUNDLE hides all layers outside the bundle";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne))
      << "VK_LOADER_SEARCH_ONLY_IN_BUNDLE hides all layers outside the bundle";
}

REGISTER_CASES {
  for (const LayerKind kind : kLayerKinds) {
    const std::string name = KindName(kind);
    const auto add = [&](const std::string& what, const std::function<void(Case&)>& body) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_16}, name + "_" + what, body);
    };
    add("in_the_bundle", [kind](Case& c) { JudgeFound(c, kind, kBundle); });
    add("in_a_bundle_with_blanks",
        [kind](Case& c) { JudgeFound(c, kind, "/Users/me/My Programs/A Game.app"); });
    add("in_a_bundle_in_a_bundle",
        [kind](Case& c) { JudgeFound(c, kind, "/Applications/A.app/Contents/Library/B.app"); });
    for (const InnerBundle& inner : kInnerBundles) {
      add(fmt::format("in_a_bundle_in_the_{}_of_another", inner.name),
          [kind, &inner](Case& c) { JudgeInner(c, kind, inner.path); });
    }
    for (const char* const variable : {"XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS"}) {
      add(fmt::format("in_a_bundle_that_{}_names", InCaseName(variable)),
          [kind, variable](Case& c) { JudgeNamedTwice(c, kind, variable); });
    }
    for (const NamedRoot& root : kRoots) {
      add(fmt::format("before_{}", root.name),
          [kind, &root](Case& c) { JudgeFirst(c, kind, root); });
      RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_25},
                   fmt::format("{}_without_{}", name, root.name),
                   [kind, &root](Case& c) { JudgeExclusive(c, kind, root); });
    }
    add("beside_other_folders", [kind](Case& c) { JudgeOthersAsWell(c, kind); });
    for (const auto& [variable, fallback] :
         {std::pair("XDG_CONFIG_HOME", "/home/user/.config"), std::pair("XDG_CONFIG_DIRS", "/etc"),
          std::pair("XDG_DATA_HOME", "/home/user/.local"), std::pair("XDG_DATA_DIRS", "/usr")}) {
      add(fmt::format("beside_the_fallbacks_of_other_variables_than_{}", InCaseName(variable)),
          [kind, variable = variable, fallback = fallback](Case& c) {
            JudgeOthersAsWell(c, kind, variable, fallback);
          });
    }
    for (const char* const type : {"xpc", "appex"}) {
      add(fmt::format("in_a_bundle_of_type_{}", type), [kind, type](Case& c) {
        JudgeFound(c, kind, std::string("/Applications/Helper.") + type);
      });
    }
    for (const char* const variable :
         {kind == LayerKind::kImplicit ? "VK_LAYER_PATH" : "VK_IMPLICIT_LAYER_PATH",
          "VK_DRIVER_FILES", "VK_ADD_LAYER_PATH"}) {
      add(fmt::format("in_the_bundle_beside_{}", InCaseName(variable)),
          [kind, variable](Case& c) { JudgeFound(c, kind, kBundle, variable); });
    }
    // It need only be defined.
    for (const char* const value : {"0", "false", "yes"}) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_25},
                   fmt::format("{}_with_the_value_{}", name, value),
                   [kind, value](Case& c) { JudgeExclusive(c, kind, kRoots[0], value); });
    }
    add("in_its_folder_alone", [kind](Case& c) { JudgeElsewhere(c, kind); });
    add("of_another_bundle",
        [kind](Case& c) { JudgeForeign(c, kind, ProgramOf("/Applications/Other.app")); });
    add("of_no_bundle", [kind](Case& c) { JudgeForeign(c, kind, "/opt/tools/game"); });
  }
}

}  // namespace
}  // namespace loadstone::suites::bundle_layers

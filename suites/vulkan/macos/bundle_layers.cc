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

std::string FolderOfBundle(LayerKind kind, const char* bundle = kBundle) {
  return KindFolder(kind, Resources(bundle));
}

void JudgeFound(Case& c, LayerKind kind, const char* bundle) {
  VulkanWorld world = WorldOfBundle(c.subject(), bundle);
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

void JudgeOthersAsWell(Case& c, LayerKind kind) {
  VulkanWorld world = WorldOfBundle(c.subject());
  std::vector<std::string> names = {kOne};
  world.With(KindLayer(kind, kOne).In(FolderOfBundle(kind)));
  for (const NamedRoot& root : kRoots) {
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

void JudgeExclusive(Case& c, LayerKind kind, const NamedRoot& root) {
  VulkanWorld world = WorldOfBundle(c.subject());
  world.WithoutDriver()
      .With(NamedDriver("driver").In(DriverFolder(Resources(kBundle))))
      .With(KindLayer(kind, kOne).In(FolderOfBundle(kind)))
      .With(KindLayer(kind, "VK_LAYER_LS_outside").In(KindFolder(kind, root.path)))
      .Env(kOnlyInBundle, "1");
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
    for (const NamedRoot& root : kRoots) {
      add(fmt::format("before_{}", root.name),
          [kind, &root](Case& c) { JudgeFirst(c, kind, root); });
      RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_25},
                   fmt::format("{}_without_{}", name, root.name),
                   [kind, &root](Case& c) { JudgeExclusive(c, kind, root); });
    }
    add("beside_other_folders", [kind](Case& c) { JudgeOthersAsWell(c, kind); });
    add("of_another_bundle",
        [kind](Case& c) { JudgeForeign(c, kind, ProgramOf("/Applications/Other.app")); });
    add("of_no_bundle", [kind](Case& c) { JudgeForeign(c, kind, "/opt/tools/game"); });
  }
}

}  // namespace
}  // namespace loadstone::suites::bundle_layers

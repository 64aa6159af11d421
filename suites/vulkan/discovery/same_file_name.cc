// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/discovery/folder_policies.h"
#include "suites/vulkan/discovery/layer_kinds.h"

// LoaderLayerInterface, "Linux Layer Discovery": each folder is searched for manifests. Two layers
// whose manifests have one file name in two folders are two layers: only a layer's own name can
// make it a repetition of another one.
namespace loadstone::suites::same_file_name {
namespace {

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kTwo[] = "VK_LAYER_LS_two";

// Two folders, and the variables that name them or roots above them.
struct Folders {
  const char* name;
  std::vector<std::pair<const char*, const char*>> variables;
  std::string one;  // roots, or folders if they are named themselves
  std::string two;
  bool named;
  policy::Id policy;
  bool as_files = false;  // the variable names manifests
};

std::vector<Folders> FoldersFor(LayerKind kind) {
  const bool implicit = kind == LayerKind::kImplicit;
  const char* path = implicit ? "VK_IMPLICIT_LAYER_PATH" : "VK_LAYER_PATH";
  const char* add = implicit ? "VK_ADD_IMPLICIT_LAYER_PATH" : "VK_ADD_LAYER_PATH";
  const policy::Id added = implicit ? policy::LS_VK_DISCOVERY_8 : policy::LS_VK_DISCOVERY_7;
  const policy::Id replaced = implicit ? policy::LS_VK_DISCOVERY_8 : policy::LLP_LOADER_2;
  const char* two = "/set/one:/set/two";
  return {
      {"config_home_and_data_home",
       {{"XDG_CONFIG_HOME", "/config/home"}, {"XDG_DATA_HOME", "/data/home"}},
       "/config/home",
       "/data/home",
       false,
       policy::LS_VK_DISCOVERY_3},
      {"two_of_config_dirs",
       {{"XDG_CONFIG_DIRS", two}},
       "/set/one",
       "/set/two",
       false,
       policy::LS_VK_DISCOVERY_2},
      {"home_and_etc_xdg", {}, "/home/user/.config", "/etc/xdg", false, policy::LS_VK_DISCOVERY_18},
      {"two_replacing_folders", {{path, two}}, "/set/one", "/set/two", true, replaced},
      {"two_added_folders", {{add, two}}, "/set/one", "/set/two", true, added},
      {"two_replacing_manifests",
       {{path, "/set/one/layer.json:/set/two/layer.json"}},
       "/set/one",
       "/set/two",
       true,
       replaced,
       true},
      {"a_replacing_manifest_and_a_folder",
       {{path, "/set/one/layer.json:/set/two"}},
       "/set/one",
       "/set/two",
       true,
       replaced,
       true},
  };
}

void Judge(Case& c, LayerKind kind, const Folders& row) {
  if (row.as_files && c.subject().spec < policy::Version{1, 3, 239}) {
    GTEST_SKIP() << "files as elements are documented since 1.3.239";
  }
  VulkanWorld world(c.subject());
  for (const auto& [variable, value] : row.variables) world.Env(variable, value);
  for (const auto& [name, root] : {std::pair{kOne, row.one}, std::pair{kTwo, row.two}}) {
    world.With(KindLayer(kind, name)
                   .In(row.named ? root : KindFolder(kind, root))
                   .ManifestFile("layer.json"));
  }
  const Observation seen = RunWithLayers(c, world, kind, {kOne, kTwo});
  AttributeToRoot(seen, kOne, row.one);
  EXPECT_SEEN(EnumeratedLayers(seen), UnorderedElementsAre(kOne, kTwo))
      << "the layers of both manifests are offered, although their files have one name";
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kOne, kTwo))
      << "the layers of both manifests are loaded, although their files have one name";
}

// In the folders of override_paths.
VULKAN_CASE(LS_VK_OVERRIDE_2, components_in_manifests_of_one_file_name, policy::LLP_LOADER_11) {
  VulkanWorld world(c.subject());
  world.With(Layer(kOne).In("/set/one").ManifestFile("layer.json"))
      .With(Layer(kTwo).In("/set/two").ManifestFile("layer.json"))
      .With(Layer::Override({kOne, kTwo}).OverridePaths({"/set/one", "/set/two"}));
  const Observation seen = Observe(c, world, [](VulkanApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne, kTwo))
      << "the components of both manifests are loaded, although their files have one name";
}

REGISTER_CASES {
  for (const LayerKind kind : kLayerKinds) {
    for (const Folders& row : FoldersFor(kind)) {
      RegisterCase(Api::kVulkan, AndSearching({row.policy}, {row.one}),
                   fmt::format("{}_one_file_name_in_{}", KindName(kind), row.name),
                   [kind, row](Case& c) { Judge(c, kind, row); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::same_file_name

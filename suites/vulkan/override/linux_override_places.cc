// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/discovery/path_variables.h"

// LoaderLayerInterface, "Versioning and Activation Interactions": override_paths replaces the
// folders that are searched for components, and lists standard folders to have them searched too.
namespace loadstone::suites::override_places {
namespace {

using Names = std::vector<std::string>;

// Components in these folders, which override_paths lists.
void Judge(Case& c, const Names& folders) {
  VulkanWorld world(c.subject());
  Names components;
  for (const std::string& folder : folders) {
    components.push_back(fmt::format("VK_LAYER_LS_component_{}", components.size()));
    world.With(Layer(components.back()).In(folder));
  }
  world.With(Layer::Override(components).OverridePaths(folders));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    for (int instance = 0; instance < 2; ++instance) app.RunFullSequence();
  });
  Names twice = components;
  twice.insert(twice.end(), components.begin(), components.end());
  EXPECT_SEEN(InstanceChain(seen), ElementsAreArray(twice))
      << "each folder of override_paths is searched for components, also a standard one";
}

Names Standard(Case& c) { return StandardFolders(c.subject(), LayerKind::kExplicit); }

VULKAN_CASE(LS_VK_OVERRIDE_2, override_paths_with_the_first_standard_folder) {
  Judge(c, {"/opt/override", Standard(c).front()});
}
VULKAN_CASE(LS_VK_OVERRIDE_2, override_paths_with_every_standard_folder) {
  Names folders = Standard(c);
  folders.emplace_back("/opt/override");
  Judge(c, folders);
}
VULKAN_CASE(LS_VK_OVERRIDE_2, override_paths_beside_standard_folders) {
  Names folders;
  for (const std::string& folder : Standard(c)) {
    folders.push_back(folder + "/more");
    folders.push_back(folder + "2");
    folders.push_back("/opt/override" + folder);
  }
  Judge(c, folders);
}

}  // namespace
}  // namespace loadstone::suites::override_places

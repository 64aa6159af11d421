#include "suites/common/changed_files.h"

#include "policies/policy_ids.h"

// No document says whether a loader searches anew for each call.
namespace loadstone::suites::changed_files {
namespace {

std::vector<std::string> Names(const std::vector<std::string>& layers) {
  std::vector<std::string> names;
  for (const std::string& layer : layers) names.push_back("VK_LAYER_LS_" + layer);
  return names;
}

void Judge(Case& c, const FileChange& change) {
  VulkanWorld world(c.subject());
  world.Env("VK_LAYER_PATH", kChangingFolder);
  for (const std::string layer : {"a", "b", "c", "d"}) {
    world.With(Layer("VK_LAYER_LS_" + layer)
                   .In(kChangingFolder)
                   .ManifestFile(ChangingFile(layer, IsThere(change.before, layer))));
  }
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    app.EnumerateLayers();
    ChangeFiles(change);
    app.EnumerateLayers();
  });
  const auto lists = ListsOf(seen, "vkEnumerateInstanceLayerProperties");
  EXPECT_SEEN(lists.size(), Eq(2u)) << "both calls return";
  if (lists.size() != 2) return;
  EXPECT_SEEN(lists[0], UnorderedElementsAreArray(Names(change.before)))
      << "the layers are those whose manifests are there";
  EXPECT_SEEN(lists[1], AnyOf(UnorderedElementsAreArray(Names(change.after)),
                              UnorderedElementsAreArray(Names(change.before))))
      << "after the files changed the layers are those that are there, or those that were";
}

REGISTER_CASES {
  for (const FileChange& change : kFileChanges) {
    RegisterCase("vulkan", {policy::LS_VK_ROBUSTNESS_15}, change.name,
                 [&change](Case& c) { Judge(c, change); });
  }
}

}  // namespace
}  // namespace loadstone::suites::changed_files

#include "suites/common/changed_files.h"

#include "policies/policy_ids.h"
#include "suites/openxr/layers.h"

// No document says whether a loader searches anew for each call.
namespace loadstone::suites::changed_api_layers {
namespace {

std::vector<std::string> Names(const std::vector<std::string>& layers) {
  std::vector<std::string> names;
  for (const std::string& layer : layers) names.push_back("XR_APILAYER_LS_" + layer);
  return names;
}

void Judge(Case& c, const FileChange& change) {
  OpenXrWorld world(c.subject());
  world.Env("XR_API_LAYER_PATH", kChangingFolder);
  for (const std::string layer : {"a", "b", "c", "d"}) {
    world.With(ApiLayer("XR_APILAYER_LS_" + layer)
                   .In(kChangingFolder)
                   .ManifestFile(ChangingFile(layer, IsThere(change.before, layer))));
  }
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateLayers();
    ChangeFiles(change);
    app.EnumerateLayers();
  });
  const auto lists = ListsOf(seen, "xrEnumerateApiLayerProperties");
  EXPECT_SEEN(lists.size(), Eq(2u)) << "both calls return";
  if (lists.size() != 2) return;
  EXPECT_SEEN(lists[0], UnorderedElementsAreArray(Names(change.before)))
      << "the API layers are those whose manifests are there";
  EXPECT_SEEN(lists[1], AnyOf(UnorderedElementsAreArray(Names(change.after)),
                              UnorderedElementsAreArray(Names(change.before))))
      << "after the files changed the API layers are those that are there, or those that were";
}

REGISTER_CASES {
  for (const FileChange& change : kFileChanges) {
    RegisterCase("openxr", {policy::LS_XR_ROBUSTNESS_4}, change.name,
                 [&change](Case& c) { Judge(c, change); });
  }
}

}  // namespace
}  // namespace loadstone::suites::changed_api_layers

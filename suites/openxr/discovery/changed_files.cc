// SPDX-License-Identifier: Apache-2.0
#include "suites/common/changed_files.h"

#include <fmt/format.h>

#include "policies/policy_ids.h"
#include "policies/reading_ids.h"
#include "suites/openxr/layers.h"

// LS_XR_ROBUSTNESS_4: after manifests changed, an answer is right for the files as they are or
// as they were at an earlier call, never for a mixture. No document says whether a loader
// searches anew for each call.
namespace loadstone::suites::changed_api_layers {
namespace {

REGISTER_CASES {
  for (const FileChange& change : kFileChanges) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_ROBUSTNESS_4}, change.name, [&change](Case& c) {
      OpenXrWorld world(c.subject());
      world.Env("XR_API_LAYER_PATH", kChangingFolder);
      JudgeFileChange<OpenXrApp, ApiLayer>(c, change, world, "XR_APILAYER_LS_",
                                           "xrEnumerateApiLayerProperties");
    });
  }
}

constexpr char kGone[] = "XR_APILAYER_LS_gone";
constexpr char kStays[] = "XR_APILAYER_LS_stays";
constexpr char kProperties[] = "xrGetInstanceProperties";

// An instance has an implicit layer of the user's folder whose `gone` files vanish while it exists.
void JudgeVanishing(Case& c, const std::vector<std::string>& gone) {
  OpenXrWorld world(c.subject());
  const std::string folder = FolderOfUser(world, c.subject(), true);
  world.With(ApiLayer(kGone).Implicit().In(folder).ManifestFile("gone.json"));
  world.With(ApiLayer(kStays));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateLayers();
    app.CreateInstance({.layers = {kStays}});
    app.UseInstance();
    for (const std::string& path : gone) std::filesystem::remove(PathHere(path));
    app.EnumerateLayers();
    app.UseInstance();
    app.DestroyInstance();
    app.EnumerateLayers();
  });
  const auto lists = EnumeratedLists(seen, "xrEnumerateApiLayerProperties");
  ASSERT_SEEN(lists, SizeIs(3)) << "each enumeration returns";
  for (const std::vector<std::string>& list : lists) {
    EXPECT_SEEN(list, AnyOf(UnorderedElementsAre(kGone, kStays), ElementsAre(kStays)))
        << "the listed layers are those that exist now or those that existed before"
        << reading::LS_XR_LAYER_DISCOVERY_12_r1;
  }
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kGone, kStays)) << "the instance has both layers";
  EXPECT_SEEN(Callees(seen, kProperties),
              UnorderedElementsAre(kGone, kStays, kDefaultRuntime, kGone, kStays, kDefaultRuntime))
      << "calls go through both layers, also after the files vanished";
  EXPECT_SEEN(XrResultOf(seen, "xrDestroyInstance"), "XR_SUCCESS") << "the instance is destroyed";
}

constexpr char kManifest[] = "/data/openxr/1/api_layers/implicit.d/gone.json";

OPENXR_CASE(LS_XR_ROBUSTNESS_4, manifest_of_a_layer_in_use_vanishes) {
  JudgeVanishing(c, {kManifest});
}

OPENXR_CASE(LS_XR_ROBUSTNESS_4, files_of_a_layer_in_use_vanish) {
  JudgeVanishing(c, {kManifest, MockLibraryPath(kGone)});
}

constexpr char kFolder[] = "/opt/named";
constexpr char kActive[] = "manifest.json";
constexpr char kLater[] = "later.json";

// The manifest that XR_RUNTIME_JSON names is replaced by that of another runtime between two
// instances. Each is exported under a name of its own.
void JudgeExchange(Case& c, Runtime before, Runtime after) {
  OpenXrWorld world(c.subject());
  world.WithoutRuntime().Env("XR_RUNTIME_JSON", std::string(kFolder) + "/" + kActive);
  world.With(before.In(kFolder).ManifestFile(kActive));
  world.With(after.In(kFolder).ManifestFile(kLater));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.RunFullSequence();
    const std::filesystem::path folder = PathHere(kFolder);
    std::filesystem::rename(folder / kLater, folder / kActive);
    app.RunFullSequence();
  });
  EXPECT_SEEN(XrResultsOf(seen, "xrCreateInstance"), ElementsAre("XR_SUCCESS", "XR_SUCCESS"))
      << "each manifest describes a runtime that can be used";
  EXPECT_SEEN(RuntimesReached(seen), ElementsAre("before", AnyOf(Eq("before"), Eq("after"))))
      << "the second instance is of the runtime that is there now or that was there before";
}

Runtime Renamed(const std::string& name) {
  return Runtime(name)
      .Binary("openxr_runtime_renamed")
      .Manifest(R"({"functions": {"xrNegotiateLoaderRuntimeInterface": "lsNegotiate"}})");
}

OPENXR_CASE(LS_XR_ROBUSTNESS_4, runtime_is_exchanged_for_one_with_a_renamed_function) {
  JudgeExchange(c, Runtime("before"), Renamed("after"));
}
OPENXR_CASE(LS_XR_ROBUSTNESS_4, runtime_with_a_renamed_function_is_exchanged) {
  JudgeExchange(c, Renamed("before"), Runtime("after"));
}

}  // namespace
}  // namespace loadstone::suites::changed_api_layers

// SPDX-License-Identifier: Apache-2.0
#include "policies/reading_ids.h"
#include "suites/openxr/layers.h"
#include "suites/openxr/runtimes.h"

// api_layer, "Linux Manifest Search Paths"; runtime, "Linux Active Runtime Location": an
// application with elevated privileges. If it has these without another user, the documents do not
// say whether the environment counts, but no value of it may hide what the system provides.
namespace loadstone::suites::elevated {
namespace {

constexpr char kSystem[] = "XR_APILAYER_LS_system";
constexpr char kMine[] = "XR_APILAYER_LS_mine";
constexpr char kChosen[] = "chosen";
constexpr char kCreate[] = "xrCreateInstance";

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_10, elevated_application) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kChosen).In("/opt/chosen").ManifestFile("manifest.json")).Elevated();
  world.Env("XR_RUNTIME_JSON", "/opt/chosen/manifest.json");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(RuntimesReached(seen), AnyOf(ElementsAre(kChosen), ElementsAre(kDefaultRuntime)))
      << "the variable is used, or ignored and the runtime of the system is active"
      << reading::LS_XR_RUNTIME_DISCOVERY_10_r2 << reading::LS_XR_RUNTIME_DISCOVERY_11_r2;
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS")
      << "an instance can be created in both cases";
}

// One layer in the folder of the variable and one in that of the system: a loader must find one of
// the two.
OPENXR_CASE(LS_XR_LAYER_DISCOVERY_9, elevated_application) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kSystem)).With(ApiLayer(kSystem).Who(kMine).In("/layers")).Elevated();
  world.Env("XR_API_LAYER_PATH", "/layers");
  const Observation seen =
      Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence({.layers = {kSystem}}); });
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS") << "the layer is present in both cases";
  EXPECT_SEEN(ApiLayerChain(seen), AnyOf(ElementsAre(kSystem), ElementsAre(kMine)))
      << "the variable is used, or ignored and the folders of the system are searched"
      << reading::LS_XR_LAYER_DISCOVERY_9_r3;
}

OPENXR_CASE(LS_XR_ACTIVATION_7, elevated_application) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kSystem).Implicit()).With(ApiLayer(kMine)).Elevated();
  world.Env("XR_ENABLE_API_LAYERS", kMine);
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS") << "every layer that is named is present";
  EXPECT_SEEN(ApiLayerChain(seen), AnyOf(ElementsAre(kSystem, kMine), ElementsAre(kSystem)))
      << "the variable is used or ignored; implicit layers of the system are enabled"
      << reading::LS_XR_ACTIVATION_7_r1;
}

// A layer in the user's folder, given by the variable or its default, next to one of the system.
void JudgeHome(Case& c, OpenXrWorld world, const std::string& home) {
  world.With(ApiLayer(kSystem).Implicit()).With(LayerAt(kMine, home, true)).Elevated();
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS")
      << "an instance can be created with the layers";
  EXPECT_SEEN(ApiLayerChain(seen),
              AnyOf(ElementsAre(kSystem), UnorderedElementsAre(kSystem, kMine)))
      << "the user's folder may be searched or not, and the system's folder is searched"
      << reading::LS_XR_LAYER_DISCOVERY_4_r3;
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_4, elevated_application_with_data_home) {
  JudgeHome(c, OpenXrWorld(c.subject()).Env("XDG_DATA_HOME", "/data/mine"), "/data/mine");
}
OPENXR_CASE(LS_XR_LAYER_DISCOVERY_4, elevated_application_with_home) {
  JudgeHome(c, OpenXrWorld(c.subject()).Home("/home/other"), "/home/other/.local/share");
}

// For a set-user-ID application the sentence allows only one result; it does not cover other kinds
// of elevation (LS_XR_LAYER_DISCOVERY_5.r1), nor other variables (LS_XR_LAYER_DISCOVERY_5.r2).
void JudgeSetUserId(Case& c, OpenXrWorld world, const std::string& home, bool implicit) {
  world.With(ApiLayer(kSystem).Implicit()).With(LayerAt(kMine, home, implicit));
  world.Elevated(Elevation::kSetUserId);
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence();
  });
  EXPECT_SEEN(XrResultOf(seen, kCreate), "XR_SUCCESS")
      << "an instance can be created with the layers";
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kSystem))
      << "a set-user-ID application gets the layer of the system and none from the user's folder";
  EXPECT_SEEN(ListedApiLayers(seen), Not(Contains(kMine)))
      << "a layer of the user's folder is not offered to a set-user-ID application";
}

REGISTER_CASES {
  for (const bool implicit : {false, true}) {
    const std::string kind = implicit ? "implicit" : "explicit";
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_5}, "set_user_id_data_home_" + kind,
                 [implicit](Case& c) {
                   OpenXrWorld world(c.subject());
                   world.Env("XDG_DATA_HOME", "/data/mine");
                   JudgeSetUserId(c, world, "/data/mine", implicit);
                 });
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_5}, "set_user_id_home_" + kind,
                 [implicit](Case& c) {
                   OpenXrWorld world(c.subject());
                   world.Home("/home/other");
                   JudgeSetUserId(c, world, "/home/other/.local/share", implicit);
                 });
  }
}

}  // namespace
}  // namespace loadstone::suites::elevated

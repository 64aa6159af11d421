// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <tuple>

#include "suites/openxr/layers.h"
#include "suites/openxr/runtimes.h"

// api_layer, "Linux Manifest Search Paths", and runtime, "Linux Active Runtime Location": folders
// of variables that end like what is appended to them, which is appended nevertheless.
namespace loadstone::suites::bases_like_parts {
namespace {

struct Base {
  const char* name;
  const char* folder;
};

constexpr Base kBases[] = {
    {"openxr", "/d/openxr"}, {"version", "/d/openxr/1"}, {"api_layers", "/d/openxr/1/api_layers"}};
// Where a loader searches that appends less to one of them.
constexpr char kAbove[] = "/d";

void JudgeLayers(Case& c, const char* variable, const Base& base, bool implicit) {
  OpenXrWorld world(c.subject());
  world.Env(variable, base.folder);
  for (const char* root : {base.folder, kAbove}) {
    world.With(LayerAt(NameAt(root), root, implicit));
  }
  const std::vector<std::string> expected = {NameAt(base.folder)};
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = implicit ? std::vector<std::string>() : expected});
  });
  constexpr char kWhy[] = "openxr/1/api_layers and the kind are appended to each folder";
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAreArray(expected)) << kWhy;
  if (!implicit) {
    EXPECT_SEEN(ListedApiLayers(seen), ElementsAreArray(expected)) << kWhy;
  }
}

void JudgeRuntime(Case& c, const char* variable, const Base& base) {
  OpenXrWorld world(c.subject());
  world.WithoutRuntime().Env(variable, base.folder);
  for (const char* root : {base.folder, kAbove}) {
    world.With(Runtime(root).In(XrRuntimeFolder(root)));
  }
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, base.folder, "openxr/1 is appended to each folder");
}

REGISTER_CASES {
  for (const Base& base : kBases) {
    for (const auto& [variable, id, name] :
         {std::tuple{"XDG_CONFIG_DIRS", policy::LS_XR_LAYER_DISCOVERY_3, "config_dirs"},
          std::tuple{"XDG_DATA_DIRS", policy::LS_XR_LAYER_DISCOVERY_3, "data_dirs"},
          std::tuple{"XDG_DATA_HOME", policy::LS_XR_LAYER_DISCOVERY_4, "data_home"}}) {
      for (const bool implicit : {false, true}) {
        RegisterCase(Api::kOpenXr, {id},
                     fmt::format("{}_ending_with_{}_{}", name, base.name,
                                 implicit ? "implicit" : "explicit"),
                     [variable = variable, &base, implicit](Case& c) {
                       JudgeLayers(c, variable, base, implicit);
                     });
      }
    }
    for (const auto& [variable, name] : {std::pair{"XDG_CONFIG_HOME", "config_home"},
                                         std::pair{"XDG_CONFIG_DIRS", "config_dirs"}}) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_RUNTIME_DISCOVERY_3},
                   fmt::format("{}_ending_with_{}", name, base.name),
                   [variable = variable, &base](Case& c) { JudgeRuntime(c, variable, base); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::bases_like_parts

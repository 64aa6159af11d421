// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/openxr/layers.h"
#include "suites/openxr/runtimes.h"

// api_layer, "Linux Manifest Search Paths"; runtime, "Linux Active Runtime Location"; application,
// "Forced Loading of API Layers": folders and lists with long names. Linux allows paths of 4095
// characters.
namespace loadstone::suites::long_places {
namespace {

constexpr char kLayer[] = "XR_APILAYER_LS_far";
constexpr char kRuntime[] = "far";

// Folders in one another, of 100 characters each, behind that path.
std::string Below(const std::string& root, size_t count) {
  std::string path = root;
  for (size_t i = 0; i < count; ++i) path += "/" + std::string(99, 'n');
  return path;
}

// Variables with a folder below which manifests are; `before` is what stands before it in a list.
struct Variable {
  const char* place;  // in the names of cases
  const char* name;
  policy::Id policy;
  const char* before = "";
  const char* below = "";
};

constexpr Variable kOfLayers[] = {
    {"config_dirs", "XDG_CONFIG_DIRS", policy::LS_XR_LAYER_DISCOVERY_3, "/conf/empty:"},
    {"data_dirs", "XDG_DATA_DIRS", policy::LS_XR_LAYER_DISCOVERY_3, "/data/empty:"},
    {"data_home", "XDG_DATA_HOME", policy::LS_XR_LAYER_DISCOVERY_4},
    {"home", "HOME", policy::LS_XR_LAYER_DISCOVERY_4, "", "/.local/share"},
};
constexpr Variable kOfRuntimes[] = {
    {"config_dirs", "XDG_CONFIG_DIRS", policy::LS_XR_RUNTIME_DISCOVERY_3, "/conf/empty:"},
    {"config_home", "XDG_CONFIG_HOME", policy::LS_XR_RUNTIME_DISCOVERY_3},
    {"home", "HOME", policy::LS_XR_RUNTIME_DISCOVERY_4, "", "/.config"},
};

void UseLayer(OpenXrApp& app, bool implicit) {
  app.EnumerateLayers();
  app.RunFullSequence(
      {.layers = implicit ? std::vector<std::string>() : std::vector<std::string>{kLayer}});
}

void JudgeFolderOfLayers(Case& c, const Variable& variable, size_t folders, bool implicit) {
  OpenXrWorld world(c.subject());
  const std::string root = Below("/far", folders);
  world.Env(variable.name, variable.before + root);
  world.With(LayerAt(kLayer, root + variable.below, implicit));
  const Observation seen = Observe(c, world, [=](OpenXrApp& app) { UseLayer(app, implicit); });
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kLayer))
      << "each folder is searched, whatever the length of its path is";
}

void JudgeFolderOfRuntime(Case& c, const Variable& variable, size_t folders) {
  OpenXrWorld world(c.subject());
  const std::string root = Below("/far", folders);
  world.WithoutRuntime().Env(variable.name, variable.before + root);
  world.With(Runtime(kRuntime).In(XrRuntimeFolder(root + variable.below)));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, kRuntime, "each folder is searched, whatever the length of its path is");
}

void JudgeNamedRuntime(Case& c, size_t folders) {
  const std::string folder = Below("/far", folders);
  OpenXrWorld world(c.subject());
  world.With(Runtime(kRuntime).In(folder).ManifestFile("manifest.json"));
  world.Env("XR_RUNTIME_JSON", folder + "/manifest.json");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, kRuntime, "XR_RUNTIME_JSON names the runtime to use");
}

void JudgeNamedFolder(Case& c, size_t folders) {
  const std::string folder = Below("/far", folders);
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kLayer).In(folder)).Env("XR_API_LAYER_PATH", "/layers/empty:" + folder);
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { UseLayer(app, false); });
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kLayer)) << "each folder of the list is searched";
}

REGISTER_CASES {
  for (const size_t folders : {3, 11}) {
    const std::string length = fmt::format("of_more_than_{}_characters", folders * 100);
    for (const Variable& variable : kOfLayers) {
      for (const bool implicit : {false, true}) {
        RegisterCase(
            Api::kOpenXr, {variable.policy},
            fmt::format("{}_{}_{}", variable.place, length, implicit ? "implicit" : "explicit"),
            [=, &variable](Case& c) { JudgeFolderOfLayers(c, variable, folders, implicit); });
      }
    }
    for (const Variable& variable : kOfRuntimes) {
      RegisterCase(Api::kOpenXr, {variable.policy}, fmt::format("{}_{}", variable.place, length),
                   [=, &variable](Case& c) { JudgeFolderOfRuntime(c, variable, folders); });
    }
    RegisterCase(Api::kOpenXr, {policy::LS_XR_RUNTIME_DISCOVERY_10}, "path_" + length,
                 [folders](Case& c) { JudgeNamedRuntime(c, folders); });
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_10}, "folder_" + length,
                 [folders](Case& c) { JudgeNamedFolder(c, folders); });
  }
}

// Layers whose names are as long as the structures of the API allow.
OPENXR_CASE(LS_XR_ACTIVATION_8, list_of_5000_characters) {
  OpenXrWorld world(c.subject());
  std::vector<std::string> names;
  std::vector<std::string> who;
  for (int i = 0; i < 20; ++i) {
    const std::string start = fmt::format("XR_APILAYER_LS_{:02}_", i);
    names.push_back(start + std::string(XR_MAX_API_LAYER_NAME_SIZE - 1 - start.size(), 'n'));
    who.push_back(fmt::format("layer_{}", i));
    world.With(ApiLayer(names.back()).ManifestFile(who.back() + ".json").Who(who.back()));
  }
  world.Env("XR_ENABLE_API_LAYERS", JoinNames(names));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAreArray(who))
      << "each layer that the list names is enabled";
}

}  // namespace
}  // namespace loadstone::suites::long_places

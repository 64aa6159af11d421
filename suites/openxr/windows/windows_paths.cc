// SPDX-License-Identifier: Apache-2.0
#include "suites/common/windows_paths.h"

#include <fmt/format.h>

#include "harness/world/mock_library.h"
#include "policies/reading_ids.h"
#include "suites/openxr/layers.h"
#include "suites/openxr/runtimes.h"

// api_layer, "Windows Manifest Registry Usage" and "API Layer Manifest File Format"; runtime,
// "Windows Active Runtime Location" and "Runtime Manifest File Format": forms of full paths.
namespace loadstone::suites::windows_paths {
namespace {

constexpr char kLayer[] = "XR_APILAYER_LS_form";
constexpr char kGood[] = "XR_APILAYER_LS_good";
constexpr char kRuntime[] = "vendor";
constexpr char kRuntimeKey[] = "HKLM\\SOFTWARE\\Khronos\\OpenXR\\1";

ApiLayer LayerOf(const std::string& name, bool implicit) {
  ApiLayer layer(name);
  if (implicit) layer.Implicit();
  return layer;
}

std::string LayerKey(const Subject& subject, bool implicit) {
  const SearchFolders& keys = subject.folders;
  return (implicit ? keys.implicit_layers : keys.explicit_layers).front();
}

OpenXrWorld Machine(const Case& c, const PathForm& form) {
  OpenXrWorld world(c.subject());
  AddWayOf(world, form.before);
  return world;
}

// Puts the library of the mock `who` at `path`, in addition to its own place.
void PutLibrary(OpenXrWorld& world, const Subject& subject, const std::string& who,
                const std::string& path) {
  for (const char* suffix : {"", ".config"}) {
    world.Symlink(path + suffix, MockLibraryPath(who, subject) + suffix);
  }
}

// A machine on which the form is the path of a layer's manifest, or of its library.
OpenXrWorld LayerMachine(const Case& c, bool implicit, bool library, const PathForm& form) {
  OpenXrWorld world = Machine(c, form);
  const std::string key = LayerKey(c.subject(), implicit);
  const ApiLayer layer = LayerOf(kLayer, implicit);
  if (library) {
    world.With(ApiLayer(layer).LibraryPath(form.Of("layer.dll")).In(key));
    PutLibrary(world, c.subject(), kLayer, form.Place("layer.dll"));
  } else {
    world.With(ApiLayer(layer).In(form.folder).ManifestFile("layer.json"))
        .Registry(RegistryDword(key, form.Of("layer.json"), 0));
  }
  return world;
}

void UsesLayer(Case& c, bool implicit, bool library, const PathForm& form) {
  const OpenXrWorld world = LayerMachine(c, implicit, library, form);
  const Observation seen = Observe(c, world, [implicit](OpenXrApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence(
        {.layers = implicit ? std::vector<std::string>() : std::vector<std::string>{kLayer}});
  });
  const std::string why = form.Of(library ? "layer.dll" : "layer.json") + " is a full path";
  EXPECT_SEEN(ListedApiLayers(seen), Contains(kLayer)) << why;
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kLayer)) << why;
}

void BesideLayer(Case& c, bool implicit, bool library, const PathForm& form) {
  OpenXrWorld world = LayerMachine(c, implicit, library, form);
  world.With(LayerOf(kGood, implicit).In(LayerKey(c.subject(), implicit)));
  const Observation seen = Observe(c, world, [implicit](OpenXrApp& app) {
    app.EnumerateLayers();
    // The instance may be refused: LS_XR_LAYER_MANIFEST_15.r1.
    if (!implicit) app.CreateInstance({.layers = {kLayer}});
    app.DestroyInstance();
    app.RunFullSequence(
        {.layers = implicit ? std::vector<std::string>() : std::vector<std::string>{kGood}});
  });
  const std::string why = form.Of(library ? "layer.dll" : "layer.json") + " hides no other layer";
  EXPECT_SEEN(ListedApiLayers(seen), Contains(kGood))
      << why << reading::LS_XR_LAYER_DISCOVERY_16_r3 << reading::LS_XR_LAYER_MANIFEST_9_r1;
  std::vector<std::string> chain = ApiLayerChain(seen);
  std::erase(chain, kLayer);
  EXPECT_SEEN(chain, ElementsAre(kGood)) << why;
}

REGISTER_CASES {
  for (const bool implicit : {false, true}) {
    const char* kind = implicit ? "implicit" : "explicit";
    for (const PathForm& form : UsualPathForms()) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_16},
                   fmt::format("{}_path_with_{}", kind, form.name),
                   [implicit, form](Case& c) { UsesLayer(c, implicit, false, form); });
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_MANIFEST_9, policy::LS_XR_LAYER_DISCOVERY_16},
                   fmt::format("windows_{}_path_with_{}", kind, form.name),
                   [implicit, form](Case& c) { UsesLayer(c, implicit, true, form); });
    }
    for (const PathForm& form : UnusualPathForms()) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_16},
                   fmt::format("{}_beside_a_path_with_{}", kind, form.name),
                   [implicit, form](Case& c) { BesideLayer(c, implicit, false, form); });
      // An implicit layer that cannot be loaded may prevent the instance.
      if (implicit) continue;
      RegisterCase(Api::kOpenXr,
                   {policy::LS_XR_LAYER_MANIFEST_13, policy::LS_XR_LAYER_DISCOVERY_16},
                   fmt::format("windows_{}_beside_a_library_path_with_{}", kind, form.name),
                   [implicit, form](Case& c) { BesideLayer(c, implicit, true, form); });
    }
  }
}

// A share may be used or not, as in values. The share is that of drive C.
OPENXR_CASE(LS_XR_LAYER_DISCOVERY_10, windows_folder_beside_one_on_a_share,
            policy::LS_XR_LAYER_DISCOVERY_16) {
  OpenXrWorld world(c.subject());
  world.With(LayerOf(kLayer, false).In("/forms"))
      .With(LayerOf(kGood, false).In("/good"))
      .Env("XR_API_LAYER_PATH", "\\\\localhost\\C$\\forms;C:\\good");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = {kGood}});
  });
  EXPECT_SEEN(ListedApiLayers(seen), Contains(kGood)) << "a folder on a share hides no other";
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kGood)) << "a folder on a share hides no other";
}

// What has a path of a form: the manifest of the active runtime in the registry or in the variable,
// or the runtime's library in the manifest.
enum class Named { kByValue, kByVariable, kByManifest };

Observation UseRuntime(Case& c, Named named, const PathForm& form) {
  OpenXrWorld world = Machine(c, form);
  world.WithoutRuntime();
  const std::string path = form.Of("runtime.json");
  Runtime runtime(kRuntime);
  if (named == Named::kByManifest) {
    runtime.LibraryPath(form.Of("runtime.dll"));
    PutLibrary(world, c.subject(), kRuntime, form.Place("runtime.dll"));
  }
  const bool by_manifest = named == Named::kByManifest;
  world.With(runtime.In(by_manifest ? "/runtimes" : form.folder).ManifestFile("runtime.json"));
  if (named == Named::kByVariable) {
    world.Env("XR_RUNTIME_JSON", path);
  } else {
    world.Registry(RegistryText(kRuntimeKey, "ActiveRuntime",
                                by_manifest ? "C:\\runtimes\\runtime.json" : path));
  }
  return Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
}

REGISTER_CASES {
  using policy::LS_XR_RUNTIME_DISCOVERY_12;
  const struct {
    Named named;
    std::vector<policy::Id> policies;
    const char* prefix;
  } rows[] = {
      {Named::kByValue, {LS_XR_RUNTIME_DISCOVERY_12}, ""},
      {Named::kByVariable,
       {policy::LS_XR_RUNTIME_DISCOVERY_10, LS_XR_RUNTIME_DISCOVERY_12},
       "windows_"},
      {Named::kByManifest,
       {policy::LS_XR_RUNTIME_MANIFEST_4, LS_XR_RUNTIME_DISCOVERY_12},
       "windows_"},
  };
  for (const auto& row : rows) {
    for (const PathForm& form : UsualPathForms()) {
      RegisterCase(Api::kOpenXr, row.policies, fmt::format("{}path_with_{}", row.prefix, form.name),
                   [named = row.named, form](Case& c) {
                     ExpectRuntime(UseRuntime(c, named, form), kRuntime,
                                   "a full path names the file");
                   });
    }
    for (const PathForm& form : UnusualPathForms()) {
      // The world would take such a path for one of its own, and write it with a drive.
      if (row.named == Named::kByVariable && form.before.starts_with("/")) continue;
      // LS_XR_RUNTIME_DISCOVERY_12.r3, LS_XR_RUNTIME_DISCOVERY_10.r4, LS_XR_RUNTIME_MANIFEST_4.r1
      RegisterCase(Api::kOpenXr, row.policies,
                   fmt::format("{}unusual_path_with_{}", row.prefix, form.name),
                   [named = row.named, form](Case& c) {
                     ExpectRuntimeOrError(UseRuntime(c, named, form), kRuntime);
                   });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::windows_paths

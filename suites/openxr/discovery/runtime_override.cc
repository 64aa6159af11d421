// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include "harness/probe/path_here.h"
#include "harness/world/platform.h"
#include "policies/reading_ids.h"
#include "suites/common/other_word_size.h"
#include "suites/openxr/layers.h"
#include "suites/openxr/runtimes.h"

// runtime, "Overriding the Default Runtime Usage": XR_RUNTIME_JSON.
namespace loadstone::suites::runtime_override {
namespace {

constexpr char kChosen[] = "chosen";
constexpr char kChosenFolder[] = "/opt/chosen";
constexpr char kChosenFile[] = "/opt/chosen/manifest.json";
constexpr char kOtherWordSize[] = "/opt/chosen/other_word_size.so";

Runtime Chosen() { return Runtime(kChosen).In(kChosenFolder).ManifestFile("manifest.json"); }

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_10, names_a_runtime) {
  OpenXrWorld world(c.subject());
  world.With(Chosen().Extensions({{"XR_LS_of_chosen"}})).Env("XR_RUNTIME_JSON", kChosenFile);
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.EnumerateExtensions();
    app.RunFullSequence();
  });
  ExpectRuntime(seen, kChosen, "XR_RUNTIME_JSON names the runtime to use");
  EXPECT_SEEN(ListedExtensionNames(seen), Contains("XR_LS_of_chosen"))
      << "the extensions that are listed are those of the runtime that is used";
  EXPECT_SEEN(Loaded(seen), Not(Contains(kDefaultRuntime)))
      << "with XR_RUNTIME_JSON set, the standard places are not searched";
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_11, beats_every_folder) {
  OpenXrWorld world(c.subject());
  world.With(Chosen()).Env("XR_RUNTIME_JSON", kChosenFile);
  world.Env("XDG_CONFIG_HOME", "/conf/home").Env("XDG_CONFIG_DIRS", "/conf/a");
  world.With(Runtime("in_home").In(XrRuntimeFolder("/conf/home")));
  world.With(Runtime("in_dirs").In(XrRuntimeFolder("/conf/a")));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, kChosen, "XR_RUNTIME_JSON has precedence over every folder");
  EXPECT_SEEN(Loaded(seen), ElementsAre(kChosen))
      << "with XR_RUNTIME_JSON set, the standard places are not searched";
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_10, path_of_139_characters) {
  const std::string folder = "/opt/" + std::string(120, 'n');
  OpenXrWorld world(c.subject());
  world.With(Runtime(kChosen).In(folder).ManifestFile("manifest.json"));
  world.Env("XR_RUNTIME_JSON", folder + "/manifest.json");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, kChosen, "XR_RUNTIME_JSON names the runtime to use");
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_10, without_any_other_runtime) {
  const OpenXrWorld world =
      OpenXrWorld(c.subject()).WithoutRuntime().With(Chosen()).Env("XR_RUNTIME_JSON", kChosenFile);
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, kChosen, "XR_RUNTIME_JSON names the runtime to use");
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_10, names_a_link) {
  const OpenXrWorld world = OpenXrWorld(c.subject())
                                .With(Chosen())
                                .Symlink("/opt/link.json", kChosenFile)
                                .Env("XR_RUNTIME_JSON", "/opt/link.json");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, kChosen, "XR_RUNTIME_JSON names the runtime to use");
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_10, has_blanks_and_colons_in_its_path) {
  // On Windows, names contain no colons, and lists are separated by semicolons.
  const std::string folder =
      IsWindows(c.subject()) ? "/opt/my runtimes; of all" : "/opt/my runtimes:all; of them";
  const OpenXrWorld world = OpenXrWorld(c.subject())
                                .With(Runtime(kChosen).In(folder).ManifestFile("a b.json"))
                                .Env("XR_RUNTIME_JSON", folder + "/a b.json");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, kChosen, "XR_RUNTIME_JSON contains one path, not a list");
}

// A value that names no manifest; the loader must not use the runtime of the system instead.
void JudgeNoFallback(Case& c, const std::string& value) {
  OpenXrWorld world(c.subject());
  world.Directory("/opt/folder").Env("XR_RUNTIME_JSON", value);
  world.Symlink("/opt/dangling.json", "/opt/nothing.json");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.EnumerateExtensions();
    app.RunFullSequence();
  });
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), IsXrError())
      << "no runtime can be used, so no instance can be created";
  EXPECT_SEEN(RuntimesReached(seen), IsEmpty())
      << "with XR_RUNTIME_JSON set, only the file that it names may be used";
  EXPECT_SEEN(Loaded(seen), IsEmpty())
      << "with XR_RUNTIME_JSON set, the standard places are not searched";
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_11, names_a_file_that_is_missing) {
  JudgeNoFallback(c, "/opt/missing.json");
}
OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_11, names_a_file_in_a_folder_that_is_missing) {
  JudgeNoFallback(c, "/no/such/folder/missing.json");
}
OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_11, names_a_folder) { JudgeNoFallback(c, "/opt/folder"); }
OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_11, names_a_dangling_link) {
  JudgeNoFallback(c, "/opt/dangling.json");
}
OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_11, is_longer_than_any_path) {
  JudgeNoFallback(c, "/" + std::string(100000, 'x') + ".json");
}

// The chosen runtime cannot be loaded.
void JudgeNoLibrary(Case& c, const std::string& library_path) {
  OpenXrWorld world(c.subject());
  world.With(Chosen().LibraryPath(library_path))
      .File(kOtherWordSize, LibraryOfOtherWordSize(c.subject()))
      .Env("XR_RUNTIME_JSON", kChosenFile);
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), IsXrError())
      << "without the library of the chosen runtime, creating an instance fails"
      << reading::LS_XR_RUNTIME_MANIFEST_11_r1;
  EXPECT_SEEN(Loaded(seen), IsEmpty())
      << "with XR_RUNTIME_JSON set, the standard places are not searched";
}

OPENXR_CASE(LS_XR_RUNTIME_MANIFEST_11, names_a_runtime_without_a_library) {
  JudgeNoLibrary(c, "/opt/chosen/missing.so");
}
OPENXR_CASE(LS_XR_RUNTIME_MANIFEST_11, names_a_runtime_of_the_other_word_size) {
  JudgeNoLibrary(c, kOtherWordSize);
}

// Treated as if it were unset, or as no runtime: LS_XR_RUNTIME_DISCOVERY_11.r1.
OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_10, is_set_but_empty) {
  const OpenXrWorld world = OpenXrWorld(c.subject()).Env("XR_RUNTIME_JSON", "");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntimeOrError(seen, kDefaultRuntime);
}

// Used or ignored: LS_XR_RUNTIME_DISCOVERY_10.r1.
OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_10, is_a_relative_path) {
  const OpenXrWorld world =
      OpenXrWorld(c.subject()).With(Chosen()).Env("XR_RUNTIME_JSON", "./manifest.json");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    if (chdir(PathHere(kChosenFolder).c_str()) == 0) app.RunFullSequence();
  });
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), Not("no answer"))
      << "the application must get an answer";
  if (!RuntimesReached(seen).empty()) {
    EXPECT_SEEN(RuntimesReached(seen).size(), 1) << "no more than one runtime is active";
  }
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_10, is_not_set) {
  const OpenXrWorld world = OpenXrWorld(c.subject()).With(Chosen());
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, kDefaultRuntime, "without XR_RUNTIME_JSON the active runtime is used");
  EXPECT_SEEN(Loaded(seen), Not(Contains(kChosen)))
      << "the other runtime is not loaded, because nothing names it";
}

OPENXR_CASE(LS_XR_LOADER_15, no_runtime_at_all) {
  const Observation seen = Observe(c, OpenXrWorld(c.subject()).WithoutRuntime(),
                                   [](OpenXrApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), IsXrError())
      << "without a runtime no instance can be created" << reading::LS_XR_LOADER_15_r1;
}

OPENXR_CASE(LS_XR_LOADER_15, extensions_without_a_runtime) {
  const Observation seen =
      Observe(c, OpenXrWorld(c.subject()).WithoutRuntime(), [](OpenXrApp& app) {
        app.EnumerateExtensions();
        app.RunFullSequence();
      });
  EXPECT_SEEN(XrResultOf(seen, "xrEnumerateInstanceExtensionProperties"),
              AnyOf(Eq("XR_SUCCESS"), IsXrError()))
      << "the application gets what is available without a runtime, or an error"
      << reading::LS_XR_LOADER_15_r2;
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), IsXrError())
      << "without a runtime no instance can be created" << reading::LS_XR_LOADER_15_r1;
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_12, layers_without_a_runtime) {
  const OpenXrWorld world =
      OpenXrWorld(c.subject()).WithoutRuntime().With(ApiLayer("XR_APILAYER_LS_there"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.EnumerateLayers(); });
  EXPECT_SEEN(XrResultOf(seen, "xrEnumerateApiLayerProperties"),
              AnyOf(Eq("XR_SUCCESS"), IsXrError()))
      << "the application must get an answer";
  if (XrResultOf(seen, "xrEnumerateApiLayerProperties") == "XR_SUCCESS") {
    EXPECT_SEEN(ListedApiLayers(seen), Contains("XR_APILAYER_LS_there"))
        << "layers are found from their manifests, without a runtime";
  }
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_5, elevated_application_gets_the_runtime_of_the_system) {
  const Observation seen = Observe(c, OpenXrWorld(c.subject()).Elevated(),
                                   [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, kDefaultRuntime, "the system's own folder applies to every application");
}

}  // namespace
}  // namespace loadstone::suites::runtime_override

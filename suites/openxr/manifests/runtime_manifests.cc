// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>

#include "harness/probe/path_here.h"
#include "harness/world/platform.h"
#include "policies/reading_ids.h"
#include "suites/common/bad_files.h"
#include "suites/common/wrong_types.h"
#include "suites/openxr/manifests/vendor_libraries.h"
#include "suites/openxr/runtimes.h"

// runtime, "Runtime Manifest File Format": where the library is, what else a manifest may contain,
// and invalid manifests.
namespace loadstone::suites::runtime_manifests {
namespace {

constexpr char kBad[] = "bad";
constexpr char kWorkingFolder[] = "/opt/work";
constexpr char kBadFile[] = "/opt/bad/manifest.json";

// Puts a copy of the mock runtime at `path`, which is also its name in the trace.
void PutRuntime(OpenXrWorld& world, const Subject& subject, const std::string& path) {
  AddMockLibraryAt(world.machine(), subject, path, path, "openxr_runtime");
}

// Sets XR_RUNTIME_JSON to a manifest with this library_path.
void NameVendor(OpenXrWorld& world, const Subject& subject, const std::string& library_path) {
  const std::string written = NativeLibraryPath(subject, library_path);
  world.File("/opt/vendor/share/manifest.json",
             Runtime("vendor").LibraryPath(written).ManifestText(""));
  world.Env("XR_RUNTIME_JSON", "/opt/vendor/share/manifest.json");
}

// Makes a manifest with this library_path that of the active runtime; returns its folder. On
// Windows it is the one that NameVendor writes.
std::string ActivateVendor(OpenXrWorld& world, const Subject& subject,
                           const std::string& library_path) {
  const std::string place = world.DefaultRuntimeFolder();
  const std::string written = NativeLibraryPath(subject, library_path);
  const std::string text = Runtime("vendor").LibraryPath(written).ManifestText("");
  world.WithoutRuntime();
  if (!IsWindows(subject)) {
    world.File(place + "/active_runtime.json", text);
    return place;
  }
  const std::string file = std::string(kVendorFolder) + "/manifest.json";
  world.File(file, text).Registry(RegistryText(place, "ActiveRuntime", WindowsPath(file)));
  return kVendorFolder;
}

// The manifest is the one that XR_RUNTIME_JSON names, or that of the active runtime.
void JudgeLibrary(Case& c, const VendorLibrary& library, bool active) {
  OpenXrWorld world(c.subject());
  const std::string folder = active ? ActivateVendor(world, c.subject(), library.library_path)
                                    : std::string(kVendorFolder);
  if (!active) NameVendor(world, c.subject(), library.library_path);
  std::string file = library.file;
  if (library.library_path[0] != '/') {
    const auto path = std::filesystem::path(folder) /
                      std::filesystem::path(file).lexically_relative(kVendorFolder);
    file = path.lexically_normal().generic_string();
  }
  PutRuntime(world, c.subject(), file);
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, file, "library_path is relative to the manifest, or a full path");
}

REGISTER_CASES {
  for (const VendorLibrary& library : kVendorLibraries) {
    for (const bool active : {false, true}) {
      // The active runtimes of most other cases have a full path.
      if (active && library.library_path[0] == '/') continue;
      RegisterCase(Api::kOpenXr,
                   {library.library_path[0] == '/' ? policy::LS_XR_RUNTIME_MANIFEST_4
                                                   : policy::LS_XR_RUNTIME_MANIFEST_5},
                   fmt::format("{}{}", library.name, active ? "_of_the_active_runtime" : ""),
                   [&library, active](Case& c) { JudgeLibrary(c, library, active); });
    }
  }
}

// The application works in another folder.
OPENXR_CASE(LS_XR_RUNTIME_MANIFEST_5, relative_path_of_a_manifest_in_the_root) {
  constexpr char kFile[] = "/vendor/libvendor.so";
  OpenXrWorld world(c.subject());
  PutRuntime(world, c.subject(), kFile);
  const std::string written = NativeLibraryPath(c.subject(), "./vendor/libvendor.so");
  world.File("/manifest.json", Runtime("vendor").LibraryPath(written).ManifestText(""));
  world.Directory(kWorkingFolder).Env("XR_RUNTIME_JSON", "/manifest.json");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    std::filesystem::current_path(PathHere(kWorkingFolder));
    app.RunFullSequence();
  });
  ExpectRuntime(seen, kFile, "library_path is relative to the manifest");
}

// The library is only in the system's search path: whether one next to the manifest counts is open
// (LS_XR_RUNTIME_MANIFEST_6.r1).
void JudgeSearchPath(Case& c, const std::string& name) {
  OpenXrWorld world(c.subject());
  const std::string file = LibrarySearchFolder(world.machine(), c.subject()) + "/" + name;
  PutRuntime(world, c.subject(), file);
  NameVendor(world, c.subject(), name);
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, file,
                "a file name without a path is looked up where the system looks up libraries");
}

OPENXR_CASE(LS_XR_RUNTIME_MANIFEST_6, file_name_in_the_search_path_of_the_system) {
  JudgeSearchPath(c, "libvendor.so");
}
OPENXR_CASE(LS_XR_RUNTIME_MANIFEST_6, file_name_without_lib_in_the_search_path_of_the_system) {
  JudgeSearchPath(c, "vendor.so");
}

// Other libraries of the name are next to the manifest, and in the folder in which the application
// works.
OPENXR_CASE(LS_XR_RUNTIME_MANIFEST_6, file_name_beside_others_of_the_name) {
  OpenXrWorld world(c.subject());
  const std::string folder = LibrarySearchFolder(world.machine(), c.subject());
  for (const std::string& path :
       {folder, std::string("/opt/vendor/share"), std::string(kWorkingFolder)}) {
    PutRuntime(world, c.subject(), path + "/libvendor.so");
  }
  NameVendor(world, c.subject(), "libvendor.so");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    std::filesystem::current_path(PathHere(kWorkingFolder));
    app.RunFullSequence();
  });
  ExpectRuntime(seen, folder + "/libvendor.so",
                "a file name without a path is looked up where the system looks up libraries");
}

// A relative library_path exists both next to the link and next to its target: it is open which one
// is used.
OPENXR_CASE(LS_XR_RUNTIME_MANIFEST_5, relative_path_through_a_link) {
  OpenXrWorld world(c.subject());
  const std::string folder = world.DefaultRuntimeFolder();
  world.WithoutRuntime();
  PutRuntime(world, c.subject(), folder + "/libvendor.so");
  PutRuntime(world, c.subject(), "/opt/vendor/libvendor.so");
  world.File("/opt/vendor/manifest.json",
             Runtime("vendor").LibraryPath("./libvendor.so").ManifestText(""));
  world.Symlink(folder + "/active_runtime.json", "/opt/vendor/manifest.json");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(RuntimesReached(seen),
              AnyOf(ElementsAre(folder + "/libvendor.so"), ElementsAre("/opt/vendor/libvendor.so")))
      << "library_path is relative to the manifest: to the link, or to what it leads to"
      << reading::LS_XR_RUNTIME_MANIFEST_5_r1;
}

struct Version {
  const char* name;
  const char* version;
};

// LS_XR_RUNTIME_MANIFEST_3.r1: they may be accepted or rejected.
constexpr Version kOtherVersions[] = {
    {"version_0_9_9", "0.9.9"},
    {"version_1_0_1", "1.0.1"},
    {"version_1_1_0", "1.1.0"},
    {"version_2_0_0", "2.0.0"},
};

REGISTER_CASES {
  for (const Version& version : kOtherVersions) {
    RegisterCase(
        Api::kOpenXr, {policy::LS_XR_RUNTIME_MANIFEST_3}, version.name, [&version](Case& c) {
          const OpenXrWorld world =
              OpenXrWorld(c.subject()).With(Runtime(kDefaultRuntime).FileFormat(version.version));
          const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
          ExpectRuntimeOrError(seen, kDefaultRuntime);
        });
  }
}

OPENXR_CASE(LS_XR_RUNTIME_MANIFEST_1, version_1_0_0) {
  const OpenXrWorld world =
      OpenXrWorld(c.subject()).With(Runtime(kDefaultRuntime).FileFormat("1.0.0"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, kDefaultRuntime, "version 1.0.0 of the file is supported");
}

// What a manifest may contain in addition to the required members.
struct Addition {
  const char* name;
  std::string change;
};

const Addition kAdditions[] = {
    {"with_a_name", R"({"name": "A runtime"})"},
    {"with_an_empty_name", R"({"name": ""})"},
    {"with_a_name_of_128_characters", JsonObject().Set("name", std::string(128, 'r')).Text()},
    {"with_a_name_of_1000_characters", JsonObject().Set("name", std::string(1000, 'r')).Text()},
    {"with_members_of_a_vendor", R"({"VENDOR_field": {"a": [1, 2, {"b": null}]}, "VENDOR_x": 1})"},
    {"with_empty_functions", R"({"functions": {}})"},
    {"with_10000_characters_of_a_vendor",
     JsonObject().Set("VENDOR_text", std::string(10000, 'v')).Text()},
};

REGISTER_CASES {
  for (const Addition& addition : kAdditions) {
    RegisterCase(
        Api::kOpenXr, {policy::LS_XR_RUNTIME_MANIFEST_8}, addition.name, [&addition](Case& c) {
          const OpenXrWorld world =
              OpenXrWorld(c.subject()).With(Runtime(kDefaultRuntime).Manifest(addition.change));
          const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
          ExpectRuntime(seen, kDefaultRuntime, "additional members of a manifest do not matter");
        });
  }
}

std::string ManifestOf(const std::string& name) {
  return Runtime(name).ManifestText(MockLibraryPath(kBad));
}

using PlaceBad = std::function<void(World&, const std::string&)>;

// XR_RUNTIME_JSON names the bad file: a loader may use it, or no runtime
// (LS_XR_RUNTIME_MANIFEST_10.r1).
void JudgeNamed(Case& c, const PlaceBad& place) {
  OpenXrWorld world(c.subject());
  world.With(Runtime(kBad).In("/not/searched")).Env("XR_RUNTIME_JSON", kBadFile);
  place(world.machine(), kBadFile);
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntimeOrError(seen, kBad);
}

// The bad file is the preferred active_runtime.json, and a valid one is in the next folder, which
// may be tried (LS_XR_RUNTIME_MANIFEST_10.r1, LS_XR_RUNTIME_DISCOVERY_3.r1). On Windows the key
// names the bad file, and there is no other.
void JudgePreferred(Case& c, const PlaceBad& place) {
  OpenXrWorld world(c.subject());
  if (IsWindows(c.subject())) {
    world.WithoutRuntime().With(Runtime(kBad).In("/not/searched"));
    place(world.machine(), kBadFile);
    world.Registry(
        RegistryText(world.DefaultRuntimeFolder(), "ActiveRuntime", WindowsPath(kBadFile)));
    ExpectRuntimeOrError(Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); }), kBad);
    return;
  }
  world.With(Runtime(kBad).In("/not/searched")).Env("XDG_CONFIG_HOME", "/conf");
  place(world.machine(), XrRuntimeFolder("/conf") + "/active_runtime.json");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  if (RuntimesReached(seen) == std::vector<std::string>{kDefaultRuntime}) {
    EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_SUCCESS")
        << "the next folder has a good runtime";
  } else {
    ExpectRuntimeOrError(seen, kBad);
  }
}

void Register(const std::string& name, const PlaceBad& place) {
  // A user may name a named pipe in XR_RUNTIME_JSON on purpose.
  if (name != "fifo_without_a_writer") {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_RUNTIME_MANIFEST_10}, name + "_named",
                 [place](Case& c) { JudgeNamed(c, place); });
  }
  RegisterCase(Api::kOpenXr, {policy::LS_XR_RUNTIME_MANIFEST_10}, name + "_preferred",
               [place](Case& c) { JudgePreferred(c, place); });
}

REGISTER_CASES {
  const ManifestTerms terms = {.manifest = [] { return ManifestOf(kBad); },
                               .other_manifest = [] { return ManifestOf("bad_2"); },
                               .object = "runtime",
                               .name = kBad};
  for (const BadFile& bad : BadFiles(terms)) Register(bad.name, bad.place);
}

// A whole text; {0} stands for the path of an existing library.
struct Text {
  const char* name;
  const char* text;
};

constexpr Text kTexts[] = {
    {"library_path_missing", R"({{"file_format_version": "1.0.0", "runtime": {{}}}})"},
    {"library_path_empty",
     R"({{"file_format_version": "1.0.0", "runtime": {{"library_path": ""}}}})"},
    {"library_path_number",
     R"({{"file_format_version": "1.0.0", "runtime": {{"library_path": 1}}}})"},
    {"library_path_null",
     R"({{"file_format_version": "1.0.0", "runtime": {{"library_path": null}}}})"},
    {"library_path_list",
     R"({{"file_format_version": "1.0.0", "runtime": {{"library_path": ["{0}"]}}}})"},
    {"library_path_object",
     R"({{"file_format_version": "1.0.0", "runtime": {{"library_path": {{"a": "{0}"}}}}}})"},
    {"runtime_missing", R"({{"file_format_version": "1.0.0"}})"},
    {"runtime_null", R"({{"file_format_version": "1.0.0", "runtime": null}})"},
    {"runtime_text", R"({{"file_format_version": "1.0.0", "runtime": "{0}"}})"},
    {"runtime_number", R"({{"file_format_version": "1.0.0", "runtime": 1}})"},
    {"runtime_list",
     R"({{"file_format_version": "1.0.0", "runtime": [{{"library_path": "{0}"}}]}})"},
    {"file_format_version_missing", R"({{"runtime": {{"library_path": "{0}"}}}})"},
    {"file_format_version_number",
     R"({{"file_format_version": 1.0, "runtime": {{"library_path": "{0}"}}}})"},
    {"file_format_version_object",
     R"({{"file_format_version": {{}}, "runtime": {{"library_path": "{0}"}}}})"},
    {"file_format_version_empty",
     R"({{"file_format_version": "", "runtime": {{"library_path": "{0}"}}}})"},
    {"file_format_version_text",
     R"({{"file_format_version": "newest", "runtime": {{"library_path": "{0}"}}}})"},
    {"functions_text",
     R"({{"file_format_version": "1.0.0", "runtime": {{"library_path": "{0}", "functions": "a"}}}})"},
    {"functions_list",
     R"({{"file_format_version": "1.0.0", "runtime": {{"library_path": "{0}", "functions": ["a"]}}}})"},
    {"functions_of_numbers",
     R"({{"file_format_version": "1.0.0", "runtime": {{"library_path": "{0}",
         "functions": {{"xrNegotiateLoaderRuntimeInterface": 1, "xrOther": []}}}}}})"},
    {"functions_empty_name",
     R"({{"file_format_version": "1.0.0", "runtime": {{"library_path": "{0}",
         "functions": {{"xrNegotiateLoaderRuntimeInterface": ""}}}}}})"},
    {"name_number",
     R"({{"file_format_version": "1.0.0", "runtime": {{"library_path": "{0}", "name": 1}}}})"},
    {"layer_manifest",
     R"({{"file_format_version": "1.0.0", "api_layer": {{"library_path": "{0}"}}}})"},
};

REGISTER_CASES {
  for (const Text& text : kTexts) {
    Register(text.name, [&text](World& world, const std::string& path) {
      world.File(path, fmt::format(fmt::runtime(text.text), MockLibraryPath(kBad)));
    });
  }
  for (const size_t size : {size_t{5000}, size_t{1000000}}) {
    Register(fmt::format("library_path_of_{}_characters", size),
             [size](World& world, const std::string& path) {
               world.File(path, Runtime(kBad).ManifestText("/" + std::string(size, 'x')));
             });
  }
}

// The table of the format.
REGISTER_CASES {
  static const ManifestFormat kFormat = {
      .manifest = Runtime(kBad)
                      .Manifest(R"({"name": "A runtime", "functions": {
                          "xrNegotiateLoaderRuntimeInterface": "xrNegotiateLoaderRuntimeInterface"
                      }})")
                      .ManifestText(MockLibraryPath(kBad)),
      .places = {
          {"/file_format_version", JsonKind::kText},
          {"/runtime", JsonKind::kObject},
          {"/runtime/library_path", JsonKind::kText},
          {"/runtime/name", JsonKind::kText},
          {"/runtime/functions", JsonKind::kObject},
          {"/runtime/functions/xrNegotiateLoaderRuntimeInterface", JsonKind::kText},
      }};
  for (const WrongType& wrong : WrongTypes(kFormat)) {
    Register(wrong.name, [manifests = wrong.manifests](World& world, const std::string& path) {
      world.File(path, manifests().front());
    });
  }
}

}  // namespace
}  // namespace loadstone::suites::runtime_manifests

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "harness/probe/path_here.h"
#include "harness/world/platform.h"
#include "harness/world/windows_registry.h"
#include "suites/openxr/layers.h"
#include "suites/openxr/manifests/vendor_libraries.h"

// api_layer, "API Layer Manifest File Format": where the library of a layer is, and versions.
namespace loadstone::suites::layer_manifests {
namespace {

constexpr char kName[] = "XR_APILAYER_LS_vendor";
constexpr char kGood[] = "XR_APILAYER_LS_good";
constexpr char kWorkingFolder[] = "/opt/work";

// The manifest is not a link, for which the base of a relative path would be open:
// LS_XR_LAYER_MANIFEST_10.r1.
Observation UseVendor(Case& c, OpenXrWorld& world, const VendorLibrary& library) {
  AddMockLibraryAt(world.machine(), c.subject(), library.file, library.file, "openxr_layer",
                   JsonObject().Set("name", kName));
  const std::string written = NativeLibraryPath(c.subject(), library.library_path);
  world.File("/opt/vendor/share/manifest.json",
             ApiLayer(kName).LibraryPath(written).ManifestText(""));
  world.Env("XR_API_LAYER_PATH", kVendorFolder);
  return Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence({.layers = {kName}}); });
}

REGISTER_CASES {
  for (const VendorLibrary& library : kVendorLibraries) {
    RegisterCase(Api::kOpenXr,
                 {library.library_path[0] == '/' ? policy::LS_XR_LAYER_MANIFEST_9
                                                 : policy::LS_XR_LAYER_MANIFEST_10},
                 library.name, [&library](Case& c) {
                   OpenXrWorld world(c.subject());
                   const Observation seen = UseVendor(c, world, library);
                   EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(library.file))
                       << "library_path is relative to the manifest, or a full path";
                 });
  }
}

void JudgeSearchPath(Case& c, const std::string& name) {
  OpenXrWorld world(c.subject());
  const std::string file = LibrarySearchFolder(world.machine(), c.subject()) + "/" + name;
  const Observation seen = UseVendor(c, world, {"", name, file});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(file))
      << "a file name without a path is looked up where the system looks up libraries";
}

OPENXR_CASE(LS_XR_LAYER_MANIFEST_11, file_name_in_the_search_path_of_the_system) {
  JudgeSearchPath(c, "libvendor.so");
}
OPENXR_CASE(LS_XR_LAYER_MANIFEST_11, file_name_without_lib_in_the_search_path_of_the_system) {
  JudgeSearchPath(c, "vendor.so");
}

// Other libraries of the name are next to the manifest, and in the folder in which the application
// works.
void JudgeFileName(Case& c, bool implicit) {
  OpenXrWorld world(c.subject());
  const std::string file = LibrarySearchFolder(world.machine(), c.subject()) + "/libvendor.so";
  const std::string place = implicit ? FolderOfUser(world, c.subject(), true) : kVendorFolder;
  const std::string folder = place.starts_with("/") ? place : FolderOfKey(place);
  for (const std::string& path :
       {file, folder + "/libvendor.so", std::string(kWorkingFolder) + "/libvendor.so"}) {
    AddMockLibraryAt(world.machine(), c.subject(), path, path, "openxr_layer",
                     JsonObject().Set("name", kName));
  }
  ApiLayer layer(kName);
  if (implicit) layer.Implicit();
  world.With(layer.LibraryPath(NativeLibraryPath(c.subject(), "libvendor.so")).In(place));
  if (!implicit) world.Env("XR_API_LAYER_PATH", kVendorFolder);
  const Observation seen = Observe(c, world, [implicit](OpenXrApp& app) {
    std::filesystem::current_path(PathHere(kWorkingFolder));
    app.RunFullSequence(
        {.layers = implicit ? std::vector<std::string>() : std::vector<std::string>{kName}});
  });
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(file))
      << "a file name without a path is looked up where the system looks up libraries";
}

OPENXR_CASE(LS_XR_LAYER_MANIFEST_11, file_name_beside_others_of_the_name_explicit) {
  JudgeFileName(c, false);
}
OPENXR_CASE(LS_XR_LAYER_MANIFEST_11, file_name_beside_others_of_the_name_implicit) {
  JudgeFileName(c, true);
}

OPENXR_CASE(LS_XR_LAYER_MANIFEST_1, version_1_0_0) {
  const OpenXrWorld world = OpenXrWorld(c.subject()).With(ApiLayer(kName).FileFormat("1.0.0"));
  const Observation seen =
      Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence({.layers = {kName}}); });
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kName)) << "version 1.0.0 of the file is supported";
}

// Folders may be read in any order: manifests with another version, which may be used or not
// (LS_XR_LAYER_MANIFEST_3.r1), are before and after the valid one, and in another folder.
Observation RunBesideVersion(Case& c, const std::string& version) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kGood));
  const std::string folder = world.DefaultFolder(ApiLayer(kGood));
  int count = 0;
  for (const std::string& path : {folder + "/A_first.json", folder + "/zz_last.json",
                                  FolderOfUser(world, c.subject(), false) + "/a.json"}) {
    const ApiLayer other = ApiLayer(fmt::format("{}_{}", kName, count++)).FileFormat(version);
    world.File(path, other.ManifestText("/opt/missing.so"));
  }
  return Observe(c, world, [](OpenXrApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = {kGood}});
  });
}

REGISTER_CASES {
  for (const char* version : {"0.9.9", "1.0.1", "1.1.0", "2.0.0"}) {
    std::string name = fmt::format("version_{}_beside_a_good_layer", version);
    std::replace(name.begin(), name.end(), '.', '_');
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_MANIFEST_3}, name, [version](Case& c) {
      const Observation seen = RunBesideVersion(c, version);
      EXPECT_SEEN(ListedApiLayers(seen), Contains(kGood))
          << "a file of another version must not hide the layer next to it";
      EXPECT_SEEN(XrResultOf(seen, "xrEnumerateApiLayerProperties"), "XR_SUCCESS")
          << "a file of another version must not prevent an application from listing the layer";
      EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kGood))
          << "only the layer that the application names is in the chain";
    });
  }
}

}  // namespace
}  // namespace loadstone::suites::layer_manifests

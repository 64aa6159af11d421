// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "policies/reading_ids.h"
#include "suites/openxr/layers.h"

// api_layer, "Overriding the Default API Layer Paths": XR_API_LAYER_PATH.
namespace loadstone::suites::layer_path {
namespace {

constexpr char kStandard[] = "XR_APILAYER_LS_standard";
constexpr char kImplicit[] = "XR_APILAYER_LS_implicit";
constexpr char kA[] = "XR_APILAYER_LS_a";
constexpr char kB[] = "XR_APILAYER_LS_b";

// A machine with a layer of each kind in the standard folders and two explicit ones elsewhere.
OpenXrWorld Machine(Case& c, const std::string& path) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kStandard)).With(ApiLayer(kImplicit).Implicit());
  world.With(ApiLayer(kA).In("/layers/a")).With(ApiLayer(kB).In("/layers/b"));
  world.Directory("/layers/empty");
  return world.Env("XR_API_LAYER_PATH", path);
}

// Enumerates the layers, and creates an instance with `wanted`.
Observation Use(Case& c, const OpenXrWorld& world, const std::vector<std::string>& wanted) {
  return Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = wanted});
  });
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_9, one_folder) {
  const Observation seen = Use(c, Machine(c, "/layers/a"), {kA});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kImplicit, kA))
      << "the folder is searched for explicit layers, implicit ones come from the standard folders";
  EXPECT_SEEN(ListedApiLayers(seen), Contains(kA)) << "the folder is searched";
  EXPECT_SEEN(ListedApiLayers(seen), Not(Contains(kStandard)))
      << "with XR_API_LAYER_PATH set, the standard folders are not searched for explicit layers";
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_10, several_folders) {
  const Observation seen = Use(c, Machine(c, "/layers/a:/layers/empty:/layers/b"), {kB, kA});
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAre(kImplicit, kB, kA))
      << "each folder of the list is searched";
  EXPECT_SEEN(ListedApiLayers(seen), Not(Contains(kStandard)))
      << "with XR_API_LAYER_PATH set, the standard folders are not searched for explicit layers";
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_10, missing_folders_beside_a_good_one) {
  const Observation seen = Use(c, Machine(c, "/none:/dev/null:/layers/a:/nothing/at/all"), {kA});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kImplicit, kA))
      << "a folder that does not exist must not hide another";
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_10, empty_elements_beside_good_ones) {
  const Observation seen = Use(c, Machine(c, "::/layers/a::/layers/b:"), {kA, kB});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kImplicit, kA, kB))
      << "an empty element must not hide a folder" << reading::LS_XR_LAYER_DISCOVERY_10_r1;
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_10, slash_at_the_end) {
  const Observation seen = Use(c, Machine(c, "/layers/a/"), {kA});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kImplicit, kA)) << "the folder is searched";
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_10, blanks_in_the_path) {
  const OpenXrWorld world =
      Machine(c, "/my layers/c d").With(ApiLayer("XR_APILAYER_LS_c").In("/my layers/c d"));
  const Observation seen = Use(c, world, {"XR_APILAYER_LS_c"});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kImplicit, "XR_APILAYER_LS_c"))
      << "only the colon separates the folders";
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_10, semicolon_in_the_path) {
  const OpenXrWorld world =
      Machine(c, "/layers/a;c").With(ApiLayer("XR_APILAYER_LS_c").In("/layers/a;c"));
  const Observation seen = Use(c, world, {"XR_APILAYER_LS_c"});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kImplicit, "XR_APILAYER_LS_c"))
      << "only the colon separates the folders";
  EXPECT_SEEN(ListedApiLayers(seen), Not(Contains(kA))) << "only the colon separates the folders";
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_10, folder_that_is_a_link) {
  const OpenXrWorld world = Machine(c, "/layers/link").Symlink("/layers/link", "/layers/a");
  const Observation seen = Use(c, world, {kA});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kImplicit, kA))
      << "a folder that is a link is that folder";
}

OPENXR_CASE(LS_XR_LAYER_MANIFEST_13, folder_that_cannot_be_read_beside_a_good_one) {
  const OpenXrWorld world = Machine(c, "/layers/locked:/layers/a").Directory("/layers/locked", 0);
  const Observation seen = Use(c, world, {kA});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kImplicit, kA))
      << "a folder that cannot be read must not hide another";
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_10, list_of_10000_characters) {
  std::string path;
  for (int i = 0; i < 100; ++i) path += "/missing/" + std::string(90, 'm') + ":";
  const Observation seen = Use(c, Machine(c, path + "/layers/a"), {kA});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kImplicit, kA)) << "the last folder is searched";
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_10, folder_of_a_long_name) {
  const std::string folder = "/layers/" + std::string(120, 'n');
  OpenXrWorld world = Machine(c, "/layers/a:" + folder);
  world.With(ApiLayer("XR_APILAYER_LS_in_the_folder").In(folder));
  const Observation seen = Use(c, world, {"XR_APILAYER_LS_in_the_folder"});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kImplicit, "XR_APILAYER_LS_in_the_folder"))
      << "each folder of the list is searched";
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_10, many_folders) {
  std::string path;
  for (int i = 0; i < 200; ++i) path += fmt::format("/layers/none_{}:", i);
  const Observation seen = Use(c, Machine(c, path + "/layers/a"), {kA});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kImplicit, kA)) << "each folder is searched";
}

// The document names no files in this list: they may be used or ignored.
OPENXR_CASE(LS_XR_LAYER_DISCOVERY_10, many_files_beside_a_good_folder) {
  std::string path;
  for (int i = 0; i < 20; ++i) path += fmt::format("/layers/files/{}.json:", i);
  OpenXrWorld world = Machine(c, path + "/layers/a");
  for (int i = 0; i < 20; ++i) world.File(fmt::format("/layers/files/{}.json", i), "{}");
  const Observation seen = Use(c, world, {kA});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kImplicit, kA))
      << "files in the list must not hide a folder";
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_10, folder_with_the_suffix_of_a_manifest) {
  constexpr char kFolder[] = "/layers/folder.json";
  const OpenXrWorld world = Machine(c, std::string(kFolder) + ":/layers/a")
                                .With(ApiLayer("XR_APILAYER_LS_c").In(kFolder));
  const Observation seen = Use(c, world, {kA, "XR_APILAYER_LS_c"});
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAre(kImplicit, kA, "XR_APILAYER_LS_c"))
      << "each folder of the list is searched, whatever its name is";
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_9, standard_layer_cannot_be_used) {
  const Observation seen = Use(c, Machine(c, "/layers/a"), {kStandard});
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_ERROR_API_LAYER_NOT_PRESENT")
      << "with XR_API_LAYER_PATH set, the standard folders are not searched for explicit layers";
  EXPECT_SEEN(Loaded(seen), Not(Contains(kStandard))) << "its library must not be loaded";
  EXPECT_SEEN(ListedApiLayers(seen), Contains(kA)) << "the folder is searched";
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_9, folder_without_layers) {
  const Observation seen = Use(c, Machine(c, "/layers/empty"), {});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kImplicit))
      << "implicit layers come from the standard folders nevertheless";
  EXPECT_SEEN(ListedApiLayers(seen), Not(Contains(kStandard)))
      << "with XR_API_LAYER_PATH set, the standard folders are not searched for explicit layers";
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_11, layers_of_the_path_are_explicit) {
  const OpenXrWorld world =
      Machine(c, "/layers/a").With(ApiLayer("XR_APILAYER_LS_c").Implicit().In("/layers/a"));
  const Observation seen = Use(c, world, {kA});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kImplicit, kA))
      << "implicit layers are found in the standard folders only";
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_11, nothing_is_appended_to_the_folders) {
  const OpenXrWorld world = Machine(c, "/layers/a")
                                .With(LayerAt("XR_APILAYER_LS_c", "/layers/a", true))
                                .With(LayerAt("XR_APILAYER_LS_d", "/layers/a", false));
  const Observation seen = Use(c, world, {kA});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kImplicit, kA))
      << "nothing is appended to the folders of XR_API_LAYER_PATH";
  EXPECT_SEEN(ListedApiLayers(seen), AllOf(Contains(kA), Not(Contains("XR_APILAYER_LS_c")),
                                           Not(Contains("XR_APILAYER_LS_d"))))
      << "nothing is appended to the folders of XR_API_LAYER_PATH";
}

// The path names the folder of the implicit layer, which may be listed as an explicit one as well
// (LS_XR_LAYER_DISCOVERY_12.r2). On Windows a value in the registry names the manifest.
void JudgeImplicitFolder(Case& c, const std::string& before, const std::string& behind,
                         const std::vector<std::string>& wanted) {
  OpenXrWorld world(c.subject());
  ApiLayer implicit = ApiLayer(kImplicit).Implicit();
  std::string folder = world.DefaultFolder(implicit);
  if (IsWindows(c.subject())) {
    world.Registry(RegistryDword(folder, "C:\\implicit\\implicit.json", 0));
    folder = "/implicit";
    implicit.In(folder).ManifestFile("implicit.json");
  }
  world.With(implicit).With(ApiLayer(kStandard));
  world.With(ApiLayer(kA).In("/layers/a")).With(ApiLayer(kB).In("/layers/b"));
  world.Env("XR_API_LAYER_PATH", before + folder + behind);
  const Observation seen = Use(c, world, wanted);
  std::vector<std::string> chain = {kImplicit};
  chain.insert(chain.end(), wanted.begin(), wanted.end());
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAreArray(chain))
      << "implicit layers come from the standard folders, whatever the path is, each of them once";
  EXPECT_SEEN(ListedApiLayers(seen), Not(Contains(kStandard)))
      << "with XR_API_LAYER_PATH set, the standard folders are not searched for explicit layers";
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_11, folder_of_implicit_layers_alone) {
  JudgeImplicitFolder(c, "", "", {});
}
OPENXR_CASE(LS_XR_LAYER_DISCOVERY_11, folder_of_implicit_layers_first) {
  JudgeImplicitFolder(c, "", ":/layers/a", {kA});
}
OPENXR_CASE(LS_XR_LAYER_DISCOVERY_11, folder_of_implicit_layers_last) {
  JudgeImplicitFolder(c, "/layers/b:/layers/a:", "", {kB, kA});
}

// Folders elsewhere with the names that those of implicit layers have: the path names the folder
// with the manifest, or one above it.
struct NamedLikeStandard {
  const char* name;
  const char* path;
  const char* folder;
};

constexpr NamedLikeStandard kNamedLikeStandard[] = {
    {"implicit_d", "/layers/implicit.d", "/layers/implicit.d"},
    {"standard_folder_below_another_root", "/layers/openxr/1/api_layers/implicit.d",
     "/layers/openxr/1/api_layers/implicit.d"},
    {"folder_above_implicit_d", "/layers", "/layers/implicit.d"},
    {"folder_of_api_layers", "/layers/openxr/1/api_layers",
     "/layers/openxr/1/api_layers/implicit.d"},
    {"folder_of_the_version", "/layers/openxr/1", "/layers/openxr/1/api_layers/implicit.d"},
    {"folder_of_explicit_layers", "/layers/openxr/1/api_layers/explicit.d",
     "/layers/openxr/1/api_layers/implicit.d"},
};

void JudgeNamedLikeStandard(Case& c, const NamedLikeStandard& like) {
  const OpenXrWorld world = Machine(c, std::string("/layers/a:") + like.path)
                                .With(ApiLayer("XR_APILAYER_LS_c").Implicit().In(like.folder));
  const Observation seen = Use(c, world, {kA});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kImplicit, kA))
      << "implicit layers are found in the standard folders only";
  const bool is_searched = std::string(like.path) == like.folder;
  EXPECT_SEEN(ListedApiLayers(seen),
              is_searched ? Contains("XR_APILAYER_LS_c") : Not(Contains("XR_APILAYER_LS_c")))
      << "the folders of the path, and none below or beside them, are searched for explicit layers";
}

REGISTER_CASES {
  for (const NamedLikeStandard& like : kNamedLikeStandard) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_11},
                 fmt::format("path_of_{}", like.name),
                 [&like](Case& c) { JudgeNamedLikeStandard(c, like); });
  }
}

// Explicit layers may be found in the standard folders, or none may be found:
// LS_XR_LAYER_DISCOVERY_9.r1.
OPENXR_CASE(LS_XR_LAYER_DISCOVERY_9, set_but_empty) {
  const Observation seen = Use(c, Machine(c, ""), {});
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kImplicit))
      << "implicit layers come from the standard folders nevertheless";
}

}  // namespace
}  // namespace loadstone::suites::layer_path

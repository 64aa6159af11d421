// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>

#include "suites/openxr/layers.h"

// api_layer, "Linux Manifest Search Paths" and "Overriding the Default API Layer Paths": where
// loaders search for manifests of API layers.
namespace loadstone::suites::layer_discovery {
namespace {

// Layers at the root folders `roots`, each named after its place, in an environment; the loader
// must find all expected layers, and no others. The order of the folders is open:
// LS_XR_LAYER_DISCOVERY_1.r1, LS_XR_LAYER_DISCOVERY_2.r1, LS_XR_LAYER_DISCOVERY_3.r1,
// LS_XR_LAYER_DISCOVERY_4.r1, LS_XR_LAYER_DISCOVERY_6.r1.
struct Search {
  const char* name;
  policy::Id policy;
  std::map<std::string, std::string> environment;
  std::vector<std::string> roots;
  std::vector<std::string> others;
  const char* why;
};

void JudgeSearch(Case& c, const Search& search, bool implicit) {
  OpenXrWorld world(c.subject());
  for (const std::string& root : search.others) {
    // The system's configuration folder is one of the build.
    if (world.DefaultRuntimeFolder() != XrRuntimeFolder(root)) continue;
    GTEST_SKIP() << "the system's own folder is below " << root;
  }
  world.Directory("/data/locked/openxr/1/api_layers/explicit.d", 0);
  world.Directory("/data/locked/openxr/1/api_layers/implicit.d", 0);
  for (const auto& [name, value] : search.environment) world.Env(name, value);
  std::vector<std::string> expected;
  for (const std::string& root : search.roots) {
    world.With(LayerAt(NameAt(root), root, implicit));
    expected.push_back(NameAt(root));
  }
  for (const std::string& root : search.others) world.With(LayerAt(NameAt(root), root, implicit));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = implicit ? std::vector<std::string>() : expected});
  });
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAreArray(expected)) << search.why;
  if (!implicit) {
    EXPECT_SEEN(ListedApiLayers(seen), UnorderedElementsAreArray(expected)) << search.why;
  }
}

std::string ManyFolders(int count) {
  std::string list;
  for (int i = 0; i < count; ++i) list += fmt::format("/data/empty_{}:", i);
  return list + "/data/last";
}

// No row has a variable that is set but empty (LS_XR_LAYER_DISCOVERY_4.r2) or a relative folder
// (LS_XR_LAYER_DISCOVERY_3.r2), and none has expectations about /usr/local
// (LS_XR_LAYER_DISCOVERY_6.r2).
std::vector<Search> AllSearches() {
  using policy::LS_XR_LAYER_DISCOVERY_3;
  using policy::LS_XR_LAYER_DISCOVERY_4;
  using policy::LS_XR_LAYER_DISCOVERY_6;
  using policy::LS_XR_LAYER_MANIFEST_13;
  const char* all = "each folder of the list is searched";
  const char* standard = "these are the folders of the standard if the variable is not set";
  return {
      {"config_dirs",
       LS_XR_LAYER_DISCOVERY_3,
       {{"XDG_CONFIG_DIRS", "/conf/a:/conf/b:/conf/c"}},
       {"/conf/a", "/conf/b", "/conf/c"},
       {"/conf/d"},
       all},
      {"config_dirs_one",
       LS_XR_LAYER_DISCOVERY_3,
       {{"XDG_CONFIG_DIRS", "/conf/a"}},
       {"/conf/a"},
       {"/conf"},
       all},
      {"config_dirs_of_the_standard", LS_XR_LAYER_DISCOVERY_6, {}, {"/etc/xdg"}, {}, standard},
      {"config_dirs_replace_those_of_the_standard",
       LS_XR_LAYER_DISCOVERY_6,
       {{"XDG_CONFIG_DIRS", "/conf/a"}},
       {"/conf/a"},
       {"/etc/xdg"},
       "with XDG_CONFIG_DIRS set, /etc/xdg is not one of the folders"},
      {"data_dirs",
       LS_XR_LAYER_DISCOVERY_3,
       {{"XDG_DATA_DIRS", "/data/a:/data/b:/data/c"}},
       {"/data/a", "/data/b", "/data/c"},
       {"/data/d"},
       all},
      {"data_dirs_last_of_100",
       LS_XR_LAYER_DISCOVERY_3,
       {{"XDG_DATA_DIRS", ManyFolders(99)}},
       {"/data/last"},
       {"/data"},
       all},
      {"data_dirs_with_empty_elements",
       LS_XR_LAYER_DISCOVERY_3,
       {{"XDG_DATA_DIRS", "::/data/a::/data/b:"}},
       {"/data/a", "/data/b"},
       {},
       "an empty element must not hide a folder"},
      {"data_dirs_with_missing_folders",
       LS_XR_LAYER_DISCOVERY_3,
       {{"XDG_DATA_DIRS", "/none:/dev/null:/data/a:/nothing"}},
       {"/data/a"},
       {},
       "a folder that does not exist must not hide another"},
      {"data_dirs_with_a_folder_that_cannot_be_read",
       LS_XR_LAYER_MANIFEST_13,
       {{"XDG_DATA_DIRS", "/data/locked:/data/a"}},
       {"/data/a"},
       {},
       "a folder that cannot be read must not hide another"},
      {"data_dirs_with_a_semicolon",
       LS_XR_LAYER_DISCOVERY_3,
       {{"XDG_DATA_DIRS", "/data/a;b:/data/c"}},
       {"/data/a;b", "/data/c"},
       {"/data/a"},
       "only the colon separates the folders"},
      {"data_dirs_replace_those_of_the_standard",
       LS_XR_LAYER_DISCOVERY_6,
       {{"XDG_DATA_DIRS", "/data/a"}},
       {"/data/a"},
       {"/usr/share"},
       "with XDG_DATA_DIRS set, /usr/share is not one of the folders"},
      {"data_dirs_of_the_standard", LS_XR_LAYER_DISCOVERY_6, {}, {"/usr/share"}, {}, standard},
      {"data_home",
       LS_XR_LAYER_DISCOVERY_4,
       {{"XDG_DATA_HOME", "/data/mine"}},
       {"/data/mine"},
       {"/data"},
       "XDG_DATA_HOME is searched"},
      {"data_home_of_the_standard",
       LS_XR_LAYER_DISCOVERY_4,
       {{"HOME", "/home/user"}},
       {"/home/user/.local/share"},
       {},
       standard},
      {"all_variables_at_once",
       LS_XR_LAYER_DISCOVERY_3,
       {{"XDG_CONFIG_DIRS", "/conf/a"},
        {"XDG_DATA_DIRS", "/data/a"},
        {"XDG_DATA_HOME", "/data/mine"}},
       {"/conf/a", "/data/a", "/data/mine"},
       {},
       "every documented place is searched"},
      {"all_folders_of_the_standard",
       LS_XR_LAYER_DISCOVERY_6,
       {{"HOME", "/home/user"}},
       {"/etc/xdg", "/usr/share", "/home/user/.local/share"},
       {},
       "every documented place is searched"},
  };
}

REGISTER_CASES {
  for (const Search& search : AllSearches()) {
    for (const bool implicit : {false, true}) {
      RegisterCase(Api::kOpenXr,
                   {search.policy,
                    implicit ? policy::LS_XR_LAYER_DISCOVERY_2 : policy::LS_XR_LAYER_DISCOVERY_1},
                   fmt::format("{}_{}", search.name, implicit ? "implicit" : "explicit"),
                   [search, implicit](Case& c) { JudgeSearch(c, search, implicit); });
    }
  }
}

constexpr char kMine[] = "XR_APILAYER_LS_mine";
constexpr char kTheirs[] = "XR_APILAYER_LS_theirs";

// All folders that calibration found this build to search, with a layer in each.
void JudgeOwnFolders(Case& c, bool implicit) {
  const SearchFolders& folders = c.subject().folders;
  JudgeLayerInEach(c, OpenXrWorld(c.subject()),
                   implicit ? folders.implicit_layers : folders.explicit_layers, implicit,
                   "the layers of all folders that are searched can be used together");
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_1, every_folder_of_this_build_explicit) {
  JudgeOwnFolders(c, false);
}
OPENXR_CASE(LS_XR_LAYER_DISCOVERY_2, every_folder_of_this_build_implicit) {
  JudgeOwnFolders(c, true);
}

// The folder of XDG_DATA_HOME, or the one in which its layers of one kind are, is a link.
void JudgeLinkedFolder(Case& c, bool whole, bool implicit) {
  OpenXrWorld world(c.subject());
  world.Env("XDG_DATA_HOME", "/data/mine");
  const std::string folder =
      implicit ? XrImplicitFolder("/data/mine") : XrExplicitFolder("/data/mine");
  if (whole) {
    world.Symlink("/data/mine", "/data/real").With(LayerAt(kMine, "/data/real", implicit));
  } else {
    ApiLayer layer(kMine);
    if (implicit) layer.Implicit();
    world.Symlink(folder, "/data/real").With(layer.In("/data/real"));
  }
  const Observation seen = Observe(c, world, [implicit](OpenXrApp& app) {
    app.RunFullSequence(
        {.layers = implicit ? std::vector<std::string>() : std::vector<std::string>{kMine}});
  });
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kMine)) << "a folder that is a link is that folder";
}

REGISTER_CASES {
  for (const bool whole : {false, true}) {
    for (const bool implicit : {false, true}) {
      RegisterCase(Api::kOpenXr,
                   {policy::LS_XR_LAYER_DISCOVERY_4,
                    implicit ? policy::LS_XR_LAYER_DISCOVERY_2 : policy::LS_XR_LAYER_DISCOVERY_1},
                   fmt::format("{}_is_a_link_{}", whole ? "data_home" : "folder_of_layers",
                               implicit ? "implicit" : "explicit"),
                   [whole, implicit](Case& c) { JudgeLinkedFolder(c, whole, implicit); });
    }
  }
}

// The last ones have no version.
constexpr const char* kOtherFolders[] = {
    "openxr/0/api_layers",  "openxr/2/api_layers", "openxr/1.0/api_layers", "openxr/1.1/api_layers",
    "openxr/10/api_layers", "openxr/api_layers",   "1/api_layers",          "api_layers"};

// A layer in one of three folders, and others below all of them, in folders of other names.
OpenXrWorld BesideOtherVersions(Case& c, bool implicit) {
  OpenXrWorld world(c.subject());
  world.Env("XDG_DATA_HOME", "/data/home").Env("XDG_DATA_DIRS", "/data/dirs");
  world.Env("XDG_CONFIG_DIRS", "/conf").With(LayerAt(kMine, "/data/home", implicit));
  for (const std::string root : {"/data/home", "/data/dirs", "/conf"}) {
    for (const char* other : kOtherFolders) {
      const std::string folder = fmt::format("{}/{}", root, other);
      ApiLayer layer(kTheirs);
      if (implicit) layer.Implicit();
      world.With(layer.Who(folder).In(folder + (implicit ? "/implicit.d" : "/explicit.d")));
    }
  }
  return world;
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_13, folders_of_other_api_versions) {
  const Observation seen =
      Observe(c, BesideOtherVersions(c, true), [](OpenXrApp& app) { app.RunFullSequence(); });
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kMine))
      << "the layers of OpenXR 1.x are below openxr/1";
}

OPENXR_CASE(LS_XR_LAYER_DISCOVERY_13, explicit_folders_of_other_api_versions) {
  const Observation seen = Observe(c, BesideOtherVersions(c, false), [](OpenXrApp& app) {
    app.EnumerateLayers();
    app.CreateInstance({.layers = {kTheirs}});
  });
  EXPECT_SEEN(ListedApiLayers(seen), ElementsAre(kMine))
      << "the layers of OpenXR 1.x are below openxr/1";
  EXPECT_SEEN(XrResultOf(seen, "xrCreateInstance"), "XR_ERROR_API_LAYER_NOT_PRESENT")
      << "a layer of another major version is not present";
}

// An installer may keep one manifest for two major versions: which of them it is for depends on the
// folder in which it is found, not on the file.
OPENXR_CASE(LS_XR_LAYER_DISCOVERY_13, manifest_linked_from_the_folders_of_two_versions) {
  OpenXrWorld world(c.subject());
  world.Env("XDG_DATA_HOME", "/data");
  const auto folder = [](int version) {
    return fmt::format("/data/openxr/{}/api_layers/explicit.d", version);
  };
  world.With(ApiLayer(kMine).In("/data/manifests").ManifestFile("mine.json"));
  for (const int version : {1, 2}) {
    world.Symlink(folder(version) + "/linked.json", "/data/manifests/mine.json");
  }
  world.With(ApiLayer(kTheirs).In(folder(2)).ManifestFile("theirs.json"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = {kMine}});
  });
  EXPECT_SEEN(ListedApiLayers(seen), ElementsAre(kMine))
      << "a layer is listed once whose manifest is in openxr/1 as well as in openxr/2";
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kMine)) << "the layer can be used";
}

OPENXR_CASE(LS_XR_ACTIVATION_5, the_folder_decides_what_is_implicit) {
  OpenXrWorld world(c.subject());
  world.With(ApiLayer(kMine).Implicit());
  // It has the members of an implicit layer, but is in a folder for explicit ones.
  world.With(ApiLayer(kTheirs).Manifest(R"({"disable_environment": "DISABLE_THEIRS"})"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence();
  });
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kMine))
      << "a layer in an explicit folder is not enabled by itself";
  EXPECT_SEEN(ListedApiLayers(seen), Contains(kTheirs)) << "every explicit layer is listed";
}

}  // namespace
}  // namespace loadstone::suites::layer_discovery

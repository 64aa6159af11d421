// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <utility>

#include "oracle/openxr/architecture.h"
#include "suites/openxr/layers.h"
#include "suites/openxr/runtimes.h"

// runtime, "Linux Active Runtime Location": which active_runtime.json is used.
namespace loadstone::suites::runtime_discovery {
namespace {

// A placeholder for the system configuration folder of the subject, which calibration determines
// (LS_XR_RUNTIME_DISCOVERY_5.r1).
constexpr char kSystem[] = "system";
constexpr char kHome[] = "/home/user";

// Installed runtimes, each named after its root (the one in "/conf/a" is named "/conf/a"), in an
// environment; the application must get the one at `used`, and is told the extensions of that one.
struct Search {
  const char* name;
  policy::Id policy;
  std::map<std::string, std::string> environment;
  std::vector<std::string> roots;
  std::string used;
  const char* why;
};

void JudgeSearch(Case& c, const Search& search) {
  OpenXrWorld world(c.subject());
  world.WithoutRuntime().Home(kHome);
  if (search.used == kSystem && world.DefaultRuntimeFolder() == XrRuntimeFolder("/etc/xdg")) {
    GTEST_SKIP() << "the system's own folder is below /etc/xdg";
  }
  for (const auto& [name, value] : search.environment) world.Env(name, value);
  for (const std::string& root : search.roots) {
    const std::string folder =
        root == kSystem ? world.DefaultRuntimeFolder() : XrRuntimeFolder(root);
    const char* extension = root == search.used ? "XR_LS_of_used" : "XR_LS_of_other";
    world.With(Runtime(root).In(folder).Extensions({{extension}}));
  }
  const Observation seen = Observe(c, world, [](OpenXrApp& app) {
    app.EnumerateExtensions();
    app.RunFullSequence();
  });
  ExpectOnlyRuntime(seen, search.used, search.why);
  EXPECT_SEEN(ListedExtensionNames(seen),
              AllOf(Contains("XR_LS_of_used"), Not(Contains("XR_LS_of_other"))))
      << search.why;
}

std::string ManyFolders(int count) {
  std::string list;
  for (int i = 0; i < count; ++i) list += fmt::format("/conf/empty_{}:", i);
  return list + "/conf/last";
}

// No row has a variable that is set but empty (LS_XR_RUNTIME_DISCOVERY_3.r3), a relative folder
// (LS_XR_RUNTIME_DISCOVERY_3.r2), no HOME (LS_XR_RUNTIME_DISCOVERY_4.r1) or an elevated application
// (LS_XR_RUNTIME_DISCOVERY_3.r4).
std::vector<Search> AllSearches() {
  using policy::LS_XR_RUNTIME_DISCOVERY_3;
  using policy::LS_XR_RUNTIME_DISCOVERY_4;
  using policy::LS_XR_RUNTIME_DISCOVERY_5;
  const char* home = "XDG_CONFIG_HOME";
  const char* dirs = "XDG_CONFIG_DIRS";
  const char* first = "the runtime of the first folder that contains one is the active runtime";
  const char* order = "the folders of XDG_CONFIG_DIRS are tried in their order";
  const char* system = "the system's own configuration folder comes after the XDG folders";
  return {
      {"only_in_config_home",
       LS_XR_RUNTIME_DISCOVERY_3,
       {{home, "/conf/home"}},
       {"/conf/home"},
       "/conf/home",
       "XDG_CONFIG_HOME is searched"},
      {"config_home_before_config_dirs",
       LS_XR_RUNTIME_DISCOVERY_3,
       {{home, "/conf/home"}, {dirs, "/conf/a"}},
       {"/conf/home", "/conf/a"},
       "/conf/home",
       "XDG_CONFIG_HOME is preferred to XDG_CONFIG_DIRS"},
      {"config_home_before_system",
       LS_XR_RUNTIME_DISCOVERY_3,
       {{home, "/conf/home"}},
       {"/conf/home", kSystem},
       "/conf/home",
       "XDG_CONFIG_HOME is preferred to the system"},
      {"config_home_without_a_runtime",
       LS_XR_RUNTIME_DISCOVERY_3,
       {{home, "/conf/home"}, {dirs, "/conf/a"}},
       {"/conf/a", kSystem},
       "/conf/a",
       first},
      {"config_home_of_the_standard",
       LS_XR_RUNTIME_DISCOVERY_4,
       {},
       {"/home/user/.config", kSystem},
       "/home/user/.config",
       "without XDG_CONFIG_HOME the standard names $HOME/.config"},
      {"config_home_replaces_that_of_the_standard",
       LS_XR_RUNTIME_DISCOVERY_4,
       {{home, "/conf/home"}},
       {"/home/user/.config", kSystem},
       kSystem,
       "with XDG_CONFIG_HOME set, $HOME/.config is not one of the folders"},
      {"config_dirs_one_folder",
       LS_XR_RUNTIME_DISCOVERY_3,
       {{dirs, "/conf/a"}},
       {"/conf/a", kSystem},
       "/conf/a",
       first},
      {"config_dirs_first_of_three",
       LS_XR_RUNTIME_DISCOVERY_3,
       {{dirs, "/conf/a:/conf/b:/conf/c"}},
       {"/conf/a", "/conf/b", "/conf/c", kSystem},
       "/conf/a",
       order},
      {"config_dirs_second_of_three",
       LS_XR_RUNTIME_DISCOVERY_3,
       {{dirs, "/conf/a:/conf/b:/conf/c"}},
       {"/conf/b", "/conf/c", kSystem},
       "/conf/b",
       order},
      {"config_dirs_third_of_three",
       LS_XR_RUNTIME_DISCOVERY_3,
       {{dirs, "/conf/a:/conf/b:/conf/c"}},
       {"/conf/c", kSystem},
       "/conf/c",
       order},
      {"config_dirs_in_reverse",
       LS_XR_RUNTIME_DISCOVERY_3,
       {{dirs, "/conf/c:/conf/b:/conf/a"}},
       {"/conf/a", "/conf/b", "/conf/c", kSystem},
       "/conf/c",
       order},
      {"config_dirs_last_of_100",
       LS_XR_RUNTIME_DISCOVERY_3,
       {{dirs, ManyFolders(99)}},
       {"/conf/last", kSystem},
       "/conf/last",
       order},
      {"config_dirs_names_a_folder_twice",
       LS_XR_RUNTIME_DISCOVERY_3,
       {{dirs, "/conf/b:/conf/b:/conf/a"}},
       {"/conf/a", "/conf/b", kSystem},
       "/conf/b",
       order},
      {"config_dirs_names_the_first_folder_again",
       LS_XR_RUNTIME_DISCOVERY_3,
       {{dirs, "/conf/b:/conf/a:/conf/b"}},
       {"/conf/a", "/conf/b", kSystem},
       "/conf/b",
       order},
      {"config_dirs_names_the_folder_of_the_system_first",
       LS_XR_RUNTIME_DISCOVERY_3,
       {{dirs, "/etc:/conf/a"}},
       {"/conf/a", "/etc"},
       "/etc",
       order},
      {"config_dirs_names_config_home_again",
       LS_XR_RUNTIME_DISCOVERY_3,
       {{home, "/conf/b"}, {dirs, "/conf/a:/conf/b"}},
       {"/conf/a", "/conf/b", kSystem},
       "/conf/b",
       "XDG_CONFIG_HOME is preferred to XDG_CONFIG_DIRS"},
      {"config_dirs_with_empty_elements",
       LS_XR_RUNTIME_DISCOVERY_3,
       {{dirs, "::/conf/a::"}},
       {"/conf/a", kSystem},
       "/conf/a",
       "an empty element must not hide a folder"},
      {"config_dirs_with_a_slash_at_the_end",
       LS_XR_RUNTIME_DISCOVERY_3,
       {{dirs, "/conf/a/"}},
       {"/conf/a", kSystem},
       "/conf/a",
       order},
      {"config_dirs_of_the_standard",
       LS_XR_RUNTIME_DISCOVERY_4,
       {},
       {"/etc/xdg"},
       "/etc/xdg",
       "without XDG_CONFIG_DIRS the standard names /etc/xdg"},
      // Not judged where the system's own folder is below /etc/xdg.
      {"config_dirs_replace_those_of_the_standard",
       LS_XR_RUNTIME_DISCOVERY_4,
       {{dirs, "/conf/empty"}},
       {"/etc/xdg", kSystem},
       kSystem,
       "with XDG_CONFIG_DIRS set, /etc/xdg is not one of the folders"},
      {"config_dirs_of_the_standard_before_system",
       LS_XR_RUNTIME_DISCOVERY_4,
       {},
       {"/home/user/.config", "/etc/xdg"},
       "/home/user/.config",
       first},
      // Without XDG_CONFIG_DIRS its default, /etc/xdg, could be mistaken for the system
      // configuration folder.
      {"system_alone",
       LS_XR_RUNTIME_DISCOVERY_5,
       {{dirs, "/conf/empty"}},
       {kSystem},
       kSystem,
       "the system's own configuration folder is searched"},
      {"system_behind_empty_folders",
       LS_XR_RUNTIME_DISCOVERY_5,
       {{home, "/conf/home"}, {dirs, "/conf/a:/conf/b"}},
       {kSystem},
       kSystem,
       system},
  };
}

REGISTER_CASES {
  for (const Search& search : AllSearches()) {
    RegisterCase(Api::kOpenXr, {search.policy, policy::LS_XR_RUNTIME_DISCOVERY_1}, search.name,
                 [search](Case& c) { JudgeSearch(c, search); });
  }
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_9, only_active_runtime_json_is_active) {
  OpenXrWorld world(c.subject());
  const std::string folder = world.DefaultRuntimeFolder();
  for (const char* file : {"AAA.json", "zzz.json", "active_runtime", "active_runtime.json.bak",
                           "active_runtime.json~", "runtime.json", ".active_runtime.json"}) {
    world.With(Runtime(file).In(folder).ManifestFile(file));
  }
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectOnlyRuntime(seen, kDefaultRuntime, "only active_runtime.json names the active runtime");
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_9, other_manifests_of_preferred_folders_are_no_match) {
  OpenXrWorld world(c.subject());
  world.Env("XDG_CONFIG_HOME", "/conf/home").Env("XDG_CONFIG_DIRS", "/conf/a");
  world.With(Runtime("in_home").In(XrRuntimeFolder("/conf/home")).ManifestFile("installed.json"));
  world.With(Runtime("in_dirs").In(XrRuntimeFolder("/conf/a")).ManifestFile("runtime.json"));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectOnlyRuntime(seen, kDefaultRuntime,
                    "a runtime that is installed but not active must not be chosen");
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_2, folders_of_other_api_versions_are_no_match) {
  OpenXrWorld world(c.subject());
  world.Env("XDG_CONFIG_HOME", "/conf/home").Env("XDG_CONFIG_DIRS", "/conf/dirs");
  for (const std::string root : {"/conf/home", "/conf/dirs"}) {
    for (const char* folder : {"", "/openxr", "/openxr/0", "/openxr/2", "/openxr/10", "/openxr/1.0",
                               "/openxr/1.1", "/openxr/1/1", "/1"}) {
      world.With(Runtime(root + folder).In(root + folder));
    }
  }
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, kDefaultRuntime,
                "the file of an OpenXR 1.x runtime is in the folder openxr/1");
}

// Folders of data, in which API layers are searched, and not runtimes.
OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_2, folders_of_data_are_no_match) {
  OpenXrWorld world(c.subject());
  world.Home(kHome).Env("XDG_DATA_HOME", "/data/home").Env("XDG_DATA_DIRS", "/data/a");
  for (const char* root :
       {"/data/home", "/data/a", "/usr/share", "/usr/local/share", "/home/user/.local/share"}) {
    world.With(Runtime(root).In(XrRuntimeFolder(root)));
  }
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, kDefaultRuntime,
                "the active runtime is that of a folder of configuration, and of none of data");
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_1, application_name_and_folder_do_not_matter) {
  OpenXrWorld world(c.subject());
  world.Application("/home/user/games/active_runtime.json/application");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, kDefaultRuntime, "the active runtime is that of the system");
}

// A link in place of active_runtime.json, through `hops` links, to a manifest elsewhere whose
// library_path is a full path: the base of a relative path is open (LS_XR_RUNTIME_DISCOVERY_8.r1).
void JudgeLink(Case& c, int hops, bool relative) {
  OpenXrWorld world(c.subject());
  const std::string folder = world.DefaultRuntimeFolder();
  world.WithoutRuntime().With(Runtime("linked").In(folder).ManifestFile("installed.json"));
  std::string target = relative ? "installed.json" : folder + "/installed.json";
  for (int i = 1; i < hops; ++i) {
    const std::string name = fmt::format("hop_{}", i);
    world.Symlink(folder + "/" + name, target);
    target = relative ? name : folder + "/" + name;
  }
  world.Symlink(folder + "/active_runtime.json", target);
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, "linked", "active_runtime.json may be a link to the runtime's manifest");
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_8, relative_link) { JudgeLink(c, 1, true); }
OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_8, absolute_link) { JudgeLink(c, 1, false); }
OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_8, link_to_links) { JudgeLink(c, 5, true); }

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_8, link_into_the_folder_of_another_version) {
  OpenXrWorld world(c.subject());
  world.Env("XDG_CONFIG_HOME", "/conf");
  world.With(Runtime("linked").In("/conf/openxr/2"));
  world.Symlink("/conf/openxr/1/active_runtime.json", "../2/active_runtime.json");
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, "linked",
                "active_runtime.json of openxr/1 may be a link to the manifest in openxr/2");
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_8, folder_is_a_link) {
  OpenXrWorld world(c.subject());
  world.Env("XDG_CONFIG_HOME", "/conf/link").Symlink("/conf/link", "/conf/real");
  world.With(Runtime("linked").In(XrRuntimeFolder("/conf/real")));
  const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
  ExpectRuntime(seen, "linked", "a folder that is a link is that folder");
}

// In each folder both names are tried before the next folder. All files are valid: what is tried
// after a bad one is open (LS_XR_RUNTIME_DISCOVERY_6.r1).
struct Names {
  const char* name;
  std::vector<std::pair<std::string, std::string>> files;  // root of the folder, and file name
  std::string used;                                        // "<root>/<file>"
};

// The names of AllNames are those of a loader for x86-64; the name of the subject's architecture is
// exchanged with that one.
std::string ForArchitecture(const Subject& subject, std::string name) {
  const std::string written = ".x86_64.";
  const std::string own = fmt::format(".{}.", oracle::openxr::ArchitectureName(subject));
  for (const auto& [from, to] : {std::pair(written, own), std::pair(own, written)}) {
    if (const size_t at = name.find(from); at != std::string::npos) {
      return name.replace(at, from.size(), to);
    }
  }
  return name;
}

std::vector<Names> AllNames() {
  const std::string own = "active_runtime.x86_64.json";
  const std::string any = "active_runtime.json";
  return {
      {"own_architecture_alone", {{"/conf/a", own}}, "/conf/a/" + own},
      {"own_architecture_before_the_common_name",
       {{"/conf/a", any}, {"/conf/a", own}},
       "/conf/a/" + own},
      {"common_name_before_the_next_folder",
       {{"/conf/a", any}, {"/conf/b", own}},
       "/conf/a/" + any},
      {"common_name_before_the_next_folder_of_the_list",
       {{"/conf/b", any}, {"/conf/c", own}},
       "/conf/b/" + any},
      {"own_architecture_before_the_next_folder",
       {{"/conf/a", own}, {"/conf/b", any}},
       "/conf/a/" + own},
      {"other_architectures_are_no_match",
       {{"/conf/a", "active_runtime.aarch64.json"},
        {"/conf/a", "active_runtime.i686.json"},
        {"/conf/b", any}},
       "/conf/b/" + any},
  };
}

REGISTER_CASES {
  for (const Names& names : AllNames()) {
    RegisterCase(
        Api::kOpenXr,
        {policy::LS_XR_RUNTIME_DISCOVERY_6, policy::LS_XR_RUNTIME_DISCOVERY_7,
         policy::LS_XR_RUNTIME_DISCOVERY_1},
        names.name, [names](Case& c) {
          OpenXrWorld world(c.subject());
          world.Env("XDG_CONFIG_HOME", "/conf/a").Env("XDG_CONFIG_DIRS", "/conf/b:/conf/c");
          for (const auto& [root, name] : names.files) {
            const std::string file = ForArchitecture(c.subject(), name);
            world.With(Runtime(root + "/" + file).In(XrRuntimeFolder(root)).ManifestFile(file));
          }
          const Observation seen = Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); });
          ExpectOnlyRuntime(
              seen, ForArchitecture(c.subject(), names.used),
              "the name with the architecture comes first, both before the next folder");
        });
  }
}

}  // namespace
}  // namespace loadstone::suites::runtime_discovery

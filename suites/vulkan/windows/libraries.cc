// SPDX-License-Identifier: Apache-2.0
#include "harness/world/mock_library.h"
#include "policies/reading_ids.h"
#include "suites/common/other_word_size.h"
#include "suites/common/windows_paths.h"
#include "suites/vulkan/windows/keys.h"

// LoaderLayerInterface, "Layer Manifest File Format" (library_path), with paths of Windows. The
// order in which the system searches for a library without a folder is open, and so is whether a
// path with slashes and without a drive is a full path (LS_VK_MANIFEST_8.r2).
namespace loadstone::suites::libraries {
namespace {

using policy::LS_VK_DISCOVERY_9;  // applies only on Windows

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kGood[] = "VK_LAYER_LS_good";

// The path of the library, and the library_path of the manifest in kNamedByValues.
struct Library {
  const char* name;
  policy::Id id;
  const char* stands_at;
  const char* library_path;
};

constexpr Library kLibraries[] = {
    {"drive_and_backslashes", policy::LS_VK_MANIFEST_7, "/opt/parts/layer.dll",
     "C:\\opt\\parts\\layer.dll"},
    {"drive_and_slashes", policy::LS_VK_MANIFEST_7, "/opt/parts/layer.dll",
     "C:/opt/parts/layer.dll"},
    {"drive_and_slashes_of_both_kinds", policy::LS_VK_MANIFEST_7, "/opt/parts/layer.dll",
     "C:\\opt/parts\\layer.dll"},
    {"drive_in_small_letters", policy::LS_VK_MANIFEST_7, "/opt/parts/layer.dll",
     "c:\\opt\\parts\\layer.dll"},
    {"full_path_in_other_letters", policy::LS_VK_MANIFEST_7, "/opt/parts/layer.dll",
     "C:\\OPT\\Parts\\LAYER.DLL"},
    {"full_path_of_another_suffix", policy::LS_VK_MANIFEST_7, "/opt/parts/layer.bin",
     "C:\\opt\\parts\\layer.bin"},
    {"full_path_with_two_dots", policy::LS_VK_MANIFEST_7, "/opt/parts/layer.dll",
     "C:\\opt\\parts\\inner\\..\\layer.dll"},
    {"full_path_with_two_backslashes", policy::LS_VK_MANIFEST_7, "/opt/parts/layer.dll",
     "C:\\\\opt\\\\parts\\\\layer.dll"},
    {"full_path_through_a_link", policy::LS_VK_MANIFEST_7, "/forms/layer.dll",
     "C:\\link\\layer.dll"},
    {"below_the_manifest_with_backslashes", policy::LS_VK_MANIFEST_8,
     "/named_by_values/inside/layer.dll", ".\\inside\\layer.dll"},
    {"below_the_manifest_without_a_dot", policy::LS_VK_MANIFEST_8,
     "/named_by_values/inside/layer.dll", "inside\\layer.dll"},
    {"above_the_manifest", policy::LS_VK_MANIFEST_8, "/beside/layer.dll", "..\\beside\\layer.dll"},
    {"file_name_beside_the_application", policy::LS_VK_MANIFEST_9,
     "/opt/application/bin/ls_layer.dll", "ls_layer.dll"},
    // A loader may exclude other folders, as with LOAD_LIBRARY_SEARCH_DEFAULT_DIRS.
};

void PutLibrary(VulkanWorld& world, const Subject& subject, const std::string& path) {
  for (const char* suffix : {"", ".config"}) {
    world.Symlink(path + suffix, MockLibraryPath(kOne, subject) + suffix);
  }
}

void Judge(Case& c, const Library& row, LayerKind kind) {
  VulkanWorld world(c.subject());
  AddWayOf(world, row.library_path);
  const Layer layer =
      KindLayer(kind, kOne).Manifest(JsonObject().Set("library_path", row.library_path).Text());
  const std::string path = PlaceManifest(world, layer);
  const SearchFolders& keys = c.subject().folders;
  world.Registry(RegistryDword(
      (kind == LayerKind::kExplicit ? keys.explicit_layers : keys.implicit_layers).front(), path,
      0));
  PutLibrary(world, c.subject(), row.stands_at);
  EXPECT_SEEN(InstanceChain(RunWithLayers(c, world, kind, {kOne})), ElementsAre(kOne))
      << "the library at C:" << row.stands_at << " is found by " << row.library_path;
}

// Files that are not libraries for this application, such as a 32-bit one.
struct NoLibrary {
  const char* name;
  std::string content;
};

std::vector<NoLibrary> NoLibraries() {
  return {
      {"empty", ""},
      {"text", "no library"},
      {"cut_off", "MZ"},
      {"for_linux",
       "\x7f"
       "ELF\x02\x01\x01"},
      {"for_32_bits", DllOf32Bits()},
  };
}

// A layer that is requested first and may be used or not, and a good one.
Observation UseBoth(Case& c, const VulkanWorld& world, LayerKind kind) {
  const bool named = kind == LayerKind::kExplicit;
  return Observe(c, world, [&](VulkanApp& app) {
    app.EnumerateLayers();
    if (named) app.CreateInstance({.layers = {kOne}});
    app.RunFullSequence(
        {.layers = named ? std::vector<std::string>{kGood} : std::vector<std::string>{}});
  });
}

void BesideNoLibrary(Case& c, const std::string& content, LayerKind kind) {
  VulkanWorld world(c.subject());
  world.With(KindLayer(kind, kOne).Manifest(R"({"library_path": "C:\\opt\\parts\\layer.dll"})"))
      .With(KindLayer(kind, kGood))
      .File("/opt/parts/layer.dll", content);
  const Observation seen = UseBoth(c, world, kind);
  EXPECT_SEEN(EnumeratedLayers(seen), Contains(kGood))
      << "a layer without a library hides no other layer";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kGood))
      << "a layer without a library does not prevent other layers from being loaded";
}

void BesideUnusualPath(Case& c, const PathForm& form, LayerKind kind) {
  VulkanWorld world(c.subject());
  AddWayOf(world, form.before);
  world
      .With(KindLayer(kind, kOne)
                .Manifest(JsonObject().Set("library_path", form.Of("layer.dll")).Text()))
      .With(KindLayer(kind, kGood));
  PutLibrary(world, c.subject(), form.Place("layer.dll"));
  const Observation seen = UseBoth(c, world, kind);
  std::vector<std::string> chain = InstanceChain(seen);
  std::erase(chain, kOne);
  EXPECT_SEEN(EnumeratedLayers(seen), Contains(kGood))
      << form.Of("layer.dll") << " hides no other layer" << reading::LS_VK_MANIFEST_7_r1;
  EXPECT_SEEN(chain, ElementsAre(kGood)) << form.Of("layer.dll") << " hides no other layer";
}

REGISTER_CASES {
  for (const LayerKind kind : kLayerKinds) {
    for (const Library& row : kLibraries) {
      RegisterCase(Api::kVulkan, {row.id, LS_VK_DISCOVERY_9},
                   fmt::format("windows_{}_{}", KindName(kind), row.name),
                   [&row, kind](Case& c) { Judge(c, row, kind); });
    }
    for (const NoLibrary& row : NoLibraries()) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_6, LS_VK_DISCOVERY_9},
                   fmt::format("windows_{}_library_{}", KindName(kind), row.name),
                   [content = row.content, kind](Case& c) { BesideNoLibrary(c, content, kind); });
    }
    for (const PathForm& form : UnusualPathForms()) {
      RegisterCase(Api::kVulkan, {policy::LS_VK_DISCOVERY_6, LS_VK_DISCOVERY_9},
                   fmt::format("windows_{}_library_path_with_{}", KindName(kind), form.name),
                   [form, kind](Case& c) { BesideUnusualPath(c, form, kind); });
    }
  }
}

}  // namespace
}  // namespace loadstone::suites::libraries

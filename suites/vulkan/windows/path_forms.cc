// SPDX-License-Identifier: Apache-2.0
#include "policies/reading_ids.h"
#include "suites/common/windows_paths.h"
#include "suites/vulkan/windows/keys.h"

// LoaderLayerInterface, "Windows Layer Discovery", LoaderDriverInterface, "Driver Discovery on
// Windows" and "Driver Manifest File Format": forms of the full paths that name manifests and the
// libraries of drivers. The libraries of layers are in libraries.cc.
namespace loadstone::suites::path_forms {
namespace {

using policy::LS_VK_DISCOVERY_9;
using policy::LS_VK_DRIVER_DISCOVERY_10;
using policy::LS_VK_DRIVER_MANIFEST_1;

constexpr char kOne[] = "VK_LAYER_LS_one";
constexpr char kOther[] = "VK_LAYER_LS_other";
constexpr char kFile[] = "other.json";

// Valid layers.
constexpr char kBefore[] = "VK_LAYER_LS_before";
constexpr char kBehind[] = "VK_LAYER_LS_behind";

void NamesALayer(Case& c, const LayerKey& key, const PathForm& form) {
  VulkanWorld world(c.subject());
  AddWayOf(world, form.before);
  world.With(KindLayer(key.kind, kOne).In(form.folder).ManifestFile(kFile))
      .Registry(RegistryDword(key.path, form.Of(kFile), 0));
  const Observation seen = RunWithLayers(c, world, key.kind, {kOne});
  EXPECT_SEEN(EnumeratedLayers(seen), ElementsAre(kOne)) << form.Of(kFile) << " names a layer";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kOne)) << form.Of(kFile) << " names a layer";
}

void BesideALayer(Case& c, const LayerKey& key, const PathForm& form) {
  VulkanWorld world(c.subject());
  AddWayOf(world, form.before);
  world.With(KindLayer(key.kind, kBefore).In("/good").ManifestFile("0.json"))
      .With(KindLayer(key.kind, kBehind).In("/good").ManifestFile("zz.json"))
      .With(KindLayer(key.kind, kOther).In(form.folder).ManifestFile(kFile))
      .Registry(RegistryDword(key.path, "C:\\good\\0.json", 0))
      .Registry(RegistryDword(key.path, "C:\\good\\zz.json", 0))
      .Registry(RegistryDword(key.path, form.Of(kFile), 0));
  const Observation seen = RunWithLayers(c, world, key.kind, {kBefore, kBehind});
  std::vector<std::string> chain = InstanceChain(seen);
  std::erase(chain, kOther);
  EXPECT_SEEN(EnumeratedLayers(seen), IsSupersetOf({kBefore, kBehind}))
      << form.Of(kFile) << " hides no layer" << reading::LS_VK_DISCOVERY_9_r1;
  EXPECT_SEEN(chain, UnorderedElementsAre(kBefore, kBehind))
      << form.Of(kFile) << " hides no layer" << reading::LS_VK_DISCOVERY_9_r1;
}

REGISTER_CASES {
  for (const PathForm& form : UsualPathForms()) {
    RegisterForKeys(
        LS_VK_DISCOVERY_9, fmt::format("path_with_{}", form.name),
        [form](Case& c, const LayerKey& key) { NamesALayer(c, key, form); }, false);
  }
  for (const PathForm& form : UnusualPathForms()) {
    RegisterForKeys(
        LS_VK_DISCOVERY_9, fmt::format("beside_a_path_with_{}", form.name),
        [form](Case& c, const LayerKey& key) { BesideALayer(c, key, form); }, false);
  }
}

// Drivers.
constexpr char kForm[] = "form";
constexpr char kGood[] = "good";
constexpr char kBehindIt[] = "zz_good";

void AddGood(VulkanWorld& world) {
  for (const char* name : {kGood, kBehindIt}) {
    world.With(NamedDriver(name).In("/good"))
        .Registry(RegistryDword(kDriverKey, WindowsPath(ManifestPath("/good", name)), 0));
  }
}

VulkanWorld WorldOf(const Subject& subject, const PathForm& form) {
  VulkanWorld world(subject);
  AddWayOf(world, form.before);
  return world.WithoutDriver();
}

void AddNamed(VulkanWorld& world, const PathForm& form) {
  world.With(NamedDriver(kForm).In(form.folder))
      .Registry(RegistryDword(kDriverKey, form.Of("form.json"), 0));
}

// A driver whose library is at the form's place, and whose manifest has the form's path.
void AddWithLibrary(VulkanWorld& world, const Subject& subject, const PathForm& form) {
  world.With(NamedDriver(kForm)
                 .In(kDriverKey)
                 .Manifest(JsonObject().Set("library_path", form.Of("driver.dll")).Text()));
  for (const char* suffix : {"", ".config"}) {
    world.Symlink(form.Place("driver.dll") + suffix, MockLibraryPath(kForm, subject) + suffix);
  }
}

void ExpectGood(Case& c, const VulkanWorld& world, const std::string& why) {
  std::vector<std::string> reached = DriversReached(RunEnumerating(c, world));
  std::erase(reached, kForm);
  EXPECT_SEEN(reached, UnorderedElementsAre(kGood, kBehindIt)) << why;
}

REGISTER_CASES {
  for (const PathForm& form : UsualPathForms()) {
    RegisterCase(Api::kVulkan, {LS_VK_DRIVER_DISCOVERY_10}, fmt::format("path_with_{}", form.name),
                 [form](Case& c) {
                   VulkanWorld world = WorldOf(c.subject(), form);
                   AddNamed(world, form);
                   EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), ElementsAre(kForm))
                       << form.Of("form.json") << " names a driver";
                 });
    RegisterCase(Api::kVulkan, {LS_VK_DRIVER_MANIFEST_1, LS_VK_DRIVER_DISCOVERY_10},
                 fmt::format("windows_path_with_{}", form.name), [form](Case& c) {
                   VulkanWorld world = WorldOf(c.subject(), form);
                   AddWithLibrary(world, c.subject(), form);
                   EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), ElementsAre(kForm))
                       << "the library is found by " << form.Of("driver.dll");
                 });
  }
  for (const PathForm& form : UnusualPathForms()) {
    // LS_VK_DRIVER_DISCOVERY_10.r3
    RegisterCase(Api::kVulkan, {LS_VK_DRIVER_DISCOVERY_10},
                 fmt::format("beside_a_path_with_{}", form.name), [form](Case& c) {
                   VulkanWorld world = WorldOf(c.subject(), form);
                   AddNamed(world, form);
                   AddGood(world);
                   ExpectGood(c, world, form.Of("form.json") + " hides no driver");
                 });
    // LS_VK_DRIVER_MANIFEST_1.r2
    RegisterCase(Api::kVulkan, {policy::LS_VK_ROBUSTNESS_4, LS_VK_DRIVER_DISCOVERY_10},
                 fmt::format("windows_library_path_with_{}", form.name), [form](Case& c) {
                   VulkanWorld world = WorldOf(c.subject(), form);
                   AddWithLibrary(world, c.subject(), form);
                   AddGood(world);
                   ExpectGood(c, world, form.Of("driver.dll") + " hides no other driver");
                 });
  }
}

// A share may be used or not, as in values. The share is that of drive C.
VULKAN_CASE(LLP_LOADER_2, windows_folder_beside_one_on_a_share, LS_VK_DISCOVERY_9) {
  VulkanWorld world(c.subject());
  world.With(Layer(kOther).In("/forms"))
      .With(Layer(kBehind).In("/good"))
      .Env("VK_LAYER_PATH", "\\\\localhost\\C$\\forms;C:\\good");
  const Observation seen = RunWithLayers(c, world, LayerKind::kExplicit, {kBehind});
  EXPECT_SEEN(EnumeratedLayers(seen), Contains(kBehind)) << "a folder on a share hides no other";
  EXPECT_SEEN(InstanceChain(seen), ElementsAre(kBehind)) << "a folder on a share hides no other";
}

VULKAN_CASE(LS_VK_DRIVER_DISCOVERY_3, windows_file_beside_one_on_a_share,
            LS_VK_DRIVER_DISCOVERY_10) {
  VulkanWorld world(c.subject());
  world.With(NamedDriver(kForm).In("/forms"))
      .With(NamedDriver(kGood).In("/good"))
      .Env("VK_DRIVER_FILES", "\\\\localhost\\C$\\forms\\form.json;C:\\good\\good.json");
  std::vector<std::string> reached = DriversReached(RunEnumerating(c, world));
  std::erase(reached, kForm);
  EXPECT_SEEN(reached, ElementsAre(kGood)) << "a file on a share hides no other";
}

// The other ways to name the library of a driver. Whether a path with slashes and without a drive
// is relative to the manifest is open, as for layers (LS_VK_DRIVER_MANIFEST_1.r3).
struct Library {
  const char* name;
  const char* stands_at;
  const char* library_path;
};

constexpr Library kLibraries[] = {
    {"below_the_manifest", "/named_by_values/inside/driver.dll", ".\\inside\\driver.dll"},
    {"below_the_manifest_without_a_dot", "/named_by_values/inside/driver.dll",
     "inside\\driver.dll"},
    {"beside_the_manifest", "/named_by_values/driver.dll", ".\\driver.dll"},
    {"above_the_manifest", "/beside/driver.dll", "..\\beside\\driver.dll"},
    {"full_path_of_another_suffix", "/named_by_values/driver.bin",
     "C:\\named_by_values\\driver.bin"},
    {"file_name_beside_the_application", "/opt/application/bin/ls_driver.dll", "ls_driver.dll"},
};

REGISTER_CASES {
  for (const Library& row : kLibraries) {
    RegisterCase(
        Api::kVulkan, {LS_VK_DRIVER_MANIFEST_1, LS_VK_DRIVER_DISCOVERY_10},
        fmt::format("windows_{}", row.name), [&row](Case& c) {
          VulkanWorld world(c.subject());
          world.WithoutDriver()
              .With(NamedDriver(kForm)
                        .In(kNamedByValues)
                        .Manifest(JsonObject().Set("library_path", row.library_path).Text()))
              .Registry(
                  RegistryDword(kDriverKey, WindowsPath(ManifestPath(kNamedByValues, kForm)), 0));
          for (const char* suffix : {"", ".config"}) {
            world.Symlink(row.stands_at + std::string(suffix),
                          MockLibraryPath(kForm, c.subject()) + suffix);
          }
          EXPECT_SEEN(DriversReached(RunEnumerating(c, world)), ElementsAre(kForm))
              << "the library at C:" << row.stands_at << " is found by " << row.library_path;
        });
  }
}

}  // namespace
}  // namespace loadstone::suites::path_forms

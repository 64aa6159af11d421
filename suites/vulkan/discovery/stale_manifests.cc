// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "suites/vulkan/discovery/layer_kinds.h"

// LLP_LAYER_20: what uninstalled and updated layers leave behind. If one layer has several
// manifests, one is used (LLP_LAYER_20.r1, LLP_LOADER_3.r2), and a manifest whose library is gone
// affects no other layer (LLP_LAYER_20.r2). LS_VK_DISCOVERY_5 covers the order of folders.
namespace loadstone::suites::stale_manifests {
namespace {

constexpr char kGood[] = "VK_LAYER_LS_good";
constexpr char kStale[] = "VK_LAYER_LS_stale";
constexpr char kOld[] = "old";
constexpr char kNew[] = "new";
constexpr char kWhyOnce[] =
    "if a layer is present several times, one of them must be loaded, and no other layer may be "
    "hidden";

// Runs with an additional valid layer of the same kind.
Observation RunWithGood(Case& c, VulkanWorld& world, LayerKind kind) {
  world.With(KindLayer(kind, kGood));
  return RunWithLayers(c, world, kind, {kStale, kGood});
}

Layer Version(LayerKind kind, const char* who, const char* version) {
  return KindLayer(kind, kStale)
      .Who(who)
      .ManifestFile(fmt::format("{}.json", who))
      .Manifest(fmt::format(R"({{"implementation_version": "{}"}})", version));
}

void TwoVersionsInOneFolder(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  world.With(Version(kind, kOld, "1")).With(Version(kind, kNew, "2"));
  EXPECT_SEEN(InstanceChain(RunWithGood(c, world, kind)),
              AnyOf(UnorderedElementsAre(kOld, kGood), UnorderedElementsAre(kNew, kGood)))
      << kWhyOnce;
}

void TwoVersionsInTwoFolders(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  const MorePlaces more = AddPlaces(world, c.subject(), kind);
  world.With(Version(kind, kOld, "1")).With(Version(kind, kNew, "2").In(more.later));
  EXPECT_SEEN(InstanceChain(RunWithGood(c, world, kind)),
              AnyOf(UnorderedElementsAre(kOld, kGood), UnorderedElementsAre(kNew, kGood)))
      << kWhyOnce;
}

void TenVersionsInOneFolder(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  for (int i = 0; i < 10; ++i) {
    world.With(KindLayer(kind, kStale)
                   .Who(fmt::format("{}_{}", kStale, i))
                   .ManifestFile(fmt::format("layer_{}.json", i)));
  }
  const std::vector<std::string> chain = InstanceChain(RunWithGood(c, world, kind));
  EXPECT_SEEN(chain, SizeIs(2)) << kWhyOnce;
  EXPECT_SEEN(chain, Contains(kGood)) << kWhyOnce;
  EXPECT_SEEN(chain, Contains(StartsWith(kStale))) << kWhyOnce;
}

void SameFileTwiceInOneFolder(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  world.With(KindLayer(kind, kStale)).With(KindLayer(kind, kStale).ManifestFile("copy.json"));
  EXPECT_SEEN(InstanceChain(RunWithGood(c, world, kind)), UnorderedElementsAre(kStale, kGood))
      << kWhyOnce;
}

void LinkBesideItsTarget(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  const Layer layer = KindLayer(kind, kStale);
  world.With(layer).Symlink(world.DefaultFolder(layer) + "/link.json",
                            world.DefaultFolder(layer) + "/" + layer.manifest_file());
  EXPECT_SEEN(InstanceChain(RunWithGood(c, world, kind)), UnorderedElementsAre(kStale, kGood))
      << kWhyOnce;
}

void FolderListedTwice(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  world.Env("XDG_DATA_DIRS", "/data:/data:/data/../data:/usr/share");
  world.With(KindLayer(kind, kStale).In(KindFolder(kind, "/data")));
  EXPECT_SEEN(InstanceChain(RunWithGood(c, world, kind)), UnorderedElementsAre(kStale, kGood))
      << kWhyOnce;
}

// The same layer in the folders of both kinds: both may be enabled, but as one layer.
VULKAN_CASE(LLP_LAYER_20, same_layer_implicit_and_explicit, policy::LLP_LOADER_3) {
  VulkanWorld world(c.subject());
  world.With(Layer(kStale).Implicit().Who(kOld)).With(Layer(kStale).Who(kNew)).With(Layer(kGood));
  const Observation seen = Observe(c, world, [](VulkanApp& app) {
    app.RunFullSequence({.layers = {kStale, kGood}});
  });
  EXPECT_SEEN(InstanceChain(seen),
              AnyOf(UnorderedElementsAre(kOld, kGood), UnorderedElementsAre(kNew, kGood)))
      << kWhyOnce;
}

// What is left of a library.
struct BrokenLibrary {
  const char* name;
  const char* path;
};

constexpr BrokenLibrary kBrokenLibraries[] = {
    {"library_gone", "/opt/loadstone/gone.so"},
    {"folder_of_the_library_gone", "/opt/gone/gone.so"},
    {"library_empty", "/opt/loadstone/empty.so"},
    {"library_cut_off", "/opt/loadstone/cut.so"},
    {"library_a_dangling_link", "/opt/loadstone/dangling.so"},
    {"library_a_folder", "/opt/loadstone"},
    {"library_by_a_name_that_is_nowhere", "libls_gone_for_good.so"},
};

// The application requests the layer if it is explicit, and if that fails, runs without it.
void JudgeBrokenLibrary(Case& c, const BrokenLibrary& library, LayerKind kind) {
  VulkanWorld world(c.subject());
  world.With(
      KindLayer(kind, kStale).Manifest(JsonObject().Set("library_path", library.path).Text()));
  world.With(KindLayer(kind, kGood)).With(Layer("VK_LAYER_LS_other"));
  world.File("/opt/loadstone/empty.so", "")
      .File("/opt/loadstone/cut.so",
            "\x7f"
            "ELF\x02\x01\x01");
  world.Symlink("/opt/loadstone/dangling.so", "/opt/gone/gone.so");
  const bool named = kind == LayerKind::kExplicit;
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    app.EnumerateLayers();
    if (named) app.RunFullSequence({.layers = {kStale, kGood, "VK_LAYER_LS_other"}});
    if (named && !app.created()) app.RunFullSequence({.layers = {kGood, "VK_LAYER_LS_other"}});
    if (!named) app.RunFullSequence({.layers = {"VK_LAYER_LS_other"}});
  });
  EXPECT_SEEN(EnumeratedLayers(seen), IsSupersetOf({kGood, "VK_LAYER_LS_other"}))
      << "a layer whose library is missing must not hide another layer";
  EXPECT_SEEN(InstanceChain(seen), UnorderedElementsAre(kGood, "VK_LAYER_LS_other"))
      << "a layer whose library is missing must not prevent other layers from being loaded";
  EXPECT_SEEN(Called(seen), Not(Contains(kStale)))
      << "a layer whose library is missing is not used";
}

// A stale manifest before a valid one of the same layer: one of them is used, or the layer is not
// used.
void StaleVersionBesideANewOne(Case& c, LayerKind kind) {
  VulkanWorld world(c.subject());
  world.With(Version(kind, kOld, "1")
                 .ManifestFile("0.json")
                 .Manifest(R"({"library_path": "/opt/loadstone/gone.so"})"));
  world.With(Version(kind, kNew, "2")).With(KindLayer(kind, kGood));
  const bool named = kind == LayerKind::kExplicit;
  const Observation seen = Observe(c, world, [&](VulkanApp& app) {
    if (named) app.RunFullSequence({.layers = {kStale, kGood}});
    if (named && !app.created()) app.RunFullSequence({.layers = {kGood}});
    if (!named) app.RunFullSequence();
  });
  EXPECT_SEEN(InstanceChain(seen), AnyOf(UnorderedElementsAre(kNew, kGood), ElementsAre(kGood)))
      << "a layer with one stale manifest may be loaded or not, but no other layer is hidden";
}

REGISTER_CASES {
  const auto add = [](const std::string& name, const std::function<void(Case&, LayerKind)>& body,
                      policy::Id of_loaders = policy::LLP_LOADER_3) {
    for (const LayerKind kind : kLayerKinds) {
      RegisterCase(Api::kVulkan, {policy::LLP_LAYER_20, of_loaders},
                   fmt::format("{}_{}", KindName(kind), name),
                   [kind, body](Case& c) { body(c, kind); });
    }
  };
  add("two_versions_in_one_folder", TwoVersionsInOneFolder);
  add("two_versions_in_two_folders", TwoVersionsInTwoFolders);
  add("ten_versions_in_one_folder", TenVersionsInOneFolder);
  add("same_file_twice_in_one_folder", SameFileTwiceInOneFolder);
  add("link_beside_its_target", LinkBesideItsTarget);
  add("folder_listed_twice", FolderListedTwice);
  add("stale_version_beside_a_new_one", StaleVersionBesideANewOne, policy::LS_VK_DISCOVERY_6);
  for (const BrokenLibrary& library : kBrokenLibraries) {
    add(
        library.name, [&library](Case& c, LayerKind kind) { JudgeBrokenLibrary(c, library, kind); },
        policy::LS_VK_DISCOVERY_6);
  }
}

}  // namespace
}  // namespace loadstone::suites::stale_manifests

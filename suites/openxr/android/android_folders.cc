// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "suites/openxr/layers.h"
#include "suites/openxr/runtimes.h"

// API Layer Interaction, "Android API Layer Discovery", and Runtime Interaction, "Android Active
// Runtime Location": manifests in the assets of the application and on the partitions of the
// system, whose orders differ. Assets are files of the world, where the loader's substitute for
// Android's services reads them.
namespace loadstone::suites::android_folders {
namespace {

constexpr char kProgram[] = "/data/app/org.example.game/bin/game";
constexpr char kAssets[] = "/data/app/org.example.game/assets";
constexpr char kLayer[] = "XR_APILAYER_LS_one";

// In the order of the search.
constexpr const char* kImplicit[] = {"product", "odm", "oem", "system", "vendor"};
constexpr const char* kExplicit[] = {"product", "oem", "vendor", "system", "odm"};
constexpr const char* kRuntime[] = {"product", "odm", "oem", "vendor", "system"};

std::span<const char* const> Partitions(bool implicit) { return implicit ? kImplicit : kExplicit; }

std::string Root(const std::string& partition) { return "/" + partition + "/etc"; }

std::string Kind(bool implicit) { return implicit ? "implicit" : "explicit"; }

Observation RunWithLayer(Case& c, const OpenXrWorld& world, bool implicit,
                         const std::string& name = kLayer) {
  return Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = implicit ? std::vector<std::string>() : std::vector{name}});
  });
}

void JudgeAsset(Case& c, bool implicit) {
  OpenXrWorld world(c.subject());
  world.Application(kProgram).With(LayerAt(kLayer, kAssets, implicit));
  EXPECT_SEEN(ApiLayerChain(RunWithLayer(c, world, implicit)), ElementsAre(kLayer))
      << "an API layer among the assets of the application must be found";
}

// Folders of assets that have no meaning, or belong to another package.
constexpr struct {
  const char* name;
  const char* root;
} kOtherAssets[] = {
    {"assets_of_another_package", "/data/app/org.example.other/assets"},
    {"assets_below_a_folder", "/data/app/org.example.game/assets/data"},
    {"folder_of_the_package", "/data/app/org.example.game"},
};

void JudgeNoAsset(Case& c, const char* root, bool implicit) {
  constexpr char kFirm[] = "XR_APILAYER_LS_firm";
  OpenXrWorld world(c.subject());
  world.Application(kProgram)
      .With(LayerAt(kLayer, root, implicit))
      .With(LayerAt(kFirm, Root("system"), implicit));
  const Observation seen = RunWithLayer(c, world, implicit, kFirm);
  EXPECT_SEEN(ListedApiLayers(seen), ElementsAre(kFirm))
      << "only openxr/1/api_layers among the application's own assets is searched";
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kFirm))
      << "only openxr/1/api_layers among the application's own assets is searched";
}

// A place of another major version beside the own one.
void JudgeMajorVersion(Case& c, const std::string& root, bool implicit) {
  constexpr char kOther[] = "XR_APILAYER_LS_of_version_2";
  const std::string folder = fmt::format("{}/openxr/2/api_layers/{}.d", root, Kind(implicit));
  OpenXrWorld world(c.subject());
  world.Application(kProgram)
      .With(LayerAt(kLayer, root, implicit))
      .With(LayerAt(kOther, root, implicit).In(folder));
  const Observation seen = RunWithLayer(c, world, implicit);
  EXPECT_SEEN(ListedApiLayers(seen), Not(Contains(kOther)))
      << "the folder of the loader's own major version is searched, and no other";
  EXPECT_SEEN(ApiLayerChain(seen), ElementsAre(kLayer))
      << "the folder of the loader's own major version is searched, and no other";
}

REGISTER_CASES {
  for (const bool implicit : {false, true}) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_17},
                 Kind(implicit) + "_of_another_major_version",
                 [=](Case& c) { JudgeMajorVersion(c, kAssets, implicit); });
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_18},
                 Kind(implicit) + "_of_another_major_version",
                 [=](Case& c) { JudgeMajorVersion(c, Root("system"), implicit); });
  }
}

void JudgePartition(Case& c, const std::string& partition, bool implicit) {
  OpenXrWorld world(c.subject());
  world.With(LayerAt(kLayer, Root(partition), implicit));
  EXPECT_SEEN(ApiLayerChain(RunWithLayer(c, world, implicit)), ElementsAre(kLayer))
      << "an API layer of this partition must be found";
}

void JudgeOrder(Case& c, const std::string& earlier, const std::string& later, bool implicit) {
  OpenXrWorld world(c.subject());
  world.With(LayerAt(kLayer, Root(later), implicit).Who("in_" + later))
      .With(LayerAt(kLayer, Root(earlier), implicit).Who("in_" + earlier));
  EXPECT_SEEN(ApiLayerChain(RunWithLayer(c, world, implicit)), ElementsAre("in_" + earlier))
      << "if several API layers have the same name, the one in the partition that is searched "
         "first is used";
}

// Two manifests in a place, beside a file that is none by its name. Beside implicit layers there is
// an explicit one with their members, which the application does not enable.
void JudgePlace(Case& c, const std::string& root, bool implicit) {
  constexpr char kDecoy[] = "XR_APILAYER_LS_decoy";
  constexpr char kUnnamed[] = "XR_APILAYER_LS_unnamed";
  const std::vector<std::string> names = LayerNames(2);
  OpenXrWorld world(c.subject());
  world.Application(kProgram);
  for (const std::string& name : names) world.With(LayerAt(name, root, implicit));
  world.With(LayerAt(kDecoy, root, implicit).ManifestFile("decoy.txt"));
  if (implicit) world.With(LayerAt(kUnnamed, root, true).In(XrExplicitFolder(root)));
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = implicit ? std::vector<std::string>() : names});
  });
  if (!implicit) {
    EXPECT_SEEN(ListedApiLayers(seen), UnorderedElementsAreArray(names))
        << "all files with the extension .json are read, and no others";
  }
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAreArray(names))
      << "all files with the extension .json are read, and the folder tells the kind of a layer";
}

REGISTER_CASES {
  for (const bool implicit : {false, true}) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_17},
                 Kind(implicit) + "_manifests_among_the_assets",
                 [=](Case& c) { JudgePlace(c, kAssets, implicit); });
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_18},
                 Kind(implicit) + "_manifests_of_the_vendor",
                 [=](Case& c) { JudgePlace(c, Root("vendor"), implicit); });
  }
}

// A layer in each place, each with a name of its own: a search that ends where it finds something
// misses the others.
void JudgeSeveral(Case& c, const std::vector<std::string>& roots, bool implicit) {
  OpenXrWorld world(c.subject());
  world.Application(kProgram);
  std::vector<std::string> names;
  for (const std::string& root : roots) {
    names.push_back(NameAt(root));
    world.With(LayerAt(names.back(), root, implicit));
  }
  const Observation seen = Observe(c, world, [&](OpenXrApp& app) {
    app.EnumerateLayers();
    app.RunFullSequence({.layers = implicit ? std::vector<std::string>() : names});
  });
  // LS_XR_LAYER_DISCOVERY_12.r1: implicit layers may be reported or not.
  if (!implicit) {
    EXPECT_SEEN(ListedApiLayers(seen), UnorderedElementsAreArray(names))
        << "all manifests of the assets and of every partition are read";
  }
  EXPECT_SEEN(ApiLayerChain(seen), UnorderedElementsAreArray(names))
      << "the layers of the assets and of every partition can be used together";
}

REGISTER_CASES {
  for (const bool implicit : {false, true}) {
    const std::string kind = Kind(implicit);
    const auto partitions = Partitions(implicit);
    std::vector<std::string> roots = {kAssets};
    for (size_t i = 0; i < partitions.size(); ++i) {
      const std::string root = Root(partitions[i]);
      RegisterCase(Api::kOpenXr,
                   {policy::LS_XR_LAYER_DISCOVERY_17, policy::LS_XR_LAYER_DISCOVERY_18},
                   fmt::format("{}_in_{}_beside_the_assets", kind, partitions[i]), [=](Case& c) {
                     JudgeSeveral(c, {kAssets, root}, implicit);
                   });
      for (const std::string later : partitions.subspan(i + 1)) {
        RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_18},
                     fmt::format("{}_in_{}_and_{}", kind, partitions[i], later), [=](Case& c) {
                       JudgeSeveral(c, {root, Root(later)}, implicit);
                     });
      }
      roots.push_back(root);
    }
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_18, policy::LS_XR_LAYER_DISCOVERY_17},
                 kind + "_in_all_places", [=](Case& c) { JudgeSeveral(c, roots, implicit); });
  }
}

REGISTER_CASES {
  for (const bool implicit : {false, true}) {
    const std::string kind = Kind(implicit);
    RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_17}, kind + "_among_the_assets",
                 [=](Case& c) { JudgeAsset(c, implicit); });
    for (const auto& other : kOtherAssets) {
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_17},
                   fmt::format("{}_{}", kind, other.name),
                   [=](Case& c) { JudgeNoAsset(c, other.root, implicit); });
    }
    const auto partitions = Partitions(implicit);
    for (size_t i = 0; i < partitions.size(); ++i) {
      const std::string earlier = partitions[i];
      RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_18},
                   fmt::format("{}_in_{}", kind, earlier),
                   [=](Case& c) { JudgePartition(c, earlier, implicit); });
      for (const std::string later : partitions.subspan(i + 1)) {
        RegisterCase(Api::kOpenXr, {policy::LS_XR_LAYER_DISCOVERY_18},
                     fmt::format("{}_{}_before_{}", kind, earlier, later),
                     [=](Case& c) { JudgeOrder(c, earlier, later, implicit); });
      }
    }
  }
}

// Up to 1.0.20 there were three partitions (LS_XR_RUNTIME_DISCOVERY_18.r1), in the same order.
bool IsPartitionOf(const Subject& subject, const std::string& partition) {
  return subject.spec >= policy::Version{1, 1, 61} ||
         (partition != "product" && partition != "oem");
}

Runtime RuntimeOf(const std::string& partition, const char* file = "active_runtime.json") {
  return Runtime("in_" + partition).In(XrRuntimeFolder(Root(partition))).ManifestFile(file);
}

void JudgeRuntime(Case& c, const std::vector<Runtime>& runtimes, const std::string& used,
                  const char* why) {
  OpenXrWorld world(c.subject());
  world.WithoutRuntime();
  for (const Runtime& runtime : runtimes) world.With(runtime);
  ExpectOnlyRuntime(Observe(c, world, [](OpenXrApp& app) { app.RunFullSequence(); }), used, why);
}

constexpr char kOldPartitions[] = "the documents of this version have no such partition";

REGISTER_CASES {
  const std::span<const char* const> partitions(kRuntime);
  for (size_t i = 0; i < partitions.size(); ++i) {
    const std::string earlier = partitions[i];
    RegisterCase(Api::kOpenXr, {policy::LS_XR_RUNTIME_DISCOVERY_18}, "in_" + earlier, [=](Case& c) {
      if (!IsPartitionOf(c.subject(), earlier)) GTEST_SKIP() << kOldPartitions;
      JudgeRuntime(c, {RuntimeOf(earlier)}, "in_" + earlier,
                   "active_runtime.json of this partition must be found");
    });
    for (const std::string later : partitions.subspan(i + 1)) {
      RegisterCase(
          Api::kOpenXr, {policy::LS_XR_RUNTIME_DISCOVERY_18, policy::LS_XR_RUNTIME_DISCOVERY_1},
          fmt::format("{}_before_{}", earlier, later), [=](Case& c) {
            if (!IsPartitionOf(c.subject(), earlier) || !IsPartitionOf(c.subject(), later)) {
              GTEST_SKIP() << kOldPartitions;
            }
            JudgeRuntime(c, {RuntimeOf(later), RuntimeOf(earlier)}, "in_" + earlier,
                         "the partitions are searched in the order of the documents");
          });
    }
  }
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_18, runtime_of_another_major_version) {
  JudgeRuntime(
      c,
      {Runtime("of_version_2").In(Root("odm") + "/openxr/2").ManifestFile("active_runtime.json"),
       RuntimeOf("system")},
      "in_system", "the folder of the loader's own major version is searched");
}

// Names with an architecture are newer than the section.
constexpr char kOwnArchitecture[] = "active_runtime.x86_64.json";
constexpr char kOldNames[] = "the documents of this version name no architecture in a file's name";

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_18, own_architecture_before_the_common_name) {
  if (c.subject().spec < policy::Version{1, 1, 61}) GTEST_SKIP() << kOldNames;
  const std::string folder = XrRuntimeFolder(Root("vendor"));
  JudgeRuntime(
      c, {Runtime("common").In(folder), Runtime("own").In(folder).ManifestFile(kOwnArchitecture)},
      "own", "the name with the architecture comes first");
}

REGISTER_CASES {
  for (const std::string partition : kRuntime) {
    RegisterCase(Api::kOpenXr, {policy::LS_XR_RUNTIME_DISCOVERY_18},
                 "own_architecture_in_" + partition, [=](Case& c) {
                   if (c.subject().spec < policy::Version{1, 1, 61}) GTEST_SKIP() << kOldNames;
                   JudgeRuntime(c, {RuntimeOf(partition, kOwnArchitecture)}, "in_" + partition,
                                "the name with the architecture counts in every partition");
                 });
  }
}

OPENXR_CASE(LS_XR_RUNTIME_DISCOVERY_18, common_name_before_the_next_partition) {
  if (c.subject().spec < policy::Version{1, 1, 61}) GTEST_SKIP() << kOldNames;
  JudgeRuntime(c, {RuntimeOf("vendor"), RuntimeOf("system", kOwnArchitecture)}, "in_vendor",
               "both names are tried before the next partition");
}

}  // namespace
}  // namespace loadstone::suites::android_folders
